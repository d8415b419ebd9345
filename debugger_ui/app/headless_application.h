// Runs the application without a window: off-screen frames with injected input, for `--screenshot`
// and tests. The same steps render the same picture.
#pragma once

#include "debugger_ui/app/application.h"
#include "debugger_ui/platform/opengl.h"
#include "debugger_ui/widgets/item_names.h"

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
  // The named items of the last frame.
  [[nodiscard]] const ItemNames& names() const { return names_; }

  // Builds one frame, `seconds` after the last, without waiting for anything.
  void frame(double seconds = 1.0 / 60);
  // Plays for `seconds` of virtual time, a frame at a time, as the user's key does: the same time
  // gives the same pictures. The run must not be playing already.
  void play(double seconds);
  // Draws the last frame, and waits until rendering is complete, as a window's buffer swap does.
  void present();
  // Builds frames until all input is taken and no work is pending (session, file, export) for
  // `quiet_frames` frames in a row. Time stands still while other threads work for it. Do not call
  // while playing without an end.
  void settle(int quiet_frames = 4);
  // Draws the last frame.
  [[nodiscard]] Image read();
  // Submits a command and settles; returns its error if it failed.
  Result<void> run(const std::string& line);

 private:
  HeadlessApplication() = default;

  PixelSize size_;
  bool played_ = false;
  std::unique_ptr<Offscreen> screen_;
  std::unique_ptr<ImguiHost> host_;
  InputQueue input_;
  ItemNames names_;
  std::unique_ptr<Application> application_;
};

}  // namespace fungescope::ui
