// Chooses the lanes of a timeline and lays them out.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace fungescope::ui {

// The user's choice; unset members default to the program's.
struct LaneChoice {
  static constexpr std::size_t max_curves = 6;

  std::optional<std::vector<std::string>> curves;   // full names of variables
  std::optional<std::vector<std::string>> regions;  // names
  bool output = true;
  bool input = true;
  bool hits = true;
  bool phases = true;
};
void save(const LaneChoice& choice, nlohmann::ordered_json& settings);
[[nodiscard]] LaneChoice load_lanes(const nlohmann::ordered_json& settings);

struct Lane {
  enum class Kind : std::uint8_t { ruler, marks, phases, curves, output, input, hits, region };
  Kind kind = Kind::ruler;
  std::size_t index = 0;  // curves: the first one; region: index among the chosen ones
  std::size_t count = 1;  // curves: number of curves in the lane
  float top = 0;          // from the top of the timeline, pixels
  float height = 0;
};

// The lanes of a snapshot: the chosen curves and regions that the program has. By default the depth
// and progress of a solver, or the first numeric variables, and the regions of a solver's board, or
// the first regions.
struct Lanes {
  std::vector<Watch> curves;
  std::vector<std::size_t> variables;  // by curve: index into Symbols::variables
  std::vector<std::size_t> regions;    // indices into Symbols::regions
  bool marks = false;
  bool phases = false;
  bool output = false;
  bool input = false;
  bool hits = false;
};
[[nodiscard]] Lanes choose_lanes(const LaneChoice& choice, const ViewSnapshot& snapshot);

// Lays lanes out from top to bottom. Curves get the remaining height and share a lane where it is
// small. `line`: the height of a line of small text.
[[nodiscard]] std::vector<Lane> lay_out(const Lanes& lanes, float height, float line);

// A clickable mark of the lane of marks: a bookmark, or the start of a branch.
struct TimelineMark {
  Tick tick = 0;
  std::string name;
  std::string tooltip;
  std::string command;         // submitted by a click
  std::uint32_t bookmark = 0;  // its id; 0: the start of a branch
  bool on_branch = true;       // in the past or future of the present branch
};
// Returns the marks of a snapshot in ascending order of ticks.
[[nodiscard]] std::vector<TimelineMark> find_marks(const ViewSnapshot& snapshot);

}  // namespace fungescope::ui
