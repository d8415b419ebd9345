#include "debugger_ui/app/still.h"

#include <chrono>
#include <thread>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr double frame_seconds = 1.0 / 60;
constexpr int most_frames = 2000;

}  // namespace

Result<std::unique_ptr<Still>> Still::create(PixelSize size, ApplicationOptions options,
                                             Opened opened) {
  auto screen = Offscreen::create(size);
  if (!screen) return tl::unexpected(screen.error());
  std::unique_ptr<Still> still(new Still());
  still->size_ = size;
  still->screen_ = std::move(*screen);
  still->host_ = std::make_unique<ImguiHost>();
  still->application_ = std::make_unique<Application>(std::move(options), std::move(opened));
  return still;
}

void Still::frame() {
  screen_->bind();
  application_->frame(*host_, input_, size_, frame_seconds);
}

void Still::settle(int quiet_frames) {
  int quiet = 0;
  for (int i = 0; i < most_frames && quiet < quiet_frames; ++i) {
    const std::uint64_t before = application_->picture().serial;
    frame();
    if (!application_->picture().playing()) application_->vm().settle();
    const bool at_work = application_->at_work() || application_->picture().playing();
    const bool same = application_->vm().picture()->serial == before;
    quiet = !at_work && same && !input_.pending() ? quiet + 1 : 0;
    // Another thread reads a file, or plays.
    if (at_work) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

Result<void> Still::run(const std::string& line) {
  Result<void> result;
  application_->vm().submit(line, [&result](const Answer& answer) {
    if (!answer.reply) result = tl::unexpected(answer.reply.error());
  });
  application_->vm().settle();
  application_->vm().deliver();
  return result;
}

}  // namespace fungescope::ui
