#include "debugger_ui/app/headless_application.h"

#include <chrono>
#include <thread>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr double frame_seconds = 1.0 / 60;
constexpr int max_frames = 2000;

}  // namespace

Result<std::unique_ptr<HeadlessApplication>> HeadlessApplication::create(PixelSize size,
                                                                         ApplicationOptions options,
                                                                         OpenedFile opened) {
  auto screen = Offscreen::create(size);
  if (!screen) return tl::unexpected(screen.error());
  std::unique_ptr<HeadlessApplication> still(new HeadlessApplication());
  still->size_ = size;
  still->screen_ = std::move(*screen);
  still->host_ = std::make_unique<ImguiHost>();
  still->application_ = std::make_unique<Application>(std::move(options), std::move(opened));
  return still;
}

void HeadlessApplication::frame() {
  screen_->bind();
  application_->frame(*host_, input_, size_, frame_seconds);
}

void HeadlessApplication::settle(int quiet_frames) {
  int quiet = 0;
  for (int i = 0; i < max_frames && quiet < quiet_frames; ++i) {
    const std::uint64_t before = application_->snapshot().serial;
    frame();
    if (!application_->snapshot().playing()) application_->session().settle();
    const bool at_work = application_->at_work() || application_->snapshot().playing();
    const bool same = application_->session().snapshot()->serial == before;
    quiet = !at_work && same && !input_.pending() ? quiet + 1 : 0;
    // Waits for a thread that reads a file, or plays.
    if (at_work) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

Result<void> HeadlessApplication::run(const std::string& line) {
  Result<void> result;
  application_->session().submit(line, [&result](const CommandOutcome& answer) {
    if (!answer.response) result = tl::unexpected(answer.response.error());
  });
  application_->session().settle();
  application_->session().run_callbacks();
  return result;
}

}  // namespace fungescope::ui
