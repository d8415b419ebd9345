// Chooses the lanes of a timeline and lays them out.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace fungescope::ui {

// The values between which a curve is drawn.
struct LaneRange {
  std::int64_t low = 0;
  std::int64_t high = 0;  // > low
  friend bool operator==(const LaneRange&, const LaneRange&) = default;
};
// Parses "0 100", "0..100" or "-5, 5".
[[nodiscard]] std::optional<LaneRange> parse_range(std::string_view text);

struct CurveChoice {
  std::string text;                // a variable's full name, or an expression
  std::optional<LaneRange> range;  // unset: that of the visible values
  friend bool operator==(const CurveChoice&, const CurveChoice&) = default;
};

// The user's choice; unset members default to the program's.
struct LaneChoice {
  static constexpr std::size_t max_curves = 8;

  std::optional<std::vector<CurveChoice>> curves;   // from the top
  std::optional<std::vector<std::string>> regions;  // names
  bool output = true;
  bool input = true;
  bool hits = true;
  bool phases = true;
  friend bool operator==(const LaneChoice&, const LaneChoice&) = default;
};

// The choices of each program, by its file.
class LaneChoices {
 public:
  static constexpr std::size_t max_programs = 64;

  [[nodiscard]] LaneChoice& of(const std::string& file);
  // Only those that differ from the default, the last `max_programs`.
  void save(nlohmann::ordered_json& settings) const;
  void load(const nlohmann::ordered_json& settings);

 private:
  std::vector<std::pair<std::string, LaneChoice>> programs_;
};

// An expression over time.
struct LaneCurve {
  std::string name;        // as the user wrote it
  std::string expression;  // for TimelineViewRequest
  WatchType type = WatchType::integer;
  std::optional<LaneRange> range;
  std::optional<Point> cell;  // of a variable, which is not set while it holds its source byte
  std::optional<std::size_t> coarse;  // index into the values of PlaybackSamples

  // CurveChoice::text
  [[nodiscard]] const std::string& choice() const { return cell ? name : expression; }
};

// "0..100", and whether it is fixed.
[[nodiscard]] std::string range_text(const LaneRange& range, const LaneCurve& curve);

// An amount per column.
struct LaneFlow {
  enum class Kind : std::uint8_t { hits, output, input, region };
  Kind kind = Kind::hits;
  std::string name;
  const char* unit = "";   // of one
  std::size_t region = 0;  // index into Symbols::regions
};

struct Lane {
  enum class Kind : std::uint8_t { ruler, marks, phases, curves, flow };
  Kind kind = Kind::ruler;
  std::size_t index = 0;  // curves: the first one; flow: its index
  std::size_t count = 1;  // curves: number of curves in the lane
  float top = 0;          // from the top of the timeline, pixels
  float height = 0;
};

// The lanes of a snapshot: what was chosen, as far as the program has it. By default the depth and
// progress of a sudoku solver; for other programs the depth of the stack, and the first numeric
// variables. And the regions of a solver's board, or the first regions.
struct Lanes {
  std::vector<LaneCurve> curves;
  std::vector<LaneFlow> flows;
  bool marks = false;
  bool phases = false;
};
[[nodiscard]] Lanes choose_lanes(const LaneChoice& choice, const ViewSnapshot& snapshot);

// The curves and regions that are shown, to be changed: sets the members of `choice`.
[[nodiscard]] std::vector<CurveChoice>& shown_curves(LaneChoice& choice, const Lanes& lanes);
[[nodiscard]] std::vector<std::string>& shown_regions(LaneChoice& choice, const Lanes& lanes);
// Returns the choice of a curve that is shown.
[[nodiscard]] CurveChoice& choice_of(LaneChoice& choice, const Lanes& lanes,
                                     const LaneCurve& curve);
// Adds a curve of the expression, if it is not shown already. Returns the error, empty if there is
// none: the expression does not parse, or there are LaneChoice::max_curves.
[[nodiscard]] std::string add_curve(LaneChoice& choice, const ViewSnapshot& snapshot,
                                    const std::string& text);

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
