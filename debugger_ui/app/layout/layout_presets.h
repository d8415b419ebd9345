// The predefined layouts of the window.
#pragma once

#include "debugger_ui/app/layout/tiling.h"
#include "debugger_ui/session_thread/view_snapshot.h"

#include <array>
#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

namespace fungescope::ui {

// All but `play` are tilings of panels; that is the mode of the window (window_mode.h).
// `embed` is for a frame within another page: it has no menus and no status bar, so that the layout
// cannot be changed there.
enum class LayoutPreset : std::uint8_t { solver, code, profile, embed, play, count };

inline constexpr std::array<std::string_view, 5> layout_names{"solver", "code", "profile", "embed",
                                                              "play"};
inline constexpr std::size_t tiled_layouts = 4;

[[nodiscard]] inline std::string_view name_of(LayoutPreset layout) {
  return layout_names[static_cast<std::size_t>(layout)];
}
[[nodiscard]] std::optional<LayoutPreset> find_layout(std::string_view name);

// Kinds of programs, by what there is to see. Each has layouts of its own.
enum class ProgramKind : std::uint8_t {
  own,     // of a kind that an extension recognises (panels/window_extension.h)
  boards,  // draws regions as boards
  plain,
  count
};

inline constexpr std::array<std::string_view, 3> program_kind_names{"own", "boards", "plain"};
[[nodiscard]] ProgramKind kind_of(const ProgramInfo& program);

// The tilings of each kind of program in each layout that has one.
template <class T>
using ByLayout = std::array<std::array<T, tiled_layouts>, program_kind_names.size()>;

// The initial arrangement of a layout.
[[nodiscard]] Tiling make_tiling(LayoutPreset layout, ProgramKind kind = ProgramKind::own);

// The arrangement of every layout in a window that is narrower than `narrow_width`: one tile above
// the other, as on a phone.
[[nodiscard]] Tiling make_narrow_tiling(LayoutPreset layout, ProgramKind kind);
inline constexpr float narrow_width = 640;  // pixels at scale 1

// The arrangements of a window; first the initial ones.
struct Tilings {
  Tilings();
  ByLayout<Tiling> wide;
  ByLayout<Tiling> narrow;
  bool is_narrow = false;  // the window is, as a phone's

  [[nodiscard]] Tiling& of(ProgramKind kind, LayoutPreset layout) {
    ByLayout<Tiling>& all = is_narrow ? narrow : wide;
    return all[static_cast<std::size_t>(kind)][static_cast<std::size_t>(layout)];
  }
};

// The settings with which a panel begins in a layout, as Panel::load takes them: those that differ
// from its own initial ones.
[[nodiscard]] nlohmann::ordered_json initial_panel_settings(LayoutPreset layout, PanelId panel);

// A panel that is in no tile is opened in the tile of this one.
[[nodiscard]] PanelId home_of(PanelId panel);

}  // namespace fungescope::ui
