// Animated GIF files, written as the frames come.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/image.h"

#include <memory>
#include <string>

namespace fungescope::ui {

// The first frame chooses the file's palette; a later one brings its own where
// that palette would show. Of later frames only the rectangle that changed is
// written, and frames that are equal become one that stays longer. Memory: a
// few pictures, however many frames there are.
class GifWriter {
 public:
  // `delay` in milliseconds a frame, kept in hundredths of a second: browsers
  // slow down anything under 20. The animation repeats without end.
  [[nodiscard]] static Result<GifWriter> open(const std::string& path, PixelSize size, int delay);

  GifWriter(GifWriter&&) noexcept;
  GifWriter& operator=(GifWriter&&) noexcept;
  ~GifWriter();  // closes; an error of that is lost

  // The picture must have the size given to `open`; alpha is not looked at.
  [[nodiscard]] Result<void> add_frame(const Image& image);

  // Writes what is still held back. Nothing may be added afterwards.
  [[nodiscard]] Result<void> close();

 private:
  struct State;
  explicit GifWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fungescope::ui
