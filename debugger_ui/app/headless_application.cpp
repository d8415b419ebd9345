#include "debugger_ui/app/headless_application.h"

#include "debugger_ui/background/background_thread.h"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr int max_idle_frames = 2000;
constexpr double frame_time = 1.0 / 60;              // seconds
constexpr auto max_wait = std::chrono::minutes(10);  // for other threads

}  // namespace

Result<std::unique_ptr<HeadlessApplication>> HeadlessApplication::create(PixelSize size,
                                                                         ApplicationOptions options,
                                                                         OpenedFile opened) {
  auto screen = TRY(Offscreen::create(size));
  std::unique_ptr<HeadlessApplication> still(new HeadlessApplication());
  still->size_ = size;
  still->screen_ = std::move(screen);
  still->host_ = std::make_unique<ImguiHost>();
  ImGui::GetIO().UserData = &still->names_;
  still->application_ = std::make_unique<Application>(std::move(options), std::move(opened));
  return still;
}

void HeadlessApplication::frame(double seconds) {
  screen_->bind();
  application_->update(seconds);
  application_->frame(*host_, input_, size_);
}

void HeadlessApplication::play(double seconds) {
  constexpr double frame_seconds = 1.0 / 30;
  SessionThread& session = application_->session();
  if (!std::exchange(played_, true)) {
    session.elapse(0);
    application_->perform("play or pause");
    session.settle();
  }
  const double frames = std::ceil(seconds / frame_seconds - 0.5);
  for (std::int64_t i = 0; static_cast<double>(i) < frames; ++i) {
    session.elapse(frame_seconds);
    session.settle();
    frame(frame_seconds);
    session.settle();
  }
  frame(0);
}

void HeadlessApplication::present() {
  screen_->bind();
  host_->draw_frame();
  screen_->finish();
}

Image HeadlessApplication::read() {
  screen_->bind();
  host_->draw_frame();
  return screen_->read();
}

void HeadlessApplication::settle(int quiet_frames) {
  const auto give_up = std::chrono::steady_clock::now() + max_wait;
  int quiet = 0;
  for (int idle = 0; idle < max_idle_frames && quiet < quiet_frames;) {
    const std::uint64_t before = application_->snapshot().serial;
    // The clock of a game must not show how fast other threads are.
    frame(application_->waits_for_threads() && !application_->snapshot().playing() ? 0.0
                                                                                   : frame_time);
    if (!application_->snapshot().playing()) application_->session().settle();
    const bool at_work = application_->at_work() || application_->snapshot().playing();
    const bool same = application_->session().snapshot()->serial == before;
    quiet = !at_work && same && !input_.pending() ? quiet + 1 : 0;
    if (at_work && std::chrono::steady_clock::now() < give_up) {
      // Background work reads a file, or plays.
      sleep_for(std::chrono::milliseconds(1));
    } else {
      ++idle;
    }
  }
}

Result<void> HeadlessApplication::run(const std::string& line) {
  Result<void> result;
  application_->session().submit(line, [&result](const CommandOutcome& outcome) {
    if (!outcome.response) result = tl::unexpected(outcome.response.error());
  });
  application_->session().settle();
  application_->session().run_callbacks();
  return result;
}

}  // namespace fungescope::ui
