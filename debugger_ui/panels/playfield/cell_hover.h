// The tooltip of the cell under the mouse, and seeking to the write before.
#pragma once

#include "debugger_ui/widgets/panel.h"
#include "session/queries/history_queries.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fungescope::ui {

// The lines of the tooltip, from top to bottom. Cost: linear in the names of the program.
struct CellTooltip {
  std::string heading;                   // "(10, 3) · grid(1,2)"
  std::string value;                     // from value_in_words
  std::string instruction;               // the instruction and its stack effect
  std::vector<std::string> next;         // of the cell at the instruction pointer: what it does now
  std::vector<std::string> counts;       // "1,204 executions in the last 1,000,000 ticks"
  std::vector<std::string> breakpoints;  // "break 10,3 if depth > 2"
};
[[nodiscard]] CellTooltip cell_tooltip(const ViewSnapshot& snapshot, Point at);

// Formats a write: "written at tick 12,345 by (3, 4): 32 -> 118".
[[nodiscard]] std::string to_text(const Write& write);

class CellHover {
 public:
  // Called each frame with the cell under the mouse, if any.
  void draw(Context& context, std::optional<Point> cell);

 private:
  void ask(Context& context);

  // The last write to a cell before an instant. Shared with the callback.
  struct Writer {
    Point cell;
    std::uint64_t instant = 0;
    bool known = false;
    std::optional<Write> write;
    std::string made;  // what made its value; empty if that is not known
  };
  static Writer find_writer(Session& session, Writer writer, Monitor& monitor);

  std::optional<Point> cell_;
  double since_ = 0;
  std::optional<std::pair<float, float>> dismissed_;  // the mouse, when a key hid the tooltip
  std::shared_ptr<Writer> writer_;
};

// Seeks to the last write to a cell before the present instant.
void go_to_last_write(Context& context, Point cell);

}  // namespace fungescope::ui
