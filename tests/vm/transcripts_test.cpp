// Runs the transcripts of traps, *.txt in `transcripts` (support/transcript.h), on both
// interpreters, which must agree.
//
//     :program             the program's lines; begins
//     :dialect NAME, :edge-wrap stop
//     > execute X Y, > read X Y, > write X Y, > field-reads, > field-writes    marks cells
//     > before GLYPH, > modified, > floor N, > ceiling N, > clear
//     > skip TICK          the traps before the cell of that tick do not hold
//     > warm UNTIL         translates the code to blocks, without traps
//     > run [UNTIL]        prints why it stopped, and what the traps report
//     > continue [UNTIL]   the same, without the traps before the present cell
//     > stops N            continues so often; prints the ticks
#include "support/program_from_text.h"
#include "support/transcript.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

#include <array>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

std::string text_of(const TrapEvent& event) {
  constexpr std::array<std::string_view, 7> names{"execute",       "read",  "write",  "operation",
                                                  "modified code", "floor", "ceiling"};
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if ((event.kinds >> i & 1U) != 0) text += (text.empty() ? "" : ", ") + std::string(names[i]);
  }
  if (event.is(TrapEvent::read) || event.is(TrapEvent::write)) {
    text += fmt::format(" of {}, {} -> {}", to_string(event.at), event.before, event.now);
  }
  if (event.by != Point{} || event.depth_before != 0) {
    text += fmt::format("; by {}, depth {} before", to_string(event.by), event.depth_before);
  }
  return text;
}

class Rig {
 public:
  Rig(std::string_view program, const Dialect& dialect)
      : machine_(program_from_text(program), {dialect, 0, 100}),
        traps_(machine_.field.size()),
        fast_(machine_) {}

  std::string execute(const std::string& line) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    if (name == "execute" || name == "read" || name == "write") {
      Point at;
      words >> at.x >> at.y;
      traps_.set(at, access(name));
    } else if (name == "field-reads" || name == "field-writes") {
      traps_.set(Rectangle{{0, 0}, machine_.field.size()}, access(name.substr(6, 4)));
    } else if (name == "before") {
      traps_.set_before(op_of(line.back()));
    } else if (name == "modified") {
      traps_.set_on_modified_code();
    } else if (name == "floor") {
      traps_.set_floor(number(words));
    } else if (name == "ceiling") {
      traps_.set_ceiling(number(words));
    } else if (name == "clear") {
      traps_.clear();
    } else if (name == "skip") {
      probe_.skip_traps_at = number(words);
    } else if (name == "warm") {
      warm_up(number(words));
    } else if (name == "stops") {
      return stops(number(words));
    } else {
      REQUIRE_MESSAGE((name == "run" || name == "continue"), line);
      if (name == "continue") probe_.skip_traps_at = machine_.tick;
      return report(run(number(words)));
    }
    return "";
  }

 private:
  static constexpr Tick far = 5000;

  static Access access(std::string_view name) {
    return name.starts_with("read") ? Access::read
           : name == "execute"      ? Access::execute
                                    : Access::write;
  }
  static Tick number(std::istringstream& words) {
    Tick value = far;
    words >> value;
    return words ? value : far;
  }

  StopReason run(Tick until, bool armed = true) {
    probe_.traps = armed ? &traps_ : nullptr;
    Probe fast_probe = probe_;
    const StopReason reason = run_reference(machine_, {input_, output_}, until, probe_);
    CHECK(interpreter_.run(fast_, {input_, fast_output_}, until, fast_probe) == reason);
    CHECK(machine_ == fast_);
    if (reason == StopReason::trapped) CHECK(fast_probe.event == probe_.event);
    return reason;
  }

  // Stops at the same cells again and again, so that blocks begin there.
  void warm_up(Tick until) {
    for (Tick rounds = 10; rounds > 0; --rounds) run(until - rounds * 20, false);
    CHECK(run(until, false) == StopReason::tick_reached);
  }

  std::string stops(Tick count) {
    std::string text;
    for (; count > 0; --count) {
      probe_.skip_traps_at = machine_.tick;
      const StopReason reason = run(far);
      if (reason != StopReason::trapped) return text + report(reason);
      text += std::to_string(machine_.tick) + ' ';
    }
    return text + text_of(probe_.event) + '\n';
  }

  std::string report(StopReason reason) {
    constexpr std::array<std::string_view, 7> names{"tick reached", "ended",         "faulted",
                                                    "input wait",   "output closed", "trapped",
                                                    "interrupted"};
    std::string text = fmt::format("{}: tick {}, {}", names[static_cast<std::size_t>(reason)],
                                   machine_.tick, to_string(machine_.ip));
    if (machine_.string_mode) text += ", string mode";
    text += fmt::format(", {} values", machine_.stack.size());
    if (reason == StopReason::trapped) text += ": " + text_of(probe_.event);
    return text + (reason == StopReason::trapped && machine_.status == Status::faulted
                       ? "; then a fault\n"
                       : "\n");
  }

  Machine machine_;
  Traps traps_;
  Probe probe_;
  Machine fast_;
  FastInterpreter interpreter_;
  StringInput input_{"1 2 3 4 5"};
  StringOutput output_;
  StringOutput fast_output_;
};

}  // namespace

TEST_CASE("transcripts") {
  for (const auto& path : transcripts_in(FUNGESCOPE_SOURCE "/tests/vm/transcripts", ".txt")) {
    SUBCASE(path.filename().string().c_str()) {
      Dialect dialect;
      std::optional<Rig> rig;
      const auto run = [&](const TranscriptStep& step) -> std::optional<std::string> {
        if (step.word == ">") return rig.value().execute(step.text);
        if (step.word == "===") {
          dialect = {};
        } else if (step.word == ":dialect") {
          dialect = find_dialect(step.text).value();
        } else if (step.word == ":edge-wrap") {
          dialect.edge_wrap = OnUndefined::stop;
        } else {
          REQUIRE(step.word == ":program");
          rig.emplace(unindented(step.block), dialect);
        }
        return std::nullopt;
      };
      for (const std::string& failure : run_transcript(path, run)) FAIL_CHECK(failure);
    }
  }
}
