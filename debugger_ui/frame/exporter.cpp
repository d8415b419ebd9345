#include "debugger_ui/frame/exporter.h"

#include "base/text_table.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/platform/png.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr float cell_width = 10;  // of a whole playfield, pixels
constexpr float cell_height = 16;
constexpr int most_side = 8192;
constexpr int board_side = 720;
// Frames until a picture must have come that shows what is looked at.
constexpr int settle_frames = 3;

std::unique_ptr<Panel> panel_for(Subject subject) {
  if (subject == Subject::field) return make_playfield_panel();
  if (subject == Subject::board) return make_board_panel();
  return nullptr;
}

PixelSize size_of(Subject subject, const Picture& picture, PixelSize window, float scale) {
  if (subject == Subject::window) return window;
  if (subject == Subject::board) {
    const int side = static_cast<int>(board_side * scale);
    return {side, side};
  }
  const Size field = picture.program->field();
  const float wanted_x = static_cast<float>(field.width) * cell_width * scale + 40 * scale;
  const float wanted_y = static_cast<float>(field.height) * cell_height * scale + 80 * scale;
  const float shrink = std::min({1.0F, most_side / wanted_x, most_side / wanted_y});
  return {std::max(320, static_cast<int>(wanted_x * shrink)),
          std::max(240, static_cast<int>(wanted_y * shrink))};
}

}  // namespace

struct Exporter::Job {
  Subject subject = Subject::window;
  std::string path;
  std::unique_ptr<Panel> panel;  // one of its own: the window's keeps its view
  Selection selection;
  std::optional<PixelSize> size;
  int waited = 0;
  std::uint64_t instant_seen = 0;

  std::optional<Animation> animation;
  std::optional<GifWriter> gif;
  int frame = 0;
  Tick home = 0;
  bool sought = false;

  Tick tick_of(int index) const {
    const Animation& a = *animation;
    if (a.frames < 2) return a.from;
    const double share = static_cast<double>(index) / (a.frames - 1);
    return a.from + static_cast<Tick>(std::llround(static_cast<double>(a.to - a.from) * share));
  }
};

void Exporter::begin_picture(Subject subject, std::string path) {
  cancel();
  job_ = std::make_shared<Job>();
  job_->subject = subject;
  job_->path = std::move(path);
  job_->panel = panel_for(subject);
}

void Exporter::begin_animation(Subject subject, std::string path, Animation animation,
                               const Picture& picture) {
  begin_picture(subject, std::move(path));
  animation.frames = std::clamp(animation.frames, 1, 2000);
  job_->animation = animation;
  job_->home = picture.tick;
}

void Exporter::cancel() {
  if (job_ == nullptr) return;
  if (job_->gif) {
    job_->gif.reset();
    std::remove(job_->path.c_str());
  }
  job_.reset();
}

std::string Exporter::words() const {
  // One picture is there at once, and must not have this in it.
  if (job_ == nullptr || !job_->animation) return {};
  return fmt::format("animation: {} of {}", job_->frame, job_->animation->frames);
}

float Exporter::share() const {
  if (job_ == nullptr || !job_->animation) return -1;
  return static_cast<float>(job_->frame) / static_cast<float>(job_->animation->frames);
}

void Exporter::work(ImguiHost& host, Context& context, PixelSize window,
                    const std::function<void(Context&)>& draw_window) {
  if (job_ == nullptr) return;
  Job& job = *job_;
  const Picture& picture = context.picture;
  if (job.animation && !job.sought) {
    context.vm.seek(job.tick_of(job.frame));
    job.sought = true;
    job.waited = 0;
  }
  if (!job.size) job.size = size_of(job.subject, picture, window, context.scale);
  // What an earlier picture shows must not be shown again: a file has but one try.
  const bool arrived = !job.animation || picture.tick == job.tick_of(job.frame) ||
                       (!picture.busy() && !picture.playing() && job.waited > 40 * settle_frames);
  Selection none;
  Context aside{picture,       context.vm,      context.look,     context.fonts,
                context.theme, job.selection,   context.services, context.input,
                context.scale, context.seconds, context.time};
  const auto draw = [&] {
    if (job.subject == Subject::window) {
      draw_window(aside);
      return;
    }
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(
        {static_cast<float>(job.size->width), static_cast<float>(job.size->height)});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, context.theme.panel);
    ImGui::Begin(
        "##export", nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    job.panel->draw(aside);
    ImGui::End();
    ImGui::PopStyleColor();
  };
  if (!arrived || ++job.waited <= settle_frames) {
    if (!arrived) ++job.waited;
    // Drawn small first, so that what it looks at is in the pictures to come.
    if (job.subject != Subject::window) (void)host.render_aside(*job.size, draw);
    return;
  }
  const Result<Image> image = host.render_aside(*job.size, draw);
  const auto fail_with = [&](const Error& error) {
    context.services.notice(to_string(error), Tone::bad);
    cancel();
  };
  if (!image) return fail_with(image.error());
  if (!job.animation) {
    const auto written = write_png(job.path, *image);
    if (!written) return fail_with(written.error());
    context.services.notice("written: " + job.path, Tone::good);
    job_.reset();
    return;
  }
  if (!job.gif) {
    auto gif = GifWriter::open(job.path, *job.size, job.animation->delay);
    if (!gif) return fail_with(gif.error());
    job.gif.emplace(std::move(*gif));
  }
  if (auto added = job.gif->add_frame(*image); !added) return fail_with(added.error());
  job.sought = false;
  if (++job.frame < job.animation->frames) return;
  const auto closed = job.gif->close();
  if (!closed) return fail_with(closed.error());
  context.services.notice(fmt::format("written: {}, {} frames", job.path, job.frame), Tone::good);
  context.vm.seek(job.home);
  job_.reset();
}

}  // namespace fungescope::ui
