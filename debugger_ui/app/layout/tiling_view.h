// Draws a tiling: tabs, panels and splitters.
#pragma once

#include "debugger_ui/app/layout/tiling.h"
#include "debugger_ui/widgets/panel.h"

#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace fungescope::ui {

class TilingView {
 public:
  // Draws into the current ImGui window, over `area` of the screen.
  void draw(Tiling& tiling, const std::vector<std::unique_ptr<Panel>>& panels, const Box& area,
            Context& context);

  // Gives the keyboard, in the next frame, to a panel in the front of its tile, or to the panel
  // `step` tiles further on. The tile is framed until the mouse is used.
  void go_to(PanelId panel) { wanted_ = panel; }
  void go_to_next(int step) { step_ = step; }
  // The upper edge of the timeline if it reached the right edge in the last frame; else infinite.
  [[nodiscard]] float top_of_timeline() const { return top_of_timeline_; }

 private:
  struct Change {
    enum class Kind : std::uint8_t { none, move, close, maximise } kind = Kind::none;
    PanelId panel = PanelId::none;
    PanelId target = PanelId::none;
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

  void draw_panel(Panel& panel, const Box& box, Context& context);
  // The panel that gets the keyboard in this frame.
  void choose_focus(const Tiling::Arrangement& all);

  std::optional<PanelId> wanted_;
  int step_ = 0;
  std::optional<PanelId> focused_;  // has the keyboard
  bool framed_ = false;
  float top_of_timeline_ = std::numeric_limits<float>::infinity();
  Change change_;                   // requested in this frame
  std::optional<PanelId> dragged_;  // the tab being dragged
};

}  // namespace fungescope::ui
