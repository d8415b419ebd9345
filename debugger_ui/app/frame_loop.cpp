#include "debugger_ui/app/frame_loop.h"

namespace fungescope::ui {
namespace {

// Between frames that no event asks for. Presenting waits for the display, but frames that are not
// rendered are not presented.
constexpr double frame_interval = 1.0 / 60;
// A menu or dialog is laid out in its first frame and visible in its second.
constexpr int max_equal_frames = 3;
// Between two updates of the application while the window is minimised: a running program
// would otherwise wake it for each snapshot.
constexpr double hidden_interval = 0.5;

}  // namespace

bool FrameLoop::is_shown() const {
  const PixelSize pixels = parts_.display.framebuffer_size();
  return pixels.width > 0 && pixels.height > 0;
}

double FrameLoop::wake_time() const {
  const bool shown = is_shown();
  if (shown && parts_.input.pending()) return 0;
  double time = updated_ + parts_.application.seconds_to_update();
  if (parts_.news.raised()) time = 0;
  if (shown) {
    if (stale_ || damaged_ || parts_.application.stale()) time = 0;
    time = std::min(time, equal_frames_ < max_equal_frames ? started_ + frame_interval : due_);
  }
  return std::max(time, rest_until_);
}

bool FrameLoop::step() {
  Display& display = parts_.display;
  display.wait_or_poll(seconds_to_step());
  const double now = display.now();
  const PixelSize pixels = display.framebuffer_size();
  const bool shown = is_shown();
  if (shown && !was_shown_) {
    rest_until_ = now;
    stale_ = true;
  }
  was_shown_ = shown;
  parts_.application.set_shown(shown);
  damaged_ = display.take_damage() || damaged_;
  const bool has_input = shown && parts_.input.pending();
  if (now < rest_until_ && !has_input) return false;
  parts_.news.take();
  parts_.application.update(now - updated_);
  updated_ = now;
  if (!shown) {
    rest_until_ = now + hidden_interval;
    return false;
  }
  stale_ = stale_ || damaged_ || has_input || parts_.application.stale() || pixels != pixels_ ||
           display.scale() != parts_.host.scale();
  if (stale_) {
    equal_frames_ = 0;
  } else if (now < (equal_frames_ < max_equal_frames ? started_ + frame_interval : due_)) {
    return false;
  }
  started_ = now;
  build_frame(pixels);
  return true;
}

void FrameLoop::build_frame(PixelSize pixels) {
  ImguiHost& host = parts_.host;
  stale_ = false;
  pixels_ = pixels;
  host.set_scale(parts_.display.scale());
  parts_.application.frame(host, parts_.input, pixels);
  ++counts_.built;
  const bool differs = host.differs();
  equal_frames_ = differs ? 0 : std::min(equal_frames_ + 1, max_equal_frames);
  if (differs || damaged_) {
    host.draw_frame();
    parts_.display.present();
    ++counts_.drawn;
  }
  damaged_ = false;
  parts_.display.set_cursor(ImGui::GetMouseCursor());
  if (std::string title = parts_.application.title(); title != title_) {
    parts_.display.set_title(title_ = std::move(title));
  }
  due_ = started_ + std::max(parts_.application.seconds_to_frame(), frame_interval);
  const double now = parts_.display.now();
  rest_until_ = now + pause_after_frame(now - started_, parts_.application.snapshot().playing(),
                                        parts_.software);
}

}  // namespace fungescope::ui
