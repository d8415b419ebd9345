// A small curve of a value over the run, without axes.
#pragma once

#include "session/queries/timeline_sampler.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

// A value over time in columns of a pixel, as shares of the height: 0 the lowest value, 1 the
// highest. Empty where the value is not known, or never changes.
struct Sparkline {
  std::size_t first = 0;   // the column of low[0]
  std::vector<float> low;  // a column: the lowest and the highest value in it
  std::vector<float> high;
};

// Of the values[`place`] of the samples, which rise by tick; the columns are of equal time. Until
// it is no more `unset`, a character of the source, the variable has no value.
[[nodiscard]] Sparkline make_sparkline(const std::vector<TimelineSample>& samples,
                                       std::size_t place, std::size_t columns, std::int64_t unset);

// Sparklines of many variables over the same samples, each made once.
class SparklineCache {
 public:
  // Forgets what was made of other samples, or for another width.
  void use(std::shared_ptr<const std::vector<TimelineSample>> samples, std::size_t columns);
  [[nodiscard]] const Sparkline* of(std::size_t place, std::int64_t unset);
  // Where a tick stands, 0 to 1; nothing outside the samples.
  [[nodiscard]] std::optional<float> share_of(Tick tick) const;

 private:
  std::shared_ptr<const std::vector<TimelineSample>> samples_;
  std::size_t columns_ = 0;
  std::vector<std::optional<Sparkline>> made_;
};

void draw_sparkline(ImDrawList& list, const Sparkline& line, ImVec2 corner, float height,
                    ImU32 colour, float thickness);

}  // namespace fungescope::ui
