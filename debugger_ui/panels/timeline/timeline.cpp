// The timeline: lanes over the whole run, on which the user scrubs.
#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/timeline/timeline_columns.h"
#include "debugger_ui/panels/timeline/timeline_lanes.h"
#include "debugger_ui/panels/timeline/timeline_menus.h"
#include "debugger_ui/panels/timeline/timeline_paint.h"
#include "debugger_ui/panels/timeline/timeline_window.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/item_names.h"
#include "lang/value_format.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

constexpr float timeline_edge = 8;  // units; room at both ends for the handle of the present

class Timeline final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::timeline; }
  [[nodiscard]] std::string_view title() const override { return "timeline"; }
  void draw(Context& context) override;
  void save(nlohmann::ordered_json& settings) const override {
    fungescope::ui::save(choice_, settings);
  }
  void load(const nlohmann::ordered_json& settings) override { choice_ = load_lanes(settings); }

 private:
  // State of one frame.
  struct Frame {
    Context& context;
    TimelineCanvas canvas;
    ImVec2 corner;
    ImVec2 size;
    float gutter;
    Lanes lanes;
    std::vector<Lane> layout;

    [[nodiscard]] const ViewSnapshot& snapshot() const { return context.snapshot; }
    [[nodiscard]] float bottom() const { return corner.y + size.y; }
    [[nodiscard]] const Lane* lane(Lane::Kind kind) const;
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
  void draw_tooltip(const Frame& frame, Tick tick, const std::string& command) const;
  void draw_phase_shares(const Frame& frame, std::size_t at) const;
  [[nodiscard]] const TimelineMark* mark_at(const Frame& frame, ImVec2 mouse) const;
  [[nodiscard]] const TimelineSample* hit_before(const Frame& frame, ImVec2 mouse) const;
  [[nodiscard]] std::string value_of(const Frame& frame, std::size_t curve) const;

  LaneChoice choice_;
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

const Lane* Timeline::Frame::lane(Lane::Kind kind) const {
  const auto found = std::find_if(layout.begin(), layout.end(),
                                  [kind](const Lane& lane) { return lane.kind == kind; });
  return found == layout.end() ? nullptr : &*found;
}

void Timeline::draw(Context& context) {
  const ViewSnapshot& snapshot = context.snapshot;
  if (snapshot.program == nullptr) return;
  if (snapshot.end == snapshot.begin) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    name_area("timeline", {}, {at, {at.x + room.x, at.y + room.y}});
    return coloured_text(context.theme.faint, "play or step to record the run");
  }
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size = ImGui::GetContentRegionAvail();
  const float unit = context.scale;
  const float gutter = std::floor(std::clamp(size.x * 0.16F, 112 * unit, 190 * unit));
  if (size.x < gutter + 64 * unit || size.y < 24 * unit) {
    return placeholder_text(context, "there is no room for the timeline here");
  }

  const float left = std::floor(corner.x + gutter + timeline_edge * unit);
  TimelineCanvas canvas{*ImGui::GetWindowDrawList(),
                        context.theme,
                        context.fonts.small,
                        font_size(*context.fonts.small),
                        unit,
                        {0, 1, left, std::floor(corner.x + size.x - timeline_edge * unit - left)}};
  Frame frame{context, canvas, corner, size, gutter, choose_lanes(choice_, snapshot), {}};
  frame.layout = lay_out(frame.lanes, size.y, canvas.font_size + 2 * unit);
  follow(frame);
  frame.canvas.scale.from = window_.from();
  frame.canvas.scale.to = window_.to();
  request_samples(frame);
  build_lane_columns(frame);
  paint(frame);
  interact(frame);
}

