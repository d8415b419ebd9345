#include "session/commands/run_report.h"
#include "session/commands/why/comparison_report.h"

#include <array>
#include <string_view>

namespace fungescope {
namespace {

constexpr std::size_t max_first_cells = 50;

std::string_view kind_name(FirstUse::Kind kind) {
  constexpr std::array<std::string_view, 4> names{"executed", "read", "overwritten", "popped"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view kind_name(StateDifference::Kind kind) {
  constexpr std::array<std::string_view, 8> names{"stack_size", "stack_value", "cell",   "output",
                                                  "input",      "string_mode", "random", "pointer"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view reason_name(RunEnd::Reason reason) {
  constexpr std::array<std::string_view, 4> names{"end", "fault", "input", "goes_on"};
  return names[static_cast<std::size_t>(reason)];
}

std::string_view kind_name(DifferenceArea::Kind kind) {
  constexpr std::array<std::string_view, 3> names{"region", "variable", "rest"};
  return names[static_cast<std::size_t>(kind)];
}

template <class T>
Json both_to_json(const Both<T>& both) {
  return {{"here", both.here}, {"there", both.there}};
}

Json cell_to_json(const Symbols& symbols, Point at, std::int64_t here, std::int64_t there) {
  Json json = to_json(at);
  json["name"] = cell_name(symbols, at);
  json["here"] = here;
  json["there"] = there;
  return json;
}

Json cells_to_json(const Symbols& symbols, const std::vector<CellDifference>& cells,
                   std::size_t limit) {
  Json array = Json::array();
  for (const CellDifference& cell : cells) {
    if (array.size() == limit) break;
    array.push_back(cell_to_json(symbols, cell.at, cell.before, cell.now));
  }
  return array;
}

Json step_to_json(const SharedStep& step) {
  return {{"tick", step.tick}, {"by", to_json(step.by)}, {"code", both_to_json(step.code)}};
}

Json use_to_json(const FirstUse& use, const Symbols& symbols) {
  Json json = step_to_json(use.step);
  json["kind"] = kind_name(use.kind);
  if (use.kind == FirstUse::Kind::popped) {
    json["value"] = both_to_json(use.values);
  } else {
    json["cell"] = cell_to_json(symbols, use.cell, use.values.here, use.values.there);
  }
  return json;
}

Json outcome_to_json(const Outcome& outcome) {
  constexpr std::array<std::string_view, 3> statuses{"running", "ended", "faulted"};
  Json json = to_json(outcome.ip);
  json["direction"] = to_string(outcome.direction);
  json["status"] = outcome.waits ? "waiting" : statuses[static_cast<std::size_t>(outcome.status)];
  return json;
}

Json item_to_json(const StateDifference& item, const Symbols& symbols) {
  using Kind = StateDifference::Kind;
  Json json = {{"kind", kind_name(item.kind)}};
  if (item.kind == Kind::stack_value) json["from_top"] = item.from_top;
  if (item.kind == Kind::cell) {
    json["cell"] = cell_to_json(symbols, item.cell, item.values.here, item.values.there);
  } else if (item.kind == Kind::output) {
    json["bytes"] = both_to_json(item.bytes);
  } else if (item.kind != Kind::random && item.kind != Kind::pointer) {
    json["value"] = both_to_json(item.values);
  }
  return json;
}

Json instant_to_json(const DifferingInstant& instant, const Symbols& symbols, bool with_items) {
  Json json = step_to_json(instant.step);
  json["here"] = outcome_to_json(instant.outcome.here);
  json["there"] = outcome_to_json(instant.outcome.there);
  if (with_items) {
    json["items"] = Json::array();
    for (const StateDifference& item : instant.items) {
      json["items"].push_back(item_to_json(item, symbols));
    }
  } else {
    json["popped"] = instant.popped ? both_to_json(*instant.popped) : Json();
  }
  return json;
}

Json output_to_json(const OutputDifference& output) {
  const auto side = [](const std::optional<Tick>& tick, const std::string& bytes) -> Json {
    return {{"tick", tick ? Json(*tick) : Json()}, {"bytes", bytes}};
  };
  return {{"position", output.position},
          {"here", side(output.tick.here, output.bytes.here)},
          {"there", side(output.tick.there, output.bytes.there)}};
}

Json end_to_json(const RunEnd& end) {
  Json json = {
      {"reason", reason_name(end.reason)}, {"tick", end.tick}, {"output_size", end.output_size}};
  if (end.reason == RunEnd::Reason::faulted) json["fault"] = end.fault;
  return json;
}

Json stack_to_json(const InstantDiff& diff) {
  return {{"here", diff.before.stack_size()},
          {"there", diff.now.stack_size()},
          {"common", diff.common_stack}};
}

Json first_to_json(const InstantDiff& first, const Symbols& symbols) {
  return {{"count", first.cells},
          {"cells", cells_to_json(symbols, first.listed, max_first_cells)},
          {"stack", stack_to_json(first)}};
}

Json last_to_json(const InstantDiff& last, const Symbols& symbols) {
  Json json = {{"count", last.cells}, {"areas", Json::array()}, {"stack", stack_to_json(last)}};
  for (const DifferenceArea& area : difference_areas(last, symbols)) {
    json["areas"].push_back(
        {{"kind", kind_name(area.kind)},
         {"name", area.name},
         {"count", area.cells},
         {"of", area.of},
         {"cells", cells_to_json(symbols, area.listed, DifferenceArea::max_listed)}});
  }
  return json;
}

}  // namespace

Json to_json(const RunComparison& comparison, const Symbols& symbols) {
  const Divergence& found = comparison.divergence;
  const auto size = [](Size field) -> Json {
    return {{"width", field.width}, {"height", field.height}};
  };
  return {
      {"begin", comparison.begin},
      {"dialect", both_to_json(comparison.dialect)},
      {"field", {{"here", size(comparison.field.here)}, {"there", size(comparison.field.there)}}},
      {"first", comparison.first ? first_to_json(*comparison.first, symbols) : Json()},
      {"use", found.use ? use_to_json(*found.use, symbols) : Json()},
      {"difference", found.difference ? instant_to_json(*found.difference, symbols, true) : Json()},
      {"parting", found.parting ? instant_to_json(*found.parting, symbols, false) : Json()},
      {"parted_at_begin", found.parted_at_begin},
      {"searched_to", found.searched_to},
      {"output", comparison.output ? output_to_json(*comparison.output) : Json()},
      {"same_from", comparison.same_from ? Json(*comparison.same_from) : Json()},
      {"end",
       {{"here", end_to_json(comparison.end.here)}, {"there", end_to_json(comparison.end.there)}}},
      {"last", comparison.last ? last_to_json(*comparison.last, symbols) : Json()}};
}

}  // namespace fungescope
