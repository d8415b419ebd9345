// What is told of the cell below the mouse, and the way to who wrote it.
#pragma once

#include "debugger_ui/widgets/panel.h"
#include "session/queries/history_queries.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

// Lines of the tooltip, from the top. Cost: the names of the program.
struct CellTooltip {
  std::string heading;                   // "(10, 3) · grid(1,2)"
  std::string value;                     // value_in_words
  std::string instruction;               // in words, with its stack effect
  std::vector<std::string> counts;       // "1,204 executions in the last 1,000,000 ticks"
  std::vector<std::string> breakpoints;  // "break 10,3 if depth > 2"
};
[[nodiscard]] CellTooltip cell_tooltip(const ViewSnapshot& snapshot, Point at);

// "written at tick 12,345 by (3, 4), from 32 to 118"
[[nodiscard]] std::string to_text(const Write& write);

class CellHover {
 public:
  // Each frame, with the cell below the mouse, if there is one that may be told of.
  void draw(Context& context, std::optional<Point> cell);

 private:
  void ask(Context& context);

  std::optional<Point> cell_;
  double since_ = 0;

  // The last store to the cell at an instant. Shared with the callback.
  struct Writer {
    Point cell;
    std::uint64_t instant = 0;
    bool known = false;
    std::optional<Write> write;
  };
  std::shared_ptr<Writer> writer_;
};

// Goes to the last store to a cell before the present instant; again goes on to the one before.
void go_to_last_write(Context& context, Point cell);

}  // namespace fungescope::ui
