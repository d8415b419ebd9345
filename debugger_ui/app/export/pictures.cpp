#include "debugger_ui/app/export/exporter.h"
#include "debugger_ui/panels/playfield/playfield_layout.h"
#include "debugger_ui/panels/playfield/playfield_paint.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr float image_margin = 12;  // pixels at scale 1

// In a long run, background tasks may take longer: then the frame is drawn without them. Seconds.
constexpr double max_task_wait = 0.4;

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
  std::size_t i = level_for_font_size(levels, context.fonts, context.fonts.body->FontSize);
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

void begin_picture(ImU32 background, float padding) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, background);
  ImGui::Begin(
      "##picture", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

namespace {

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

}  // namespace

FieldCells ask_cells(ExportSubject subject, SessionThread& session) {
  auto cells = std::make_shared<std::optional<CellsSnapshot>>();
  if (subject != ExportSubject::playfield) {
    cells->emplace();
    return cells;
  }
  session.ask<CellsSnapshot>(
      slot::none, [](Debugger& debugger, Monitor& /*monitor*/) { return whole_field(debugger); },
      [cells](CellsSnapshot known) { *cells = std::move(known); });
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
    begin_picture(context.theme.panel);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    Grounds grounds(view.zoom.font < 0 ? Rectangle{} : Rectangle{{0, 0}, snapshot.program->field()},
                    context.theme.panel);
    const FieldPaint paint{list,          snapshot,      view,   context.theme,
                           context.fonts, context.scale, code,   no_heat,
                           Overlay::none, density,       grounds};
    paint_trail(paint);
    paint_cells(paint);
    paint_regions(paint);
    paint_breakpoints(paint);
    paint_pointer(paint);
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
    begin_picture(context.theme.panel, std::floor(6 * context.scale));
    panel.draw(offscreen);
    ImGui::End();
  });
}

std::string problem_of(const AnimationOptions& options) {
  if (options.to < options.from) return "the last tick comes before the first; exchange them";
  if (options.frames < 1 || options.frames > 2000) return "1 to 2000 frames are possible";
  if (options.delay < 20 || options.delay > 10'000) {
    return "a frame can stay 20 to 10,000 milliseconds";
  }
  if (options.width < 64 || options.width > 4096) return "the width can be 64 to 4096 pixels";
  return {};
}

AnimationExport::AnimationExport(const AnimationOptions& options, std::string path,
                                 const ViewSnapshot& snapshot)
    : options_(options), path_(std::move(path)), began_at_(snapshot.tick) {
  if (std::string problem = problem_of(options_); !problem.empty()) {
    error_ = Error{{}, std::move(problem), {}};
  }
}

void AnimationExport::stop() {
  if (next_ > 0) step_ = Step::write;
}

double AnimationExport::progress() const {
  return std::clamp(static_cast<double>(next_) / options_.frames, 0.0, 1.0);
}

Tick AnimationExport::goal() const {
  if (options_.frames < 2) return options_.from;
  // The product of span and frame could overflow.
  const auto parts = static_cast<Tick>(options_.frames - 1);
  const auto done = static_cast<Tick>(next_);
  const Tick span = options_.to - options_.from;
  return options_.from + span / parts * done + span % parts * done / parts;
}

bool AnimationExport::work(Context& context, const Draw& draw) {
  if (step_ == Step::wait) wait_for_picture(context);
  switch (error_ ? Step::write : step_) {
    case Step::seek:
      context.session.seek(goal(), Visit::same);
      since_ = context.time;
      settled_ = false;
      complete_ = 0;
      step_ = Step::wait;
      break;
    case Step::wait:
      break;
    case Step::cells:
      if (cells_ == nullptr) cells_ = ask_cells(options_.subject, context.session);
      if (!cells_->has_value() || !is_written()) break;
      add(draw(**cells_));
      cells_.reset();
      break;
    case Step::write:
      return !finish();
  }
  return true;
}

// Two frames of the window must show the tick, as the pixels of the window are from the
// previous frame.
void AnimationExport::wait_for_picture(const Context& context) {
  const bool there = context.snapshot.tick == goal() && !context.snapshot.busy();
  // If the session had settled by the previous frame, this frame's snapshot is final.
  const bool at_end = settled_ && !there;
  if (at_end) last_ = true;
  const bool timed_out = context.time - since_ > max_task_wait;
  if (at_end || (there && (settled_ || timed_out))) ++complete_;
  settled_ = context.session.settled();
  if (complete_ >= 2) step_ = Step::cells;
}

void AnimationExport::add(Result<Image> image) {
  if (!image && !error_) error_ = image.error();
  if (error_) return;
  if (!gif_) {
    auto opened = GifWriter::open(path_, image->size, options_.delay);
    if (!opened) error_ = opened.error();
    if (error_) return;
    gif_.emplace(std::move(*opened));
  }
  writing_.start([&gif = *gif_, image = std::move(*image)](const StopToken& /*stop*/) {
    return gif.add_frame(image);
  });
  ++next_;
  step_ = last_ || next_ >= options_.frames ? Step::write : Step::seek;
}

bool AnimationExport::is_written() {
  if (!writing_.running()) return true;
  const auto written = writing_.take();
  if (!written) return false;
  if (!*written && !error_) error_ = written->error();
  return true;
}

// Returns true when done or failed.
bool AnimationExport::finish() {
  if (!is_written()) return false;
  if (!gif_ || error_) return true;
  if (auto closed = gif_->close(); !closed) error_ = closed.error();
  return true;
}

}  // namespace fungescope::ui
