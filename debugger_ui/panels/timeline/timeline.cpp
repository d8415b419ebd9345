#include "debugger_ui/panels/timeline/timeline.h"

#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/widgets/drawing.h"
#include "debugger_ui/widgets/item_names.h"
#include "lang/value_format.h"
#include "session/expressions/expression.h"
#include "session/run_control/search.h"
#include "session/views/views.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr float timeline_edge = 8;  // units; room at both ends for the handle of the present

}  // namespace

const Lane* Timeline::Frame::lane_at(float y) const {
  const auto found = std::find_if(layout.begin(), layout.end(), [y](const Lane& lane) {
    return y >= lane.top && y < lane.bottom();
  });
  return found == layout.end() ? nullptr : &*found;
}

void Timeline::draw(Context& context) {
  const ViewSnapshot& snapshot = context.snapshot;
  if (snapshot.program == nullptr) return;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size = ImGui::GetContentRegionAvail();
  if (snapshot.end == snapshot.begin) {
    name_area("timeline", {}, {corner, corner + size});
    return coloured_text(context.theme.faint, "play or step to record the run");
  }
  const float unit = context.scale;
  const float gutter = std::floor(std::clamp(size.x * 0.16F, 112 * unit, 190 * unit));
  if (size.x < gutter + 64 * unit || size.y < 24 * unit) {
    return placeholder_text(context, "there is no room for the timeline here");
  }

  const float left = std::floor(corner.x + gutter + timeline_edge * unit);
  TimelineCanvas canvas{*ImGui::GetWindowDrawList(),
                        context.theme,
                        context.fonts.small,
                        context.fonts.small->FontSize,
                        unit,
                        corner.y + size.y,
                        {0, 1, left, std::floor(corner.x + size.x - timeline_edge * unit - left)}};
  LaneChoice& choice = choices_[snapshot.program->file];
  if (const std::string text = std::exchange(context.selection.add_lane, {}); !text.empty()) {
    add_curve(context, choice, text);
  }
  Frame frame{context, canvas, corner, size, gutter, choice, choose_lanes(choice, snapshot), {}};
  frame.layout = lay_out(frame.lanes, corner.y, size.y, canvas.font_size + 2 * unit);
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
  for (const LaneCurve& curve : frame.lanes.curves) {
    request.expressions.push_back(curve.expression);
  }
  request.hits = std::any_of(frame.lanes.flows.begin(), frame.lanes.flows.end(),
                             [](const auto& flow) { return flow.kind == LaneFlow::Kind::hits; });
}

