#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/timeline/timeline.h"
#include "debugger_ui/panels/window_extension.h"
#include "session/expressions/expression.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t default_variables = 2;
constexpr std::size_t default_region_count = 4;
constexpr std::string_view stack_depth = "depth";

// Returns nothing if the program has neither such a variable nor such an expression.
std::optional<LaneCurve> find_curve(const std::string& text, const ProgramInfo& program) {
  const std::vector<Watch>& variables = program.symbols.variables();
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Point at = variables[i].at;
    if (variables[i].full_name() != text || !program.source->contains(at)) continue;
    return LaneCurve{text, fmt::format("cell({},{})", at.x, at.y), variables[i].type, at, i};
  }
  if (!Expression::parse(text, program.symbols, program.field())) return std::nullopt;
  if (text == stack_depth) {
    return LaneCurve{"stack depth", text, WatchType::integer, {}, variables.size()};
  }
  return LaneCurve{text, text, WatchType::integer, {}, {}};
}

std::vector<std::string> default_curves(const ProgramInfo& program) {
  const std::vector<Watch>& variables = program.symbols.variables();
  std::vector<std::string> chosen;
  if (const WindowExtension* const extension = window_extension_of(program)) {
    for (const std::string_view name : extension->curves) {
      for (const Watch& variable : variables) {
        if (variable.full_name() == name) chosen.emplace_back(name);
      }
    }
    if (!chosen.empty()) return chosen;
  }
  chosen.emplace_back(stack_depth);
  for (const Watch& variable : variables) {
    if (chosen.size() == 1 + default_variables) break;
    if (variable.type != WatchType::character) chosen.push_back(variable.full_name());
  }
  return chosen;
}

std::vector<std::string> default_regions(const ProgramInfo& program) {
  const WindowExtension* const extension = window_extension_of(program);
  std::vector<std::string> chosen;
  for (const Region& region : program.symbols.regions()) {
    if (chosen.size() == default_region_count) break;
    const auto is_own = [&] {
      return std::find(extension->regions.begin(), extension->regions.end(), region.name) !=
             extension->regions.end();
    };
    if (extension == nullptr || is_own()) chosen.push_back(region.name);
  }
  return chosen;
}

// Is there any output, at the present or in the samples?
bool has_output(const ViewSnapshot& snapshot) {
  return snapshot.output.size > 0 ||
         (snapshot.played != nullptr && !snapshot.played->empty() &&
          snapshot.played->back().output_size > 0) ||
         (snapshot.timeline != nullptr && !snapshot.timeline->samples.empty() &&
          snapshot.timeline->samples.back().output_size > 0);
}

bool any_enabled(const ViewSnapshot& snapshot) {
  return std::any_of(
      snapshot.breakpoints.begin(), snapshot.breakpoints.end(),
      [](const BreakpointSnapshot& stop) { return stop.enabled && stop.problem.empty(); });
}

// Returns the branch that recorded an instant on the present branch's past.
BranchId branch_at(const ViewSnapshot& snapshot, Tick tick) {
  BranchId id = snapshot.branch;
  for (;;) {
    const BranchInfo* const info = find_branch(snapshot, id);
    if (info == nullptr || tick >= info->begin || info->id == info->parent) return id;
    id = info->parent;
  }
}

Json to_json(const LaneChoice& choice) {
  Json json = Json::object();
  if (choice.curves) json["lanes"] = *choice.curves;
  if (choice.regions) json["regions"] = *choice.regions;
  json["output"] = choice.output;
  json["input"] = choice.input;
  json["hits"] = choice.hits;
  json["phases"] = choice.phases;
  return json;
}

LaneChoice choice_from(const Json& json) {
  LaneChoice choice;
  choice.curves = read_setting<std::vector<std::string>>(json, "lanes");
  choice.regions = read_setting<std::vector<std::string>>(json, "regions");
  read_setting(json, "output", choice.output);
  read_setting(json, "input", choice.input);
  read_setting(json, "hits", choice.hits);
  read_setting(json, "phases", choice.phases);
  return choice;
}

}  // namespace

// Only choices that differ from the default.
void Timeline::save(Json& settings) const {
  for (const auto& [file, choice] : choices_) {
    if (!(choice == LaneChoice{})) settings["programs"][file] = to_json(choice);
  }
}

void Timeline::load(const Json& settings) {
  choices_.clear();
  for (const auto& [file, choice] : setting_object(settings, "programs").items()) {
    if (choice.is_object()) choices_[file] = choice_from(choice);
  }
}

