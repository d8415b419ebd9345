// Submits command lines to a debugger of a small random program. Every response is well formed, and
// afterwards the instants of a run without edits are those of a plain run.
#include "base/random.h"
#include "history/ports.h"
#include "session/commands/command.h"
#include "support/generated/random_programs.h"
#include "support/session_fixture.h"
#include "vm/reference_interpreter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz_check.h"
#include <fmt/format.h>

using namespace fungescope;

namespace {

// ---- Lines from bytes

std::string number(Bytes& bytes) {
  if (bytes.below(8) == 0) {
    return bytes.one_of(
        std::array<std::string_view, 4>{"99999999999", "18446744073709551615", "-1", "3k"});
  }
  return fmt::format("{}", bytes.below(12) * (bytes.below(4) == 0 ? 50 : 1));
}

std::string tick(Bytes& bytes) {
  constexpr std::array<std::string_view, 6> ticks{"start", "end", "now", "+7", "-3", "-200"};
  return bytes.below(2) == 0 ? number(bytes) : bytes.one_of(ticks);
}

std::string place(Bytes& bytes) {
  constexpr std::array<std::string_view, 6> places{"area",        "count", "other",
                                                   "Here::other", "max",   "cell"};
  constexpr std::array<std::string_view, 4> parts{"", "(1,0)", "(2,1)", "(0, 9)"};
  if (bytes.below(2) == 0) {
    const std::string name = bytes.one_of(places);
    return name + bytes.one_of(parts);
  }
  return fmt::format("{},{}", bytes.below(10), bytes.below(5));
}

std::string expression(Bytes& bytes) {
  constexpr std::array<std::string_view, 12> expressions{
      "tick > 20",  "depth > 3",      "top == 1",         "cell(1,0) != '1'",
      "count",      "area(0,0) > 50", "x == 3 && dx",     "tick % 7 == 0",
      "stack(1)+2", "old < new",      "string_mode || y", "output_size > 4"};
  return bytes.one_of(expressions);
}

std::string stop(Bytes& bytes) {
  constexpr std::array<std::string_view, 6> others{"output \"1 \"", "input",    "depth > 4",
                                                   "depth < 2",     "modified", "output \"x\""};
  constexpr std::array<std::string_view, 3> accesses{"read ", "write ", "change "};
  const auto kind = bytes.below(6);
  if (kind == 0) return place(bytes);
  if (kind == 1) return "tick " + number(bytes);
  if (kind == 2) return bytes.one_of(accesses) + place(bytes);
  if (kind == 3) return place(bytes) + " becomes " + number(bytes);
  if (kind == 4) return fmt::format("{},{} west", bytes.below(10), bytes.below(5));
  return bytes.one_of(others);
}

std::string option(Bytes& bytes) {
  const auto kind = bytes.below(6);
  if (kind == 0) return " if " + expression(bytes);
  if (kind == 1) return " hits " + number(bytes);
  return kind == 2 ? " log \"{tick} {top}\"" : "";
}

// Letters of the templates below.
std::string argument(char letter, Bytes& bytes) {
  if (letter == 'N') return number(bytes);
  if (letter == 'T') return tick(bytes);
  if (letter == 'P') return place(bytes);
  if (letter == 'E') return expression(bytes);
  if (letter == 'S') return stop(bytes) + option(bytes);
  if (letter == 'B') return fmt::format("{}", bytes.below(5));
  return letter == '*' ? bytes.rest_of_line() : std::string(1, letter);
}

// One is chosen as often as it is there.
constexpr std::string_view templates =
    "continue; continue; step; step N; next; next N; line; over; out; out N; until E; "
    "change P; output; goto T; goto T; goto T; restart; break S; break S; break S; breaks; "
    "delete B; delete; enable B; disable B; condition B E; condition B; who P; writes P N; "
    "pushed; pushed N; when next E; when last E; why P; why P --all --depth N; why top; "
    "why here N; why r1c2; why stack N; why output N --to input; why output N --relevant; "
    "why not P; why not E; why code P; diff T; diff T T; profile; profile T T; hot T; "
    "trace T T; trace T T csv; trace T T json; trace T T text f; where; stack N; field; "
    "field 1,0,4,3; find 1; print E; watch E; watch; unwatch B; printed N; inputs; info; "
    "vars; vars Here; region area; board; set P = E; set P = N; set stack(N) = E; "
    "set ip 1,0 west; push E; pop; input N; input x; input end; input replace N; mark; "
    "mark first; marks; unmark B; rename B second; goto first; notebook; notebook back; "
    "notebook forward; notebook go B; notebook name B third; notebook note N; "
    "notebook drop B; notebook clear; notebook export r; branches; branch B; drop B; reload; "
    "save r; load r; expect E; expect stopped by end; source script; help; *";

std::vector<std::string_view> split_templates() {
  std::vector<std::string_view> all;
  std::string_view rest = templates;
  for (std::size_t end = 0; (end = rest.find("; ")) != std::string_view::npos;) {
    all.push_back(rest.substr(0, end));
    rest.remove_prefix(end + 2);
  }
  all.push_back(rest);
  return all;
}

std::string line(Bytes& bytes) {
  static const std::vector<std::string_view> forms = split_templates();
  const std::string_view form = forms[bytes.below(forms.size())];
  std::string text;
  // `back` before a command that cannot be reversed must be an error.
  if (bytes.below(3) == 0) text = "back ";
  for (const char c : form) text += argument(c, bytes);
  return text;
}

// ---- Invariants

void check_text(std::string_view text) {
  FUZZ_CHECK(text.empty() || text.back() == '\n');
  for (const char c : text) FUZZ_CHECK(c == '\n' || static_cast<unsigned char>(c) >= ' ');
}

void check_reply(const Result<Response>& response, std::string_view text) {
  if (!response) {
    const Error& error = response.error();
    FUZZ_CHECK(!error.what.empty());
    if (error.where.file.empty()) FUZZ_CHECK(error.where.column <= text.size() + 1);
    return;
  }
  check_text(to_text(*response));
  FUZZ_CHECK(!response->data.dump(-1, ' ', false, Json::error_handler_t::replace).empty());
}

constexpr std::string_view names =
    "#$region[0,0](3x2):decimal = area\n"
    "#$region[1,1](2x1):ascii = max\n"
    "#$region[3,0](3x2):decimal = other\n"
    "#$watch[1,0]:int = count\n"
    "#$watch[0,1]:int = Here :: area\n"
    "#$watch[2,1]:int = Here :: other\n";

SessionOptions small_options(Random& random) {
  SessionOptions options;
  options.load.file = "p";
  options.seed = test::below(random, 5);
  options.max_stack = 300;
  options.history.first_interval = 1 + test::below(random, 200);
  options.history.memory_limit = std::size_t{1} << (14 + test::below(random, 7));
  return options;
}

// `start` is the machine before its first tick.
void check_straight(Machine start, Session& session, Random& random) {
  History& history = session.history();
  if (history.branches().size() != 1) return;
  const Tick tick = test::below(random, std::min<Tick>(history.end(), 200'000) + 1);
  FUZZ_CHECK(history.seek(tick) == StopReason::tick_reached);
  LogInput input(history.input());
  StringOutput output;
  if (tick > 0) run_reference(start, {input, output}, tick);
  FUZZ_CHECK(start.tick == tick);
  FUZZ_CHECK(start.hash() == history.machine().hash());
  FUZZ_CHECK(history.output(0, history.machine().output_size) == output.text);
}

// From any instant.
void check_return(Session& session, Random& random) {
  History& history = session.history();
  const Tick there = history.tick();
  const std::uint64_t hash = history.machine().hash();
  history.seek(test::below(random, history.end() + 1));
  history.seek(test::below(random, history.end() + 1));
  FUZZ_CHECK(history.seek(there) == StopReason::tick_reached);
  FUZZ_CHECK(history.machine().hash() == hash);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  Random random(bytes.below(256) * 256 + bytes.below(256));
  test::MemoryFiles files;
  files.files["p"] = test::random_source(random) + std::string(names);
  files.files["script"] = "step 3\nback step\nexpect tick > 1\n";
  auto opened = Session::open(files.files["p"], InputLog("12 x"), small_options(random));
  FUZZ_CHECK(opened.has_value());
  const Machine start = (*opened)->machine();
  test::PollLimit poll_limit;
  Debugger debugger(std::move(*opened), files, poll_limit);
  // Limits the ticks of an input, since many programs do not end. The monitor is polled after a
  // million ticks of a run, or after a hundred thousand if each is checked.
  poll_limit.polls_left = 20;
  for (int i = 0; i < 40 && poll_limit.polls_left != 0 && !bytes.at_end(); ++i) {
    const std::string text = line(bytes);
    check_reply(debugger.submit(text), text);
    static_cast<void>(debugger.complete(text));
  }
  check_return(debugger.session(), random);
  check_straight(start, debugger.session(), random);
  return 0;
}
