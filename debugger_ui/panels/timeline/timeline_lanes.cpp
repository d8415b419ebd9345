#include "debugger_ui/panels/timeline/timeline_lanes.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_settings.h"
#include "session/expressions/lexer.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t default_curve_count = 2;
constexpr std::size_t default_region_count = 4;

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::size_t> default_curves(const std::vector<Watch>& variables) {
  std::vector<std::size_t> chosen;
  for (const std::string_view name : {"recursionLevel", "solvedCells"}) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (variables[i].full_name() == name) chosen.push_back(i);
    }
  }
  if (!chosen.empty()) return chosen;
  for (std::size_t i = 0; i < variables.size() && chosen.size() < default_curve_count; ++i) {
    if (variables[i].type != WatchType::character) chosen.push_back(i);
  }
  return chosen;
}

std::vector<std::size_t> default_regions(const ProgramInfo& program) {
  const std::vector<Region>& regions = program.symbols.regions();
  constexpr std::array<std::string_view, 4> board{"grid", "pspace", "rlatter", "rstack"};
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < regions.size() && chosen.size() < default_region_count; ++i) {
    const bool of_board = std::find(board.begin(), board.end(), regions[i].name) != board.end();
    if (!program.board || of_board) chosen.push_back(i);
  }
  return chosen;
}

std::vector<std::size_t> chosen_curves(const LaneChoice& choice, const ProgramInfo& program) {
  const std::vector<Watch>& variables = program.symbols.variables();
  if (!choice.curves) return default_curves(variables);
  std::vector<std::size_t> chosen;
  for (const std::string& name : *choice.curves) {
    for (std::size_t i = 0; i < variables.size() && chosen.size() < LaneChoice::max_curves; ++i) {
      if (variables[i].full_name() == name) chosen.push_back(i);
    }
  }
  return chosen;
}

std::vector<std::size_t> chosen_regions(const LaneChoice& choice, const ProgramInfo& program) {
  if (!choice.regions) return default_regions(program);
  std::vector<std::size_t> chosen;
  const std::vector<Region>& regions = program.symbols.regions();
  for (std::size_t i = 0; i < regions.size(); ++i) {
    if (has(*choice.regions, regions[i].name)) chosen.push_back(i);
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
  for (std::size_t i = 0; i < snapshot.branches.size(); ++i) {
    const auto info = std::find_if(snapshot.branches.begin(), snapshot.branches.end(),
                                   [id](const BranchInfo& b) { return b.id == id; });
    if (info == snapshot.branches.end() || tick >= info->begin || info->id == info->parent) break;
    id = info->parent;
  }
  return id;
}

}  // namespace

void save(const LaneChoice& choice, Json& settings) {
  if (choice.curves) settings["curves"] = *choice.curves;
  if (choice.regions) settings["regions"] = *choice.regions;
  settings["output"] = choice.output;
  settings["input"] = choice.input;
  settings["hits"] = choice.hits;
  settings["phases"] = choice.phases;
}

LaneChoice load_lanes(const Json& settings) {
  using Names = std::vector<std::string>;
  return {read_setting<Names>(settings, "curves"),
          read_setting<Names>(settings, "regions"),
          read_setting<bool>(settings, "output").value_or(true),
          read_setting<bool>(settings, "input").value_or(true),
          read_setting<bool>(settings, "hits").value_or(true),
          read_setting<bool>(settings, "phases").value_or(true)};
}

Lanes choose_lanes(const LaneChoice& choice, const ViewSnapshot& snapshot) {
  Lanes lanes;
  const ProgramInfo& program = *snapshot.program;
  lanes.variables = chosen_curves(choice, program);
  for (const std::size_t i : lanes.variables) {
    lanes.curves.push_back(program.symbols.variables()[i]);
  }
  lanes.regions = chosen_regions(choice, program);
  lanes.marks = !snapshot.bookmarks.empty() || snapshot.branches.size() > 1;
  lanes.phases = choice.phases && !program.phases.empty();
  lanes.output = choice.output && has_output(snapshot);
  lanes.input = choice.input && snapshot.input.size > 0;
  lanes.hits = choice.hits && any_enabled(snapshot);
  return lanes;
}

std::vector<Lane> lay_out(const Lanes& lanes, float height, float line) {
  const float gap = 1;
  std::vector<Lane> layout;
  float top = 0;
  const auto add = [&](Lane lane, float size) {
    lane.top = top;
    lane.height = size;
    layout.push_back(lane);
    top += size + gap;
  };
  using Kind = Lane::Kind;
  std::vector<Lane> thin;
  if (lanes.hits) thin.push_back({Kind::hits});
  if (lanes.output) thin.push_back({Kind::output});
  if (lanes.input) thin.push_back({Kind::input});
  for (std::size_t i = 0; i < lanes.regions.size(); ++i) thin.push_back({Kind::region, i});

  add({Kind::ruler}, line * 1.5F);
  if (lanes.marks) add({Kind::marks}, line * 1.15F);
  if (lanes.phases) add({Kind::phases}, line * 1.3F);
  const std::size_t curves = lanes.curves.size();
  const float min_curves_height = curves == 0 ? 0 : line * 2;
  const float room = height - top - min_curves_height - gap;
  const float each = thin.empty() ? 0
                                  : std::clamp(room / static_cast<float>(thin.size()) - gap,
                                               line * 0.4F, line * 1.15F);
  if (curves > 0) {
    const float all =
        std::max(height - top - static_cast<float>(thin.size()) * (each + gap), min_curves_height);
    const float own = all / static_cast<float>(curves) - gap;
    if (own >= line * 2) {
      for (std::size_t i = 0; i < curves; ++i) add({Kind::curves, i, 1}, own);
    } else {
      add({Kind::curves, 0, curves}, all - gap);
    }
  }
  for (const Lane& lane : thin) add(lane, each);
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
  std::ranges::stable_sort(marks, {}, &TimelineMark::tick);
  return marks;
}

}  // namespace fungescope::ui
