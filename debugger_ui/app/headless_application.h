// Runs the application off screen with injected input, for `--screenshot` and for tests. The same
// steps render the same image.
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

  // Draws one frame without waiting for the session.
  void frame();
  // Waits until rendering is done. `frame` and `present` together cost as much as in a window.
  void present() { screen_->finish(); }
  // Draws frames until the input is empty and session, files and exports have been idle for
  // `quiet_frames` frames in a row. Must not be called while playing without an end.
  void settle(int quiet_frames = 4);
  [[nodiscard]] Image read() const { return screen_->read(); }
  // Submits a command and settles. Returns the error of the command.
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
