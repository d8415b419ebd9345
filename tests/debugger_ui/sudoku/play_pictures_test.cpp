// Compares the Play layout with its kept pictures. FUNGESCOPE_PLAY_PICTURES names a folder to which
// those of docs/playing.md are written.
#include "debugger_ui/golden/golden.h"
#include "debugger_ui/sudoku/play_window.h"

#include <cstdlib>

namespace {

// Rated 3.4, hard.
constexpr std::string_view hard_puzzle =
    ".8.2..4..57....1....23.....82..9...5...715...7...2..41.....67....3....18..7..9.5.";

// Digits of all kinds, marks of both, colours, a selection and a wrong digit.
void play_for_a_while(PlayWindow& window) {
  window.state().switches.mistakes = true;
  window.enter(0, 3);
  window.enter(74, 7);
  window.enter(79, 9);
  window.enter(33, 8);
  window.tap(Key::a);
  window.enter(4, 5, with_shift);
  window.tap(Key::digit_6, with_shift);
  window.enter(13, 2, with_ctrl_shift);
  window.enter(14, 4, with_ctrl_shift);
  window.enter(15, 2, with_ctrl_shift);
  window.tap(Key::digit_6, with_ctrl_shift);
  window.select(50);
  window.tap("Shift+Right Shift+Down");
}

void compare(PixelSize size, bool dark, const std::string& suffix) {
  PlayWindow window(size);
  window.application().settings().dark = dark;
  window.settle();
  if (!golden_font(window.app().host())) return;
  const auto check = [&](const std::string& name) {
    window.settle();
    check_golden("play-" + name + suffix, window.app().read());
  };
  check("start");
  window.perform("best times…");
  for (const int seconds : {754, 1312, 2005}) {
    window.model().best.add({game::Level::easy, std::int64_t{1000} * seconds, "2026-11-22T20:31:05",
                             seconds % 2, puzzles::grid_from_line(hard_puzzle)});
  }
  check("best-times");
  window.tap(Key::escape);
  window.perform("enter a puzzle…");
  for (const Key key : {Key::digit_5, Key::digit_3, Key::space, Key::digit_5}) window.tap(key);
  window.tap(Key::enter);
  check("enter");
  window.paste(hard_puzzle);
  play_for_a_while(window);
  check("game");
  for (int i = 0; i < 4; ++i) window.tap(Key::z, with_ctrl);
  while (window.state().indicators().wrong != game::CellSet()) window.tap(Key::z, with_ctrl);
  for (int i = 0; i < 3; ++i) window.tap(Key::h);
  check("hint");
}

}  // namespace

TEST_CASE("the game matches the kept pictures, also in small windows and on phones held upright") {
  compare({1280, 800}, true, "-dark");
  compare({1280, 800}, false, "-light");
  compare({900, 600}, true, "-small");
  compare({390, 844}, false, "-phone");
  compare({360, 640}, true, "-low-phone");
}

TEST_CASE("pictures for the documentation") {
  const char* const folder = std::getenv("FUNGESCOPE_PLAY_PICTURES");
  if (folder == nullptr) return;
  PlayWindow window;
  window.paste(hard_puzzle);
  const auto write = [&](const std::string& name) {
    window.settle();
    CHECK(write_png(std::string(folder) + "/" + name + ".png", window.app().read()));
  };
  play_for_a_while(window);
  write("play");
  window.application().settings().dark = false;
  while (window.game().can_undo()) window.tap(Key::z, with_ctrl);
  for (int i = 0; i < 400 && !window.state().is_finished(); ++i) {
    window.tap(Key::h);
    const auto& hint = window.state().hint();
    if (!hint || !hint->hint.step || hint->hint.step->placement) continue;
    window.tap("H H");
    break;
  }
  write("play-hint");
}
