// The playfield panel: the program's cells at the present instant, with navigation and editing.
//
// playfield_layout.h maps cells to pixels, playfield_paint.h draws them, playfield_marks.h draws
// marks and the minimap over them; cell_hover.h, playfield_menu.h, line_popup.h and
// playfield_find.h are the popups.
#pragma once

#include "debugger_ui/panels/common/line_fields.h"
#include "debugger_ui/panels/playfield/cell_colours.h"
#include "debugger_ui/panels/playfield/cell_hover.h"
#include "debugger_ui/panels/playfield/edit_view.h"
#include "debugger_ui/panels/playfield/overlays/density.h"
#include "debugger_ui/panels/playfield/overlays/overlay.h"
#include "debugger_ui/panels/playfield/playfield_find.h"
#include "debugger_ui/panels/playfield/playfield_layout.h"
#include "debugger_ui/panels/playfield/playfield_marks.h"
#include "debugger_ui/panels/playfield/playfield_menu.h"
#include "debugger_ui/widgets/panel.h"

#include <memory>
#include <optional>
#include <vector>

#include "editing/editor.h"

namespace fungescope::ui {

class PlayfieldPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::playfield; }
  [[nodiscard]] std::string_view title() const override { return "playfield"; }
  void draw(Context& context) override;
  [[nodiscard]] std::vector<KeyGroup> keys() const override;
  void save(nlohmann::ordered_json& settings) const override;
  void load(const nlohmann::ordered_json& settings) override;
  [[nodiscard]] bool has_settings_by_layout() const override { return true; }

  // Of the last frame.
  [[nodiscard]] const FieldView& view() const { return view_; }
  [[nodiscard]] bool fitted() const { return fitted_; }

 private:
  enum class Drag : std::uint8_t { none, pan, select, minimap };
  // While playing fast, the view shows all that is executed, and returns to the level before.
  struct Overview {
    ExecutedArea executed;
    std::optional<std::size_t> level_before;
    std::optional<Rectangle> area;  // that is shown; unset once the user moves the view
    std::size_t level = 0;          // and how
    FieldView view;
    bool left = false;  // by the user, until the run stops
  };

  // The cells of `context.snapshot`, with all around them.
  void draw_field(Context& context);

  // The edit mode: playfield_edit.cpp.
  void draw_editing(Context& context, SourceEditing& editing);
  void draw_edit_bar(Context& context, SourceEditing& editing);
  void paint_edit_cursor(const Context& context, const editing::Editor& editor) const;
  void press_to_edit(Context& context, SourceEditing& editing, Point cell);
  void handle_edit_keys(Context& context, SourceEditing& editing);
  [[nodiscard]] static KeyGroup edit_keys();

  // The row of buttons above the cells.
  void draw_toolbar(Context& context);
  void draw_overlays(Context& context);
  static void name_overlay(const OverlayInfo& info, bool on);
  void draw_position(Context& context, float from) const;

  // The view.
  void prepare(Context& context);  // zoom levels, a new program, a resize
  void fit(const ViewSnapshot& snapshot);
  void show_start(const ViewSnapshot& snapshot);
  void follow(Context& context);
  void follow_fast(Context& context);
  void leave_overview(Context& context);
  void handle_requests(Context& context);
  void request(Context& context) const;

  void paint(Context& context, const PixelRect& all);
  void paint_hits(const MarkPaintContext& field) const;
  // Whether a visible cell has the tint of those that have changed.
  [[nodiscard]] bool shows_changes(const ViewSnapshot& snapshot) const;
  void paint_legend(const MarkPaintContext& field) const;
  [[nodiscard]] std::string heat_caption(const ViewSnapshot& snapshot) const;

  // Implemented in playfield_input.cpp.
  void handle_mouse(Context& context, bool hovered);
  void press_left(Context& context, Point cell);
  void continue_drag(Context& context);
  void handle_wheel(Context& context);
  void handle_keys(Context& context);
  void move_selection(Context& context, Point by);
  void open_menu_of_selection(Context& context);
  void zoom_by(int levels, float x, float y);
  void centre_by_minimap(const ViewSnapshot& snapshot);
  void open_editor(Context& context, Point cell);
  void open_goto(Context& context);
  void perform(Context& context, PlayfieldMenu::Action action);
  void copy(Context& context) const;
  void show(Point cell);

  std::vector<ZoomLevel> levels_;
  float scale_ = 0;
  std::size_t level_ = 0;
  FieldView view_;
  std::optional<FieldView> map_;
  bool fitted_ = true;  // keeps the whole field in view
  std::shared_ptr<const Playfield> source_;
  bool edits_ = false;  // `source_` is the document's
  Density density_;
  CodeCells code_;
  HeatIntensities heat_;

  Overlay overlay_ = Overlay::none;
  bool whole_run_ = false;
  bool follow_ = true;
  std::uint64_t followed_ = 0;  // the last instant scrolled to
  Glow glow_;
  Overview overview_;

  Drag drag_ = Drag::none;
  Point drag_from_;
  ImVec2 pressed_{};
  bool dragged_ = false;
  bool space_ = false;
  std::optional<Point> hovered_;
  std::optional<Point> went_to_;  // set by LinePopup, handled after it

  CellHover hover_;
  PlayfieldMenu menu_;
  LinePopup form_;
  FindBar find_;
  EditView edit_view_;
};

}  // namespace fungescope::ui