// The window follows the run, and the present if that was visible before.
void Timeline::follow(const Frame& frame) {
  const ViewSnapshot& snapshot = frame.snapshot();
  if (program_ != snapshot.program || branch_ != snapshot.branch) {
    if (program_ != snapshot.program) window_.fit();
    program_ = snapshot.program;
    branch_ = snapshot.branch;
    samples_ = nullptr;
  }
  window_.set_run(snapshot.begin, snapshot.end);
  std::optional<Tick>& wanted = frame.context.selection.show_tick;
  if (wanted) window_.show(*wanted);
  wanted.reset();
  if (!scrub_tick_ && !panning_ && snapshot.tick != present_ && window_.shows(present_)) {
    window_.show(snapshot.tick);
  }
  present_ = snapshot.tick;
  if (snapshot.timeline != nullptr && !snapshot.timeline->samples.empty())
    samples_ = snapshot.timeline;
}

void Timeline::request_samples(const Frame& frame) {
  TimelineViewRequest& request = frame.context.request.timeline;
  request = samples_request(window_, frame.canvas.scale.width);
  for (const Watch& curve : frame.lanes.curves) request.cells.push_back(curve.at);
  request.hits = frame.lanes.hits;
}

void Timeline::build_lane_columns(const Frame& frame) {
  SampleSource best;
  SampleSource rest;
  const Playfield& source = *program_->source;
  for (const Watch& curve : frame.lanes.curves) {
    best.unset.push_back(source.contains(curve.at) ? source.at(curve.at) : 0);
  }
  rest.unset = best.unset;
  if (samples_ != nullptr) {
    best.samples = samples_->samples;
    for (const Watch& curve : frame.lanes.curves) {
      const auto& cells = samples_->request.cells;
      const auto found = std::find(cells.begin(), cells.end(), curve.at);
      best.curves.emplace_back();
      if (found != cells.end())
        best.curves.back() = static_cast<std::size_t>(found - cells.begin());
    }
    best.end = samples_->samples.back().tick;
    // Nothing is known after the last sample, but its column extends until the next would begin.
    if (samples_->samples.size() > 1) {
      const Tick column = best.end - samples_->samples[samples_->samples.size() - 2].tick;
      best.end = std::min(best.end + column, frame.snapshot().end);
    }
  }
  if (frame.snapshot().played != nullptr && !frame.snapshot().played->empty()) {
    rest.samples = *frame.snapshot().played;
    rest.curves.assign(frame.lanes.variables.begin(), frame.lanes.variables.end());
    rest.end = rest.samples.back().tick;
  }
  build_columns(best, rest, frame.canvas.scale, frame.lanes.curves.size(),
                program_->symbols.regions().size(), columns_);
}

// ---- Painting

void Timeline::paint(const Frame& frame) {
  const TimelineCanvas& canvas = frame.canvas;
  const Lane& ruler = frame.layout.front();
  visible_marks_.clear();
  canvas.list.PushClipRect(frame.corner, {frame.corner.x + frame.size.x, frame.bottom()}, true);
  for (const Lane& lane : frame.layout) {
    const float line = std::floor(frame.corner.y + lane.top + lane.height) + 0.5F;
    canvas.list.AddLine({frame.corner.x, line}, {frame.corner.x + frame.size.x, line},
                        frame.context.theme.grid_line);
  }
  const Tick present = scrub_tick_.value_or(frame.snapshot().tick);
  paint_ruler(canvas, frame.corner.y, ruler.height, frame.bottom(), present);
  for (const Lane& lane : frame.layout) {
    paint_label(frame, lane);
    canvas.list.PushClipRect({canvas.scale.left, frame.corner.y},
                             {canvas.right() + 1, frame.bottom()}, true);
    paint_lane(frame, lane);
    canvas.list.PopClipRect();
  }
  if (samples_ != nullptr && !samples_->done && !samples_->samples.empty()) {
    const float y = frame.corner.y + ruler.height;
    const float x = canvas.scale.x_of(static_cast<double>(samples_->samples.back().tick));
    canvas.list.AddLine({canvas.scale.left, y}, {std::min(x, canvas.right()), y},
                        frame.context.theme.dim, canvas.unit);
  }
  if (window_.shows(present)) {
    paint_present(canvas, present, frame.corner.y, ruler.height, frame.bottom());
  }
  canvas.list.PopClipRect();
}

