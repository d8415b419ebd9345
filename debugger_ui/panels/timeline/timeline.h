// The timeline panel: lanes over the whole run, on which the user scrubs.
#pragma once

#include "debugger_ui/panels/common/idle_query.h"
#include "debugger_ui/panels/timeline/timeline_window.h"
#include "debugger_ui/widgets/panel.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <imgui/imgui.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {

// ---- Lanes

// The user's choice; unset members default to the program's.
struct LaneChoice {
  static constexpr std::size_t max_curves = 8;

  // Full names of variables, and expressions; from the top.
  std::optional<std::vector<std::string>> curves;
  std::optional<std::vector<std::string>> regions;  // names
  bool output = true;
  bool input = true;
  bool hits = true;
  bool phases = true;
  friend bool operator==(const LaneChoice&, const LaneChoice&) = default;
};

// An expression over time.
struct LaneCurve {
  std::string name;        // as the user wrote it
  std::string expression;  // for TimelineViewRequest
  WatchType type = WatchType::integer;
  std::optional<Point> cell;  // of a variable, which is not set while it holds its source byte
  std::optional<std::size_t> coarse;  // index into the values of PlaybackSamples

  // As in LaneChoice::curves.
  [[nodiscard]] const std::string& choice() const { return cell ? name : expression; }
};

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
  float top = 0;          // pixels of the screen
  float height = 0;

  [[nodiscard]] float bottom() const { return top + height; }
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
[[nodiscard]] std::vector<std::string>& shown_curves(LaneChoice& choice, const Lanes& lanes);
[[nodiscard]] std::vector<std::string>& shown_regions(LaneChoice& choice, const Lanes& lanes);
// Adds a curve of the expression, if it is not shown already. A message reports one that does not
// parse, and more than LaneChoice::max_curves.
void add_curve(Context& context, LaneChoice& choice, const std::string& text);

// Lays lanes out from top to bottom. Curves get the remaining height and share a lane where it is
// small. `line`: the height of a line of small text.
[[nodiscard]] std::vector<Lane> lay_out(const Lanes& lanes, float top, float height, float line);

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

// ---- Painting

// What drawing needs, for one frame.
struct TimelineCanvas {
  ImDrawList& list;
  const Theme& theme;
  ImFont* font;  // small
  float font_size;
  float unit;    // pixels per unit of length
  float bottom;  // of the lanes
  TimeScale scale;

  [[nodiscard]] float right() const { return scale.left + scale.width; }
  // Draws text centred vertically in a lane: smaller where the lane is lower than the text, omitted
  // where it would be unreadable, and clipped to `width`.
  void lane_text(float x, const Lane& lane, float width, ImU32 colour, std::string_view text) const;
};

// Omits the labels that the handle of the present would cover.
void paint_ruler(const TimelineCanvas& canvas, const Lane& ruler, Tick present);
void paint_curve(const TimelineCanvas& canvas, const Lane& lane, const CurveColumns& curve,
                 ImU32 colour);
// Opacity shows the amount; any amount is visible.
void paint_flow(const TimelineCanvas& canvas, const Lane& lane, const FlowColumns& flow,
                ImU32 colour);
// The colour of a phase; neighbours differ.
[[nodiscard]] ImU32 phase_colour(const Theme& theme, std::size_t phase);
// Draws the shares of each column one above the other, and the names of phases where they last.
void paint_phases(const TimelineCanvas& canvas, const Lane& lane,
                  const std::vector<FlowColumns>& phases, const std::vector<std::string>& names);
// Draws a flag at `x`, with its name after it where there is `room`.
void paint_flag(const TimelineCanvas& canvas, float x, const Lane& lane, float room, ImU32 colour,
                std::string_view name);
// Draws a tooth below the ruler for each step of an answer about causes, and a line for the step
// whose row is under the mouse.
void paint_causes(const TimelineCanvas& canvas, const Lane& ruler, const ShownCauses& causes);
// Draws the present: a line below the ruler with a handle in it that shows the tick.
void paint_present(const TimelineCanvas& canvas, Tick tick, const Lane& ruler);

