// Writes animated GIF files, a frame at a time.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/image.h"

#include <memory>
#include <string>

namespace fungescope::ui {

// The first frame determines the global palette; a later frame gets a local palette if the global
// one would be visibly wrong. Of later frames only the changed rectangle is written, and equal
// frames are merged into one with a longer delay. Memory: a few images, independent of the number
// of frames.
class GifWriter {
 public:
  // `delay` is in milliseconds per frame, rounded to hundredths of a second; browsers slow down
  // delays below 20. The animation repeats forever.
  [[nodiscard]] static Result<GifWriter> open(const std::string& path, PixelSize size, int delay);

  GifWriter(GifWriter&&) noexcept;
  GifWriter& operator=(GifWriter&&) noexcept;
  ~GifWriter();  // closes, ignoring errors

  // The image must have the size given to `open`; its alpha is ignored.
  [[nodiscard]] Result<void> add_frame(const Image& image);

  // Writes the last frame and closes the file. No frame may be added afterwards.
  [[nodiscard]] Result<void> close();

 private:
  struct State;
  explicit GifWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fungescope::ui