Lanes choose_lanes(const LaneChoice& choice, const ViewSnapshot& snapshot) {
  Lanes lanes;
  const ProgramInfo& program = *snapshot.program;
  for (const std::string& chosen : choice.curves ? *choice.curves : default_curves(program)) {
    if (lanes.curves.size() == LaneChoice::max_curves) break;
    if (auto curve = find_curve(chosen, program)) lanes.curves.push_back(std::move(*curve));
  }
  using Kind = LaneFlow::Kind;
  if (choice.hits && any_enabled(snapshot))
    lanes.flows.push_back({Kind::hits, "breakpoints", "hit"});
  if (choice.output && has_output(snapshot)) {
    lanes.flows.push_back({Kind::output, "output", "byte"});
  }
  if (choice.input && snapshot.input.size > 0) {
    lanes.flows.push_back({Kind::input, "input", "byte"});
  }
  const auto chosen = choice.regions ? *choice.regions : default_regions(program);
  const std::vector<Region>& regions = program.symbols.regions();
  for (std::size_t i = 0; i < regions.size(); ++i) {
    if (std::find(chosen.begin(), chosen.end(), regions[i].name) == chosen.end()) continue;
    lanes.flows.push_back({Kind::region, regions[i].name, "change", i});
  }
  lanes.marks = !snapshot.bookmarks.empty() || snapshot.branches.size() > 1;
  lanes.phases = choice.phases && !program.phases.empty();
  return lanes;
}

std::vector<std::string>& shown_curves(LaneChoice& choice, const Lanes& lanes) {
  if (!choice.curves) {
    choice.curves.emplace();
    for (const LaneCurve& curve : lanes.curves) choice.curves->push_back(curve.choice());
  }
  return *choice.curves;
}

std::vector<std::string>& shown_regions(LaneChoice& choice, const Lanes& lanes) {
  if (!choice.regions) {
    choice.regions.emplace();
    for (const LaneFlow& flow : lanes.flows) {
      if (flow.kind == LaneFlow::Kind::region) choice.regions->push_back(flow.name);
    }
  }
  return *choice.regions;
}

void add_curve(Context& context, LaneChoice& choice, const std::string& text) {
  const ProgramInfo& program = *context.snapshot.program;
  if (!find_curve(text, program)) {
    const auto parsed = Expression::parse(text, program.symbols, program.field());
    if (!parsed) context.services.notify(parsed.error().what, Tone::warning);
    return;
  }
  std::vector<std::string>& curves = shown_curves(choice, choose_lanes(choice, context.snapshot));
  if (std::find(curves.begin(), curves.end(), text) != curves.end()) return;
  if (curves.size() < LaneChoice::max_curves) return curves.push_back(text);
  context.services.notify(
      fmt::format("the timeline has {} curves; remove one first", curves.size()), Tone::warning);
}

std::vector<Lane> lay_out(const Lanes& lanes, float top, float height, float line) {
  const float gap = 1;
  const float bottom = top + height;
  std::vector<Lane> layout;
  const auto add = [&](Lane lane, float size) {
    lane.top = top;
    lane.height = size;
    layout.push_back(lane);
    top += size + gap;
  };
  using Kind = Lane::Kind;
  add({Kind::ruler}, line * 1.5F);
  if (lanes.marks) add({Kind::marks}, line * 1.15F);
  if (lanes.phases) add({Kind::phases}, line * 1.3F);
  const std::size_t curves = lanes.curves.size();
  const float min_curves_height = curves == 0 ? 0 : line * 2;
  const float room = bottom - top - min_curves_height - gap;
  const auto flows = static_cast<float>(lanes.flows.size());
  const float each = flows == 0 ? 0 : std::clamp(room / flows - gap, line * 0.4F, line * 1.15F);
  if (curves > 0) {
    const float all = std::max(bottom - top - flows * (each + gap), min_curves_height);
    const float own = all / static_cast<float>(curves) - gap;
    if (own >= line * 2) {
      for (std::size_t i = 0; i < curves; ++i) add({Kind::curves, i, 1}, own);
    } else {
      add({Kind::curves, 0, curves}, all - gap);
    }
  }
  for (std::size_t i = 0; i < lanes.flows.size(); ++i) add({Kind::flow, i}, each);
  return layout;
}

std::vector<TimelineMark> find_marks(const ViewSnapshot& snapshot) {
  std::vector<TimelineMark> marks;
  for (const Bookmark& bookmark : snapshot.bookmarks) {
    const bool on_branch = branch_at(snapshot, bookmark.tick) == bookmark.branch;
    const std::string name = escape_controls(bookmark.name);
    marks.push_back({bookmark.tick, name,
                     fmt::format("{}, tick {}{}", name, with_separators(bookmark.tick),
                                 on_branch ? "" : fmt::format(" of branch {}", bookmark.branch)),
                     "goto " + double_quoted(bookmark.name), bookmark.id, on_branch});
  }
  for (const BranchInfo& branch : snapshot.branches) {
    if (branch.id == branch.parent) continue;
    const BranchId target = branch.id == snapshot.branch ? branch.parent : branch.id;
    marks.push_back({branch.begin, fmt::format("branch {}", branch.id),
                     fmt::format("branch {} leaves branch {} at tick {}", branch.id, branch.parent,
                                 with_separators(branch.begin)),
                     fmt::format("branch {}", target), 0,
                     branch_at(snapshot, branch.begin + 1) == branch.id});
  }
  std::stable_sort(marks.begin(), marks.end(),
                   [](const TimelineMark& a, const TimelineMark& b) { return a.tick < b.tick; });
  return marks;
}

}  // namespace fungescope::ui
