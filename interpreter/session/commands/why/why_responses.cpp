#include "session/commands/why/why_responses.h"

#include "session/commands/run_report.h"
#include "session/expressions/symbols.h"
#include "session/why/why_text.h"

#include <cstddef>
#include <utility>

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
  json["uses"] = json_array(cause.uses, [](const Use& use) { return to_json(use); });
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

}  // namespace fungescope
