// Edits a document: a cursor that types in a direction, a selection, blocks, and undo without end.
//
//     Editor editor(Document::parse(bytes, options));
//     editor.type('>');                       // Result<Done>
//     editor.turn_block(area, Turn::clockwise, Arrows::turn);
//     editor.undo();
//     write(editor.document().bytes());
//     editor.mark_saved();
//
// Every function that edits either does all of it, as one step of undo, or fails with the place
// that prevents it and changes nothing. Consecutive typing is one step. A step costs memory for the
// bytes that it changed.
#pragma once

#include "base/result.h"
#include "lang/text_search.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "editing/block.h"
#include "editing/coordinate_map.h"
#include "editing/document.h"

namespace fungescope::editing {

struct TypingOptions {
  bool insert = false;  // pushes the rest of the line along; else overwrites
  // Typing > v < ^ turns the cursor, except in string mode and where a # jumps over it.
  bool arrows_turn = true;
};

// What an edit did beyond the cells that it was asked to change.
struct Done {
  CoordinateMap map;               // where cells went
  std::vector<std::string> notes;  // for the user
};

class Editor {
 public:
  explicit Editor(Document document) : document_(std::move(document)) {}

  [[nodiscard]] const Document& document() const { return document_; }
  // The document is in another file, or its field gets another size. Lines must end as before.
  void set_options(LoadOptions options) {
    document_.set_options(std::move(options));
    move_to(at_.cursor);
  }
  [[nodiscard]] CellChanges take_changes() { return document_.take_changes(); }

  TypingOptions typing;

  // ---- The cursor

  [[nodiscard]] Point cursor() const { return at_.cursor; }
  [[nodiscard]] Direction direction() const { return at_.direction; }
  // Whether the characters typed now are in a string: an odd number of `"` was typed in this run of
  // typing.
  [[nodiscard]] bool in_string() const { return at_.in_string; }
  [[nodiscard]] std::optional<Rectangle> selection() const;

  // Clipped to the canvas. All of these end a run of typing and, unless they `extend` it, the
  // selection.
  enum class Extend : std::uint8_t { no, yes };
  void move_to(Point cell, Extend extend = Extend::no);
  void move(Direction direction, std::int64_t cells = 1, Extend extend = Extend::no);
  void turn(Direction direction);
  void select(const Rectangle& area);
  // Selects the rectangle from the first to the last cells that are not blank; if that is selected,
  // the whole field.
  void select_all();
  void clear_selection() { at_.anchor.reset(); }

  // ---- Typing

  // Writes a character at the cursor and moves on. At the edge the cursor stays, and what is typed
  // next fails. In insert mode the rest of the line is shifted; fails if that would push a
  // character off the field.
  Result<Done> type(char32_t character);
  // Moves back and blanks the cell, or pulls the rest of the line back in insert mode. Goes back
  // the way that was typed, around its turns; before that, against the direction.
  Result<Done> backspace();
  // Blanks the selection, or the cell at the cursor; in insert mode pulls the rest of the line
  // back.
  Result<Done> erase();
  // Moves to the next line, below the beginning of this run of typing.
  void new_line();

  // ---- Blocks. Rectangles lie within the canvas.

  [[nodiscard]] Block copy(const Rectangle& area) const;
  Result<Done> cut(const Rectangle& area, Block& block);
  // Selects what was pasted.
  Result<Done> paste(Point at, const Block& block);
  Result<Done> fill(const Rectangle& area, char32_t character);
  // Leaves blanks; cells at the target are overwritten.
  Result<Done> move_block(const Rectangle& area, Point to);
  // A rotation is around the corner: width and height are exchanged. Fails if it would cover cells
  // outside `area` that are not blank.
  Result<Done> turn_block(const Rectangle& area, Turn how, Arrows arrows);

  // ---- Rows and columns. Coordinates in annotations follow; annotations of deleted cells are
  // blanked. The text of annotations is not torn apart: code after it moves, the annotation stays.

  Result<Done> insert_rows(std::int64_t at, std::int64_t count);
  Result<Done> delete_rows(std::int64_t at, std::int64_t count);
  Result<Done> insert_columns(std::int64_t at, std::int64_t count);
  Result<Done> delete_columns(std::int64_t at, std::int64_t count);
  // Adds blanks until the field has this size. Fails if it is smaller than the source.
  Result<Done> enlarge(Size size);

  // ---- Text, in all four directions

  // `text` is encoded as the source is.
  [[nodiscard]] TextMatches find(std::string_view text, std::size_t limit) const;
  // Writes over matches, in their direction. A shorter replacement is filled up with blanks; a
  // longer one fails.
  Result<Done> replace(const TextMatch& match, std::string_view text, std::string_view by);
  struct Replaced {
    Done done;
    std::size_t count = 0;
  };
  Result<Replaced> replace_all(std::string_view text, std::string_view by);

  // ---- Undo

  [[nodiscard]] bool can_undo() const { return done_ > 0; }
  [[nodiscard]] bool can_redo() const { return done_ < steps_.size(); }
  Done undo();
  Done redo();

  // Whether the document differs from the one last saved (or loaded).
  [[nodiscard]] bool modified() const { return saved_ != done_; }
  void mark_saved();
  // Of a document that was never saved, such as a recovered one.
  void mark_unsaved() { saved_.reset(); }

 private:
  struct State {
    Point cursor;
    Direction direction = Direction::east;
    bool in_string = false;
    std::optional<Point> edge;    // the last cell that was typed, if it is at the edge
    std::optional<Point> anchor;  // of the selection, whose other corner is `corner`
    Point corner;
  };
  struct UndoStep {
    std::vector<Change> changes;
    CoordinateMap map;
    State before;
    State after;
    bool typing = false;  // further typing is added to it
  };
  struct Recipe {
    bool typing = false;
    bool may_shrink = false;
  };
  using Write = std::function<Result<void>(Transaction&, Done&)>;

  // Runs `write` in a transaction and records it. Ends a run of typing, unless the recipe is one.
  Result<Done> edit(const Recipe& recipe, const Write& write);
  Result<Done> write_block(Point at, const Block& block);
  void end_typing();
  [[nodiscard]] std::u32string characters(std::string_view text) const;
  [[nodiscard]] Rectangle written_area() const;
  [[nodiscard]] Point clipped(Point cell) const;
  // Whether the character at the cursor has just been typed, and there is no cell after it.
  [[nodiscard]] bool is_past_edge() const { return !at_.anchor && at_.edge == at_.cursor; }
  [[nodiscard]] bool is_jumped_over(Point cell, Direction direction) const;
  [[nodiscard]] Result<void> check_inside(const Rectangle& area, std::string_view what) const;
  [[nodiscard]] Result<void> check_size(Size size) const;
  Result<void> push_along(Transaction& transaction, Point from, Direction direction, Done& done);
  // Blanks a cell, or pulls the rest of its line back in insert mode.
  void remove(Transaction& transaction, Point cell, Done& done) const;
  // Inserts or deletes rows or columns by `write`, and maps the coordinates in annotations.
  Result<Done> shift(Axis axis, std::int64_t at, std::int64_t count, bool deletes,
                     const Write& write);
  Result<void> delete_in_line(Transaction& transaction, std::int64_t row, std::int64_t at,
                              std::int64_t count);

  Document document_;
  State at_;
  Point typing_from_;         // where this run of typing began
  std::vector<State> typed_;  // before each character of this run
  std::vector<UndoStep> steps_;
  std::size_t done_ = 0;
  std::optional<std::size_t> saved_ = 0;  // the number of steps that lead to the saved state
};

}  // namespace fungescope::editing
