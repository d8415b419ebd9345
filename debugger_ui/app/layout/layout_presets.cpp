#include "debugger_ui/app/layout/layout_presets.h"

#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/window_extension.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

namespace fungescope::ui {
namespace {

using enum PanelId;

Tile rows(float ratio, Tile above, Tile below) {
  return split(Axis::stacked, ratio, std::move(above), std::move(below));
}
Tile columns(float ratio, Tile left, Tile right) {
  return split(Axis::side_by_side, ratio, std::move(left), std::move(right));
}

void add_further_panels(Tile& tile) {
  auto next = static_cast<std::size_t>(PanelId::count);
  for (const WindowExtension* const extension : extensions<WindowExtension>()) {
    for (std::size_t i = 0; i < extension->panels.size(); ++i) {
      tile.panels.push_back(static_cast<PanelId>(next++));
    }
  }
}

// The program and what it works on side by side, the timeline below.
Tile solver(ProgramKind kind) {
  Tile own = tile({board});
  add_further_panels(own);
  own.panels.push_back(regions);
  Tile right;
  float field = 0.50F;
  switch (kind) {
    case ProgramKind::boards:  // to be played: the board is large, and the console as wide as text
      field = 0.48F;
      right =
          rows(0.62F, columns(0.66F, tile({board, regions}), tile({watches, stack, breakpoints})),
               tile({console, trace, history, branches, why}));
      break;
    case ProgramKind::plain:
      right = rows(0.58F, tile({console, history, branches, why}),
                   columns(0.55F, tile({watches, breakpoints, regions}), tile({stack, trace})));
      break;
    default:
      right = rows(0.68F, columns(0.60F, std::move(own), tile({watches, breakpoints})),
                   columns(0.60F, tile({console, history, branches, why}), tile({stack, trace})));
  }
  return rows(0.74F, columns(field, tile({playfield}), std::move(right)), tile({timeline}));
}

Tile code(ProgramKind kind) {
  Tile left = rows(0.72F, tile({playfield}),
                   columns(0.5F, tile({trace, timeline, history, why}), tile({console})));
  Tile names = tile({watches, instructions, regions});
  Tile stops = tile({breakpoints, branches});
  if (kind != ProgramKind::plain) names.panels.push_back(board);
  if (kind == ProgramKind::own) add_further_panels(stops);
  Tile right = rows(0.62F, columns(0.57F, std::move(names), tile({stack})), std::move(stops));
  return columns(0.60F, std::move(left), std::move(right));
}

Tile profiling(ProgramKind kind) {
  Tile field = tile({playfield});
  if (kind != ProgramKind::plain) field.panels.push_back(board);
  Tile right = rows(0.5F, tile({profile, breakpoints, watches}),
                    tile({comparison, history, branches, console, why}));
  return rows(0.74F, columns(0.58F, std::move(field), std::move(right)), tile({timeline}));
}

// Nothing but the program and what it prints.
Tile embedded() {
  return columns(0.62F, tile({playfield}), tile({console}));
}

}  // namespace

std::optional<LayoutPreset> find_layout(std::string_view name) {
  for (std::size_t i = 0; i < layout_names.size(); ++i) {
    if (layout_names[i] == name) return static_cast<LayoutPreset>(i);
  }
  return std::nullopt;
}

ProgramKind kind_of(const ProgramInfo& program) {
  if (window_extension_of(program) != nullptr) return ProgramKind::own;
  return has_region_boards(program) ? ProgramKind::boards : ProgramKind::plain;
}

Tiling make_tiling(LayoutPreset layout, ProgramKind kind) {
  switch (layout) {
    case LayoutPreset::code:
      return Tiling(code(kind));
    case LayoutPreset::profile:
      return Tiling(profiling(kind));
    case LayoutPreset::embed:
      return Tiling(embedded());
    default:
      return Tiling(solver(kind));
  }
}

Tiling make_narrow_tiling(LayoutPreset layout, ProgramKind kind) {
  if (layout == LayoutPreset::embed) return Tiling(rows(0.65F, tile({playfield}), tile({console})));
  Tile field = kind == ProgramKind::boards ? tile({board, playfield}) : tile({playfield});
  if (kind == ProgramKind::own) {
    field.panels.push_back(board);
    add_further_panels(field);
  }
  Tile rest = layout == LayoutPreset::profile
                  ? tile({profile, console, comparison, watches, breakpoints, history, branches})
                  : tile({console, watches, stack, breakpoints, trace, history, why});
  if (kind != ProgramKind::plain) rest.panels.push_back(regions);
  return Tiling(rows(0.78F, rows(0.60F, std::move(field), std::move(rest)), tile({timeline})));
}

Tilings::Tilings() {
  for (std::size_t kind = 0; kind < wide.size(); ++kind) {
    for (std::size_t i = 0; i < tiled_layouts; ++i) {
      const auto layout = static_cast<LayoutPreset>(i);
      wide[kind][i] = make_tiling(layout, static_cast<ProgramKind>(kind));
      narrow[kind][i] = make_narrow_tiling(layout, static_cast<ProgramKind>(kind));
    }
  }
}

nlohmann::ordered_json initial_panel_settings(LayoutPreset layout, PanelId panel) {
  if (layout == LayoutPreset::profile && panel == playfield) return {{"overlay", "executions"}};
  return nlohmann::ordered_json::object();
}

PanelId home_of(PanelId panel) {
  for (const auto& [home, guests] : std::initializer_list<std::pair<PanelId, std::vector<PanelId>>>{
           {board, {board, regions}},
           {console, {console, trace, history, branches, notebook, why}},
           {watches, {watches, stack, breakpoints, instructions}}}) {
    if (std::find(guests.begin(), guests.end(), panel) != guests.end()) return home;
  }
  return panel >= PanelId::count ? board : profile;
}

}  // namespace fungescope::ui
