// A small curve of a value over the run, without axes.
#pragma once

#include "debugger_ui/widgets/panel.h"
#include "session/queries/timeline_sampler.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

// Returns the curve of values[`index`] of samples in ascending order of ticks, as the points of a
// line within an area. While the value is still `unset`, the source's character, the variable has
// no value. Empty where the value is not known or constant.
[[nodiscard]] std::vector<ImVec2> sparkline(const std::vector<TimelineSample>& samples,
                                            std::size_t index, std::int64_t unset, ImVec2 corner,
                                            ImVec2 size);

// Samples of all variables over the whole run, taken in slices.
class VariableCurves {
 public:
  // Called in each frame in which the curves are visible.
  void update(Context& context);
  // Returns samples whose `values` are in the order of Symbols::variables; those taken while
  // playing until there are better ones. May be null.
  [[nodiscard]] std::shared_ptr<const std::vector<TimelineSample>> samples(
      const ViewSnapshot& snapshot) const;

 private:
  struct Row;
  std::shared_ptr<Row> asked_;  // in flight or complete
  std::shared_ptr<Row> done_;   // the newest complete one
};

}  // namespace fungescope::ui
