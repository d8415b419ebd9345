#include "debugger_ui/frame/picture_exporter.h"

#include "base/text_table.h"
#include "debugger_ui/frame/modal.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/platform/png.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr const char* popup = "Making the animation###progress";
constexpr int board_side = 800;  // of a PNG, pixels at scale 1

}  // namespace

PictureExporter::PictureExporter(ImguiHost& host, std::function<Result<Image>()> window)
    : host_(host), window_(std::move(window)), board_(make_board_panel()) {}
PictureExporter::~PictureExporter() = default;

double PictureExporter::progress() const {
  return animation_ ? animation_->progress() : 0;
}

Result<Drawing> PictureExporter::draw(ExportSubject subject, Context& context,
                                      const CellsPicture& cells, int width) {
  if (subject == ExportSubject::playfield) return draw_playfield(host_, context, cells, width);
  Result<Image> image;
  if (subject == ExportSubject::window) {
    image = window_();
  } else if (context.picture.board) {
    image = draw_panel(host_, context, *board_, {width, width});
  } else {
    image = fail({}, "this program has no board", "open one with the regions of sudoku.b93");
  }
  if (!image) return tl::unexpected(image.error());
  return Drawing{std::move(*image), {}};
}

void PictureExporter::frame(Context& context) {
  work_on_pngs(context);
  if (wanted_ && !wanted_->path.empty()) {
    const auto wanted = std::exchange(wanted_, nullptr);
    animate(wanted->options, wanted->path, context);
  }
  work_on_animation(context);
  draw_form(context);
  draw_progress(context);
}

// ---- Pictures

void PictureExporter::save_png(ExportSubject subject, std::string path, Context& context) {
  auto png = std::make_shared<Png>();
  png->subject = subject;
  png->path = std::move(path);
  if (subject == ExportSubject::playfield) {
    context.vm.ask<CellsPicture>(
        slot::none, [](Debugger& debugger, Monitor& /*monitor*/) { return whole_field(debugger); },
        [png](CellsPicture cells) { png->cells = std::move(cells); });
  } else {
    png->cells.emplace();
  }
  pngs_.push_back(std::move(png));
}

void PictureExporter::work_on_pngs(Context& context) {
  if (!pngs_.empty() && work_on(*pngs_.front(), context)) pngs_.pop_front();
}

// True when it is over.
bool PictureExporter::work_on(Png& png, Context& context) {
  if (!png.cells) return false;
  if (!png.writing.valid()) {
    const int side = static_cast<int>(board_side * context.scale);
    const int width = png.subject == ExportSubject::board ? side : 0;
    auto drawing = draw(png.subject, context, *png.cells, width);
    if (!drawing) {
      context.services.notice(to_string(drawing.error()), Tone::bad);
      return true;
    }
    png.note = drawing->note;
    png.writing = std::async(
        std::launch::async,
        [path = png.path, image = std::move(drawing->image)] { return write_png(path, image); });
    return false;
  }
  if (png.writing.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  if (auto written = png.writing.get(); !written) {
    context.services.notice(to_string(written.error()), Tone::bad);
  } else {
    const std::string note = png.note.empty() ? "" : "; " + png.note;
    context.services.notice(png.path + " written" + note,
                            note.empty() ? Tone::good : Tone::warning);
  }
  return true;
}

// ---- Animations

void PictureExporter::animate(const AnimationOptions& options, std::string path, Context& context) {
  if (animation_) {
    context.services.notice("an animation is being made; wait for it, or cancel it", Tone::warning);
    return;
  }
  animation_ = std::make_unique<Animation>(options, std::move(path), context.picture);
}

void PictureExporter::cancel(Context& context) {
  if (!animation_) return;
  const Tick began_at = animation_->began_at();
  animation_.reset();
  context.vm.seek(began_at);
  context.services.notice("the animation was cancelled");
}

void PictureExporter::work_on_animation(Context& context) {
  if (!animation_) return;
  const auto draw_frame = [&](const CellsPicture& cells) -> Result<Image> {
    const AnimationOptions& options = animation_->options();
    auto drawing = draw(options.subject, context, cells, options.width);
    if (!drawing) return tl::unexpected(drawing.error());
    return std::move(drawing->image);
  };
  if (animation_->work(context, draw_frame)) return;
  const auto done = std::exchange(animation_, nullptr);
  context.vm.seek(done->began_at());
  if (done->error()) {
    context.services.notice("no animation: " + to_string(*done->error()), Tone::bad);
  } else {
    context.services.notice(fmt::format("{} frames written to {}", done->frames(), done->path()),
                            Tone::good);
  }
}

void PictureExporter::draw_form(Context& context) {
  const auto options = form_.draw(context.picture, context.theme, context.input, context.scale);
  if (!options) return;
  wanted_ = std::make_shared<Wanted>(Wanted{*options, {}});
  context.services.ask_save("Save the animation", fmt::format("{}.gif", name_of(options->subject)),
                            [wanted = wanted_](const std::string& path) { wanted->path = path; });
}

void PictureExporter::draw_progress(Context& context) {
  const bool opening = animation_ && !ImGui::IsPopupOpen(popup);
  if (!begin_modal(popup, opening, context.scale)) return;
  if (!animation_) {
    ImGui::CloseCurrentPopup();
    end_modal();
    return;
  }
  const float width = 420 * context.scale;
  const std::string frames =
      fmt::format("frame {} of {}, tick {}", animation_->frames(), animation_->options().frames,
                  with_separators(context.picture.tick));
  ImGui::TextUnformatted(frames.c_str());
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, context.theme.accent);
  ImGui::ProgressBar(static_cast<float>(progress()), {width, 8 * context.scale}, "");
  ImGui::PopStyleColor();
  move_to_right(button_width("cancel"));
  const bool cancelled = ImGui::Button("cancel") || context.input.pressed(Key::escape);
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip("Escape: the file is removed, the run goes back to where it was");
  }
  end_modal();
  if (cancelled) cancel(context);
}

}  // namespace fungescope::ui
