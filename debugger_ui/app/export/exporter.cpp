#include "debugger_ui/app/export/exporter.h"

#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/window_extension.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

void label(const char* text, float column) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  ImGui::SameLine(column);
}

bool has_board(const ViewSnapshot& snapshot) {
  return window_extension_of(*snapshot.program) != nullptr || has_region_boards(*snapshot.program);
}

std::string summary_of(const AnimationOptions& options) {
  const double seconds = options.frames * options.delay / 1000.0;
  const Tick span = options.to - options.from;
  const Tick each = options.frames > 1 ? span / static_cast<Tick>(options.frames - 1) : span;
  return fmt::format("{:.1f} seconds, a frame every {} ticks", seconds, with_separators(each));
}

constexpr const char* progress_popup = "Making the animation###progress";
constexpr int board_side = 800;  // of a PNG, pixels at scale 1

// Whether the boards that were requested have arrived.
bool has_boards(const ViewSnapshot& snapshot) {
  return window_extension_of(*snapshot.program) != nullptr ||
         !has_region_boards(*snapshot.program) || !snapshot.region_boards.empty();
}

}  // namespace

bool Exporter::draw_fields(const ViewSnapshot& snapshot, const Theme& theme, float scale) {
  const float sign = ImGui::CalcTextSize("0").x;
  const float column = 16 * sign;
  const float width = 16 * sign;
  label("of the", column);
  for (const ExportSubject subject :
       {ExportSubject::board, ExportSubject::playfield, ExportSubject::window}) {
    if (subject == ExportSubject::board && !has_board(snapshot)) continue;
    if (ImGui::RadioButton(name_of(subject).data(), options_.subject == subject)) {
      options_.subject = subject;
    }
    ImGui::SameLine(0, 16 * scale);
  }
  ImGui::NewLine();
  const auto tick = [&](const char* text, Tick& value) {
    ImGui::PushID(text);
    label(text, column);
    ImGui::SetNextItemWidth(width);
    ImGui::InputScalar("##tick", ImGuiDataType_U64, &value);
    ImGui::SameLine();
    if (ImGui::Button("here")) value = snapshot.tick;
    if (ImGui::IsItemHovered()) {
      ImGui::SetTooltip("tick %s", with_separators(snapshot.tick).c_str());
    }
    ImGui::PopID();
  };
  tick("from tick", options_.from);
  tick("to tick", options_.to);
  const auto number = [&](const char* text, const char* id, int& value, const char* unit) {
    label(text, column);
    ImGui::SetNextItemWidth(width);
    ImGui::InputInt(id, &value, 0);
    ImGui::SameLine();
    coloured_text(theme.dim, unit);
  };
  number("frames", "##frames", options_.frames, "evenly over the ticks");
  number("a frame stays", "##delay", options_.delay, "milliseconds");
  ImGui::BeginDisabled(options_.subject == ExportSubject::window);
  number("width", "##width", options_.width, "pixels at most");
  ImGui::EndDisabled();
  ImGui::Dummy({0, 4 * scale});
  const std::string problem = problem_of(options_);
  coloured_text(problem.empty() ? theme.dim : theme.bad,
                problem.empty() ? summary_of(options_) : problem);
  return problem.empty();
}

Exporter::Exporter() : board_(make_board_panel()) {}

double Exporter::progress() const {
  return animation_ ? animation_->progress() : 0;
}

Result<Drawing> Exporter::draw(ExportSubject subject, Canvas canvas, Context& context,
                               const CellsSnapshot& cells, int width) {
  if (subject == ExportSubject::playfield)
    return draw_playfield(canvas.host, context, cells, width);
  Result<Image> image;
  if (subject == ExportSubject::window) {
    image = canvas.window();
  } else if (board_->available(context.snapshot)) {
    image = draw_panel(canvas.host, context, *board_, {width, width});
  } else {
    image = fail({}, "this program has no board", "declare one in the source: #$board = REGION");
  }
  if (!image) return tl::unexpected(image.error());
  return Drawing{std::move(*image), {}};
}

void Exporter::frame(ImguiHost& host, Context& context, const WindowPixels& window) {
  const Canvas canvas{host, window};
  const bool draws_board = (animation_ && animation_->options().subject == ExportSubject::board) ||
                           (!pngs_.empty() && pngs_.front()->subject == ExportSubject::board);
  if (draws_board) context.request.region_boards = true;
  if (!pngs_.empty() && work_on(*pngs_.front(), canvas, context)) pngs_.pop_front();
  if (!path_.empty()) animate(options_, std::exchange(path_, {}), context);
  work_on_animation(canvas, context);
  draw_form(context);
  draw_progress(context);
}

// ---- Pictures

void Exporter::save_png(ExportSubject subject, std::string path, SessionThread& session) {
  auto png = std::make_unique<Png>();
  png->subject = subject;
  png->path = std::move(path);
  png->cells = ask_cells(subject, session);
  pngs_.push_back(std::move(png));
}

