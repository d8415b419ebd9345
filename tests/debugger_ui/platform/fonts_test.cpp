#include "debugger_ui/platform/fonts.h"

#include "debugger_ui/platform/imgui_compat.h"

#include <filesystem>

#include <doctest/doctest.h>
#include <imgui.h>

using namespace fungescope;
using namespace fungescope::ui;

TEST_CASE("there is a monospaced font, and an unknown font name falls back to it") {
  const Result<FontFamily> best = find_font();
  REQUIRE_MESSAGE(best, to_string(best.error()));
  CHECK(std::filesystem::exists(best->regular.path));
  const Result<FontFamily> other = find_font("No Such Font");
  REQUIRE(other);
  CHECK(other->name == best->name);
  const Result<FontFamily> no_file = find_font("/no/such/font.ttf");
  REQUIRE(no_file);
  CHECK(no_file->name == best->name);
}

TEST_CASE("a font can be asked for by name and by file") {
  const Result<FontFamily> best = find_font();
  REQUIRE(best);
  const Result<FontFamily> by_name = find_font(best->name);
  REQUIRE(by_name);
  CHECK(by_name->regular.path == best->regular.path);
  const Result<FontFamily> by_file = find_font(best->regular.path);
  REQUIRE(by_file);
  CHECK(by_file->regular.path == best->regular.path);
}

TEST_CASE("the atlas has its sizes and stays within OpenGL's min texture size") {
  const Result<FontFamily> family = find_font();
  REQUIRE(family);
  ImFontAtlas atlas;
  const Fonts fonts = build_fonts(atlas, *family, 16, 4);
  unsigned char* pixels = nullptr;
  int width = 0;
  int height = 0;
  atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
  CHECK(width <= 4096);
  CHECK(height <= 4096);
  CHECK(fonts.body->FontSize == 64);
  CHECK(fonts.small->FontSize == 48);
  CHECK(fonts.title->FontSize == 77);
  const GlyphBox missing = glyph_box(*fonts.body, U'\ufffe');
  for (const char32_t sign : {U'A', U'\u00b7', U'\u2192', U'\u2502', U'\u25b6', U'\u2264'}) {
    const GlyphBox glyph = glyph_box(*fonts.body, sign);
    CHECK_FALSE((glyph.u0 == missing.u0 && glyph.v0 == missing.v0));
  }
}