void Timeline::paint_lane(const Frame& frame, const Lane& lane) {
  const TimelineCanvas& canvas = frame.canvas;
  const Theme& theme = frame.context.theme;
  const float top = frame.corner.y + lane.top;
  switch (lane.kind) {
    case Lane::Kind::ruler:
      return;
    case Lane::Kind::marks:
      return paint_marks(frame, lane);
    case Lane::Kind::phases:
      name_area("lane of phases", {},
                {{canvas.scale.left, top}, {canvas.right(), top + lane.height}});
      return paint_phases(canvas, top, lane.height, columns_.phases, program_->phases.names());
    case Lane::Kind::curves:
      for (std::size_t i = lane.index; i < lane.index + lane.count; ++i) {
        paint_curve(canvas, top, lane.height, columns_.curves[i], frame.curve_colour(i));
      }
      return;
    case Lane::Kind::output:
      return paint_flow(canvas, top, lane.height, columns_.output,
                        theme.of(InstructionClass::input_output));
    case Lane::Kind::input:
      return paint_flow(canvas, top, lane.height, columns_.input,
                        theme.of(InstructionClass::input_output));
    case Lane::Kind::hits:
      name_area("lane of stops", {},
                {{canvas.scale.left, top}, {canvas.right(), top + lane.height}});
      return paint_flow(canvas, top, lane.height, columns_.hits, theme.breakpoint);
    case Lane::Kind::region:
      return paint_flow(canvas, top, lane.height, columns_.regions[frame.lanes.regions[lane.index]],
                        theme.modified);
  }
}

void Timeline::paint_label(const Frame& frame, const Lane& lane) const {
  const TimelineCanvas& canvas = frame.canvas;
  const Theme& theme = frame.context.theme;
  const float unit = canvas.unit;
  const float top = frame.corner.y + lane.top;
  const float x = frame.corner.x + 6 * unit;
  const float width = frame.gutter - 12 * unit;
  const auto label = [&](std::string_view text) {
    canvas.lane_text(x, top, lane.height, width, theme.dim, text);
  };
  switch (lane.kind) {
    case Lane::Kind::ruler:
      return;
    case Lane::Kind::marks:
      return label("marks");
    case Lane::Kind::phases: {
      if (frame.snapshot().status == Status::ended) return label("phase: ended");
      const std::string present = program_->phases.name_at(frame.snapshot().ip);
      return label(present.empty() ? "phases" : "phase " + present);
    }
    case Lane::Kind::output:
      return label("output");
    case Lane::Kind::input:
      return label("input");
    case Lane::Kind::hits:
      return label("stops");
    case Lane::Kind::region:
      return label(program_->symbols.regions()[frame.lanes.regions[lane.index]].name);
    case Lane::Kind::curves:
      break;
  }
  const float height =
      std::min(lane.height / static_cast<float>(lane.count), canvas.font_size + 3 * unit);
  float y = top + (lane.count == 1 ? (lane.height - height) / 2 : 0);
  for (std::size_t i = lane.index; i < lane.index + lane.count; ++i, y += height) {
    const std::string value = value_of(frame, i);
    const float value_width = canvas.text_width(value);
    canvas.list.AddRectFilled({x, y + 2 * unit}, {x + 3 * unit, y + height - 2 * unit},
                              frame.curve_colour(i));
    canvas.lane_text(x + 8 * unit, y, height, width - 12 * unit - value_width, theme.dim,
                     frame.lanes.curves[i].name);
    canvas.lane_text(x + width - value_width, y, height, value_width + unit, theme.text, value);
  }
}

