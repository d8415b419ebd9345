// The command that asks for the causes of a value.
#include "base/escape.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/commands/run_report.h"
#include "session/expressions/symbols.h"
#include "session/why/control.h"
#include "session/why/why.h"
#include "session/why/why_text.h"

#include <array>
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
  WhyOptions options;
  bool depth_given = false;
};

Result<WhyArguments> parse_why_arguments(std::string_view text) {
  WhyArguments parsed{std::string(text), {}, false};
  ArgumentParser arguments(text);
  while (!arguments.at_end()) {
    const std::size_t begin = arguments.position();
    const std::string_view word = arguments.take_word();
    if (!word.starts_with("--")) continue;
    if (word == "--depth") {
      const auto depth = arguments.number("a depth");
      if (!depth) return tl::unexpected(depth.error());
      parsed.options.depth = *depth;
      parsed.depth_given = true;
    } else if (word == "--all") {
      parsed.options.all = true;
    } else if (word == "--to") {
      if (!arguments.take_word("input")) {
        return arguments.fail_here("input is missing", "write --to input");
      }
      parsed.options.to_input = true;
    } else {
      return arguments.fail_at_last(fmt::format("there is no option {}", single_quoted(word)),
                                    "the options are --depth N, --all and --to input");
    }
    for (std::size_t i = begin; i < arguments.position() && i < text.size(); ++i) {
      parsed.value[i] = ' ';
    }
  }
  if (parsed.options.to_input && parsed.depth_given) {
    return arguments.fail_here("--to input goes to any depth", "leave out --depth");
  }
  return parsed;
}

// ---- JSON

Json positions_to_json(const std::vector<std::uint64_t>& positions) {
  Json array = Json::array();
  for (const std::uint64_t position : positions) array.push_back(position);
  return array;
}

Json use_to_json(const Use& use) {
  return {{"role", to_string(use.role)},
          {"value", use.value},
          {"cause", use.cause},
          {"copies", use.copies}};
}

Json cause_to_json(const WhyAnswer& answer, std::size_t index, const Session& session) {
  const Cause& cause = answer.causes[index];
  Json json = {{"id", index},          {"kind", to_string(cause.kind)},
               {"value", cause.value}, {"text", describe(cause, session)},
               {"depth", cause.depth}, {"expanded", cause.expanded}};
  json["uses"] = Json::array();
  for (const Use& use : cause.uses) json["uses"].push_back(use_to_json(use));
  if (cause.origin) json["tick"] = cause.origin->tick;
  if (cause.is_by_instruction()) {
    json["by"] = to_json(cause.by);
    json["instruction"] = instruction(cause.op).name;
  }
  if (cause.cell) {
    json["cell"] = to_json(*cause.cell);
    json["name"] = cell_name(session.symbols(), *cause.cell);
  }
  if (cause.kind == Cause::Kind::input) {
    json["input"] = {{"begin", cause.input_begin}, {"end", cause.input_end}};
  }
  return json;
}

Json causes_to_json(const WhyAnswer& answer, const Session& session) {
  Json causes = Json::array();
  for (std::size_t i = 0; i < answer.causes.size(); ++i) {
    causes.push_back(cause_to_json(answer, i, session));
  }
  return causes;
}

Json cut_to_json(const WhyAnswer& answer) {
  return answer.cut ? Json(to_string(*answer.cut)) : Json();
}

Json decision_to_json(const Decision& decision, const Session& session) {
  Json json = {{"tick", decision.tick},
               {"by", to_json(decision.by)},
               {"instruction", instruction(decision.op).name},
               {"direction", to_string(decision.taken)},
               {"written", decision.written},
               {"value", nullptr}};
  if (decision.value) {
    json["value"] = {{"root", use_to_json(decision.value->root)},
                     {"causes", causes_to_json(*decision.value, session)},
                     {"cut", cut_to_json(*decision.value)}};
  }
  return json;
}

Json summary_to_json(const WhyAnswer::Summary& summary) {
  Json cells = Json::array();
  for (const Point at : summary.source_cells) cells.push_back(to_json(at));
  return {
      {"operations", summary.operations}, {"copies", summary.copies},
      {"depth", summary.depth},           {"input_bytes", positions_to_json(summary.input_bytes)},
      {"source_cells", std::move(cells)}, {"folded", summary.folded},
      {"unexpanded", summary.unexpanded}};
}

// ---- The command

// `arguments` is what follows `here`.
Result<Response> ask_why_here(const Call& call, std::string_view arguments, WhyOptions options) {
  ArgumentParser parser(arguments);
  const auto count = parser.number_or(default_decisions, "a number of decisions");
  if (!count) return tl::unexpected(count.error());
  if (auto rest = parser.expect_end(); !rest) return tl::unexpected(rest.error());
  Session& session = call.debugger.session();
  const auto here = why_here(session, *count, options, &call.debugger.monitor());
  if (!here) return tl::unexpected(here.error());
  Response response = make_response(call, to_text(*here, session));
  response.data["here"] = to_json(here->at);
  response.data["tick"] = here->tick;
  response.data["decisions"] = Json::array();
  for (const Decision& decision : here->decisions) {
    response.data["decisions"].push_back(decision_to_json(decision, session));
  }
  response.data["complete"] = here->complete;
  return response;
}

Result<Response> ask_why(const Call& call) {
  Session& session = call.debugger.session();
  auto arguments = parse_why_arguments(call.arguments);
  if (!arguments) return tl::unexpected(arguments.error());
  ArgumentParser words(arguments->value);
  if (words.take_word("here")) {
    if (!arguments->depth_given) arguments->options.depth = default_depth_here;
    auto response = ask_why_here(call, words.rest(), arguments->options);
    if (!response) return with_column_offset(response.error(), words.position());
    return response;
  }
  const auto asked = parse_asked_value(arguments->value, session);
  if (!asked) return tl::unexpected(asked.error());
  const auto answer = why(session, *asked, arguments->options, &call.debugger.monitor());
  if (!answer) return tl::unexpected(answer.error());
  Response response = make_response(call, to_text(*answer, session));
  response.data["name"] = answer->asked.name;
  response.data["tick"] = answer->tick;
  response.data["root"] = use_to_json(answer->root);
  response.data["causes"] = causes_to_json(*answer, session);
  response.data["summary"] = summary_to_json(answer->summary);
  response.data["cut"] = cut_to_json(*answer);
  return response;
}

}  // namespace

std::span<const Command> why_commands() {
  static constexpr std::array table{
      Command{
          "why", "", "", "VALUE | here [COUNT], and --depth N, --all, --to input",
          "what made a value, and what that was made of",
          "Of a cell X,Y or grid(2,5), a variable, top, stack N (from the top) or output N (a\n"
          "byte, from 0): a tree of the instructions that made it and the values that they\n"
          "used, six operations deep or N, down to literals, cells of the source, input bytes\n"
          "and edits. Copies are followed and counted; a value that is used twice is shown\n"
          "once, with a number. --all also follows addresses, and shows the copies. --to input\n"
          "shows only what leads to input, at any depth.\n"
          "why here shows the last decisions, four or COUNT, without which the pointer would\n"
          "not have come to this cell, and what their values were made of.\n"
          "  why grid(2,5)\n  why top --depth 20\n  why output 17 --to input\n  why here\n",
          ask_why},
  };
  return table;
}

}  // namespace fungescope
