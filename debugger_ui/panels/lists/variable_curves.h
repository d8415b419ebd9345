// Samples all variables over the run, in slices, while nothing else runs.
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
