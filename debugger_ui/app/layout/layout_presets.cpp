#include "debugger_ui/app/layout/layout_presets.h"

namespace fungescope::ui {
namespace {

using enum PanelId;

Tile rows(float ratio, Tile above, Tile below) {
  return split(Axis::stacked, ratio, std::move(above), std::move(below));
}
Tile columns(float ratio, Tile left, Tile right) {
  return split(Axis::side_by_side, ratio, std::move(left), std::move(right));
}

// Puzzle and program side by side, the timeline below.
Tile solver() {
  Tile sides =
      rows(0.68F, columns(0.60F, tile({board, puzzle, regions}), tile({watches, breakpoints})),
           columns(0.60F, tile({output, input, history}), tile({stack, trace})));
  return rows(0.74F, columns(0.50F, tile({playfield}), std::move(sides)), tile({timeline}));
}

// The program in detail.
Tile code() {
  Tile left = rows(0.72F, tile({playfield}),
                   columns(0.5F, tile({trace, timeline, history}), tile({output, input})));
  Tile right =
      rows(0.62F, columns(0.57F, tile({watches, instructions, regions, board}), tile({stack})),
           tile({breakpoints, puzzle}));
  return columns(0.60F, std::move(left), std::move(right));
}

// The costs of the program.
Tile profiling() {
  Tile right =
      rows(0.5F, tile({profile, breakpoints, watches}), tile({comparison, history, output}));
  return rows(0.74F, columns(0.58F, tile({playfield, board}), std::move(right)), tile({timeline}));
}

}  // namespace

std::optional<LayoutPreset> find_layout(std::string_view name) {
  for (std::size_t i = 0; i < layout_names.size(); ++i) {
    if (layout_names[i] == name) return static_cast<LayoutPreset>(i);
  }
  return std::nullopt;
}

Tiling make_tiling(LayoutPreset layout) {
  switch (layout) {
    case LayoutPreset::code:
      return Tiling(code());
    case LayoutPreset::profile:
      return Tiling(profiling());
    default:
      return Tiling(solver());
  }
}

nlohmann::ordered_json initial_panel_settings(LayoutPreset layout, PanelId panel) {
  if (layout == LayoutPreset::profile && panel == playfield) return {{"overlay", "executions"}};
  return nlohmann::ordered_json::object();
}

PanelId home_of(PanelId panel) {
  switch (panel) {
    case board:
    case regions:
    case puzzle:
      return board;
    case output:
    case input:
    case trace:
    case history:
      return output;
    case stack:
    case breakpoints:
    case watches:
    case instructions:
      return watches;
    default:
      return profile;
  }
}

}  // namespace fungescope::ui
