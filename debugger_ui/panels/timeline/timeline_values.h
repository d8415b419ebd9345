// What the lanes of a timeline show at one instant, exactly: the columns only have samples.
//
//     values.update(context, tick, lanes);                  // each frame
//     if (const InstantValues* at = values.at(tick)) ...    // a few milliseconds later
#pragma once

#include "debugger_ui/panels/timeline/timeline_lanes.h"
#include "debugger_ui/widgets/panel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

struct InstantValues {
  std::vector<std::optional<std::int64_t>> curves;  // nothing: not set, or no value there
  std::uint64_t output_size = 0;
  std::uint64_t input_position = 0;
  std::string phase;  // empty: none
};

class TimelineValues {
 public:
  // Asks the session for an instant, if it was not the last one asked for.
  void update(Context& context, Tick tick, const Lanes& lanes);
  // Returns null until they are known.
  [[nodiscard]] const InstantValues* at(Tick tick) const;

 private:
  struct Curve {
    std::string expression;
    std::optional<Point> cell;
    friend bool operator==(const Curve&, const Curve&) = default;
  };
  // All that the values depend on.
  struct Query {
    Tick tick = 0;
    BranchId branch = 0;
    std::size_t edits = 0;
    std::shared_ptr<const ProgramInfo> program;
    std::vector<Curve> curves;
    friend bool operator==(const Query&, const Query&) = default;
  };
  struct State {
    bool failed = false;  // interrupted: ask again
    std::optional<InstantValues> values;
  };
  static std::optional<InstantValues> run(const Query& query, Session& session, Monitor& monitor);

  std::optional<Query> asked_;
  std::shared_ptr<State> state_;  // shared with the query in flight
};

}  // namespace fungescope::ui
