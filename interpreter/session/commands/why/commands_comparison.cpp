// Commands that compare two runs: with a change and without it, or this one and another.
#include "lang/text_cursor.h"
#include "lang/value_format.h"
#include "session/commands/arguments.h"
#include "session/commands/run_report.h"
#include "session/commands/why/comparison_report.h"
#include "session/comparison/region_changes.h"
#include "session/comparison/run_comparison.h"
#include "session/expressions/lexer.h"
#include "session/recording/recording.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

std::string instant_line(Tick before) {
  return fmt::format("goto {} is the instant before the first difference\n", before);
}

// ---- what if

// Returns N of the target `input N`, or nothing for another target.
std::optional<std::uint64_t> input_target(std::string_view target) {
  Lexer lexer(target);
  if (!lexer.take_word("input")) return std::nullopt;
  const Token number = lexer.take();
  if (number.kind != Token::Kind::number || number.value < 0 || !lexer.at_end()) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(number.value);
}

Result<ValueEdit> change_for_present(const Call& call, std::string_view target,
                                     std::string_view text, std::size_t text_at) {
  Session& session = call.session();
  const auto value = ArgumentParser(text).expression(session);
  if (!value) return with_column_offset(value.error(), text_at);
  if (const auto position = input_target(target)) {
    return change_input_byte(session, *position, value->evaluate(session.machine()),
                             call.monitor());
  }
  return value_edit(session, target, *value);
}

std::string what_if_text(const WhatIf& answer, const Session& session) {
  const ValueEdit& change = answer.change;
  const std::string at = with_separators(answer.tick);
  if (!answer.comparison) {
    return fmt::format("{} is {} at tick {} already: that changes nothing\n", change.name,
                       describe_value(change.now), at);
  }
  std::string text = fmt::format("{} = {} instead of {}, from tick {} on\n", change.name,
                                 describe_value(change.now), describe_value(change.before), at);
  const History& history = session.history();
  if (answer.branch != history.branch()) {
    text += fmt::format("both runs are branch {}, without the edits that were made later\n",
                        answer.branch);
  }
  text += to_text(*answer.comparison, session.symbols(), ComparisonVoice::instead_of);
  const Divergence& found = answer.comparison->divergence;
  if (!found.use && !found.difference && !found.parting && answer.tick > history.begin()) {
    text += fmt::format("what if {} = {} at {} makes the change before the first tick\n",
                        change.name, change.now, history.begin());
  }
  const auto before = before_first_difference(*answer.comparison);
  if (before && branch_of(history, *before) == answer.branch) text += instant_line(*before);
  if (answer.kept) {
    text += fmt::format("branch {} is kept; branch {} goes there\n", *answer.kept, *answer.kept);
  }
  return text;
}

Result<Response> ask_what_if(const Call& call, const Arguments& arguments) {
  constexpr std::string_view change = "PLACE=EXPR";
  Session& session = call.session();
  const std::string text = arguments.text(change);
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    return arguments.fail_at(change,
                             Error{{{}, 0, text.size() + 1},
                                   "there is no `=`",
                                   "write what if PLACE = EXPR, or what if input N = EXPR"});
  }
  const std::string target(trim(std::string_view(text).substr(0, equals)));
  WhatIfOptions options{arguments.number("TICK"), arguments.number("TICKS"),
                        arguments.has("--keep")};
  const auto position = input_target(target);
  if (position && !options.at) {
    options.at = TRY(instant_before_read(session, *position, call.monitor()));
  }
  const auto make_change = [&] {
    return change_for_present(call, target, text.substr(equals + 1), equals + 1);
  };
  const auto answer = what_if(session, make_change, options, call.monitor());
  if (!answer) return arguments.fail_at(change, answer.error());
  return make_response(
      call, what_if_text(*answer, session),
      {{"name", answer->change.name},
       {"before", answer->change.before},
       {"now", answer->change.now},
       {"tick", answer->tick},
       {"branch", answer->branch},
       {"comparison",
        answer->comparison ? to_json(*answer->comparison, session.symbols()) : Json()},
       {"kept", answer->kept ? Json(*answer->kept) : Json()}});
}

// ---- against

// The run that the arguments name.
struct OtherRun {
  std::string_view kind;  // "branch", "recording" or "program"
  std::optional<BranchId> branch;
  std::unique_ptr<Session> session;  // null of a branch
};