void Timeline::build_lane_columns(const Frame& frame) {
  SampleSource best;
  SampleSource rest;
  const Playfield& source = *program_->source;
  for (const LaneCurve& curve : frame.lanes.curves) {
    best.unset.emplace_back();
    if (curve.cell && source.contains(*curve.cell)) best.unset.back() = source.at(*curve.cell);
    rest.curves.push_back(curve.coarse);
  }
  rest.unset = best.unset;
  if (samples_ != nullptr) {
    best.samples = samples_->samples;
    for (const LaneCurve& curve : frame.lanes.curves) {
      const auto& sampled = samples_->request.expressions;
      const auto found = std::find(sampled.begin(), sampled.end(), curve.expression);
      best.curves.emplace_back();
      if (found != sampled.end())
        best.curves.back() = static_cast<std::size_t>(found - sampled.begin());
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
  canvas.list.PushClipRect(frame.corner, {frame.corner.x + frame.size.x, canvas.bottom}, true);
  for (const Lane& lane : frame.layout) {
    const float line = std::floor(lane.bottom()) + 0.5F;
    canvas.list.AddLine({frame.corner.x, line}, {frame.corner.x + frame.size.x, line},
                        frame.context.theme.grid_line);
  }
  const Tick present = scrub_tick_.value_or(frame.snapshot().tick);
  paint_ruler(canvas, ruler, present);
  for (const Lane& lane : frame.layout) {
    paint_label(frame, lane);
    canvas.list.PushClipRect({canvas.scale.left, frame.corner.y},
                             {canvas.right() + 1, canvas.bottom}, true);
    paint_lane(frame, lane);
    canvas.list.PopClipRect();
  }
  if (samples_ != nullptr && !samples_->done && !samples_->samples.empty()) {
    const float y = ruler.bottom();
    const float x = canvas.scale.x_of(samples_->samples.back().tick);
    canvas.list.AddLine({canvas.scale.left, y}, {std::min(x, canvas.right()), y},
                        frame.context.theme.dim, canvas.unit);
  }
  paint_causes(canvas, ruler, frame.context.selection.causes);
  if (window_.shows(present)) paint_present(canvas, present, ruler);
  canvas.list.PopClipRect();
}

void Timeline::paint_lane(const Frame& frame, const Lane& lane) {
  const TimelineCanvas& canvas = frame.canvas;
  const Theme& theme = frame.context.theme;
  const ItemBox box{{canvas.scale.left, lane.top}, {canvas.right(), lane.bottom()}};
  using Kind = Lane::Kind;
  if (lane.kind == Kind::marks) return paint_marks(frame, lane);
  if (lane.kind == Kind::phases) {
    name_area("lane of phases", {}, box);
    return paint_phases(canvas, lane, columns_.phases, program_->phases.names());
  }
  if (lane.kind == Kind::flow) {
    const LaneFlow& flow = frame.lanes.flows[lane.index];
    name_area("lane of", flow.name, box);
    const ImU32 colour = flow.kind == LaneFlow::Kind::hits ? theme.breakpoint
                         : flow.kind == LaneFlow::Kind::region
                             ? theme.modified
                             : theme.of(InstructionClass::input_output);
    return paint_flow(canvas, lane, columns_of(flow), colour);
  }
  if (lane.kind != Kind::curves) return;
  for (std::size_t i = lane.index; i < lane.index + lane.count; ++i) {
    paint_curve(canvas, lane, columns_.curves[i], frame.curve_colour(i));
  }
}

void Timeline::paint_label(const Frame& frame, const Lane& lane) const {
  const TimelineCanvas& canvas = frame.canvas;
  const Theme& theme = frame.context.theme;
  const float unit = canvas.unit;
  const float x = frame.corner.x + 6 * unit;
  const float width = frame.gutter - 12 * unit;
  using Kind = Lane::Kind;
  std::string label;  // none of the ruler
  if (lane.kind == Kind::marks) label = "marks";
  if (lane.kind == Kind::flow) label = frame.lanes.flows[lane.index].name;
  if (lane.kind == Kind::phases) {
    const std::string present = program_->phases.name_at(frame.snapshot().ip);
    label = frame.snapshot().status == Status::ended ? "phase: ended"
            : present.empty()                        ? "phases"
                                                     : "phase " + present;
  }
  if (lane.kind != Kind::curves) return canvas.lane_text(x, lane, width, theme.dim, label);
  Lane line = lane;
  line.height = std::min(lane.height / static_cast<float>(lane.count), canvas.font_size + 3 * unit);
  const bool two_lines = lane.count == 1 && lane.height >= 2 * line.height;
  if (lane.count == 1) line.top += (lane.height - (two_lines ? 2.0F : 1.0F) * line.height) / 2;
  for (std::size_t i = lane.index; i < lane.index + lane.count; ++i, line.top += line.height) {
    const LaneCurve& curve = frame.lanes.curves[i];
    const std::string value = value_of(frame, i);
    const float value_width = text_width(*canvas.font, value);
    canvas.list.AddRectFilled({x, line.top + 2 * unit}, {x + 3 * unit, line.bottom() - 2 * unit},
                              frame.curve_colour(i));
    canvas.lane_text(x + 8 * unit, line, width - 12 * unit - value_width, theme.dim, curve.name);
    canvas.lane_text(x + width - value_width, line, value_width + unit, theme.text, value);
    name_area("lane", curve.name, {{x, line.top}, {x + width, line.bottom()}});
    if (!two_lines) continue;
    const std::string range =
        fmt::format("{}..{}", format_value(columns_.curves[i].lowest, curve.type),
                    format_value(columns_.curves[i].highest, curve.type));
    line.top += line.height;
    canvas.lane_text(x + 8 * unit, line, width - 8 * unit, theme.faint, range);
    name_area("range " + curve.name, range, {{x, line.top}, {x + width, line.bottom()}});
  }
}

const FlowColumns& Timeline::columns_of(const LaneFlow& flow) const {
  using Kind = LaneFlow::Kind;
  return flow.kind == Kind::hits     ? columns_.hits
         : flow.kind == Kind::output ? columns_.output
         : flow.kind == Kind::input  ? columns_.input
                                     : columns_.regions[flow.region];
}

void Timeline::paint_marks(const Frame& frame, const Lane& lane) {
  const TimelineCanvas& canvas = frame.canvas;
  const Theme& theme = frame.context.theme;
  const std::vector<TimelineMark> marks = find_marks(frame.snapshot());
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const TimelineMark& mark = marks[i];
    if (!window_.shows(mark.tick)) continue;
    const float x = canvas.scale.x_of(mark.tick);
    const float next =
        i + 1 == marks.size() ? canvas.right() : canvas.scale.x_of(marks[i + 1].tick);
    const float room = std::min(next - x - 4 * canvas.unit, 140 * canvas.unit);
    const bool fork = mark.bookmark == 0;
    const ImU32 colour = !mark.on_branch ? theme.faint : fork ? theme.accent : theme.bookmark;
    paint_flag(canvas, x, lane, room, colour, mark.name);
    if (mark.on_branch && !fork) {
      canvas.list.AddLine({x, lane.bottom()}, {x, canvas.bottom},
                          with_alpha(theme.bookmark, 0.35F));
    }
    name_area("mark", mark.name, {{x - canvas.unit, lane.top}, {x + canvas.unit, lane.bottom()}});
    visible_marks_.push_back(mark);
  }
}

// The value at the mouse, else at the present.
std::string Timeline::value_of(const Frame& frame, std::size_t curve) const {
  const auto text = [&](const std::vector<std::optional<std::int64_t>>& values) -> std::string {
    if (curve >= values.size()) return "\u2026";
    return values[curve] ? format_value(*values[curve], frame.lanes.curves[curve].type) : "-";
  };
  if (hovered_) {
    const InstantValues* const known = values_at(*hovered_);
    return known == nullptr ? "\u2026" : text(known->curves);
  }
  for (const VariableSnapshot& variable : frame.snapshot().variables) {
    if (frame.lanes.curves[curve].cell == variable.watch.at && !variable.set) return "-";
  }
  return text(frame.snapshot().lane_values);
}

std::unique_ptr<Panel> make_timeline_panel() {
  return std::make_unique<Timeline>();
}

namespace {

std::optional<InstantValues> find_values(const InstantQuery& query, Session& session,
                                         Monitor& monitor) {
  ScopedSeek scoped_seek(session.history());
  if (!scoped_seek.seek(query.tick, &monitor)) return std::nullopt;
  const Machine& machine = session.machine();
  InstantValues values{
      {}, machine.output_size, machine.input_position, session.source().phases.name_at(machine.ip)};
  for (const auto& [text, cell] : query.curves) {
    values.curves.emplace_back();
    const bool unset = cell && machine.field.contains(*cell) && is_unset(machine.field, *cell);
    const auto expression = Expression::parse(text, session.symbols(), machine.field.size());
    if (!unset && expression) values.curves.back() = expression->evaluate(machine);
  }
  return values;
}

}  // namespace

void Timeline::ask_values(const Frame& frame, Tick tick) {
  const ViewSnapshot& snapshot = frame.snapshot();
  if (snapshot.playing()) return;
  InstantQuery query{tick, snapshot.branch, 0, snapshot.program, {}};
  if (const BranchInfo* const branch = find_branch(snapshot, snapshot.branch)) {
    query.edits = branch->edits.size();
  }
  for (const LaneCurve& curve : frame.lanes.curves) {
    query.curves.emplace_back(curve.expression, curve.cell);
  }
  if (values_.response() != nullptr && !*values_.response()) values_.clear();  // it was interrupted
  values_.update(frame.context, slot::timeline_values, query, find_values);
}

const InstantValues* Timeline::values_at(Tick tick) const {
  const auto* const response = values_.response();
  const bool known = response != nullptr && *response && values_.answered().tick == tick;
  return known ? &**response : nullptr;
}

}  // namespace fungescope::ui
