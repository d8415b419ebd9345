// The colours of cells: by class, by how often they are used, and the afterglow of those that were
// used while playing.
#pragma once

#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/theme.h"
#include "lang/dialect.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

enum class CellKind : std::uint8_t {
  code,   // reachable by the instruction pointer, or executed
  text,   // reachable in string mode only
  data,   // not executed, but written by the program, or named
  prose,  // neither
};

// The cells that are known to be code: statically reachable ones, and those that were executed,
// since a program may write its own code.
class CodeCells {
 public:
  // Adds the cells that a snapshot reports as executed: its trail and its execution counts.
  void learn(const ViewSnapshot& snapshot);
  // Whether the pointer passes a cell in string mode only.
  [[nodiscard]] bool is_text(std::size_t index) const {
    return reachable_ != nullptr && reachable_->text[index];
  }
  // Until reachability is computed, every cell counts as code.
  [[nodiscard]] bool has(std::size_t index) const {
    return (reachable_ == nullptr || reachable_->reached[index]) ||
           (index < executed_.size() && executed_[index]);
  }

 private:
  std::shared_ptr<const ProgramInfo> program_;
  std::shared_ptr<const Reachability> reachable_;
  std::shared_ptr<const HeatSnapshot> heat_;
  std::uint64_t serial_ = 0;
  std::vector<bool> executed_;
};

class CellColours {
 public:
  CellColours(const Theme& theme, const Dialect& dialect);

  [[nodiscard]] ImU32 of(std::int64_t value, CellKind kind) const {
    if (kind == CellKind::code)
      return code_[low_byte_ || (value >= 0 && value < 256) ? static_cast<std::size_t>(value & 0xff)
                                                            : 256];
    return kind == CellKind::text ? text_ : kind == CellKind::data ? data_ : prose_;
  }

 private:
  std::array<ImU32, 257> code_{};  // 256: any other value
  ImU32 text_;
  ImU32 data_;
  ImU32 prose_;
  bool low_byte_;
};

// ---- Overlays

enum class Overlay : std::uint8_t { none, executions, reads, writes, age, modified };

struct OverlayInfo {
  Overlay overlay;
  std::string_view name;  // on its button, and in settings
  std::string_view tooltip;
};
inline constexpr std::array overlay_infos{
    OverlayInfo{Overlay::none, "none", "no overlay"},
    OverlayInfo{Overlay::executions, "executions", "how often each cell was executed"},
    OverlayInfo{Overlay::reads, "reads", "how often each cell was read by g"},
    OverlayInfo{Overlay::writes, "writes", "how often each cell was written by p"},
    OverlayInfo{Overlay::age, "age", "how long ago each cell was written last"},
    OverlayInfo{Overlay::modified, "modified", "cells that differ from the source"},
};
// Does the overlay need counts?
[[nodiscard]] constexpr bool needs_heat(Overlay overlay) {
  return overlay != Overlay::none && overlay != Overlay::modified;
}

// Maps a count to 0..1 logarithmically: 1 for `max_count`, 0 for none.
[[nodiscard]] float heat_intensity(std::uint64_t count, std::uint64_t max_count);
// Maps the age of the last write to 0..1 logarithmically: 1 for now, 0 for never.
[[nodiscard]] float age_intensity(Tick last_write, Tick from, Tick to);

// The intensities of all cells of a heat map, computed once per heat map.
class HeatIntensities {
 public:
  void update(std::shared_ptr<const HeatSnapshot> heat, Overlay overlay);

  // Returns 0 to 255; 0 outside the counted area.
  [[nodiscard]] std::uint8_t at(Point cell) const {
    if (shares_.empty() || !heat_->area.contains(cell)) return 0;
    return shares_[heat_->index_of(cell)];
  }
  [[nodiscard]] const HeatSnapshot* heat() const { return heat_.get(); }

  // The ends of the legend: "1" and "12,345"; empty if nothing was counted.
  struct Range {
    std::string min;
    std::string max;
  };
  [[nodiscard]] Range range() const;

 private:
  std::shared_ptr<const HeatSnapshot> heat_;
  Overlay overlay_ = Overlay::none;
  std::vector<std::uint8_t> shares_;
};

// The afterglow of the cells that were executed, read or written while playing.
class Glow {
 public:
  // How brightly a cell glows after each kind of access, 0 to 1.
  struct Levels {
    float executed = 0;
    float read = 0;
    float written = 0;
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

// The opaque colours below the glyphs of an area, which the trail and the glow tint.
class Grounds {
 public:
  Grounds(const Rectangle& area, std::uint32_t ground)
      : area_(area), colours_(static_cast<std::size_t>(area.size.area()), ground) {}
  // Returns null outside the area.
  [[nodiscard]] std::uint32_t* at(Point cell) {
    if (!area_.contains(cell)) return nullptr;
    return &colours_[static_cast<std::size_t>((cell.y - area_.corner.y) * area_.size.width +
                                              cell.x - area_.corner.x)];
  }

 private:
  Rectangle area_;
  std::vector<std::uint32_t> colours_;
};

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
