#include "base/text_table.h"
#include "debugger_ui/panels/timeline/timeline.h"
#include "debugger_ui/widgets/drawing.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace fungescope::ui {
namespace {

constexpr float min_readable = 8;  // pixels high

// Centres on a pixel, so that thin lines are sharp.
float on_pixel(float x) {
  return std::floor(x) + 0.5F;
}

// Quantises to 0 .. `steps`, so that equal neighbours are drawn as one.
int step_of(const FlowColumns& flow, std::size_t column) {
  constexpr float steps = 12;
  const float amount = flow.amount[column];
  if (amount <= 0 || flow.max_amount <= 0) return 0;
  return std::max(1, static_cast<int>(std::lround(std::sqrt(amount / flow.max_amount) * steps)));
}

struct Handle {
  float left;
  float right;
};
Handle handle_of(const TimelineCanvas& canvas, Tick tick) {
  const float width = text_width(*canvas.font, with_separators(tick)) + 10 * canvas.unit;
  const float beyond = 4 * canvas.unit;
  const float x = canvas.scale.x_of(tick);
  const float left = std::clamp(x - width / 2, canvas.scale.left - beyond,
                                std::max(canvas.right() + beyond - width, canvas.scale.left));
  return {std::floor(left), std::floor(left + width)};
}

}  // namespace

void TimelineCanvas::lane_text(float x, const Lane& lane, float width, ImU32 colour,
                               std::string_view text) const {
  const float size = std::min(font_size, lane.height + 1);
  if (size < min_readable * unit || width <= 0) return;
  const ImVec4 clip(x, lane.top - 2, x + width, lane.bottom() + 2);
  list.AddText(font, size, {std::floor(x), std::floor(lane.top + (lane.height - size) / 2)}, colour,
               text.data(), text.data() + text.size(), 0, &clip);
}

void paint_ruler(const TimelineCanvas& canvas, const Lane& ruler, Tick present) {
  const TimeScale& scale = canvas.scale;
  const float digits = text_width(*canvas.font, with_separators(static_cast<Tick>(scale.to)));
  const auto gap = static_cast<double>(digits + 24 * canvas.unit);
  const Handle handle = handle_of(canvas, present);
  for (const RulerMark& mark : ruler_marks(scale, gap)) {
    const float x = on_pixel(scale.x_of(mark.tick));
    const float length = (mark.labelled ? 0.45F : 0.2F) * ruler.height;
    canvas.list.AddLine({x, ruler.bottom() - length}, {x, ruler.bottom()}, canvas.theme.border);
    if (!mark.labelled) continue;
    canvas.list.AddLine({x, ruler.bottom()}, {x, canvas.bottom}, canvas.theme.grid_line);
    const std::string label = with_separators(mark.tick);
    const float left = x + 4 * canvas.unit;
    const float right = left + text_width(*canvas.font, label);
    if (right > canvas.right() || (right > handle.left && left < handle.right)) continue;
    draw_text(canvas.list, *canvas.font,
              {std::floor(left), std::floor(ruler.top + (ruler.height - canvas.font_size) / 2)},
              canvas.theme.dim, label);
  }
}

void paint_curve(const TimelineCanvas& canvas, const Lane& lane, const CurveColumns& curve,
                 ImU32 colour) {
  const float margin = 3 * canvas.unit;
  const double range =
      std::max(static_cast<double>(curve.highest) - static_cast<double>(curve.lowest), 1.0);
  const float base = lane.bottom() - margin;
  const auto y_of = [&](std::int64_t value) {
    const double above = (static_cast<double>(value) - static_cast<double>(curve.lowest)) / range;
    return base - static_cast<float>(above) * (lane.height - 2 * margin);
  };
  const ImU32 band = with_alpha(colour, 0.3F);
  std::vector<ImVec2> line;
  const std::size_t count = curve.columns.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto& column = curve.columns[i];
    if (!column) continue;
    const float x = canvas.scale.left + static_cast<float>(i);
    if (column->low != column->high) {
      canvas.list.AddRectFilled({x, y_of(column->high)}, {x + 1, y_of(column->low)}, band);
    }
    const float y = y_of(column->last);
    if (!line.empty() && line.back().y != y) line.emplace_back(x, line.back().y);
    if (line.empty() || line.back().y != y) line.emplace_back(x, y);
    if (i + 1 < count && curve.columns[i + 1]) continue;
    line.emplace_back(x + 1, y);
    canvas.list.AddPolyline(line.data(), static_cast<int>(line.size()), colour, 0,
                            1.5F * canvas.unit);
    line.clear();
  }
}

