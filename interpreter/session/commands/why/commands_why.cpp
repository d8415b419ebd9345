// The command that asks for the causes of a value.
#include "base/escape.h"
#include "base/text_table.h"
#include "lang/text_cursor.h"
#include "lang/value_format.h"
#include "session/commands/arguments.h"
#include "session/commands/extension.h"
#include "session/commands/run_report.h"
#include "session/commands/why/why_responses.h"
#include "session/expressions/symbols.h"
#include "session/why/control/control.h"
#include "session/why/control/why_not.h"
#include "session/why/slice/relevant_slice.h"
#include "session/why/why.h"
#include "session/why/why_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Of `why here`: how many decisions it shows, and how deep the causes of their values.
constexpr std::uint64_t default_decisions = 4;
constexpr std::size_t default_depth_here = 2;

struct WhyArguments {
  std::string value;  // with blanks in place of the options
  WhyOptions options{};
  bool depth_given = false;
  bool relevant = false;
};

Result<WhyArguments> parse_why_arguments(std::string_view text) {
  WhyArguments parsed{std::string(text)};
  ArgumentParser arguments(text);
  while (!arguments.at_end()) {
    const std::size_t begin = arguments.position();
    const std::string_view word = arguments.take_word();
    if (!word.starts_with("--")) continue;
    if (word == "--depth") {
      parsed.options.depth = TRY(arguments.number("a depth"));
      parsed.depth_given = true;
    } else if (word == "--all") {
      parsed.options.all = true;
    } else if (word == "--relevant") {
      parsed.relevant = true;
    } else if (word == "--to") {
      if (!arguments.take_word("input")) {
        return arguments.fail_here("input is missing", "write --to input");
      }
      parsed.options.to_input = true;
    } else {
      return arguments.fail_at_last(fmt::format("there is no option {}", single_quoted(word)),
                                    "the options are --depth N, --all, --to input and --relevant");
    }
    std::fill(parsed.value.begin() + static_cast<std::ptrdiff_t>(begin),
              parsed.value.begin() + static_cast<std::ptrdiff_t>(arguments.position()), ' ');
  }
  const WhyOptions& options = parsed.options;
  if (options.to_input && parsed.depth_given) {
    return arguments.fail_here("--to input goes to any depth", "leave out --depth");
  }
  if (parsed.relevant && (options.all || options.to_input || parsed.depth_given)) {
    return arguments.fail_here("--relevant names all that matters, at any depth",
                               "leave out the other options");
  }
  return parsed;
}

// ---- What can change a value

constexpr std::size_t max_named_cells = 40;

