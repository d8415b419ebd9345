#include "debugger_ui/app/export/export_drawing.h"

#include "debugger_ui/panels/playfield/playfield_layout.h"
#include "debugger_ui/panels/playfield/playfield_marks.h"
#include "debugger_ui/panels/playfield/playfield_paint.h"
#include "debugger_ui/platform/imgui_compat.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr float image_margin = 12;  // pixels at scale 1

void begin_offscreen_window(const char* id, const Theme& theme, float padding) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.panel);
  ImGui::Begin(
      id, nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

bool fits(const ZoomLevel& level, Size field, float width, float height) {
  return level.width * static_cast<float>(field.width) <= width &&
         level.height * static_cast<float>(field.height) <= height;
}

struct Scale {
  ZoomLevel level;
  bool reduced = false;  // to fit max_side
};

Scale scale_for(const Context& context, Size field, float border, int width) {
  const std::vector<ZoomLevel> levels = levels_for_fonts(context.fonts);
  const float max_length = static_cast<float>(max_side) - 2 * border;
  const float wide =
      width > 0 ? std::min(static_cast<float>(width) - 2 * border, max_length) : max_length;
  std::size_t i = level_for_font_size(levels, context.fonts, font_size(*context.fonts.body));
  const bool reduced = !fits(levels[i], field, max_length, max_length);
  while (i > 0 && !fits(levels[i], field, wide, max_length)) --i;
  ZoomLevel level = levels[i];
  if (!fits(level, field, wide, max_length)) {
    const float share = std::min(wide / (level.width * static_cast<float>(field.width)),
                                 max_length / (level.height * static_cast<float>(field.height)));
    level = {level.width * share, level.height * share, -1};
  }
  return {level, reduced};
}

int pixels(float cell, std::int64_t cells, float border) {
  const float length = std::ceil(cell * static_cast<float>(cells) + 2 * border);
  return std::clamp(static_cast<int>(length), 1, max_side);
}

std::string note_of(const Scale& scale) {
  if (!scale.reduced) return {};
  return fmt::format(
      "drawn smaller than in the window, {:.2g} pixels a cell: a picture has {} "
      "pixels a side at most",
      scale.level.width, max_side);
}

}  // namespace

CellsSnapshot whole_field(Debugger& debugger) {
  const Playfield& field = debugger.session().machine().field;
  CellsSnapshot cells;
  if (std::max(field.size().width, field.size().height) > max_side) return cells;
  cells.area = {{0, 0}, field.size()};
  const auto count = static_cast<std::size_t>(field.size().area());
  cells.values.resize(count);
  cells.flags.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    cells.values[i] = field.at(i);
    cells.flags[i] = field.changed(i) ? CellsSnapshot::modified : 0;
  }
  return cells;
}

Result<Drawing> draw_playfield(ImguiHost& host, const Context& context, const CellsSnapshot& cells,
                               int width) {
  const Size field = context.snapshot.program->field();
  const float border = std::floor(image_margin * context.scale);
  const Scale scale = scale_for(context, field, border, width);
  const PixelSize size{pixels(scale.level.width, field.width, border),
                       pixels(scale.level.height, field.height, border)};
  ViewSnapshot snapshot = context.snapshot;
  if (!cells.values.empty() && cells.area.size == field) snapshot.cells = cells;
  FieldView view;
  view.zoom = scale.level;
  view.canvas = {border, border, static_cast<float>(size.width) - 2 * border,
                 static_cast<float>(size.height) - 2 * border};
  Density density;
  if (detail_for(scale.level) == CellDetail::density) {
    density.set_source(snapshot.program->source);
    while (!density.done()) density.work(field.area());
  }
  CodeCells code;
  code.learn(snapshot);
  const HeatIntensities no_heat;
  auto image = TRY(host.render_offscreen(size, [&] {
    begin_offscreen_window("##field", context.theme, 0);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    Grounds grounds;
    const MarkPaintContext marks{list,          snapshot,      view,    context.theme,
                                 context.fonts, context.scale, &grounds};
    paint_trail(marks);
    paint_cells(
        list,
        {snapshot, view, context.theme, context.fonts, code, no_heat, Overlay::none, &grounds},
        density);
    paint_regions(marks);
    paint_breakpoints(marks);
    paint_pointer(marks);
    ImGui::End();
  }));
  return Drawing{std::move(image), note_of(scale)};
}

Result<Image> draw_panel(ImguiHost& host, const Context& context, Panel& panel, PixelSize size) {
  ViewRequest no_request;
  Selection selection = context.selection;
  const InputQueue nothing;
  FrameSchedule no_schedule;
  Context offscreen{context.snapshot, context.session, no_request,       context.fonts,
                    context.theme,    selection,       context.services, nothing,
                    context.scale,    context.seconds, context.time,     no_schedule};
  return host.render_offscreen(size, [&] {
    begin_offscreen_window("##panel", context.theme, std::floor(6 * context.scale));
    panel.draw(offscreen);
    ImGui::End();
  });
}

}  // namespace fungescope::ui
