// The mouse on the timeline: scrubbing, zooming, buttons, menus and the tooltip.
#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/timeline/timeline.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// A check box, so that the menu stays open.
bool item(const std::string& name, bool chosen, bool enabled = true) {
  ImGui::BeginDisabled(!enabled);
  const bool clicked = ImGui::Checkbox(name.c_str(), &chosen);
  ImGui::EndDisabled();
  return clicked;
}

void choose_curves(Context& context, LaneChoice& choice, const Lanes& lanes) {
  coloured_text(context.theme.dim, "curves");
  // Those that were typed here are last.
  std::vector<std::string> texts;
  const auto offer = [&](const std::string& text) {
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  };
  offer("depth");
  for (const Watch& variable : context.snapshot.program->symbols.variables()) {
    offer(variable.full_name());
  }
  for (const Debugger::Watched& watched : context.snapshot.watched) offer(watched.text);
  for (const LaneCurve& curve : lanes.curves) offer(curve.choice());
  for (const std::string& text : texts) {
    const bool shown = std::any_of(lanes.curves.begin(), lanes.curves.end(),
                                   [&](const LaneCurve& curve) { return curve.choice() == text; });
    const bool room = shown || lanes.curves.size() < LaneChoice::max_curves;
    if (!item(text == "depth" ? "stack depth" : text, shown, room)) continue;
    if (shown) {
      std::erase(shown_curves(choice, lanes), text);
    } else {
      add_curve(context, choice, text);
    }
  }
  if (ImGui::MenuItem("an expression…")) {
    Selection* const selection = &context.selection;
    context.services.prompt_line(
        "a curve", "an expression: top * 2, grid(2,5)", "",
        [selection](const std::string& text) { selection->add_lane = text; });
  }
}

void choose_regions(const Context& context, LaneChoice& choice, const Lanes& lanes) {
  const std::vector<Region>& regions = context.snapshot.program->symbols.regions();
  if (regions.empty()) return;
  coloured_text(context.theme.dim, "changes of regions");
  for (const Region& region : regions) {
    const bool shown = std::any_of(lanes.flows.begin(), lanes.flows.end(), [&](const auto& flow) {
      return flow.kind == LaneFlow::Kind::region && flow.name == region.name;
    });
    if (!item(region.name, shown)) continue;
    std::vector<std::string>& names = shown_regions(choice, lanes);
    if (std::erase(names, region.name) == 0) names.push_back(region.name);
  }
}

void lanes_popup(Context& context, LaneChoice& choice, const Lanes& lanes) {
  if (!ImGui::BeginPopup("lanes")) return;
  choose_curves(context, choice, lanes);
  ImGui::Separator();
  if (item("phases", choice.phases)) choice.phases = !choice.phases;
  if (item("output", choice.output)) choice.output = !choice.output;
  if (item("input", choice.input)) choice.input = !choice.input;
  if (item("breakpoint hits", choice.hits)) choice.hits = !choice.hits;
  ImGui::Separator();
  choose_regions(context, choice, lanes);
  ImGui::Separator();
  if (ImGui::MenuItem("as at first")) choice = {};
  ImGui::EndPopup();
}

// A menu item with its command next to it.
void line_item(Context& context, const char* label, const std::string& line) {
  if (ImGui::MenuItem(label, line.c_str())) context.services.run(line);
}

void bookmark_items(Context& context, std::uint32_t id) {
  const std::vector<Bookmark>& all = context.snapshot.bookmarks;
  const auto found =
      std::find_if(all.begin(), all.end(), [id](const Bookmark& one) { return one.id == id; });
  if (found == all.end()) return;
  ImGui::Separator();
  coloured_text(context.theme.dim, escape_controls(found->name));
  if (ImGui::MenuItem("rename…", fmt::format("rename {} NAME", id).c_str())) {
    ask_bookmark_name(context.services, *found);
  }
  line_item(context, "delete it", fmt::format("unmark {}", id));
}

void timeline_buttons(Context& context, TimeWindow& window, LaneChoice& choice, const Lanes& lanes,
                      ImFont* font, float height) {
  ImGui::PushFont(font);
  const float padding = std::max((height - ImGui::GetTextLineHeight()) / 2 - context.scale, 0.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {5 * context.scale, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {4 * context.scale, 0});
  if (ImGui::Button("lanes")) ImGui::OpenPopup("lanes");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("choose what the timeline shows");
  ImGui::SameLine();
  ImGui::BeginDisabled(window.shows_all());
  if (ImGui::Button("whole run")) window.fit();
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
    ImGui::SetTooltip("show the whole run (double click)\nthe wheel zooms, shift and drag moves");
  }
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
  lanes_popup(context, choice, lanes);
}

void timeline_menu(Context& context, Tick tick, std::uint32_t bookmark) {
  if (!ImGui::BeginPopup("at tick")) return;
  coloured_text(context.theme.dim, "tick " + with_separators(tick));
  line_item(context, "go here", fmt::format("goto {}", tick));
  ImGui::BeginDisabled(tick <= context.snapshot.tick);
  line_item(context, "run to here", fmt::format("until tick >= {}", tick));
  ImGui::EndDisabled();
  Services& services = context.services;
  ImGui::Separator();
  if (ImGui::MenuItem("mark here…", "mark NAME")) {
    services.prompt_line(fmt::format("bookmark at tick {}", with_separators(tick)), "name", "",
                         [&services, tick](const std::string& name) {
                           services.run(fmt::format("goto {}", tick));
                           services.run("mark " + name);
                         });
  }
  if (ImGui::MenuItem("compare with here", fmt::format("diff {}", tick).c_str())) {
    context.selection.compare_with = tick;
    services.reveal(PanelId::comparison);
  }
  if (bookmark != 0) bookmark_items(context, bookmark);
  ImGui::EndPopup();
}

