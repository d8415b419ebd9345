// Input that is typed: in the console's line, or by the mouse, where the source says what a click
// on a square of a board and a button type (docs/semantics.md, 'Playing').
#pragma once

#include "debugger_ui/widgets/panel.h"
#include "lang/annotations.h"
#include "session/views/region_board.h"

#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

// Whether typed input replaces what is unread: it is an answer to an instant of the past, or the
// input has ended. Otherwise it is added.
[[nodiscard]] bool replaces_input(const ViewSnapshot& snapshot);

// Returns the command that gives bytes to the program.
[[nodiscard]] std::string input_command(const ViewSnapshot& snapshot, std::string_view bytes);

// Types a TypedText part by part: the labels of a square when it is clicked, and what is chosen in
// a popup. The program gets all of it at once, as from the console's line, after the last part.
class TypedInput {
 public:
  // Both begin, unless a text of the same board waits for another square.
  void click(Context& context, const RegionBoardView& view, const TypedText& typed, Point square);
  void press(Context& context, const Button& button);

  // Draws the popup of a choice, in the current window of ImGui. Call it once a frame.
  void draw(Context& context);

  // Whether a click on the square types anything: it has the labels that are typed.
  [[nodiscard]] static bool types(const RegionBoardView& view, const TypedText& typed,
                                  Point square);
  // What has been typed so far on this board, and the squares that were clicked for it.
  [[nodiscard]] bool is_typing(const RegionBoardView& view) const { return board_ == view.name; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::vector<Point>& squares() const { return squares_; }

 private:
  void begin(TypedText typed, const RegionBoardView* view);
  void advance(Context& context);
  bool draw_options(Context& context);

  std::string board_;  // empty: a button's text, or none
  std::string program_;
  TypedText typed_;
  std::size_t next_ = 0;  // of `typed_`
  std::string text_;
  std::vector<Point> squares_;
  std::string column_;               // the label of the last square; empty: typed already
  std::string row_;                  // the same
  std::vector<std::string> values_;  // on the board
  bool opening_ = false;             // the popup, in the next frame
  bool choosing_ = false;            // it is open
};

}  // namespace fungescope::ui
