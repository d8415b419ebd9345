#include "debugger_ui/platform/imgui_host.h"

#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/platform/opengl.h"
#include "debugger_ui/support/read_png.h"

#include <array>
#include <cmath>
#include <cstring>
#include <set>

#include <doctest/doctest.h>
#include <imgui.h>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

constexpr PixelSize screen{400, 300};

// A host off screen, with one text field and one button.
struct Stage {
  std::unique_ptr<Offscreen> offscreen;
  std::unique_ptr<ImguiHost> host;
  InputQueue input;
  int clicks = 0;
  int double_clicks = 0;
  std::array<char, 32> text{};
  ImVec2 button_at{};
  ImVec2 field_at{};

  Stage() {
    auto made = Offscreen::create(screen);
    REQUIRE_MESSAGE(made, to_string(made.error()));
    offscreen = std::move(*made);
    host = std::make_unique<ImguiHost>();
  }

  void contents() {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({400, 300});
    ImGui::Begin("stage", nullptr, ImGuiWindowFlags_NoDecoration);
    ImGui::PushFont(host->fonts().title);
    ImGui::TextUnformatted("Fungescope \u2192 \u25b6 \u2264 \u00b7");
    ImGui::PopFont();
    field_at = ImGui::GetCursorScreenPos();
    ImGui::InputText("field", text.data(), text.size());
    button_at = ImGui::GetCursorScreenPos();
    if (ImGui::Button("press", {120, 40})) ++clicks;
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) ++double_clicks;
    ImGui::End();
  }

  void build(double seconds = 1.0 / 60) {
    offscreen->bind();
    host->begin_frame(screen, seconds, input);
    contents();
    host->end_frame();
  }
  void frame() {
    build();
    host->draw_frame();
  }

  // As many frames as the queue asks for, and one for ImGui to answer.
  void run() {
    do frame();
    while (input.pending());
    frame();
  }
};

std::size_t count_colors(const Image& image) {
  std::set<std::uint32_t> colors;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    std::uint32_t color = 0;
    std::memcpy(&color, &image.rgba[i], 4);
    colors.insert(color);
  }
  return colors.size();
}

}  // namespace

TEST_CASE("off screen, text is drawn, and the same twice") {
  const auto picture = [] {
    Stage fixture;
    fixture.run();
    CHECK(fixture.host->font_error() == nullptr);
    return fixture.offscreen->read();
  };
  const Image image = picture();
  CHECK(count_colors(image) > 20);
  CHECK(picture() == image);
}

TEST_CASE("every click arrives, however fast") {
  Stage fixture;
  fixture.run();
  const float x = fixture.button_at.x + 10;
  const float y = fixture.button_at.y + 10;
  for (int i = 0; i < 5; ++i) {
    fixture.input.click(x, y);
    fixture.input.move(350, 280);
  }
  fixture.run();
  CHECK(fixture.clicks == 5);
}

TEST_CASE("a fast double click is one") {
  Stage fixture;
  fixture.run();
  fixture.input.click(fixture.button_at.x + 10, fixture.button_at.y + 10);
  fixture.input.click(fixture.button_at.x + 10, fixture.button_at.y + 10);
  fixture.run();
  CHECK(fixture.double_clicks == 1);
}

TEST_CASE("text is typed, edited and copied") {
  Stage fixture;
  fixture.run();
  std::string copied;
  fixture.host->set_clipboard(
      {[] { return std::string("pasted"); }, [&](const std::string& text) { copied = text; }});
  fixture.input.click(fixture.field_at.x + 10, fixture.field_at.y + 8);
  fixture.input.type("abx");
  fixture.input.tap(Key::backspace);
  fixture.input.type("cd");
  fixture.run();
  CHECK(std::string(fixture.text.data()) == "abcd");
  CHECK(ImGui::GetIO().WantTextInput);

  fixture.input.tap(Key::a, with_ctrl);
  fixture.input.tap(Key::x, with_ctrl);
  fixture.run();
  CHECK(copied == "abcd");
  CHECK(std::string(fixture.text.data()).empty());
  fixture.input.tap(Key::v, with_ctrl);
  fixture.input.tap(Key::home);
  fixture.input.type("*");
  fixture.run();
  CHECK(std::string(fixture.text.data()) == "*pasted");
}

TEST_CASE("the cursor follows the item under it") {
  Stage fixture;
  fixture.input.move(390, 290);
  fixture.run();
  CHECK(fixture.host->cursor() == Cursor::arrow);
  fixture.input.move(fixture.field_at.x + 10, fixture.field_at.y + 8);
  fixture.run();
  CHECK(fixture.host->cursor() == Cursor::text);
}