void Timeline::paint_marks(const Frame& frame, const Lane& lane) {
  const TimelineCanvas& canvas = frame.canvas;
  const Theme& theme = frame.context.theme;
  const float top = frame.corner.y + lane.top;
  const std::vector<TimelineMark> marks = find_marks(frame.snapshot());
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const TimelineMark& mark = marks[i];
    if (!window_.shows(mark.tick)) continue;
    const float x = canvas.scale.x_of(static_cast<double>(mark.tick));
    const float next = i + 1 == marks.size()
                           ? canvas.right()
                           : canvas.scale.x_of(static_cast<double>(marks[i + 1].tick));
    const float room = std::min(next - x - 4 * canvas.unit, 140 * canvas.unit);
    const bool fork = mark.bookmark == 0;
    const ImU32 colour = !mark.on_branch ? theme.faint : fork ? theme.accent : theme.bookmark;
    (fork ? paint_fork : paint_flag)(canvas, x, top, lane.height, room, colour, mark.name);
    if (mark.on_branch && !fork) {
      canvas.list.AddLine({x, top + lane.height}, {x, frame.bottom()},
                          with_alpha(theme.bookmark, 0.35F));
    }
    name_area("mark", mark.name, {{x - canvas.unit, top}, {x + canvas.unit, top + lane.height}});
    visible_marks_.push_back(mark);
  }
}

// The value at the mouse, else at the present.
std::string Timeline::value_of(const Frame& frame, std::size_t curve) const {
  const Watch& watch = frame.lanes.curves[curve];
  if (!hovered_) {
    for (const VariableSnapshot& variable : frame.snapshot().variables) {
      if (variable.watch.at == watch.at && !variable.set) return "-";
      if (variable.watch.at == watch.at) return format_value(variable.value, watch.type);
    }
  }
  const TimeScale& scale = frame.canvas.scale;
  const CurveColumns& columns = columns_.curves[curve];
  const Tick tick = hovered_.value_or(frame.snapshot().tick);
  const float x = scale.x_of(static_cast<double>(tick)) - scale.left;
  if (columns.known.empty()) return {};
  const auto at =
      static_cast<std::size_t>(std::clamp(x, 0.0F, static_cast<float>(columns.known.size() - 1)));
  if (columns.known[at] == 0) return "?";
  if (columns.low[at] == columns.high[at]) return format_value(columns.last[at], watch.type);
  return fmt::format("{}..{}", format_value(columns.low[at], watch.type),
                     format_value(columns.high[at], watch.type));
}

// ---- Mouse

void Timeline::interact(Frame& frame) {
  const Lane& ruler = frame.layout.front();
  ImGui::SetCursorScreenPos({frame.corner.x + 4 * frame.canvas.unit, frame.corner.y});
  timeline_buttons(frame.context, window_, choice_, frame.lanes, frame.canvas.font, ruler.height);

  ImGui::SetCursorScreenPos({frame.corner.x + frame.gutter, frame.corner.y});
  ImGui::InvisibleButton("strip", {frame.size.x - frame.gutter, frame.size.y},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle |
                             ImGuiButtonFlags_MouseButtonRight);
  name_item("timeline");
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool over = ImGui::IsItemHovered();
  hovered_.reset();
  if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) click(frame, mouse);
  if (over && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) window_.fit();
  if (over && ImGui::IsMouseReleased(ImGuiMouseButton_Right)) {
    const TimelineMark* const mark = mark_at(frame, mouse);
    menu_bookmark_ = mark == nullptr ? 0 : mark->bookmark;
    menu_tick_ = menu_bookmark_ != 0 ? mark->tick
                                     : frame.canvas.scale.tick_at(mouse.x, frame.snapshot().begin,
                                                                  frame.snapshot().end);
    ImGui::OpenPopup("at tick");
  }
  if (over || panning_) zoom_and_pan(frame);
  if (scrub_tick_) scrub(frame, mouse.x);
  // A click and its release may arrive in the same frame.
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) scrub_tick_.reset();
  if (over || scrub_tick_) hover(frame, mouse);
  if (menu_tick_) timeline_menu(frame.context, window_, *menu_tick_, menu_bookmark_);
}

