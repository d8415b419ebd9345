#include "session/commands/run_report.h"
#include "session/commands/why/comparison_report.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace fungescope {

// Of nlohmann's conversions, by which Json makes members of these.
void to_json(Json& json, const Size& size) {
  json = {{"width", size.width}, {"height", size.height}};
}
template <class T>
void to_json(Json& json, const Both<T>& both) {
  json = {{"here", both.here}, {"there", both.there}};
}
void to_json(Json& json, const Outcome& outcome) {
  json = to_json(outcome.ip);
  json["direction"] = to_string(outcome.direction);
  json["status"] = outcome.waits ? "waiting" : to_string(outcome.status);
}
void to_json(Json& json, const RunEnd& end) {
  constexpr std::array<std::string_view, 4> reasons{"end", "fault", "input", "goes_on"};
  json = {{"reason", reasons[static_cast<std::size_t>(end.reason)]},
          {"tick", end.tick},
          {"output_size", end.output_size}};
  if (end.reason == RunEnd::Reason::faulted) json["fault"] = end.fault;
}
void to_json(Json& json, const SharedStep& step) {
  json = {{"tick", step.tick}, {"by", to_json(step.by)}, {"code", step.code}};
}

namespace {

constexpr std::size_t max_first_cells = 50;

Json cell_to_json(const Symbols& symbols, Point at, const Both<std::int64_t>& values) {
  Json json = to_json(at);
  json["name"] = cell_name(symbols, at);
  json.update(values);
  return json;
}

Json cells_to_json(const Symbols& symbols, std::span<const CellDifference> cells) {
  return json_array(cells, [&](const CellDifference& cell) {
    return cell_to_json(symbols, cell.at, {cell.before, cell.now});
  });
}

Json use_to_json(const FirstUse& use, const Symbols& symbols) {
  constexpr std::array<std::string_view, 4> kinds{"executed", "read", "overwritten", "popped"};
  Json json = use.step;
  json["kind"] = kinds[static_cast<std::size_t>(use.kind)];
  if (use.kind == FirstUse::Kind::popped) {
    json["value"] = use.values;
  } else {
    json["cell"] = cell_to_json(symbols, use.cell, use.values);
  }
  return json;
}

Json item_to_json(const StateDifference& item, const Symbols& symbols) {
  using Kind = StateDifference::Kind;
  constexpr std::array<std::string_view, 8> kinds{"stack_size", "stack_value", "cell",   "output",
                                                  "input",      "string_mode", "random", "pointer"};
  Json json = {{"kind", kinds[static_cast<std::size_t>(item.kind)]}};
  if (item.kind == Kind::stack_value) json["from_top"] = item.from_top;
  if (item.kind == Kind::cell) {
    json["cell"] = cell_to_json(symbols, item.cell, item.values);
  } else if (item.kind == Kind::output) {
    json["bytes"] = item.bytes;
  } else if (item.kind != Kind::random && item.kind != Kind::pointer) {
    json["value"] = item.values;
  }
  return json;
}

Json instant_to_json(const DifferingInstant& instant, const Symbols& symbols, bool with_items) {
  Json json = instant.step;
  json.update(instant.outcome);
  if (with_items) {
    json["items"] = json_array(
        instant.items, [&](const StateDifference& item) { return item_to_json(item, symbols); });
  } else {
    json["popped"] = instant.popped ? Json(*instant.popped) : Json();
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

Json stack_to_json(const InstantDiff& diff) {
  return {{"here", diff.before.stack_size()},
          {"there", diff.now.stack_size()},
          {"common", diff.common_stack}};
}

Json first_to_json(const InstantDiff& first, const Symbols& symbols) {
  const std::span<const CellDifference> listed = first.listed;
  return {{"count", first.cells},
          {"cells", cells_to_json(symbols, listed.first(std::min(listed.size(), max_first_cells)))},
          {"stack", stack_to_json(first)}};
}

Json last_to_json(const InstantDiff& last, const Symbols& symbols) {
  constexpr std::array<std::string_view, 3> kinds{"region", "variable", "rest"};
  Json json = {{"count", last.cells}, {"areas", Json::array()}, {"stack", stack_to_json(last)}};
  for (const DifferenceArea& area : difference_areas(last, symbols)) {
    json["areas"].push_back({{"kind", kinds[static_cast<std::size_t>(area.kind)]},
                             {"name", area.name},
                             {"count", area.cells},
                             {"of", area.area.size.area()},
                             {"cells", cells_to_json(symbols, area.listed)}});
  }
  return json;
}

}  // namespace

Json to_json(const RegionComparison& comparison) {
  const auto change = [](const RegionChange* one, const Region& region) {
    if (one == nullptr) return Json();
    Json json = to_json(region.area.size.point_at(one->cell));
    json.update({{"tick", one->tick}, {"value", one->now}});
    return json;
  };
  const auto& [here, there] = comparison.changes;
  return {{"name", here.region().name},
          {"same_start", comparison.same_start},
          {"start", comparison.start},
          {"same", comparison.same},
          {"next",
           {{"here", change(comparison.first_other(false), here.region())},
            {"there", change(comparison.first_other(true), there.region())}}},
          {"changes", {{"here", here.known().size()}, {"there", there.known().size()}}},
          {"end", comparison.end},
          {"same_end", comparison.same_end}};
}

Json to_json(const RunComparison& comparison, const Symbols& symbols) {
  const Divergence& found = comparison.divergence;
  return {
      {"begin", comparison.begin},
      {"dialect", comparison.dialect},
      {"field", comparison.field},
      {"first", comparison.first ? first_to_json(*comparison.first, symbols) : Json()},
      {"use", found.use ? use_to_json(*found.use, symbols) : Json()},
      {"difference", found.difference ? instant_to_json(*found.difference, symbols, true) : Json()},
      {"parting", found.parting ? instant_to_json(*found.parting, symbols, false) : Json()},
      {"parted_at_begin", found.parted_at_begin},
      {"searched_to", found.searched_to},
      {"output", comparison.output ? output_to_json(*comparison.output) : Json()},
      {"same_from", comparison.same_from ? Json(*comparison.same_from) : Json()},
      {"end", comparison.end},
      {"last", comparison.last ? last_to_json(*comparison.last, symbols) : Json()}};
}

}  // namespace fungescope