// ---- The panel

// What the lanes show at one instant, exactly: the columns only have samples.
struct InstantValues {
  std::vector<std::optional<std::int64_t>> curves;  // nothing: not set, or no value there
  std::uint64_t output_size = 0;
  std::uint64_t input_position = 0;
  std::string phase;  // empty: none
};
// All that they depend on.
struct InstantQuery {
  Tick tick = 0;
  BranchId branch = 0;
  std::size_t edits = 0;
  std::shared_ptr<const ProgramInfo> program;
  std::vector<std::pair<std::string, std::optional<Point>>>
      curves;                 // expressions, variables' cells
  std::uint64_t instant = 0;  // 0: it runs at once
  friend bool operator==(const InstantQuery&, const InstantQuery&) = default;
};

class Timeline final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::timeline; }
  void draw(Context& context) override;
  void save(nlohmann::ordered_json& settings) const override;
  void load(const nlohmann::ordered_json& settings) override;

 private:
  struct Frame {
    Context& context;
    TimelineCanvas canvas;
    ImVec2 corner;
    ImVec2 size;
    float gutter;
    LaneChoice& choice;
    Lanes lanes;
    std::vector<Lane> layout;

    [[nodiscard]] const ViewSnapshot& snapshot() const { return context.snapshot; }
    [[nodiscard]] const Lane* lane_at(float y) const;
    [[nodiscard]] ImU32 curve_colour(std::size_t i) const {
      return context.theme.curves[i % std::size(context.theme.curves)];
    }
  };
  void follow(const Frame& frame);
  void request_samples(const Frame& frame);
  void build_lane_columns(const Frame& frame);
  void paint(const Frame& frame);
  void paint_lane(const Frame& frame, const Lane& lane);
  void paint_label(const Frame& frame, const Lane& lane) const;
  void paint_marks(const Frame& frame, const Lane& lane);
  void interact(Frame& frame);
  void scrub(const Frame& frame, float x);
  void zoom_and_pan(const Frame& frame);
  void click(const Frame& frame, ImVec2 mouse);
  void hover(Frame& frame, ImVec2 mouse);
  void ask_values(const Frame& frame, Tick tick);
  // Returns null until they are known, a few milliseconds after they were asked for.
  [[nodiscard]] const InstantValues* values_at(Tick tick) const;
  void draw_tooltip(const Frame& frame, Tick tick, const std::string& command) const;
  void draw_column(const Frame& frame, Tick tick) const;
  void draw_phase_shares(const Frame& frame, std::size_t at) const;
  [[nodiscard]] const FlowColumns& columns_of(const LaneFlow& flow) const;
  [[nodiscard]] const TimelineMark* mark_at(const Frame& frame, ImVec2 mouse) const;
  [[nodiscard]] const TimelineSample* hit_before(const Frame& frame, ImVec2 mouse) const;
  [[nodiscard]] std::string value_of(const Frame& frame, std::size_t curve) const;

  std::map<std::string, LaneChoice> choices_;  // by the program's file
  IdleQuery<InstantQuery, std::optional<InstantValues>> values_;
  TimeWindow window_;
  TimelineColumns columns_;
  std::shared_ptr<const TimelineSamples> samples_;  // the last non-empty samples
  BranchId branch_ = 0;
  std::shared_ptr<const ProgramInfo> program_;
  Tick present_ = 0;  // of the previous frame
  std::vector<TimelineMark> visible_marks_;
  std::optional<Tick> hovered_;     // the tick under the mouse
  std::optional<Tick> scrub_tick_;  // while scrubbing
  std::optional<Tick> menu_tick_;
  std::uint32_t menu_bookmark_ = 0;  // the one clicked; 0: none
  bool panning_ = false;
};

}  // namespace fungescope::ui
