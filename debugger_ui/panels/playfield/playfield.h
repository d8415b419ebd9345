// The playfield: the program's cells as they are now, and what one does with them.
//
// playfield_layout.h is where cells lie, playfield_paint.h draws them, playfield_marks.h what
// lies over them, minimap.h the corner; cell_hover.h, playfield_menu.h, line_form.h and
// playfield_find.h are what opens over it.
#pragma once

#include "debugger_ui/panels/common/line_popup.h"
#include "debugger_ui/panels/playfield/cell_colours.h"
#include "debugger_ui/panels/playfield/cell_hover.h"
#include "debugger_ui/panels/playfield/density.h"
#include "debugger_ui/panels/playfield/overlay.h"
#include "debugger_ui/panels/playfield/playfield_find.h"
#include "debugger_ui/panels/playfield/playfield_layout.h"
#include "debugger_ui/panels/playfield/playfield_marks.h"
#include "debugger_ui/panels/playfield/playfield_menu.h"
#include "debugger_ui/widgets/panel.h"

#include <memory>
#include <optional>
#include <vector>

namespace fungescope::ui {

class PlayfieldPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::playfield; }
  [[nodiscard]] std::string_view title() const override { return "playfield"; }
  void draw(Context& context) override;
  void save(nlohmann::ordered_json& settings) const override;
  void load(const nlohmann::ordered_json& settings) override;

  // Of the last frame.
  [[nodiscard]] const FieldView& view() const { return view_; }
  [[nodiscard]] bool fitted() const { return fitted_; }

 private:
  enum class Drag : std::uint8_t { none, pan, select, minimap };

  // The line of buttons above the cells.
  void draw_toolbar(Context& context);
  void draw_overlays(Context& context);
  void draw_place(Context& context, float from) const;

  // What is seen.
  void prepare(Context& context);  // levels, a new program, another size
  void fit(const ViewSnapshot& snapshot);
  void show_start(const ViewSnapshot& snapshot);
  void follow(Context& context);
  void handle_requests(Context& context);
  void request(Context& context) const;

  void paint(Context& context, const PixelRect& all);
  void paint_hits(const MarkPaintContext& field) const;
  void paint_legend(const MarkPaintContext& field) const;

  // playfield_input.cpp
  void handle_mouse(Context& context, bool hovered);
  void press_left(Context& context, Point cell);
  void continue_drag(Context& context);
  void handle_wheel(Context& context);
  void handle_keys(Context& context);
  void move_selection(Context& context, Point by);
  void zoom_by(int levels, float x, float y);
  void centre_by_minimap(const ViewSnapshot& snapshot);
  void open_editor(Context& context, Point cell);
  void open_goto(Context& context);
  void grant(Context& context, PlayfieldMenu::Action wish);
  void copy(Context& context) const;
  void show(Point cell);

  std::vector<ZoomLevel> levels_;
  float scale_ = 0;
  std::size_t level_ = 0;
  FieldView view_;
  std::optional<FieldView> map_;
  bool fitted_ = true;  // keeps the whole field in sight
  std::shared_ptr<const Playfield> source_;
  Density density_;
  CodeCells code_;
  HeatIntensities heat_;

  Overlay overlay_ = Overlay::none;
  bool whole_run_ = false;
  bool follow_ = true;
  std::uint64_t followed_ = 0;  // the instant
  double followed_at_ = 0;      // the time

  Drag drag_ = Drag::none;
  Point drag_from_;
  ImVec2 pressed_{};
  bool dragged_ = false;
  bool space_ = false;
  std::optional<Point> hovered_;
  std::optional<Point> went_to_;  // for LinePopup, which is drawn later in a frame

  CellHover hover_;
  PlayfieldMenu menu_;
  LinePopup form_;
  FindBar find_;
};

}  // namespace fungescope::ui