void tooltip_row(float unit, ImU32 colour, const std::string& name, const std::string& value) {
  coloured_text(colour, name);
  ImGui::SameLine(0, 0);
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), 150 * unit));
  ImGui::TextUnformatted(value.c_str());
}

}  // namespace

void Timeline::interact(Frame& frame) {
  const Lane& ruler = frame.layout.front();
  ImGui::SetCursorScreenPos({frame.corner.x + 4 * frame.canvas.unit, frame.corner.y});
  timeline_buttons(frame.context, window_, frame.choice, frame.lanes, frame.canvas.font,
                   ruler.height);

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
  if (menu_tick_) timeline_menu(frame.context, *menu_tick_, menu_bookmark_);
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
  // A drag is one visit.
  const Visit visit = scrub_tick_ == no_limit ? Visit::next : Visit::same;
  scrub_tick_ = tick;
  frame.context.session.seek(tick, "click on the timeline", visit);
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
  const Lane* const lane = frame.lane_at(mouse.y);
  if (lane == nullptr || lane->kind != Lane::Kind::marks) return nullptr;
  const TimelineMark* nearest = nullptr;
  float distance = 12 * frame.canvas.unit;
  for (const TimelineMark& mark : visible_marks_) {
    const float x = frame.canvas.scale.x_of(mark.tick);
    if (std::abs(mouse.x - x) >= distance) continue;
    distance = std::abs(mouse.x - x);
    nearest = &mark;
  }
  return nearest;
}

// In the lane of hits: the sample before the one nearest to the mouse.
const TimelineSample* Timeline::hit_before(const Frame& frame, ImVec2 mouse) const {
  const Lane* const lane = frame.lane_at(mouse.y);
  const bool over = lane != nullptr && lane->kind == Lane::Kind::flow &&
                    frame.lanes.flows[lane->index].kind == LaneFlow::Kind::hits;
  if (!over || samples_ == nullptr) return nullptr;
  const TimelineSample* found = nullptr;
  float distance = 6 * frame.canvas.unit;
  for (std::size_t i = 1; i < samples_->samples.size(); ++i) {
    if (samples_->samples[i].hits == 0) continue;
    const float at = frame.canvas.scale.x_of(samples_->samples[i].tick);
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
  ask_values(frame, tick);
  frame.context.selection.hovered_tick = tick;
  if (!scrub_tick_) {
    const float x = std::floor(canvas.scale.x_of(tick)) + 0.5F;
    canvas.list.AddLine({x, frame.corner.y}, {x, canvas.bottom},
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
  ImGui::BeginTooltip();
  ImGui::Text("tick %s", with_separators(tick).c_str());
  const auto row = [&](ImU32 colour, const std::string& name, const std::string& value) {
    tooltip_row(frame.canvas.unit, colour, name, value);
    name_area("at " + with_separators(tick), name + " " + value, {});
  };
  for (std::size_t i = 0; i < frame.lanes.curves.size(); ++i) {
    row(frame.curve_colour(i), frame.lanes.curves[i].name, value_of(frame, i));
  }
  if (const InstantValues* const known = values_at(tick)) {
    const ImU32 dim = frame.context.theme.dim;
    if (!known->phase.empty()) row(dim, "phase", escape_controls(known->phase));
    for (const LaneFlow& flow : frame.lanes.flows) {
      if (flow.kind == LaneFlow::Kind::output) {
        row(dim, "output", count_text(known->output_size, "byte"));
      } else if (flow.kind == LaneFlow::Kind::input) {
        row(dim, "input", count_text(known->input_position, "byte") + " read");
      }
    }
  }
  draw_column(frame, tick);
  coloured_text(frame.context.theme.faint, line);
  ImGui::EndTooltip();
}

// What happens in the ticks of the column, by the samples.
void Timeline::draw_column(const Frame& frame, Tick tick) const {
  const Theme& theme = frame.context.theme;
  const TimeScale& scale = frame.canvas.scale;
  const auto at =
      static_cast<std::size_t>(std::clamp(scale.x_of(tick) - scale.left, 0.0F, scale.width - 1));
  bool first = true;
  const auto heading = [&] {
    if (std::exchange(first, false)) coloured_text(theme.faint, "around it");
  };
  for (const LaneFlow& flow : frame.lanes.flows) {
    const FlowColumns& columns = columns_of(flow);
    if (at >= columns.amount.size() || columns.amount[at] <= 0) continue;
    const float amount = columns.amount[at];
    heading();
    tooltip_row(frame.canvas.unit, theme.dim, flow.name,
                amount < 0.95F
                    ? fmt::format("less than one {}", flow.unit)
                    : fmt::format("{:.0f} {}{}", amount, flow.unit, amount < 1.5F ? "" : "s"));
  }
  if (!frame.lanes.phases) return;
  heading();
  draw_phase_shares(frame, at);
}

}  // namespace fungescope::ui
