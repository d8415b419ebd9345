// The rows of the watches: variables as a tree of scopes, filtered and collapsed, and their curves.
#pragma once

#include "debugger_ui/widgets/panel.h"
#include "session/queries/timeline_sampler.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

struct WatchRow {
  int depth = 0;
  bool scope = false;
  std::string name;          // scope: its last part; variable: its name
  std::string path;          // scope: in full, "A::B"; variable: its full name
  std::size_t variable = 0;  // index into the snapshot's variables
  std::size_t declared = 0;  // index among the program's declared variables
  std::size_t members = 0;   // scope: number of variables in it
  bool open = true;          // scope: expanded
};

// Returns global variables first, then scopes with theirs, in order of declaration. `filter` keeps
// variables whose full name contains it, ignoring case, and expands their scopes. `closed` are
// paths of collapsed scopes.
[[nodiscard]] std::vector<WatchRow> watch_rows(const std::vector<VariableSnapshot>& variables,
                                               const Symbols& symbols,
                                               const std::set<std::string>& closed,
                                               std::string_view filter);

// Returns how a command refers to the variable: its name if that resolves to it, else its cell,
// "2,3".
[[nodiscard]] std::string command_name(const Watch& variable, const Symbols& symbols);

// Returns the text of a watched expression if it names one value, a cell or the top of the stack,
// so that commands about values take it; else nothing.
[[nodiscard]] std::string value_named_by(const std::string& text, const ViewSnapshot& snapshot);

// ---- Curves

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
