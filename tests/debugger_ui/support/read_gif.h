// Reads GIF files: a viewer of its own.
#pragma once

#include "debugger_ui/platform/pictures/image.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <gif_lib.h>

namespace fungescope::ui {

struct Played {
  std::vector<Image> frames;  // as a viewer shows them
  std::vector<PixelRectangle> parts;
  std::vector<int> delays;  // hundredths of a second
};

// Puts the frames of a file together.
inline Played play(const std::string& path) {
  int error = 0;
  const std::unique_ptr<GifFileType, int (*)(GifFileType*)> file(
      DGifOpenFileName(path.c_str(), &error),
      [](GifFileType* open) { return DGifCloseFile(open, nullptr); });
  REQUIRE(file);
  REQUIRE(DGifSlurp(file.get()) == GIF_OK);
  Played played;
  Image screen(PixelSize{file->SWidth, file->SHeight});
  for (int i = 0; i < file->ImageCount; ++i) {
    const SavedImage& saved = file->SavedImages[i];
    const GifImageDesc& at = saved.ImageDesc;
    GraphicsControlBlock control;
    REQUIRE(DGifSavedExtensionToGCB(file.get(), i, &control) == GIF_OK);
    const ColorMapObject& colors = at.ColorMap != nullptr ? *at.ColorMap : *file->SColorMap;
    for (int y = 0; y < at.Height; ++y) {
      for (int x = 0; x < at.Width; ++x) {
        const int index = saved.RasterBits[y * at.Width + x];
        if (index == control.TransparentColor) continue;
        const GifColorType color = colors.Colors[index];
        const std::array<std::uint8_t, 4> rgba{color.Red, color.Green, color.Blue, 255};
        std::copy(rgba.begin(), rgba.end(), screen.pixel(at.Left + x, at.Top + y));
      }
    }
    played.frames.push_back(screen);
    played.parts.push_back({at.Left, at.Top, at.Width, at.Height});
    played.delays.push_back(control.DelayTime);
  }
  return played;
}

}  // namespace fungescope::ui
