#include "debugger_ui/platform/imgui_host.h"

#include "debugger_ui/platform/imgui_version.h"
#include "debugger_ui/platform/offscreen.h"
#include "debugger_ui/platform/png.h"

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

  void frame() {
    offscreen->bind();
    host->begin_frame(screen, 1.0 / 60, input);
    contents();
    host->end_frame();
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
    Stage stage;
    stage.run();
    CHECK(stage.host->font_error() == nullptr);
    return stage.offscreen->read();
  };
  const Image image = picture();
  CHECK(count_colors(image) > 20);
  CHECK(picture() == image);
}

TEST_CASE("every click arrives, however fast") {
  Stage stage;
  stage.run();
  const float x = stage.button_at.x + 10;
  const float y = stage.button_at.y + 10;
  for (int i = 0; i < 5; ++i) {
    stage.input.click(x, y);
    stage.input.move(350, 280);
  }
  stage.run();
  CHECK(stage.clicks == 5);
}

TEST_CASE("a fast double click is one") {
  Stage stage;
  stage.run();
  stage.input.click(stage.button_at.x + 10, stage.button_at.y + 10);
  stage.input.click(stage.button_at.x + 10, stage.button_at.y + 10);
  stage.run();
  CHECK(stage.double_clicks == 1);
}

TEST_CASE("text is typed, edited and copied") {
  Stage stage;
  stage.run();
  std::string copied;
  stage.host->set_clipboard(
      {[] { return std::string("pasted"); }, [&](const std::string& text) { copied = text; }});
  stage.input.click(stage.field_at.x + 10, stage.field_at.y + 8);
  stage.input.type("abx");
  stage.input.tap(Key::backspace);
  stage.input.type("cd");
  stage.run();
  CHECK(std::string(stage.text.data()) == "abcd");
  CHECK(ImGui::GetIO().WantTextInput);

  stage.input.tap(Key::a, with_ctrl);
  stage.input.tap(Key::x, with_ctrl);
  stage.run();
  CHECK(copied == "abcd");
  CHECK(std::string(stage.text.data()).empty());
  stage.input.tap(Key::v, with_ctrl);
  stage.input.tap(Key::home);
  stage.input.type("*");
  stage.run();
  CHECK(std::string(stage.text.data()) == "*pasted");
}

TEST_CASE("the pointer's shape follows what is under it") {
  Stage stage;
  stage.input.move(390, 290);
  stage.run();
  CHECK(stage.host->cursor() == Cursor::arrow);
  stage.input.move(stage.field_at.x + 10, stage.field_at.y + 8);
  stage.run();
  CHECK(stage.host->cursor() == Cursor::text);
}

TEST_CASE("another scale makes other fonts") {
  Stage stage;
  stage.run();
  CHECK(font_size(*stage.host->fonts().body) == 16);
  stage.host->set_scale(2);
  stage.frame();
  CHECK(font_size(*stage.host->fonts().body) == 32);
  CHECK(count_colors(stage.offscreen->read()) > 20);
}

TEST_CASE("a picture aside is drawn in tiles without a seam, and leaves the frame alone") {
  Stage stage;
  stage.run();
  const Image before = stage.offscreen->read();
  // Larger than a tile in both directions; a diagonal across all of them.
  const PixelSize size{4200, 4300};
  const auto draw = [&] {
    ImDrawList* list = ImGui::GetForegroundDrawList();
    list->AddRectFilled({0, 0}, {4200, 4300}, IM_COL32(10, 20, 30, 255));
    list->AddRectFilled({4090, 4090}, {4110, 4110}, IM_COL32(200, 100, 50, 255));
    list->AddText(stage.host->fonts().title, 18, {4080, 200}, IM_COL32_WHITE, "over the edge");
  };
  stage.offscreen->bind();
  stage.host->begin_frame(screen, 1.0 / 60, stage.input);
  const Result<Image> aside = stage.host->render_aside(size, draw);
  stage.contents();
  stage.host->end_frame();

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
  CHECK(compare(stage.offscreen->read(), before).none());
}

TEST_CASE("a picture aside shows windows, before any frame too") {
  Stage stage;
  const Result<Image> aside = stage.host->render_aside({300, 200}, [&] {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({300, 200});
    ImGui::Begin("aside", nullptr, ImGuiWindowFlags_NoDecoration);
    ImGui::TextUnformatted("text aside");
    ImGui::End();
  });
  REQUIRE(aside);
  CHECK(count_colors(*aside) > 20);
}

TEST_CASE("a picture aside that is too large is refused") {
  Stage stage;
  const auto nothing = [] {};
  const Result<Image> aside = stage.host->render_aside({100'000, 100'000}, nothing);
  REQUIRE_FALSE(aside);
  CHECK(aside.error().advice == "zoom out, or choose a smaller part");
}
