#include "debugger_ui/platform/imgui_host.h"

#include "debugger_ui/platform/opengl.h"
#include "debugger_ui/support/read_png.h"
#include "debugger_ui/support/user_input.h"

#include <array>
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
  UserQueue input;
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
    field_at = {ImGui::GetCursorScreenPos().x + 10, ImGui::GetCursorScreenPos().y + 8};
    ImGui::InputText("field", text.data(), text.size());
    button_at = {ImGui::GetCursorScreenPos().x + 10, ImGui::GetCursorScreenPos().y + 10};
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
    CHECK_FALSE(fixture.host->font_error());
    return fixture.offscreen->read();
  };
  const Image image = picture();
  CHECK(count_colors(image) > 20);
  CHECK(picture() == image);
}

TEST_CASE_FIXTURE(Stage, "every click arrives, however fast, and a fast double click is one") {
  run();
  for (int i = 0; i < 5; ++i) {
    input.click(button_at.x, button_at.y);
    input.move(350, 280);
  }
  run();
  CHECK(clicks == 5);
  double_clicks = 0;
  build(1);
  for (int i = 0; i < 2; ++i) input.click(button_at.x, button_at.y);
  run();
  CHECK(double_clicks == 1);
}

TEST_CASE_FIXTURE(Stage, "text is typed, edited and copied") {
  run();
  std::string copied;
  host->set_clipboard(
      {[] { return std::string("pasted"); }, [&](const std::string& bytes) { copied = bytes; }});
  input.click(field_at.x, field_at.y);
  input.type("abx");
  input.tap(Key::backspace);
  input.type("cd");
  run();
  CHECK(std::string(text.data()) == "abcd");
  CHECK(ImGui::GetIO().WantTextInput);

  input.tap(Key::a, with_ctrl);
  input.tap(Key::x, with_ctrl);
  run();
  CHECK(copied == "abcd");
  CHECK(std::string(text.data()).empty());
  input.tap(Key::v, with_ctrl);
  input.tap(Key::home);
  input.type("*");
  run();
  CHECK(std::string(text.data()) == "*pasted");
}

TEST_CASE_FIXTURE(Stage, "the cursor follows the item under it") {
  input.move(390, 290);
  run();
  CHECK(ImGui::GetMouseCursor() == ImGuiMouseCursor_Arrow);
  input.move(field_at.x, field_at.y);
  run();
  CHECK(ImGui::GetMouseCursor() == ImGuiMouseCursor_TextInput);
}

TEST_CASE_FIXTURE(Stage, "a frame differs from the drawn one only if it looks different") {
  build();
  CHECK(host->differs());  // nothing is drawn yet
  run();
  build();
  CHECK_FALSE(host->differs());
  input.move(button_at.x, button_at.y);
  build();
  CHECK(host->differs());
  host->draw_frame();
  build();
  CHECK_FALSE(host->differs());
  host->set_scale(2);
  build();
  CHECK(host->differs());
}

TEST_CASE_FIXTURE(Stage, "the caret of a text field in use costs no frames") {
  run();
  input.click(field_at.x, field_at.y);
  run();
  REQUIRE(ImGui::GetIO().WantTextInput);
  host->draw_frame();
  CHECK_FALSE(input.held());
  for (int i = 0; i < 20; ++i) {
    build(0.25);
    CHECK_FALSE(host->differs());
  }
}

TEST_CASE_FIXTURE(Stage, "while a key or button is held, each frame may differ") {
  const auto check_held = [this](bool held) {
    run();
    CHECK(input.held() == held);
  };
  input.press();
  check_held(true);
  input.release();
  check_held(false);
  input.push({.kind = InputEvent::Kind::key_press, .key = Key::left});
  check_held(true);
  input.push({.kind = InputEvent::Kind::focus_lost});
  check_held(false);
}

TEST_CASE_FIXTURE(Stage, "another scale rebuilds the fonts") {
  run();
  CHECK(host->fonts().body->FontSize == 16);
  host->set_scale(2);
  frame();
  CHECK(host->fonts().body->FontSize == 32);
  CHECK(count_colors(offscreen->read()) > 20);
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

TEST_CASE_FIXTURE(Stage, "an off-screen picture shows windows, also before the first frame") {
  const Result<Image> aside = host->render_offscreen({300, 200}, [&] {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({300, 200});
    ImGui::Begin("aside", nullptr, ImGuiWindowFlags_NoDecoration);
    ImGui::TextUnformatted("text aside");
    ImGui::End();
  });
  REQUIRE(aside);
  CHECK(count_colors(*aside) > 20);
}

TEST_CASE_FIXTURE(Stage, "an off-screen picture that is too large is an error") {
  const auto nothing = [] {};
  const Result<Image> aside = host->render_offscreen({100'000, 100'000}, nothing);
  REQUIRE_FALSE(aside);
  CHECK(aside.error().advice == "zoom out, or choose a smaller part");
}

TEST_CASE("a picture without a display has the size asked for") {
  Result<std::unique_ptr<Offscreen>> offscreen = Offscreen::create({320, 200});
  REQUIRE_MESSAGE(offscreen, to_string(offscreen.error()));
  const Image image = (*offscreen)->read();
  CHECK(image.size == PixelSize{320, 200});
  CHECK(image.pixel(319, 199)[3] == 255);
}

TEST_CASE("a picture that is too large, or empty, is refused with the limit") {
  const auto too_large = Offscreen::create({100'000, 100});
  REQUIRE_FALSE(too_large);
  CHECK(too_large.error().what == "a picture of 100000x100 pixels cannot be drawn");
  CHECK_FALSE(too_large.error().advice.empty());
  CHECK_FALSE(Offscreen::create({0, 10}));
}
