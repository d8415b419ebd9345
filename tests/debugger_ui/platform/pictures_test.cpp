#include "debugger_ui/support/read_gif.h"
#include "debugger_ui/support/read_png.h"
#include "support/scratch.h"

#include <functional>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

struct Pixel {
  int red;
  int green;
  int blue;
  int alpha = 255;
};

Image painted(PixelSize size, const std::function<Pixel(int, int)>& color) {
  Image image(size);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const Pixel pixel = color(x, y);
      std::uint8_t* at = image.pixel(x, y);
      for (const int channel : {pixel.red, pixel.green, pixel.blue, pixel.alpha}) {
        *at++ = static_cast<std::uint8_t>(channel);
      }
    }
  }
  return image;
}

Image gradient(PixelSize size) {
  return painted(size, [](int x, int y) -> Pixel { return {x * 5, y * 7, x * y, 255 - x}; });
}

Played written_and_played(const std::vector<Image>& frames, int delay) {
  const test::Scratch scratch;
  const std::string path = scratch.folder() + "/test.gif";
  Result<GifWriter> writer = GifWriter::open(path, frames.at(0).size, delay);
  REQUIRE(writer);
  for (const Image& frame : frames) REQUIRE(writer->add_frame(frame));
  REQUIRE(writer->close());
  return play(path);
}

Image board(int lit) {
  return painted({64, 48}, [lit](int x, int y) -> Pixel {
    if (x / 8 == lit && y / 8 == lit) return {255, 180, 40};
    return (x / 8 + y / 8) % 2 == 0 ? Pixel{20, 24, 32} : Pixel{40, 48, 64};
  });
}

}  // namespace

TEST_CASE("frames of few colours are read back exactly") {
  const std::vector<Image> frames{board(0), board(1), board(5)};
  const Played played = written_and_played(frames, 50);
  REQUIRE(played.frames.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(compare(played.frames[i], frames[i]).none());
  CHECK(played.delays == std::vector<int>{5, 5, 5});
}

TEST_CASE("only the rectangle that changed is written") {
  const Played played = written_and_played({board(0), board(1), board(5)}, 50);
  REQUIRE(played.parts.size() == 3);
  CHECK(played.parts[0] == PixelRectangle{0, 0, 64, 48});
  CHECK(played.parts[1] == PixelRectangle{0, 0, 16, 16});
  CHECK(played.parts[2] == PixelRectangle{8, 8, 40, 40});
}

TEST_CASE("equal frames become one that stays longer") {
  const Played played = written_and_played({board(0), board(0), board(0), board(2)}, 40);
  REQUIRE(played.frames.size() == 2);
  CHECK(played.delays == std::vector<int>{12, 4});
}

TEST_CASE("many colours are approximated") {
  const Image image = painted({128, 96}, [](int x, int y) -> Pixel {
    return {x * 2, y * 2, (x + y) % 256};
  });
  const Played played = written_and_played({image}, 100);
  CHECK(compare(played.frames.at(0), image, 20).pixels < 128 * 96 / 100);
  CHECK(compare(played.frames.at(0), image).worst <= 40);
}

TEST_CASE("a colour that the first frame lacks is not lost") {
  const Image grey = painted({32, 32}, [](int x, int y) -> Pixel {
    return {x * 8, x * 8, y * 8 / 2 + x * 4};
  });
  Image with_red = grey;
  for (int x = 4; x < 9; ++x) {
    with_red.pixel(x, 10)[0] = 250;
    with_red.pixel(x, 10)[1] = 10;
    with_red.pixel(x, 10)[2] = 10;
  }
  const Played played = written_and_played({grey, with_red, grey}, 100);
  REQUIRE(played.frames.size() == 3);
  CHECK(played.parts[1] == PixelRectangle{4, 10, 5, 1});
  CHECK(played.frames[1].pixel(6, 10)[0] == 250);
  CHECK(played.frames[1].pixel(6, 10)[1] == 10);
  CHECK(compare(played.frames[2], played.frames[0]).none());
}

TEST_CASE("GIF errors") {
  CHECK_FALSE(GifWriter::open("no/such/folder/a.gif", {10, 10}, 100));
  const test::Scratch scratch;
  CHECK_FALSE(GifWriter::open(scratch.folder() + "/test.gif", {0, 10}, 100));
  const std::string path = scratch.folder() + "/errors.gif";
  Result<GifWriter> writer = GifWriter::open(path, {10, 10}, 100);
  REQUIRE(writer);
  CHECK_FALSE(writer->add_frame(board(0)));
  CHECK_FALSE(writer->close());
}

TEST_CASE("a palette is exact when there are few colours, and large areas are exact in any") {
  const Image few = board(3);
  CHECK(choose_palette(few, {0, 0, 64, 48}, 255).size() == 3);
  const Image many = painted({200, 200}, [](int x, int y) -> Pixel {
    if (x < 150) return {31, 37, 51};
    return {(x * y) % 256, (x + 3 * y) % 256, (7 * x + y) % 256};
  });
  PaletteIndex palette(choose_palette(many, {0, 0, 200, 200}, 64));
  CHECK(palette.palette().size() == 64);
  CHECK(palette.nearest({31, 37, 51}).distance <= 3);
}

TEST_CASE("a picture survives a round trip through a PNG file") {
  const Image image = gradient({37, 21});
  const test::Scratch scratch;
  REQUIRE(write_png(scratch / "test.png", image));
  CHECK(read_png(scratch / "test.png").value() == image);
}

TEST_CASE("PNG errors name the file") {
  const Result<void> written = write_png("no/such/folder/a.png", gradient({2, 2}));
  REQUIRE_FALSE(written);
  CHECK(written.error().where.file == "no/such/folder/a.png");
  CHECK(to_string(written.error()).find("No such file") != std::string::npos);
  CHECK_FALSE(read_png("no/such/file.png"));
}

TEST_CASE("pictures are compared with a tolerance") {
  const Image a = gradient({10, 10});
  CHECK(compare(a, a).none());
  Image b = a;
  b.pixel(3, 3)[1] ^= 4;
  b.pixel(4, 4)[0] ^= 64;
  CHECK(compare(a, b).pixels == 2);
  CHECK(compare(a, b, 4).pixels == 1);
  CHECK(compare(a, b, 4).worst == 64);
  CHECK(compare(a, b, 64).none());
  CHECK(compare(a, gradient({10, 11})).pixels == 110);
}
