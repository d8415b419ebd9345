// What a kind of programs adds to the window: what its board is drawn by, further panels, and what
// several panels show of it. See session/commands/extension.h.
#pragma once

#include "base/extensions.h"
#include "debugger_ui/widgets/panel.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace fungescope::ui {

struct WindowExtension {
  bool (*recognises)(const ProgramInfo& program) = nullptr;
  // The contents of the panel `board` for such a program.
  std::unique_ptr<Panel> (*make_board)() = nullptr;

  // Panels for such programs alone. The names are part of the settings' format: do not change them.
  struct PanelRow {
    std::string_view name;
    std::unique_ptr<Panel> (*make)(PanelId id);
  };
  std::span<const PanelRow> panels;

  // Playing by the events of such a program (snapshot_extension.h): "by digits".
  std::string_view events;
  std::string_view events_hint;

  // The curves and the lanes that its timeline has at first, as far as it declares them.
  std::span<const std::string_view> curves;
  std::span<const std::string_view> regions;

  // Texts of the tour in the place of those for any program, by the step's name.
  struct TourText {
    std::string_view step;
    std::string_view text;
  };
  std::span<const TourText> tour;
};

// Returns the first one that recognises the program; null if none does.
[[nodiscard]] inline const WindowExtension* window_extension_of(const ProgramInfo& program) {
  for (const WindowExtension* const extension : extensions<WindowExtension>()) {
    if (extension->recognises(program)) return extension;
  }
  return nullptr;
}

}  // namespace fungescope::ui