// Returns true when it is over.
bool Exporter::work_on(Png& png, Canvas canvas, Context& context) {
  if (!png.cells->has_value()) return false;
  if (!png.writing.running()) {
    if (png.subject == ExportSubject::board && !has_boards(context.snapshot)) return false;
    const int side = static_cast<int>(board_side * context.scale);
    const int width = png.subject == ExportSubject::board ? side : 0;
    auto drawing = draw(png.subject, canvas, context, **png.cells, width);
    if (!drawing) {
      context.services.notify(to_string(drawing.error()), Tone::bad);
      return true;
    }
    png.note = drawing->note;
    png.writing.start([path = png.path, image = std::move(drawing->image)](
                          const StopToken& /*stop*/) { return write_png(path, image); });
    return false;
  }
  const auto written = png.writing.take();
  if (!written) return false;
  if (!*written) {
    context.services.notify(to_string(written->error()), Tone::bad);
  } else {
    const std::string note = png.note.empty() ? "" : "; " + png.note;
    context.services.notify(png.path + " written" + note,
                            note.empty() ? Tone::good : Tone::warning);
  }
  return true;
}

// ---- Animations

void Exporter::animate(const AnimationOptions& options, std::string path, const Context& context) {
  animation_ = std::make_unique<AnimationExport>(options, std::move(path), context.snapshot);
}

void Exporter::stop() {
  if (animation_) animation_->stop();
}

void Exporter::cancel(SessionThread& session) {
  if (!animation_) return;
  const Tick began_at = animation_->began_at();
  animation_.reset();
  session.seek(began_at, Visit::same);
}

void Exporter::drop() {
  animation_.reset();
  path_.clear();
  pngs_.clear();
}

void Exporter::ask_animation(const ViewSnapshot& snapshot, std::string name) {
  name_ = std::move(name);
  options_.from = snapshot.begin;
  options_.to = snapshot.end;
  if (!has_board(snapshot) && options_.subject == ExportSubject::board) {
    options_.subject = ExportSubject::playfield;
  }
  form_.open();
}

void Exporter::work_on_animation(Canvas canvas, Context& context) {
  if (!animation_) return;
  const auto draw_frame = [&](const CellsSnapshot& cells) -> Result<Image> {
    const AnimationOptions& options = animation_->options();
    auto drawing = TRY(draw(options.subject, canvas, context, cells, options.width));
    return std::move(drawing.image);
  };
  if (animation_->work(context, draw_frame)) return;
  const auto done = std::exchange(animation_, nullptr);
  context.session.seek(done->began_at(), Visit::same);
  if (done->error()) {
    context.services.notify("no animation: " + to_string(*done->error()), Tone::bad);
  } else {
    context.services.notify(fmt::format("{} frames written to {}", done->frames(), done->path()),
                            Tone::good);
  }
}

void Exporter::draw_form(Context& context) {
  if (!form_.begin("Animated GIF###animation", context.scale)) return;
  const bool possible = draw_fields(context.snapshot, context.theme, context.scale);
  ImGui::Dummy({0, 2 * context.scale});
  const DialogButton accept{"choose file", "Enter: asks for the file, then makes it", possible};
  const DialogChoice choice = form_.end({"cancel", "Escape"}, accept, context.input);
  if (choice != DialogChoice::accept) return;
  context.services.prompt_save_path("Save the animation",
                                    fmt::format("{}-{}.gif", name_, name_of(options_.subject)),
                                    [this](const std::string& path) { path_ = path; });
}

void Exporter::draw_progress(Context& context) {
  if (!animation_) {
    progress_.close();
  } else if (!ImGui::IsPopupOpen(progress_popup)) {
    progress_.open();
  }
  if (!progress_.begin(progress_popup, context.scale)) return;
  const float width = 420 * context.scale;
  const std::string frames =
      fmt::format("frame {} of {}, tick {}", animation_->frames(), animation_->options().frames,
                  with_separators(context.snapshot.tick));
  ImGui::TextUnformatted(frames.c_str());
  ImGui::ProgressBar(static_cast<float>(progress()), {width, 8 * context.scale}, "");
  constexpr DialogButton cancel_button{
      "cancel", "Escape: the file is removed, the run goes back to where it was"};
  const DialogButton stop_button{"stop here", "the frames that are there become the file",
                                 animation_->frames() > 0};
  move_to_right(dialog_buttons_width(cancel_button, stop_button));
  const DialogChoice choice = dialog_buttons(cancel_button, stop_button);
  const bool cancelled = choice == DialogChoice::cancel || context.input.pressed(Key::escape);
  progress_.end();
  if (cancelled) {
    cancel(context.session);
    context.services.notify("the animation was cancelled");
  } else if (choice == DialogChoice::accept) {
    stop();
  }
}

}  // namespace fungescope::ui
