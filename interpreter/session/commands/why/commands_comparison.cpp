// Commands that compare two runs: with a change and without it, or this one and another.
#include "base/escape.h"
#include "lang/text_cursor.h"
#include "lang/value_format.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/commands/run_report.h"
#include "session/commands/why/comparison_report.h"
#include "session/comparison/session_comparison.h"
#include "session/expressions/expression_parser.h"
#include "session/expressions/lexer.h"
#include "session/recording/recording.h"
#include "session/value_edit.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

std::string instant_line(Tick before) {
  return fmt::format("goto {} is the instant before the first difference\n", before);
}

// Replaces a word by blanks. Returns whether it is there.
bool blank_word(std::string& text, std::string_view word) {
  ArgumentParser words(text);
  while (!words.at_end()) {
    const std::size_t begin = words.position();
    if (words.take_word() != word) continue;
    std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(begin), word.size(), ' ');
    return true;
  }
  return false;
}

// ---- what if

struct ChangeArguments {
  std::string text;           // owns what the others refer to
  std::string_view target;    // "grid(2,5)"
  std::size_t target_at = 0;  // in `text`, as `value_at`
  std::string_view value;     // "7 + top"
  std::size_t value_at = 0;
  WhatIfOptions options;
};

// Parses `at TICK` and `for TICKS`, which follow the change.
Result<void> parse_when(std::string_view text, const Session& session, WhatIfOptions& options) {
  ArgumentParser words(text);
  while (!words.at_end()) {
    if (words.take_word("at")) {
      options.at = TRY(words.tick(session));
    } else if (words.take_word("for")) {
      options.ticks = TRY(words.number("a number of ticks"));
    } else {
      return words.fail_here(fmt::format("{} is not understood", single_quoted(words.rest())),
                             "after the change come at TICK, for TICKS and --keep");
    }
  }
  return {};
}

Result<void> parse_change(ChangeArguments& parsed, const Session& session) {
  parsed.options.keep = blank_word(parsed.text, "--keep");
  const std::string_view text = parsed.text;
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return fail({{}, 0, text.size() + 1}, "there is no `=`",
                "write what if PLACE = EXPR, or what if input N = EXPR");
  }
  parsed.target = trim(text.substr(0, equals));
  parsed.value_at = equals + 1;
  Lexer lexer(text.substr(parsed.value_at));
  ExpressionParser parser(lexer, session.symbols(), session.machine().field.size());
  if (auto value = parser.expression(); !value) {
    return with_column_offset(value.error(), parsed.value_at);
  }
  parsed.value = text.substr(parsed.value_at, lexer.end_of_last());
  const std::size_t rest = parsed.value_at + lexer.end_of_last();
  if (auto when = parse_when(text.substr(rest), session, parsed.options); !when) {
    return with_column_offset(when.error(), rest);
  }
  return {};
}

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

Result<Change> change_for_present(const Call& call, const ChangeArguments& asked) {
  Session& session = call.debugger.session();
  const auto value = ArgumentParser(asked.value).expression(session);
  if (!value) return with_column_offset(value.error(), asked.value_at);
  if (const auto position = input_target(asked.target)) {
    return change_input_byte(session, *position, value->evaluate(session.machine()),
                             &call.debugger.monitor());
  }
  auto edit = TRY(value_edit(session, asked.target, *value));
  return Change{std::move(edit.edit), std::move(edit.name), edit.before, edit.now};
}

std::string what_if_text(const WhatIf& answer, const Session& session) {
  const Change& change = answer.change;
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
  if (before && owner_of(history, *before).branch == answer.branch) text += instant_line(*before);
  if (answer.kept) {
    text += fmt::format("branch {} is kept; branch {} goes there\n", *answer.kept, *answer.kept);
  }
  return text;
}

Result<Response> ask_what_if(const Call& call) {
  Session& session = call.debugger.session();
  ArgumentParser words(call.arguments);
  if (!words.take_word("if")) {
    return words.fail_here("if is missing", "write what if PLACE = EXPR");
  }
  const std::size_t offset = words.position();
  ChangeArguments asked;
  asked.text = words.rest();
  if (auto parsed = parse_change(asked, session); !parsed) {
    return with_column_offset(parsed.error(), offset);
  }
  const auto position = input_target(asked.target);
  if (position && !asked.options.at) {
    asked.options.at = TRY(instant_before_read(session, *position, &call.debugger.monitor()));
  }
  const auto answer = what_if(
      session, [&] { return change_for_present(call, asked); }, asked.options,
      &call.debugger.monitor());
  if (!answer) return with_column_offset(answer.error(), offset);
  Response response = make_response(call, what_if_text(*answer, session));
  response.data["name"] = answer->change.name;
  response.data["before"] = answer->change.before;
  response.data["now"] = answer->change.now;
  response.data["tick"] = answer->tick;
  response.data["branch"] = answer->branch;
  response.data["comparison"] =
      answer->comparison ? to_json(*answer->comparison, session.symbols()) : Json();
  response.data["kept"] = answer->kept ? Json(*answer->kept) : Json();
  return response;
}