Result<OtherRun> find_other_run(const Call& call, const Arguments& arguments) {
  Session& session = call.session();
  const std::string other = arguments.text("RUN");
  const auto number = arguments.is_quoted("RUN") ? std::nullopt : parse_count(other);
  if (number) {
    for (const BranchInfo& branch : session.history().branches()) {
      if (branch.id != *number) continue;
      if (branch.id == session.history().branch()) {
        return fail({{}, 0, 1}, fmt::format("the present is on branch {}", branch.id),
                    "name another one; branches lists them");
      }
      return OtherRun{"branch", branch.id, nullptr};
    }
    return fail({{}, 0, 1}, fmt::format("there is no branch {}", *number),
                "branches lists them; a file of that name is written in quotes");
  }
  auto bytes = TRY(call.debugger.files().read_program(other));
  const bool recorded = is_recording(bytes);
  auto opened = TRY(recorded ? load_recording(bytes, other, session.options(), call.monitor())
                             : open_against(session, std::move(bytes), other, call.monitor()));
  return OtherRun{recorded ? "recording" : "program", std::nullopt, std::move(opened)};
}

Result<Response> ask_against(const Call& call, const Arguments& arguments) {
  const AgainstOptions options{arguments.number("TICKS"), arguments.has("--output")};
  const auto other = TRY(find_other_run(call, arguments));
  Session& session = call.session();
  const Symbols& symbols = session.symbols();
  const std::string name = arguments.text("RUN");
  std::string text = fmt::format("here: {}, branch {}; there: {} {}\n", session.options().load.file,
                                 session.history().branch(), other.kind, name);
  Json data{{"with", {{"kind", other.kind}, {"name", name}}},
            {"output_only", options.output_only},
            {"comparison", nullptr}};
  if (arguments.has("REGION")) {
    if (other.branch) {
      return arguments.fail_at("REGION", "branches are compared tick by tick", "leave out `by`");
    }
    const auto compared = compare_regions(session, *other.session, arguments.text("REGION"),
                                          options.ticks.value_or(default_horizon), call.monitor());
    if (!compared) return arguments.fail_at("REGION", compared.error());
    text += to_text(*compared, symbols);
    data["regions"] = to_json(*compared);
    return make_response(call, std::move(text), std::move(data));
  }
  const auto comparison =
      TRY(other.branch ? against_branch(session, *other.branch, options, call.monitor())
                       : against_session(session, *other.session, options, call.monitor()));
  constexpr ComparisonVoice voice = ComparisonVoice::here_and_there;
  if (!options.output_only) text += first_to_text(comparison, symbols, voice);
  text += to_text(comparison, symbols, voice);
  if (const auto before = before_first_difference(comparison)) text += instant_line(*before);
  data["comparison"] = to_json(comparison, symbols);
  return make_response(call, std::move(text), std::move(data));
}

}  // namespace

std::span<const Command> comparison_commands() {
  static constexpr std::array table{
      Command{
          "what", "", "", "if PLACE=EXPR [at TICK] [for TICKS] [--keep]",
          "what would be different with another value",
          "Runs a copy of the run with a cell, a variable, a value of the stack or a byte of\n"
          "the input changed, now or at a tick, and compares the two: the first use of the\n"
          "value, the first difference, where the pointers part, the output, the ends, and\n"
          "which regions and variables differ then. A byte of the input is changed before it\n"
          "is read, unless a tick is given. Both runs go to their ends, so many ticks, or 100M\n"
          "beyond what is recorded.\n"
          "The present does not move; --keep keeps the changed run as a branch.\n"
          "  what if 3,4 = 'v'\n  what if grid(2,5) = 7 at 1000\n  what if Solve::x = 3\n"
          "  what if top = 5 for 10M\n  what if input 17 = '5' --keep\n",
          parsed<ask_what_if>},
      Command{"against", "", "", "RUN [for TICKS] [--output] [by REGION]",
              "compare this run with another one",
              "The other run is a branch, a recording that save has written, or a program, which\n"
              "gets the same input and seed. Tells what differs from the start, the first use of\n"
              "it, the first difference, where the pointers part, the output, and the ends.\n"
              "--output compares the output only, to the first byte that differs. The present\n"
              "does not move.\n"
              "by REGION compares two programs that work on the same region, change by change:\n"
              "how many changes are the same, the first that differs, how many there are, and\n"
              "whether it holds the same in the end.\n"
              "  against 1\n  against original.b93\n  against before.run --output for 1G\n"
              "  against other.b93 by grid for 400M\n",
              parsed<ask_against>},
  };
  return table;
}

}  // namespace fungescope