void Timeline::click(const Frame& frame, ImVec2 mouse) {
  if (ImGui::GetIO().KeyShift) return;  // pans
  if (const TimelineMark* const mark = mark_at(frame, mouse)) {
    frame.context.services.run(mark->command);
    return;
  }
  if (const TimelineSample* const before = hit_before(frame, mouse)) {
    frame.context.services.run(fmt::format("goto {}", before->tick));
    frame.context.services.run("continue");
    return;
  }
  scrub_tick_ = no_limit;
  scrub(frame, mouse.x);
}

void Timeline::scrub(const Frame& frame, float x) {
  const ViewSnapshot& snapshot = frame.snapshot();
  const Tick tick = frame.canvas.scale.tick_at(x, snapshot.begin, snapshot.end);
  if (scrub_tick_ == tick) return;
  scrub_tick_ = tick;
  frame.context.session.seek(tick);
}

void Timeline::zoom_and_pan(const Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  const TimeScale& scale = frame.canvas.scale;
  if (io.MouseWheel != 0 && !panning_) {
    const float x = std::clamp(io.MousePos.x, scale.left, frame.canvas.right());
    window_.zoom(std::pow(0.8, static_cast<double>(io.MouseWheel)), scale.at(x));
  }
  const double ticks_per_pixel = window_.span() / static_cast<double>(scale.width);
  if (io.MouseWheelH != 0)
    window_.pan(-40.0 * static_cast<double>(io.MouseWheelH) * ticks_per_pixel);
  const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Middle) ||
                    (io.KeyShift && !scrub_tick_ && ImGui::IsMouseDown(ImGuiMouseButton_Left));
  panning_ = held && (panning_ || ImGui::IsItemActive());
  if (panning_) window_.pan(-static_cast<double>(io.MouseDelta.x) * ticks_per_pixel);
}

const TimelineMark* Timeline::mark_at(const Frame& frame, ImVec2 mouse) const {
  const Lane* const marks = frame.lane(Lane::Kind::marks);
  const float y = mouse.y - frame.corner.y;
  if (marks == nullptr || y < marks->top || y >= marks->top + marks->height) return nullptr;
  const TimelineMark* nearest = nullptr;
  float distance = 12 * frame.canvas.unit;
  for (const TimelineMark& mark : visible_marks_) {
    const float x = frame.canvas.scale.x_of(static_cast<double>(mark.tick));
    if (std::abs(mouse.x - x) >= distance) continue;
    distance = std::abs(mouse.x - x);
    nearest = &mark;
  }
  return nearest;
}

// In the lane of hits: the sample before the one nearest to the mouse.
const TimelineSample* Timeline::hit_before(const Frame& frame, ImVec2 mouse) const {
  const Lane* const hits = frame.lane(Lane::Kind::hits);
  const float y = mouse.y - frame.corner.y;
  const bool over = hits != nullptr && y >= hits->top && y < hits->top + hits->height;
  if (!over || samples_ == nullptr) return nullptr;
  const TimelineSample* found = nullptr;
  float distance = 6 * frame.canvas.unit;
  for (std::size_t i = 1; i < samples_->samples.size(); ++i) {
    if (samples_->samples[i].hits == 0) continue;
    const float at = frame.canvas.scale.x_of(static_cast<double>(samples_->samples[i].tick));
    if (std::abs(at - mouse.x) >= distance) continue;
    distance = std::abs(at - mouse.x);
    found = &samples_->samples[i - 1];
  }
  return found;
}

