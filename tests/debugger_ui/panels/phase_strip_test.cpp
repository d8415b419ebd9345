// The painting of the phase strip, pixel by pixel.
#include "debugger_ui/panels/test.h"
#include "debugger_ui/panels/timeline/timeline.h"
#include "debugger_ui/support/contrast.h"

namespace {

constexpr float strip_left = 20;
constexpr float strip_top = 30;
constexpr float strip_height = 22;  // of which 20 are painted, from strip_top + 1 on
constexpr int strip_width = 200;

// Draws nothing but the strip.
class StripPanel final : public Panel {
 public:
  StripPanel(std::vector<FlowColumns> phases, std::vector<std::string> names)
      : phases_(std::move(phases)), names_(std::move(names)) {}
  [[nodiscard]] PanelId id() const override { return PanelId::timeline; }
  void draw(Context& context) override {
    const TimelineCanvas canvas{*ImGui::GetWindowDrawList(),
                                context.theme,
                                ImGui::GetFont(),
                                ImGui::GetFontSize(),
                                1,
                                0,
                                {0, strip_width, strip_left, static_cast<float>(strip_width)}};
    paint_phases(canvas, {.top = strip_top, .height = strip_height}, phases_, names_);
  }

 private:
  std::vector<FlowColumns> phases_;
  std::vector<std::string> names_;
};

// Amounts of each phase, and of none of them, by column.
class Strip {
 public:
  explicit Strip(std::size_t phases) : phases_(phases + 1) {
    for (FlowColumns& phase : phases_) phase.amount.assign(strip_width, 0);
  }
  Strip& fill(std::size_t phase, int from, int to, float amount) {
    for (int i = from; i < to; ++i) phases_[phase].amount[static_cast<std::size_t>(i)] = amount;
    return *this;
  }
  [[nodiscard]] Image paint(std::vector<std::string> names) const {
    names.resize(phases_.size() - 1);
    PanelFixture fixture(std::make_unique<StripPanel>(phases_, std::move(names)),
                         {.size = {300, 80}, .source = "@"});
    return fixture.draw();
  }

 private:
  std::vector<FlowColumns> phases_;
};

// The colour of a pixel of the strip: `y` counts from its upper edge.
ImU32 strip_pixel(const Image& image, int column, int y) {
  return colour_at(image, static_cast<int>(strip_left) + column,
                   static_cast<int>(strip_top) + 1 + y);
}
ImU32 empty_pixel(const Image& image) {
  return colour_at(image, 290, 70);
}
ImU32 phase_rgb(std::size_t phase) {
  return phase_colour(dark_theme(), phase);
}

TEST_CASE("neighbouring phases have colours of their own") {
  for (std::size_t phase = 0; phase < 8; ++phase) {
    for (std::size_t other = 0; other < phase; ++other) CHECK(phase_rgb(phase) != phase_rgb(other));
  }
  CHECK(phase_colour(light_theme(), 0) != phase_rgb(0));
}

TEST_CASE("a column shows the shares of its phases, one above the other") {
  Strip strip(2);
  strip.fill(0, 0, 50, 3).fill(0, 50, 100, 1).fill(1, 50, 100, 3).fill(1, 100, 150, 8);
  const Image image = strip.paint({"", ""});
  for (const int y : {0, 10, 19}) CHECK(strip_pixel(image, 20, y) == phase_rgb(0));
  // A quarter and three quarters of 20 pixels.
  for (const int y : {0, 4}) CHECK(strip_pixel(image, 70, y) == phase_rgb(0));
  for (const int y : {5, 19}) CHECK(strip_pixel(image, 70, y) == phase_rgb(1));
  for (const int y : {0, 19}) CHECK(strip_pixel(image, 120, y) == phase_rgb(1));
  // Each begins and ends at its column.
  CHECK(strip_pixel(image, 49, 19) == phase_rgb(0));
  CHECK(strip_pixel(image, 50, 19) == phase_rgb(1));
  CHECK(strip_pixel(image, 149, 0) == phase_rgb(1));
  // Where nothing was observed, nothing is painted; nor above and below the strip.
  for (const int y : {0, 10, 19}) CHECK(strip_pixel(image, 150, y) == empty_pixel(image));
  CHECK(strip_pixel(image, 20, -1) == empty_pixel(image));
  CHECK(strip_pixel(image, 20, 20) == empty_pixel(image));
  CHECK(strip_pixel(image, -1, 10) == empty_pixel(image));
}

TEST_CASE("ticks outside all phases leave their share of a column empty, and unknown ones all") {
  const Image outside = Strip(1).fill(0, 0, strip_width, 1).fill(1, 0, strip_width, 1).paint({""});
  for (const int y : {0, 9}) CHECK(strip_pixel(outside, 100, y) == phase_rgb(0));
  for (const int y : {10, 19}) CHECK(strip_pixel(outside, 100, y) == empty_pixel(outside));
  const Image unknown = Strip(1).fill(0, 0, 100, 1).fill(0, 100, strip_width, -1).paint({""});
  CHECK(strip_pixel(unknown, 99, 10) == phase_rgb(0));
  CHECK(strip_pixel(unknown, 100, 10) == empty_pixel(unknown));
}

TEST_CASE("a phase is named where it lasts, and only if the name has room") {
  const auto strip = [](int to) { return Strip(2).fill(0, 10, to, 1).fill(1, to, strip_width, 1); };
  const std::string name = "SOLVE";
  const Image unnamed = strip(100).paint({"", ""});
  const Image named = strip(100).paint({name, ""});
  // Its letters lie in its own columns.
  int letters = 0;
  for (int y = 0; y < 20; ++y) {
    for (int column = 0; column < strip_width; ++column) {
      if (strip_pixel(named, column, y) == strip_pixel(unnamed, column, y)) continue;
      ++letters;
      CHECK(column >= 10);
      CHECK(column < 100);
    }
  }
  CHECK(letters > 20);
  CHECK(compare(strip(30).paint({"", ""}), strip(30).paint({name, ""})).none());
}

TEST_CASE("without phases nothing is painted") {
  PanelFixture fixture(
      std::make_unique<StripPanel>(std::vector<FlowColumns>(), std::vector<std::string>()),
      {.size = {300, 80}, .source = "@"});
  const Image image = fixture.draw();
  for (int column = 0; column < strip_width; column += 10) {
    CHECK(strip_pixel(image, column, 10) == empty_pixel(image));
  }
}

}  // namespace
