// The afterglow of the cells that were executed, read or written while playing.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"

#include <cstdint>
#include <map>
#include <optional>

namespace fungescope::ui {

class Glow {
 public:
  // How brightly a cell glows after each kind of access, 0 to 1.
  struct Levels {
    float executed = 0;
    float read = 0;
    float written = 0;
    [[nodiscard]] float max() const;
  };
  struct Order {
    bool operator()(Point a, Point b) const { return a.y != b.y ? a.y < b.y : a.x < b.x; }
  };
  using Cells = std::map<Point, Levels, Order>;

  // Lets everything decay for `seconds`, then adds what a new snapshot has touched.
  void update(const ViewSnapshot& snapshot, double seconds);
  [[nodiscard]] const Cells& cells() const { return cells_; }
  [[nodiscard]] bool dark() const { return cells_.empty(); }

 private:
  Cells cells_;
  std::uint64_t serial_ = 0;
};

// The opaque colours below the glyphs of cells that the trail or the glow tints.
using Grounds = std::map<Point, std::uint32_t, Glow::Order>;

// The rectangle around all cells that a run has executed since it began to play.
class ExecutedArea {
 public:
  void update(const ViewSnapshot& snapshot);
  [[nodiscard]] const std::optional<Rectangle>& area() const { return area_; }

 private:
  void add(Point cell);

  std::optional<Rectangle> area_;
  std::uint64_t serial_ = 0;
};

}  // namespace fungescope::ui
