// Writes animated GIF files, a frame at a time.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/pictures/image.h"

#include <memory>
#include <string>

namespace fungescope::ui {

// The first frame determines the global palette; a later frame gets a local one
// where the difference would be visible. Only the rectangle that changed is written,
// and equal frames become one with a longer delay. Memory: a few pictures, whatever
// the number of frames.
class GifWriter {
 public:
  // Writes as OutputFile does: `path` is replaced by `close`.
  // `delay` is in milliseconds a frame, stored in hundredths of a second; browsers
  // slow down anything below 20. The animation repeats forever.
  [[nodiscard]] static Result<GifWriter> open(const std::string& path, PixelSize size, int delay);

  GifWriter(GifWriter&&) noexcept;
  GifWriter& operator=(GifWriter&&) noexcept;
  ~GifWriter();  // without `close`, discards the file

  // The picture must have the size given to `open`; alpha is ignored.
  [[nodiscard]] Result<void> add_frame(const Image& image);

  // Writes the pending frame. No frame may be added afterwards.
  [[nodiscard]] Result<void> close();

 private:
  struct State;
  explicit GifWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fungescope::ui
