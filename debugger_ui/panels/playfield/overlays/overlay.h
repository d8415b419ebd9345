// Colours laid over the playfield by how often cells are used.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

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

}  // namespace fungescope::ui
