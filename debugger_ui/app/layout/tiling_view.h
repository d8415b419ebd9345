// Draws a tiling: tabs, panels and splitters.
#pragma once

#include "debugger_ui/app/layout/tiling.h"
#include "debugger_ui/widgets/panel.h"

#include <memory>
#include <optional>
#include <vector>

namespace fungescope::ui {

class TilingView {
 public:
  // Draws into the current ImGui window, over `area` of the screen.
  void draw(Tiling& tiling, const std::vector<std::unique_ptr<Panel>>& panels, const Box& area,
            Context& context);

 private:
  struct Change {
    enum class Kind : std::uint8_t { none, move, close, maximise } kind = Kind::none;
    PanelId panel = PanelId::count;
    PanelId target = PanelId::count;
    Side side = Side::centre;
  };

  void draw_tabs(const Tiling::Arrangement& all, const Tiling::TilePlacement& placement,
                 float height, const std::vector<std::unique_ptr<Panel>>& panels, Context& context);
  void draw_hidden_tabs(const std::vector<PanelId>& hidden, const Box& box, float padding,
                        const Tiling::TilePlacement& placement,
                        const std::vector<std::unique_ptr<Panel>>& panels, const Context& context);
  void tab_menu(const Tiling::Arrangement& all, const Tiling::TilePlacement& placement,
                PanelId panel, const std::vector<std::unique_ptr<Panel>>& panels);
  void draw_splitter(const Tiling::Splitter& handle, const Context& context);
  void draw_drop_zone(const Tiling::Arrangement& all, const Context& context);
  void carry_out(Tiling& tiling);

  Change change_;                   // requested in this frame
  std::optional<PanelId> dragged_;  // the tab being dragged
};

}  // namespace fungescope::ui
