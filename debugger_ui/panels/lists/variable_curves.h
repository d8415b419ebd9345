// How all variables went over the run: asked for while nothing moves, a little at a time.
#pragma once

#include "debugger_ui/widgets/panel.h"
#include "session/queries/timeline_sampler.h"

#include <memory>
#include <vector>

namespace fungescope::ui {

class VariableCurves {
 public:
  VariableCurves();
  ~VariableCurves();

  // Each frame in which the curves are seen.
  void update(Context& context);
  // Their `values` are in the order of Symbols::variables. Those that were taken as the run was
  // played, until there are better ones; may be null.
  [[nodiscard]] std::shared_ptr<const std::vector<TimelineSample>> samples(
      const ViewSnapshot& snapshot) const;

 private:
  struct Row;
  std::shared_ptr<Row> asked_;  // being sampled, or complete
  std::shared_ptr<Row> done_;   // the newest complete one
};

}  // namespace fungescope::ui