std::string names_of(const std::vector<Point>& cells, const Symbols& symbols) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(cells.size(), max_named_cells); ++i) {
    names.push_back(cell_name(symbols, cells[i]));
  }
  const std::size_t more = cells.size() - names.size();
  return fmt::format("{}{}", fmt::join(names, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", with_separators(more)));
}

std::string to_text(const RelevantSlice& slice, const Session& session) {
  std::string text = fmt::format("{} is {}", slice.asked.name, describe_value(slice.value));
  if (slice.by) {
    text += fmt::format(", printed at tick {}, by {}", with_separators(slice.to),
                        fungescope::to_string(*slice.by));
  }
  text += '\n';
  if (slice.cut) {
    return text + fmt::format(
                      "cut: the run up to there has {} ticks, too many to trace; no input byte "
                      "and no cell is excluded; ask at an earlier instant\n",
                      with_separators(slice.to - slice.from));
  }
  text += fmt::format(
      "what can change it, of {} input bytes that were read and {} cells:\n",
      with_separators(slice.input_read),
      with_separators(static_cast<std::uint64_t>(session.machine().field.size().area())));
  text += slice.input_bytes.empty() ? "  no input byte\n"
                                    : "  input: " + byte_ranges(slice.input_bytes) + '\n';
  if (slice.cells.empty()) {
    text += "  the value of no cell\n";
  } else {
    text += fmt::format("  {} by {}: {}\n", slice.cells.size() == 1 ? "a cell" : "cells",
                        slice.cells.size() == 1 ? "its value" : "their values",
                        names_of(slice.cells, session.symbols()));
  }
  if (!slice.slots.empty()) {
    text += fmt::format("  values on the stack: {}\n", with_separators(slice.slots.size()));
  }
  text += fmt::format("  {} cells as instructions; {} of {} branches mattered\n",
                      with_separators(slice.path.size()), with_separators(slice.relevant_decisions),
                      with_separators(slice.decisions));
  if (slice.from > session.history().begin()) {
    text +=
        fmt::format("as they were at tick {}, after the last edit\n", with_separators(slice.from));
  }
  return text + "nothing else can\n";
}

Result<Response> ask_what_is_relevant(const Call& call, std::string_view value) {
  Session& session = call.session();
  const auto asked = TRY(parse_asked_value(value, session));
  const auto slice = TRY(relevant_slice(session, asked, {}, call.monitor()));
  const Json relevant = {{"value", slice.value},
                         {"from", slice.from},
                         {"to", slice.to},
                         {"by", slice.by ? to_json(*slice.by) : Json()},
                         {"input_bytes", slice.input_bytes},
                         {"input_read", slice.input_read},
                         {"cells", slice.cells},
                         {"path", slice.path},
                         {"stack", slice.slots},
                         {"decisions", slice.decisions},
                         {"relevant_decisions", slice.relevant_decisions},
                         {"cut", slice.cut ? Json(to_string(*slice.cut)) : Json()}};
  return make_response(
      call, to_text(slice, session),
      {{"name", slice.asked.name}, {"tick", session.machine().tick}, {"relevant", relevant}});
}

// ---- The command

// Begins the response to a question about `subject`, and keeps its answer for front ends.
Response answer_to(const Call& call, std::string subject, const WhyArguments& arguments,
                   CauseTree tree, Json members) {
  const WhyOptions& options = arguments.options;
  WhyQuestion question{std::move(subject), {}, options.all, options.to_input};
  if (arguments.depth_given) question.depth = options.depth;
  Response response = make_response(call, to_text(tree), std::move(members));
  call.debugger.set_last_answer(std::make_shared<const LastAnswer>(
      answer_here(call.session(), std::move(question), options.depth, std::move(tree))));
  return response;
}

// `words` is what follows `here`.
Result<Response> ask_why_here(const Call& call, std::string_view words,
                              const WhyArguments& arguments) {
  ArgumentParser parser(words);
  std::uint64_t count = default_decisions;
  if (!parser.at_end()) count = TRY(parser.number("a number of decisions"));
  TRY(parser.expect_end());
  Session& session = call.session();
  const auto here = TRY(why_here(session, count, arguments.options, call.monitor()));
  const Json decisions = json_array(
      here.decisions, [&](const Decision& decision) { return to_json(decision, session); });
  return answer_to(call, count == default_decisions ? "here" : fmt::format("here {}", count),
                   arguments, to_tree(here, session),
                   {{"here", to_json(here.at)},
                    {"tick", here.tick},
                    {"decisions", decisions},
                    {"complete", here.complete}});
}

// ---- Why not, and why code

// Whether the text is that of a cell: `X,Y` or `(X,Y)`.
bool names_coordinates(std::string_view text) {
  return text.find(',') != std::string_view::npos &&
         text.find_first_not_of("0123456789,() \t") == std::string_view::npos;
}

Json to_json(const PassedDecision& passed, const Session& session) {
  Json json = to_json(passed.decision, session);
  json["wanted"] =
      json_array(passed.wanted, [](Direction direction) { return to_string(direction); });
  json["distance"] = passed.distance;
  return json;
}

Json to_json(const WhyNotCell& answer, const Session& session) {
  const auto passed_to_json = [&](const PassedDecision& one) { return to_json(one, session); };
  return {{"at", to_json(answer.at)},
          {"next", answer.next},
          {"last", answer.last ? Json(*answer.last) : Json()},
          {"reachable", answer.reachable},
          {"decisions", json_array(answer.decisions, passed_to_json)}};
}

Json write_to_json(const Write& write, const Session& session) {
  return {{"tick", write.tick},
          {"cell", to_json(write.at)},
          {"name", cell_name(session.symbols(), write.at)},
          {"now", write.now},
          {"by", write.edit ? Json() : to_json(write.by)}};
}

Json to_json(const WhyNotTrue& answer, const Session& session) {
  const Json stored = json_array(answer.stored, [&](const WhyNotTrue::Stored& one) {
    Json json = write_to_json(one.write, session);
    json["value"] = one.value ? to_json(*one.value, session) : Json();
    return json;
  });
  const Json passed = json_array(answer.passed, [&](const WhyNotTrue::Passed& one) {
    Json json = write_to_json(one.write, session);
    json["instruction"] = to_json(one.instruction, session);
    return json;
  });
  return {{"expression", answer.expression},
          {"is_true", answer.is_true},
          {"since", answer.since ? Json(*answer.since) : Json()},
          {"turned", answer.turned ? write_to_json(*answer.turned, session) : Json()},
          {"of_cells", answer.of_cells},
          {"stored", stored},
          {"passed", passed}};
}

// `text` is what follows `not`: a cell X,Y that was not executed, or an expression that is not
// true. Errors have its column, from 1.
Result<Response> ask_why_not(const Call& call, std::string_view text,
                             const WhyArguments& arguments) {
  Session& session = call.session();
  Monitor& monitor = call.debugger.monitor();
  ArgumentParser parser(text);
  if (parser.at_end()) {
    return parser.fail_here("a cell or an expression is missing",
                            "write why not 12,3 or why not Solve::x == 7");
  }
  const Tick tick = session.machine().tick;
  if (names_coordinates(parser.rest())) {
    const auto place = TRY(parser.place(session));
    const Point at = place.area.corner;
    const auto answer = TRY(why_not_executed(session, at, arguments.options, &monitor));
    return answer_to(call, fmt::format("not {},{}", at.x, at.y), arguments,
                     to_tree(answer, session),
                     {{"tick", tick}, {"not_executed", to_json(answer, session)}});
  }
  for (const Extension* const extension : extensions<Extension>()) {
    if (!extension->why.names(trim(parser.rest()))) continue;
    return parser.fail_here(
        "why not takes cells and expressions",
        fmt::format("write why {}: it tells {}", trim(parser.rest()), extension->why.answers));
  }
  const auto expression = TRY(parser.expression(session));
  const auto answer = TRY(why_not_true(session, expression, arguments.options, &monitor));
  return answer_to(call, "not " + answer.expression, arguments, to_tree(answer, session),
                   {{"tick", tick}, {"not_true", to_json(answer, session)}});
}

// Parses the cell after `why code`; nothing is the present cell.
Result<AskedValue> parse_asked_code(std::string_view text, const Session& session) {
  ArgumentParser parser(text);
  Point at = session.machine().ip;
  if (!parser.at_end()) {
    const auto place = TRY(parser.place(session));
    if (place.area.size.area() != 1) return parse_asked_value(text, session);  // its error
    at = place.area.corner;
  }
  return AskedValue{AskedCell{at}, "code " + cell_name(session.symbols(), at)};
}

// Asks the kind of programs that has such a subject, unless `text` names a variable or a region.
std::optional<Result<Response>> ask_extension(const Call& call, const WhyArguments& arguments) {
  ArgumentParser words(arguments.value);
  const std::size_t column = words.position() + 1;
  const std::string_view word = words.take_word();
  if (!words.at_end()) return std::nullopt;
  const Symbols& symbols = call.session().symbols();
  if (symbols.variable(word) || symbols.region(word) != nullptr) return std::nullopt;
  for (const Extension* const extension : extensions<Extension>()) {
    if (!extension->why.names(word)) continue;
    return extension->why.ask(call, word, column, arguments.options, arguments.depth_given);
  }
  return std::nullopt;
}

Result<Response> ask_why(const Call& call) {
  Session& session = call.session();
  auto arguments = TRY(parse_why_arguments(call.arguments));
  ArgumentParser words(arguments.value);
  const bool here = words.take_word("here");
  const bool untrue = !here && words.take_word("not");
  const bool code = !here && !untrue && words.take_word("code");
  if ((here || untrue || code) && arguments.relevant) {
    return words.fail_at_last("--relevant asks about a value",
                              "name one: why output 17 --relevant");
  }
  if (untrue || here) {
    if (!arguments.depth_given) arguments.options.depth = default_depth_here;
    auto response = untrue ? ask_why_not(call, words.rest(), arguments)
                           : ask_why_here(call, words.rest(), arguments);
    if (!response) return with_column_offset(response.error(), words.position());
    return response;
  }
  if (arguments.relevant) return ask_what_is_relevant(call, arguments.value);
  if (!code) {
    if (auto response = ask_extension(call, arguments)) return std::move(*response);
  }
  const auto asked =
      code ? parse_asked_code(words.rest(), session) : parse_asked_value(arguments.value, session);
  if (!asked) return with_column_offset(asked.error(), code ? words.position() : 0);
  const auto answer = TRY(why(session, *asked, arguments.options, call.monitor()));
  Response response = answer_to(call, answer.asked.name, arguments, to_tree(answer, session),
                                {{"name", answer.asked.name}, {"tick", answer.tick}});
  response.data.update(to_json(answer, session));
  response.data["summary"] = to_json(answer.summary);
  return response;
}

// Joins the help of `why` with what the kinds of programs add.
struct WhyHelp {
  std::string arguments = "VALUE";
  std::string details =
      "Of a cell X,Y or grid(2,5), a variable, top, stack N (from the top) or output N (a\n"
      "byte, from 0): a tree of the instructions that made it and the values that they\n"
      "used, six operations deep or N, down to literals, cells of the source, input bytes\n"
      "and edits. Copies are followed and counted; a value that is used twice is shown\n"
      "once, with a number. --all also follows addresses, and shows the copies. --to input\n"
      "shows only what leads to input, at any depth.\n"
      "--relevant names the input bytes and cells of the source that can change the value:\n"
      "nothing else can.\n"
      "why here shows the last decisions, four or COUNT, without which the pointer would\n"
      "not have come to this cell, and what their values were made of.\n"
      "why not X,Y tells since when that cell was not executed, and which decisions led\n"
      "past it; why not EXPR since when an expression is not true, what was stored since,\n"
      "and which instructions that stored there before were led past.\n"
      "why code [X,Y] tells who wrote the instruction there, or at the present cell.\n";

  WhyHelp() {
    std::string examples;
    for (const Extension* const extension : extensions<Extension>()) {
      arguments += fmt::format(" | {}", extension->why.subject);
      details += extension->why.details;
      examples += fmt::format("  why {}\n", extension->why.subject);
    }
    arguments +=
        " | here [COUNT] | not CELL | not EXPR | code [CELL], and --depth N, --all, --to input, "
        "--relevant";
    details +=
        "  why grid(2,5)\n  why top --depth 20\n  why output 17 --to input\n"
        "  why output 17 --relevant\n  why here\n" +
        examples + "  why not 12,3\n  why not grid(2,5) == '3'\n  why code\n";
  }
};

}  // namespace

std::span<const Command> why_commands() {
  static const WhyHelp help;
  static const std::array table{
      Command{"why", "", "", help.arguments, "what made a value, and what that was made of",
              help.details, ask_why, !reversible, is_query},
  };
  return table;
}

}  // namespace fungescope
