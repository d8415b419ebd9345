// The playfield panel: the program's cells at the present instant, with navigation and editing.
//
// playfield_layout.h maps cells to pixels, and playfield_paint.h draws them.
#pragma once

#include "debugger_ui/panels/common/idle_query.h"
#include "debugger_ui/panels/common/line_fields.h"
#include "debugger_ui/panels/playfield/cell_colours.h"
#include "debugger_ui/panels/playfield/density.h"
#include "debugger_ui/panels/playfield/playfield_layout.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/panel.h"
#include "lang/geometry.h"
#include "lang/text_search.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "editing/document.h"
#include "editing/editor.h"

namespace fungescope::ui {

struct FieldPaint;

// The lines of the tooltip, from top to bottom. Cost: linear in the names of the program.
struct CellTooltip {
  std::string heading;                   // "(10, 3) · grid(1,2)"
  std::string value;                     // from value_in_words
  std::string instruction;               // the instruction and its stack effect
  std::vector<std::string> constants;    // "39* is 27, width": of code that is read across it
  std::vector<std::string> next;         // of the cell at the instruction pointer: what it does now
  std::vector<std::string> counts;       // "1,204 executions in the last 1,000,000 ticks"
  std::vector<std::string> breakpoints;  // "break 10,3 if depth > 2"
};
[[nodiscard]] CellTooltip cell_tooltip(const ViewSnapshot& snapshot, Point at);

class CellHover {
 public:
  // Called each frame with the cell under the mouse, if any.
  void draw(Context& context, std::optional<Point> cell);

 private:
  struct Query {
    Point cell;
    std::uint64_t instant = 0;
    friend bool operator==(const Query&, const Query&) = default;
  };
  // Describes the last write to a cell before an instant; empty: not known.
  static std::string find_writer(const Query& query, Session& session, Monitor& monitor);

  std::optional<Point> cell_;
  double since_ = 0;
  std::optional<std::pair<float, float>> dismissed_;  // the mouse, when a key hid the tooltip
  IdleQuery<Query, std::string> writer_;
};

// Seeks to the last write to a cell before the present instant.
void go_to_last_write(Context& context, Point cell);

// Returns the cells that a match covers, within the field.
[[nodiscard]] Rectangle cells_of(const TextMatch& match, std::size_t length);

class FindBar {
 public:
  static constexpr std::size_t max_hits = 10'000;

  void open();
  void close() { open_ = false; }
  [[nodiscard]] bool is_open() const { return open_; }

  // Draws the bar while it is open. Returns the cell of a hit to scroll to, if any.
  [[nodiscard]] std::optional<Point> draw(Context& context);

  // The hits of the last search; `current` is the selected one.
  [[nodiscard]] const std::vector<TextMatch>& hits() const { return matches_.found; }
  [[nodiscard]] std::size_t current() const { return current_; }
  [[nodiscard]] std::size_t length() const { return length_; }  // of each, in cells

 private:
  struct Query {
    std::string text;
    std::uint64_t instant = 0;
    friend bool operator==(const Query&, const Query&) = default;
  };
  void update(Context& context);

  bool open_ = false;
  bool focus_ = false;
  std::string text_;
  std::string selected_;  // the text whose first hit was selected
  std::size_t current_ = 0;
  Query found_;  // what `matches_` are of
  std::size_t length_ = 0;
  TextMatches matches_;
  IdleQuery<Query, TextMatches> query_;
};

// The document that is edited, as a snapshot: the playfield draws it as it draws a run.
class EditView {
 public:
  // Returns `run` with the cells of the document. What lies outside `visible` may be older if the
  // document is large. Costs a copy of the snapshot when either has changed, and for documents of
  // up to 64 K cells an analysis of what the instruction pointer reaches. Valid until the next
  // call.
  // `generation` changes when another document takes the place of this one.
  const ViewSnapshot& update(const ViewSnapshot& run, const editing::Document& document,
                             std::uint64_t generation, const Rectangle& visible);

 private:
  void show_cells(const ViewSnapshot& run, const editing::Document& document,
                  const Rectangle& area);

  ViewSnapshot shown_;
  std::uint64_t revision_ = 0;  // of the document
  std::uint64_t generation_ = 0;
  std::shared_ptr<const ProgramInfo> base_;  // of the run
};

class PlayfieldPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::playfield; }
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
    FieldView view;                 // and how
    bool left = false;              // by the user, until the run stops
  };

  struct Menu {
    Point cell;
    std::optional<Rectangle> area;
    ImVec2 at{};
  };

  // The cells of `context.snapshot`, with all around them.
  void draw_field(Context& context);

  // The edit mode: playfield_edit.cpp.
  void draw_editing(Context& context, SourceEditing& editing);
  void draw_edit_bar(Context& context, SourceEditing& editing);
  void paint_edit_cursor(const Context& context, const editing::Editor& editor) const;
  void handle_edit_keys(Context& context, SourceEditing& editing);
  [[nodiscard]] static KeyGroup edit_keys();

  // The row of buttons above the cells.
  void draw_toolbar(Context& context);
  void draw_overlays(Context& context);
  void draw_position(Context& context) const;

  // The view.
  void prepare(Context& context);  // zoom levels, a new program, a resize
  void fit(const ViewSnapshot& snapshot);
  void follow(Context& context);
  void follow_fast(Context& context);
  void leave_overview(Context& context);
  void handle_requests(Context& context);
  void request(Context& context) const;

  void paint(Context& context, const PixelRect& all);
  void paint_hits(const FieldPaint& field) const;
  void paint_legend(const FieldPaint& field) const;
  [[nodiscard]] std::string heat_caption(const ViewSnapshot& snapshot) const;

  // Implemented in playfield_input.cpp.
  void handle_mouse(Context& context, bool hovered);
  void press_left(Context& context, Point cell);
  void continue_drag(Context& context);
  void handle_wheel(Context& context);
  void handle_keys(Context& context);
  void move_selection(Context& context, Point by);

  // The context menus of a cell or a rectangle of cells: playfield_menu.cpp. By the keyboard it
  // opens at `at`, else at the mouse.
  void open_menu(Point cell, std::optional<Rectangle> area, std::optional<ImVec2> at = {});
  void open_menu_of_selection(Context& context);
  void draw_menu(Context& context);
  void draw_cell_menu(Context& context);
  void draw_stops(Context& context);
  void draw_area_menu(Context& context);

  void zoom_by(int levels, ImVec2 at);
  void centre_by_minimap(const ViewSnapshot& snapshot);
  void open_editor(Context& context, Point cell);
  void open_goto(Context& context);
  void copy(Context& context) const;
  void show(Point cell);
  void zoom_to(const Rectangle& area);
  void set_level(std::size_t level);

  std::vector<ZoomLevel> levels_;
  float scale_ = 0;
  std::size_t readable_ = 0;  // the level of comfortable text
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
  bool dragged_ = false;
  bool space_ = false;
  std::optional<Point> hovered_;

  CellHover hover_;
  Menu menu_;
  LinePopup form_;
  FindBar find_;
  EditView edit_view_;
};

}  // namespace fungescope::ui