void Timeline::hover(Frame& frame, ImVec2 mouse) {
  const TimelineCanvas& canvas = frame.canvas;
  if (const TimelineMark* const mark = mark_at(frame, mouse); mark != nullptr && !scrub_tick_) {
    ImGui::SetTooltip("%s\n%s", mark->tooltip.c_str(), mark->command.c_str());
    return;
  }
  const Tick tick = canvas.scale.tick_at(mouse.x, frame.snapshot().begin, frame.snapshot().end);
  hovered_ = tick;
  frame.context.selection.hovered_tick = tick;
  if (!scrub_tick_) {
    const float x = std::floor(canvas.scale.x_of(static_cast<double>(tick))) + 0.5F;
    canvas.list.AddLine({x, frame.corner.y}, {x, frame.bottom()},
                        with_alpha(frame.context.theme.text, 0.5F));
  }
  const TimelineSample* const before = scrub_tick_ ? nullptr : hit_before(frame, mouse);
  draw_tooltip(frame, tick,
               before != nullptr ? fmt::format("goto {}, continue", before->tick)
                                 : fmt::format("goto {}", tick));
}

// Names the phases of a column, those with most ticks first.
void Timeline::draw_phase_shares(const Frame& frame, std::size_t at) const {
  float all = 0;
  std::vector<std::pair<float, std::size_t>> shares;
  for (std::size_t i = 0; i < columns_.phases.size(); ++i) {
    const auto& amount = columns_.phases[i].amount;
    if (at >= amount.size() || amount[at] <= 0) continue;
    all += amount[at];
    if (i < program_->phases.names().size()) shares.emplace_back(amount[at], i);
  }
  std::sort(shares.rbegin(), shares.rend());
  for (const auto& [amount, phase] : shares) {
    coloured_text(phase_colour(frame.context.theme, phase),
                  fmt::format("{} {:.0f}%", escape_controls(program_->phases.names()[phase]),
                              100 * amount / all));
  }
}

void Timeline::draw_tooltip(const Frame& frame, Tick tick, const std::string& line) const {
  const Theme& theme = frame.context.theme;
  ImGui::BeginTooltip();
  ImGui::Text("tick %s", with_separators(tick).c_str());
  const auto row = [&](ImU32 colour, const std::string& name, const std::string& value) {
    coloured_text(colour, name);
    ImGui::SameLine(0, 0);
    ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), 150 * frame.canvas.unit));
    ImGui::TextUnformatted(value.c_str());
  };
  for (std::size_t i = 0; i < frame.lanes.curves.size(); ++i) {
    row(frame.curve_colour(i), frame.lanes.curves[i].full_name(), value_of(frame, i));
  }
  const TimeScale& scale = frame.canvas.scale;
  const auto at = static_cast<std::size_t>(
      std::clamp(scale.x_of(static_cast<double>(tick)) - scale.left, 0.0F, scale.width - 1));
  const auto flow = [&](const std::string& name, const FlowColumns& columns, const char* unit) {
    if (at >= columns.amount.size() || columns.amount[at] <= 0) return;
    const float amount = columns.amount[at];
    row(theme.dim, name,
        amount < 0.95F ? fmt::format("less than one {}", unit)
                       : fmt::format("{:.0f} {}{}", amount, unit, amount < 1.5F ? "" : "s"));
  };
  if (frame.lanes.phases) draw_phase_shares(frame, at);
  if (frame.lanes.hits) flow("stops", columns_.hits, "hit");
  if (frame.lanes.output) flow("output", columns_.output, "byte");
  if (frame.lanes.input) flow("input", columns_.input, "byte");
  for (const std::size_t region : frame.lanes.regions) {
    flow(program_->symbols.regions()[region].name, columns_.regions[region], "change");
  }
  coloured_text(theme.faint, line);
  ImGui::EndTooltip();
}

}  // namespace

std::unique_ptr<Panel> make_timeline_panel() {
  return std::make_unique<Timeline>();
}

}  // namespace fungescope::ui
