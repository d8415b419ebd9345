#include "debugger_ui/platform/pictures/image.h"
#include "debugger_ui/support/read_png.h"
#include "support/scratch.h"

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

Image gradient(PixelSize size) {
  Image image(size);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      std::uint8_t* pixel = image.pixel(x, y);
      pixel[0] = static_cast<std::uint8_t>(x * 5);
      pixel[1] = static_cast<std::uint8_t>(y * 7);
      pixel[2] = static_cast<std::uint8_t>(x * y);
      pixel[3] = static_cast<std::uint8_t>(255 - x);
    }
  }
  return image;
}

}  // namespace

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