void paint_flow(const TimelineCanvas& canvas, const Lane& lane, const FlowColumns& flow,
                ImU32 colour) {
  const std::size_t count = flow.amount.size();
  for (std::size_t i = 0; i < count;) {
    const int step = step_of(flow, i);
    std::size_t end = i + 1;
    while (end < count && step_of(flow, end) == step) ++end;
    if (step > 0) {
      const float left = canvas.scale.left + static_cast<float>(i);
      const float right = canvas.scale.left + static_cast<float>(end);
      canvas.list.AddRectFilled({left, lane.top + 1}, {right, lane.bottom()},
                                with_alpha(colour, 0.2F + 0.8F * static_cast<float>(step) / 12));
    }
    i = end;
  }
}

ImU32 phase_colour(const Theme& theme, std::size_t phase) {
  // Steps of the golden ratio around the colour wheel.
  const double turns = 0.58 + 0.618034 * static_cast<double>(phase);
  const auto hue = static_cast<float>(turns - std::floor(turns));
  return theme.dark ? ImU32(ImColor::HSV(hue, 0.50F, 0.78F))
                    : ImU32(ImColor::HSV(hue, 0.55F, 0.72F));
}

namespace {

// The phase that has more than half of a column, or the number of phases.
std::size_t main_phase(const std::vector<FlowColumns>& phases, std::size_t column) {
  float all = 0;
  std::size_t most = phases.size();
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const float amount = phases[i].amount[column];
    if (amount <= 0) continue;
    all += amount;
    if (most == phases.size() || amount > phases[most].amount[column]) most = i;
  }
  return most < phases.size() && 2 * phases[most].amount[column] > all ? most : phases.size();
}

}  // namespace

void paint_phases(const TimelineCanvas& canvas, const Lane& lane,
                  const std::vector<FlowColumns>& phases, const std::vector<std::string>& names) {
  if (phases.empty()) return;
  const std::size_t count = phases.front().amount.size();
  const float low = lane.top + 1;
  const float high = std::floor(lane.height - 2);
  // Columns of equal shares are one rectangle. Each phase has at least a pixel.
  std::vector<float> bounds(phases.size() + 1);
  std::vector<float> drawn;
  std::size_t drawn_from = 0;
  const auto draw = [&](std::size_t past) {
    const float left = canvas.scale.left + static_cast<float>(drawn_from);
    const float right = canvas.scale.left + static_cast<float>(past);
    for (std::size_t i = 0; !drawn.empty() && i < names.size() && i < phases.size(); ++i) {
      if (drawn[i + 1] <= drawn[i]) continue;
      canvas.list.AddRectFilled({left, low + drawn[i]}, {right, low + drawn[i + 1]},
                                phase_colour(canvas.theme, i));
    }
  };
  for (std::size_t column = 0; column <= count; ++column) {
    float all = 0;
    for (const FlowColumns& phase : phases) {
      if (column < count) all += std::max(phase.amount[column], 0.0F);
    }
    float sum = 0;
    for (std::size_t i = 0; i < phases.size(); ++i) {
      if (column < count && all > 0) sum += std::max(phases[i].amount[column], 0.0F) / all;
      bounds[i + 1] = std::round(sum * high);
    }
    if (all <= 0) bounds.assign(bounds.size(), 0.0F);
    if (column < count && bounds == drawn) continue;
    draw(column);
    drawn = bounds;
    drawn_from = column;
  }
  // Names where one phase has most of the columns in a row.
  for (std::size_t from = 0; from < count;) {
    const std::size_t phase = main_phase(phases, from);
    std::size_t past = from + 1;
    while (past < count && main_phase(phases, past) == phase) ++past;
    const auto room = static_cast<float>(past - from);
    if (phase < names.size() && room > text_width(*canvas.font, names[phase]) + 6 * canvas.unit) {
      canvas.lane_text(canvas.scale.left + static_cast<float>(from) + 3 * canvas.unit, lane, room,
                       legible(IM_COL32(0, 0, 0, 255), phase_colour(canvas.theme, phase)),
                       names[phase]);
    }
    from = past;
  }
}