TEST_CASE("a frame differs from the drawn one only if it looks different") {
  Stage fixture;
  fixture.build();
  CHECK(fixture.host->differs());  // nothing is drawn yet
  fixture.run();
  fixture.build();
  CHECK_FALSE(fixture.host->differs());
  fixture.input.move(fixture.button_at.x + 10, fixture.button_at.y + 10);
  fixture.build();
  CHECK(fixture.host->differs());
  fixture.host->draw_frame();
  fixture.build();
  CHECK_FALSE(fixture.host->differs());
  fixture.host->set_scale(2);
  fixture.build();
  CHECK(fixture.host->differs());
}

TEST_CASE("the caret of a text field in use costs no frames") {
  Stage fixture;
  fixture.run();
  fixture.input.click(fixture.field_at.x + 10, fixture.field_at.y + 8);
  fixture.run();
  REQUIRE(ImGui::GetIO().WantTextInput);
  fixture.host->draw_frame();
  CHECK(std::isinf(fixture.host->seconds_to_change()));
  for (int i = 0; i < 20; ++i) {
    fixture.build(0.25);
    CHECK_FALSE(fixture.host->differs());
  }
}

TEST_CASE("while a key or button is held, each frame may differ") {
  Stage fixture;
  fixture.input.press();
  fixture.run();
  CHECK(fixture.host->seconds_to_change() == 0);
  fixture.input.release();
  fixture.run();
  CHECK(std::isinf(fixture.host->seconds_to_change()));
  fixture.input.push({.kind = InputEvent::Kind::key_press, .key = Key::left});
  fixture.run();
  CHECK(fixture.host->seconds_to_change() == 0);
  fixture.input.push({.kind = InputEvent::Kind::focus_lost});
  fixture.run();
  CHECK(std::isinf(fixture.host->seconds_to_change()));
}

TEST_CASE("another scale rebuilds the fonts") {
  Stage fixture;
  fixture.run();
  CHECK(font_size(*fixture.host->fonts().body) == 16);
  fixture.host->set_scale(2);
  fixture.frame();
  CHECK(font_size(*fixture.host->fonts().body) == 32);
  CHECK(count_colors(fixture.offscreen->read()) > 20);
}

TEST_CASE("an off-screen picture is rendered in tiles without a seam, and leaves the frame alone") {
  Stage fixture;
  fixture.run();
  const Image before = fixture.offscreen->read();
  // Larger than a tile in both directions; a diagonal across all of them.
  const PixelSize size{4200, 4300};
  const auto draw = [&] {
    ImDrawList* list = ImGui::GetForegroundDrawList();
    list->AddRectFilled({0, 0}, {4200, 4300}, IM_COL32(10, 20, 30, 255));
    list->AddRectFilled({4090, 4090}, {4110, 4110}, IM_COL32(200, 100, 50, 255));
    list->AddText(fixture.host->fonts().title, 18, {4080, 200}, IM_COL32_WHITE, "over the edge");
  };
  fixture.offscreen->bind();
  fixture.host->begin_frame(screen, 1.0 / 60, fixture.input);
  const Result<Image> aside = fixture.host->render_offscreen(size, draw);
  fixture.contents();
  fixture.host->end_frame();
  fixture.host->draw_frame();

  REQUIRE(aside);
  CHECK(aside->size == size);
  const auto red = [&](int x, int y) { return int{aside->pixel(x, y)[0]}; };
  CHECK(red(0, 0) == 10);
  CHECK(red(4199, 4299) == 10);
  for (int i = 4090; i < 4110; ++i) {
    CHECK(red(i, i) == 200);
    CHECK(red(i, 4199 - i) == 200 - 190 * (4199 - i < 4090 || 4199 - i >= 4110));
  }
  CHECK(red(4089, 4095) == 10);
  CHECK(red(4110, 4095) == 10);
  CHECK(compare(fixture.offscreen->read(), before).none());
}

TEST_CASE("an off-screen picture shows windows, also before the first frame") {
  Stage fixture;
  const Result<Image> aside = fixture.host->render_offscreen({300, 200}, [&] {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({300, 200});
    ImGui::Begin("aside", nullptr, ImGuiWindowFlags_NoDecoration);
    ImGui::TextUnformatted("text aside");
    ImGui::End();
  });
  REQUIRE(aside);
  CHECK(count_colors(*aside) > 20);
}

TEST_CASE("an off-screen picture that is too large is an error") {
  Stage fixture;
  const auto nothing = [] {};
  const Result<Image> aside = fixture.host->render_offscreen({100'000, 100'000}, nothing);
  REQUIRE_FALSE(aside);
  CHECK(aside.error().advice == "zoom out, or choose a smaller part");
}
