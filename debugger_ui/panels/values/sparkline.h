// A small curve of a value over the run, without axes.
#pragma once

#include "debugger_ui/widgets/panel.h"
#include "session/queries/timeline_sampler.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

// A value over time in columns of a pixel, as shares of the height: 0 for the minimum, 1 for the
// maximum. Empty where the value is not known or constant.
struct Sparkline {
  std::size_t first = 0;   // the column of low[0]
  std::vector<float> low;  // minimum and maximum of each column
  std::vector<float> high;
};

// Builds the curve of values[`index`] of samples in ascending order of ticks; columns are of equal
// duration. While the value is still `unset`, the source's character, the variable has no value.
[[nodiscard]] Sparkline make_sparkline(const std::vector<TimelineSample>& samples,
                                       std::size_t index, std::size_t columns, std::int64_t unset);

// Caches the sparklines of many variables over the same samples.
class SparklineCache {
 public:
  // Invalidates the cache if the samples or the width differ.
  void use(std::shared_ptr<const std::vector<TimelineSample>> samples, std::size_t columns);
  [[nodiscard]] const Sparkline* of(std::size_t index, std::int64_t unset);
  // Returns the position of a tick, 0 to 1; nothing outside the samples.
  [[nodiscard]] std::optional<float> share_of(Tick tick) const;

 private:
  std::shared_ptr<const std::vector<TimelineSample>> samples_;
  std::size_t columns_ = 0;
  std::vector<std::optional<Sparkline>> made_;
};

void draw_sparkline(ImDrawList& list, const Sparkline& line, ImVec2 corner, float height,
                    ImU32 colour, float thickness);

class VariableCurves {
 public:
  VariableCurves();
  ~VariableCurves();

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
