#include "session/commands/why/why_responses.h"

#include "lang/text_cursor.h"
#include "session/commands/arguments.h"
#include "session/commands/extension.h"
#include "session/commands/run_report.h"
#include "session/expressions/symbols.h"
#include "session/why/why_text.h"

#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

Json to_json(const Use& use) {
  return {{"role", to_string(use.role)},
          {"value", use.value},
          {"cause", use.cause},
          {"copies", use.copies}};
}

Json cause_to_json(const Cause& cause, std::size_t index, const Session& session) {
  Json json = {{"id", index},          {"kind", to_string(cause.kind)},
               {"value", cause.value}, {"text", describe(cause, session)},
               {"depth", cause.depth}, {"expanded", cause.expanded}};
  json["uses"] = Json::array();
  for (const Use& use : cause.uses) json["uses"].push_back(to_json(use));
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

}  // namespace

Json to_json(const WhyAnswer& answer, const Session& session) {
  Json causes = Json::array();
  for (std::size_t i = 0; i < answer.causes.size(); ++i) {
    causes.push_back(cause_to_json(answer.causes[i], i, session));
  }
  return {{"root", to_json(answer.root)},
          {"causes", std::move(causes)},
          {"cut", answer.cut ? Json(to_string(*answer.cut)) : Json()}};
}

Json to_json(const WhyAnswer::Summary& summary) {
  return {{"operations", summary.operations},
          {"copies", summary.copies},
          {"depth", summary.depth},
          {"input_bytes", summary.input_bytes},
          {"source_cells", summary.source_cells},
          {"folded", summary.folded},
          {"unexpanded", summary.unexpanded}};
}

Json to_json(const ValueMaker& maker, const Session& session) {
  return {{"root", to_json(maker.root)},
          {"causes", Json::array({cause_to_json(maker.cause, 0, session)})},
          {"cut", maker.cut ? Json(to_string(*maker.cut)) : Json()}};
}

Json to_json(const Decision& decision, const Session& session) {
  return {{"tick", decision.tick},
          {"by", to_json(decision.by)},
          {"instruction", instruction(decision.op).name},
          {"direction", to_string(decision.taken)},
          {"written", decision.written},
          {"value", decision.value ? to_json(*decision.value, session) : Json()}};
}

namespace {

// Whether the text is that of a cell: `X,Y` or `(X,Y)`.
bool names_coordinates(std::string_view text) {
  return text.find(',') != std::string_view::npos &&
         text.find_first_not_of("0123456789,() \t") == std::string_view::npos;
}

Json to_json(const PassedDecision& passed, const Session& session) {
  Json json = to_json(passed.decision, session);
  json["wanted"] = Json::array();
  for (const Direction direction : passed.wanted) json["wanted"].push_back(to_string(direction));
  json["distance"] = passed.distance;
  return json;
}

Json to_json(const WhyNotCell& answer, const Session& session) {
  Json decisions = Json::array();
  for (const PassedDecision& passed : answer.decisions) {
    decisions.push_back(to_json(passed, session));
  }
  return {{"at", to_json(answer.at)},
          {"next", answer.next},
          {"last", answer.last ? Json(*answer.last) : Json()},
          {"reachable", answer.reachable},
          {"decisions", std::move(decisions)}};
}

Json write_to_json(const Write& write, const Session& session) {
  return {{"tick", write.tick},
          {"cell", to_json(write.at)},
          {"name", cell_name(session.symbols(), write.at)},
          {"now", write.now},
          {"by", write.edit ? Json() : to_json(write.by)}};
}

Json to_json(const WhyNotTrue& answer, const Session& session) {
  Json stored = Json::array();
  for (const WhyNotTrue::Stored& one : answer.stored) {
    Json json = write_to_json(one.write, session);
    json["value"] = one.value ? to_json(*one.value, session) : Json();
    stored.push_back(std::move(json));
  }
  Json passed = Json::array();
  for (const WhyNotTrue::Passed& one : answer.passed) {
    Json json = write_to_json(one.write, session);
    json["instruction"] = to_json(one.instruction, session);
    passed.push_back(std::move(json));
  }
  return {{"expression", answer.expression},
          {"is_true", answer.is_true},
          {"since", answer.since ? Json(*answer.since) : Json()},
          {"turned", answer.turned ? write_to_json(*answer.turned, session) : Json()},
          {"of_cells", answer.of_cells},
          {"stored", std::move(stored)},
          {"passed", std::move(passed)}};
}

}  // namespace

Result<WhyNotResponse> ask_why_not(const Call& call, std::string_view text,
                                   const WhyOptions& options) {
  Session& session = call.debugger.session();
  Monitor& monitor = call.debugger.monitor();
  ArgumentParser parser(text);
  if (parser.at_end()) {
    return parser.fail_here("a cell or an expression is missing",
                            "write why not 12,3 or why not Solve::x == 7");
  }
  if (names_coordinates(parser.rest())) {
    const auto place = TRY(parser.place(session));
    const Point at = place.area.corner;
    const auto answer = TRY(why_not_executed(session, at, options, &monitor));
    return WhyNotResponse{fmt::format("not {},{}", at.x, at.y),
                          to_tree(answer, session),
                          {{"not_executed", to_json(answer, session)}}};
  }
  for (const Extension* const extension : extensions()) {
    if (!extension->why.names(trim(parser.rest()))) continue;
    return parser.fail_here(
        "why not takes cells and expressions",
        fmt::format("write why {}: it tells {}", trim(parser.rest()), extension->why.answers));
  }
  const auto expression = TRY(parser.expression(session));
  const auto answer = TRY(why_not_true(session, expression, options, &monitor));
  return WhyNotResponse{"not " + answer.expression,
                        to_tree(answer, session),
                        {{"not_true", to_json(answer, session)}}};
}

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

}  // namespace fungescope