// ---- against

struct AgainstArguments {
  std::string other;  // a branch's number or a file
  bool quoted = false;
  AgainstOptions options;
};

Result<AgainstArguments> parse_against(std::string_view text) {
  AgainstArguments parsed;
  std::string rest(text);
  parsed.options.output_only = blank_word(rest, "--output");
  std::size_t end = rest.size();
  ArgumentParser words(rest);
  while (!words.at_end()) {
    const std::size_t begin = words.position();
    if (words.take_word() != "for" || begin == 0) continue;
    ArgumentParser last = words;
    const auto ticks = last.number("a number of ticks");
    if (!last.at_end()) continue;
    if (!ticks) return tl::unexpected(ticks.error());
    parsed.options.ticks = *ticks;
    end = begin;
    break;
  }
  ArgumentParser other(std::string_view(rest).substr(0, end));
  if (other.at_end()) {
    return other.fail_here("the other run is missing", "name a branch, a recording or a program");
  }
  const auto name = TRY(other.text());
  parsed.other = name.bytes;
  parsed.quoted = name.quoted;
  return parsed;
}

struct AgainstAnswer {
  std::string kind;  // "branch", "recording", "program"
  RunComparison comparison;
};

Result<AgainstAnswer> compare_with(const Call& call, const AgainstArguments& asked) {
  Session& session = call.debugger.session();
  Monitor* const monitor = &call.debugger.monitor();
  const auto answer = [](const char* kind,
                         Result<RunComparison> compared) -> Result<AgainstAnswer> {
    if (!compared) return tl::unexpected(compared.error());
    return AgainstAnswer{kind, std::move(*compared)};
  };
  const auto number = asked.quoted ? std::nullopt : parse_count(asked.other);
  if (number) {
    for (const BranchInfo& branch : session.history().branches()) {
      if (branch.id != *number) continue;
      if (branch.id == session.history().branch()) {
        return fail({{}, 0, 1}, fmt::format("the present is on branch {}", branch.id),
                    "name another one; branches lists them");
      }
      return answer("branch", against_branch(session, branch.id, asked.options, monitor));
    }
    return fail({{}, 0, 1}, fmt::format("there is no branch {}", *number),
                "branches lists them; a file of that name is written in quotes");
  }
  auto bytes = TRY(call.debugger.files().read_program(asked.other));
  if (!is_recording(bytes)) {
    return answer("program",
                  against_program(session, std::move(bytes), asked.other, asked.options, monitor));
  }
  const auto other = TRY(load_recording(bytes, asked.other, session.options(), monitor));
  return answer("recording", against_session(session, *other, asked.options, monitor));
}

Result<Response> ask_against(const Call& call) {
  const auto asked = TRY(parse_against(call.arguments));
  const auto answer = TRY(compare_with(call, asked));
  Session& session = call.debugger.session();
  const Symbols& symbols = session.symbols();
  const RunComparison& comparison = answer.comparison;
  constexpr ComparisonVoice voice = ComparisonVoice::here_and_there;
  Response response = make_response(
      call, fmt::format("here: {}, branch {}; there: {} {}\n", session.options().load.file,
                        session.history().branch(), answer.kind, asked.other));
  if (!asked.options.output_only) response.text += first_to_text(comparison, symbols, voice);
  response.text += to_text(comparison, symbols, voice);
  if (const auto before = before_first_difference(comparison)) {
    response.text += instant_line(*before);
  }
  response.data["with"] = {{"kind", answer.kind}, {"name", asked.other}};
  response.data["output_only"] = asked.options.output_only;
  response.data["comparison"] = to_json(comparison, symbols);
  return response;
}

}  // namespace

std::span<const Command> comparison_commands() {
  static constexpr std::array table{
      Command{
          "what", "", "", "if PLACE = EXPR [at TICK] [for TICKS] [--keep]",
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
          ask_what_if},
      Command{"against", "", "", "BRANCH | FILE [for TICKS] [--output]",
              "compare this run with another one",
              "The other run is a branch, a recording that save has written, or a program, which\n"
              "gets the same input and seed. Tells what differs from the begin, the first use of\n"
              "it, the first difference, where the pointers part, the output, and the ends.\n"
              "--output compares the output only, to the first byte that differs. The present\n"
              "does not move.\n"
              "  against 1\n  against original.b93\n  against before.run --output for 1G\n",
              ask_against},
  };
  return table;
}

}  // namespace fungescope
