// The application without a window: frames off screen, with injected input. For `--screenshot` and
// for tests. The same steps make the same picture.
#pragma once

#include "debugger_ui/app/application.h"
#include "debugger_ui/platform/offscreen.h"

#include <memory>
#include <string>

namespace fungescope::ui {

class HeadlessApplication {
 public:
  // Errors: see Offscreen.
  [[nodiscard]] static Result<std::unique_ptr<HeadlessApplication>> create(
      PixelSize size, ApplicationOptions options, OpenedFile opened);

  [[nodiscard]] Application& application() { return *application_; }
  [[nodiscard]] InputQueue& input() { return input_; }
  [[nodiscard]] ImguiHost& host() { return *host_; }

  // Draws one frame, so many seconds after the last, without waiting for anything.
  void frame(double seconds = 1.0 / 60);
  // Waits until it is drawn: with `frame`, the time that a window takes.
  void present() { screen_->finish(); }
  // Frames until all input is taken and nothing is under way any more: neither the machine, nor a
  // file or an export, for so many frames in a row. Not while playing without an end.
  void settle(int quiet_frames = 4);
  [[nodiscard]] Image read() const { return screen_->read(); }
  // Submits a command and settles; its error if it failed.
  Result<void> run(const std::string& line);

 private:
  HeadlessApplication() = default;

  PixelSize size_;
  std::unique_ptr<Offscreen> screen_;
  std::unique_ptr<ImguiHost> host_;
  InputQueue input_;
  std::unique_ptr<Application> application_;
};

}  // namespace fungescope::ui
