#include "debugger_ui/panels/playfield/playfield_paint.h"
#include "debugger_ui/widgets/drawing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fungescope::ui {
namespace {

// Numbers of a cell beyond these are left out.
constexpr std::size_t max_numbers = 3;

ImVec2 centre_of(const FieldView& view, Point at) {
  const PixelRect cell = view.area_of({at, {1, 1}});
  return {cell.x + cell.width / 2, cell.y + cell.height / 2};
}

// The frame of a cell, with a minimum size.
PixelRect frame_of(const FieldPaint& field, Point at) {
  return field.view.area_of({at, {1, 1}}).at_least(4 * field.scale);
}

// An arrow between two cells, from edge to edge.
void arrow(const FieldPaint& field, Point from, Point to, ImU32 colour, float thickness) {
  ImVec2 a = centre_of(field.view, from);
  ImVec2 b = centre_of(field.view, to);
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  const PixelRect near = field.view.canvas.grown(4 * std::max(field.view.zoom.height, 8.0F));
  if (length < 1 || (!near.contains(a.x, a.y) && !near.contains(b.x, b.y))) return;
  const ImVec2 along = (b - a) * (1 / length);
  // To where the line leaves a cell.
  const float half_width = field.view.zoom.width / 2;
  const float half_height = field.view.zoom.height / 2;
  const float inside = std::min(half_width / std::max(std::abs(along.x), 0.001F),
                                half_height / std::max(std::abs(along.y), 0.001F));
  float head = std::clamp(0.7F * field.view.zoom.height, 4 * field.scale, 8 * field.scale);
  if (2 * inside + head > length) {
    head = 0.4F * length;  // neighbours
  } else {
    a = a + along * inside;
    b = b - along * inside;
  }
  field.list.AddLine(a, b, colour, thickness);
  const ImVec2 base = b - along * head;
  const ImVec2 side = ImVec2(-along.y, along.x) * (head * 0.45F);
  field.list.AddTriangleFilled(base + side, base - side, b, colour);
}

}  // namespace

void paint_causes(const FieldPaint& field, const ShownCauses& causes) {
  if (causes.path == nullptr) return;
  const CausePath& path = *causes.path;
  const ImU32 colour = field.theme.marked;
  for (const CausePath::Step& step : path.steps) {
    fill(field.list, frame_of(field, step.at), with_alpha(colour, 0.14F));
  }
  // The hovered step's marks over the others.
  for (const bool above : {false, true}) {
    for (const auto& [cause, effect] : path.links) {
      if ((causes.hovered == cause || causes.hovered == effect) != above) continue;
      arrow(field, path.steps[cause].at, path.steps[effect].at,
            with_alpha(colour, above ? 0.95F : 0.42F), (above ? 2.0F : 1.0F) * field.scale);
    }
  }
}

void paint_cause_marks(const FieldPaint& field, const ShownCauses& causes) {
  if (causes.hovered_cell) {
    const float line = std::max(1.5F * field.scale, 1.0F);
    frame(field.list, frame_of(field, *causes.hovered_cell).grown(line), field.theme.marked, line);
  }
  if (causes.path == nullptr) return;
  // By cell, row by row: one that was executed several times has several numbers.
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::size_t>> numbers;
  for (std::size_t i = 0; i < causes.path->steps.size(); ++i) {
    const CausePath::Step& step = causes.path->steps[i];
    name_area("cause", std::to_string(i), box_of(frame_of(field, step.at)));
    if (step.number > 0) numbers[{step.at.y, step.at.x}].push_back(step.number);
  }
  ImFont* const font = field.fonts.ladder.front();
  const float height = font->FontSize;
  // Else they would cover the text of the row above.
  if (field.view.zoom.font < 0 || field.view.zoom.height < 2.4F * height) return;
  for (auto& [place, all] : numbers) {
    std::sort(all.begin(), all.end());
    std::string text;
    for (std::size_t i = 0; i < std::min(all.size(), max_numbers); ++i) {
      text += (i == 0 ? "" : ",") + std::to_string(all[i]);
    }
    if (all.size() > max_numbers) text += "\u2026";
    const PixelRect cell = frame_of(field, {place.second, place.first});
    const float width = text_width(*font, text);
    // Centred on the upper edge, over the lower part of nothing but the row above.
    const ImVec2 corner{std::round(cell.x + (cell.width - width) / 2),
                        std::round(cell.y - 0.55F * height)};
    fill(field.list, {corner.x - field.scale, corner.y, width + 2 * field.scale, height},
         with_alpha(field.theme.panel, 0.88F), 2 * field.scale);
    draw_text(field.list, *font, corner, field.theme.marked, text);
  }
}

}  // namespace fungescope::ui
