// The timeline panel: lanes over the whole run, on which the user scrubs.
#pragma once

#include "debugger_ui/panels/timeline/timeline_columns.h"
#include "debugger_ui/panels/timeline/timeline_lanes.h"
#include "debugger_ui/panels/timeline/timeline_paint.h"
#include "debugger_ui/panels/timeline/timeline_window.h"
#include "debugger_ui/widgets/panel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace fungescope::ui {

// ---- The buttons and the context menu

// Draws the buttons from the cursor on, in a row of that height: the choice of lanes, and the whole
// run.
void timeline_buttons(Context& context, TimeWindow& window, LaneChoice& choice, const Lanes& lanes,
                      ImFont* font, float height);

// Adds a curve; says what is wrong.
void add_lane(Context& context, LaneChoice& choice, const std::string& text);

// Draws the popup "curve" while it is open: the range and the place of the curve `index`. A range
// that is typed arrives in `typed` later.
using TypedRange = std::shared_ptr<std::optional<CurveChoice>>;
void curve_menu(Context& context, LaneChoice& choice, const Lanes& lanes, std::size_t index,
                const TypedRange& typed);

// Draws the popup "at tick" while it is open: actions at that instant, and on the bookmark that was
// clicked (0: none).
void timeline_menu(Context& context, TimeWindow& window, Tick tick, std::uint32_t bookmark);

// ---- The panel

// What the lanes show at one instant, exactly: the columns only have samples.
struct InstantValues {
  std::vector<std::optional<std::int64_t>> curves;  // nothing: not set, or no value there
  std::uint64_t output_size = 0;
  std::uint64_t input_position = 0;
  std::string phase;  // empty: none
};

//     values.update(context, tick, lanes);                  // each frame
//     if (const InstantValues* at = values.at(tick)) ...    // a few milliseconds later
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

class Timeline final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::timeline; }
  [[nodiscard]] std::string_view title() const override { return "timeline"; }
  void draw(Context& context) override;
  void save(nlohmann::ordered_json& settings) const override { choices_.save(settings); }
  void load(const nlohmann::ordered_json& settings) override { choices_.load(settings); }

 private:
  // State of one frame.
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
    [[nodiscard]] float bottom() const { return corner.y + size.y; }
    [[nodiscard]] const Lane* lane(Lane::Kind kind) const;
    [[nodiscard]] const Lane* lane_of_hits() const;
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
  void change_lanes(Context& context, LaneChoice& choice);
  void draw_tooltip(const Frame& frame, Tick tick, const std::string& command) const;
  void draw_column(const Frame& frame, Tick tick) const;
  void draw_phase_shares(const Frame& frame, std::size_t at) const;
  void curve_labels(Frame& frame);
  [[nodiscard]] const FlowColumns& columns_of(const LaneFlow& flow) const;
  [[nodiscard]] LaneRange range_of(const Frame& frame, std::size_t curve) const;
  [[nodiscard]] const TimelineMark* mark_at(const Frame& frame, ImVec2 mouse) const;
  [[nodiscard]] const TimelineSample* hit_before(const Frame& frame, ImVec2 mouse) const;
  [[nodiscard]] std::string value_of(const Frame& frame, std::size_t curve) const;

  LaneChoices choices_;
  TypedRange typed_range_ = std::make_shared<std::optional<CurveChoice>>();
  std::size_t menu_curve_ = 0;
  bool opens_curve_menu_ = false;
  TimelineValues values_;
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