void paint_flag(const TimelineCanvas& canvas, float x, const Lane& lane, float room, ImU32 colour,
                std::string_view name) {
  const float pole = on_pixel(x);
  const float size = lane.height * 0.6F;
  canvas.list.AddLine({pole, lane.top + 1}, {pole, lane.bottom()}, colour);
  canvas.list.AddTriangleFilled({pole, lane.top + 1}, {pole + size, lane.top + 1 + size / 2},
                                {pole, lane.top + 1 + size}, colour);
  const float gap = size + 3 * canvas.unit;
  if (room - gap > 24 * canvas.unit) {
    canvas.lane_text(x + gap, lane, room - gap, canvas.theme.text, name);
  }
}

void paint_causes(const TimelineCanvas& canvas, const Lane& ruler, const ShownCauses& causes) {
  if (causes.path == nullptr) return;
  const float unit = canvas.unit;
  const float y = ruler.bottom();
  float last = -1;  // only one on a pixel
  const auto x_of = [&canvas](Tick tick) { return std::round(canvas.scale.x_of(tick)); };
  for (const CausePath::Step& step : causes.path->steps) {
    if (!step.tick) continue;
    const float x = x_of(*step.tick);
    if (x < canvas.scale.left || x > canvas.right() || x == last) continue;
    last = x;
    canvas.list.AddTriangleFilled({x - 3 * unit, y - 5 * unit}, {x + 3 * unit, y - 5 * unit},
                                  {x, y}, with_alpha(canvas.theme.marked, 0.85F));
    name_area("cause tick", std::to_string(*step.tick), {{x - 3 * unit, y - 5 * unit}, {x, y}});
  }
  if (!causes.hovered) return;
  const auto& tick = causes.path->steps[*causes.hovered].tick;
  if (!tick) return;
  const float x = x_of(*tick);
  if (x < canvas.scale.left || x > canvas.right()) return;
  canvas.list.AddLine({x, y}, {x, canvas.bottom}, with_alpha(canvas.theme.marked, 0.9F),
                      std::max(1.0F, 1.5F * unit));
}

void paint_present(const TimelineCanvas& canvas, Tick tick, const Lane& ruler) {
  const float x = on_pixel(canvas.scale.x_of(tick));
  ImDrawList& list = canvas.list;
  const Theme& theme = canvas.theme;
  list.AddLine({x, ruler.bottom()}, {x, canvas.bottom}, theme.accent, 1.5F * canvas.unit);
  const float point = 4 * canvas.unit;
  const Handle handle = handle_of(canvas, tick);
  const ImVec2 high(handle.left, ruler.top + 1);
  const ImVec2 low(handle.right, ruler.bottom() - point);
  list.AddRectFilled(high, low, theme.accent, 2 * canvas.unit);
  const float from = std::clamp(x - point, high.x, low.x);
  const float to = std::clamp(x + point, high.x, low.x);
  list.AddTriangleFilled({from, low.y - 1}, {to, low.y - 1}, {x, ruler.bottom()}, theme.accent);
  draw_text(
      list, *canvas.font,
      {std::floor(high.x + 5 * canvas.unit), std::floor((low.y + high.y - canvas.font_size) / 2)},
      theme.on_accent, with_separators(tick));
}

}  // namespace fungescope::ui
