#include "debugger_ui/widgets/theme.h"

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

TEST_CASE("text has enough contrast in both themes") {
  for (const Theme* theme : {&dark_theme(), &light_theme()}) {
    CAPTURE(theme->name);
    CHECK(contrast(theme->text, theme->panel) >= 7);
    CHECK(contrast(theme->text, theme->raised) >= 7);
    CHECK(contrast(theme->text, theme->active) >= 4.5);
    CHECK(contrast(theme->dim, theme->panel) >= 4.5);
    CHECK(contrast(theme->dim, theme->background) >= 4.5);
    CHECK(contrast(theme->faint, theme->panel) >= 3);
    CHECK(contrast(theme->accent, theme->panel) >= 4.5);
    CHECK(contrast(theme->on_accent, theme->accent) >= 4.5);
    for (const ImU32 colour : {theme->good, theme->warning, theme->bad, theme->given,
                               theme->deduced, theme->guessed, theme->candidate}) {
      CHECK(contrast(colour, theme->panel) >= 4.5);
    }
    for (std::size_t i = 1; i < 10; ++i) {
      CAPTURE(i);
      CHECK(contrast(theme->classes[i], theme->panel) >= 4.5);
    }
    for (const ImU32 curve : theme->curves) CHECK(contrast(curve, theme->panel) >= 3);
  }
}

TEST_CASE("a chequered board has light and dark squares, on which all pieces are seen") {
  constexpr ImU32 black = IM_COL32(0, 0, 0, 255);
  for (const Theme* theme : {&dark_theme(), &light_theme()}) {
    CAPTURE(theme->name);
    CHECK(contrast(theme->light_square, black) >= 1.5 * contrast(theme->dark_square, black));
    for (const ImU32 piece : theme->curves) {
      CHECK(contrast(piece, theme->light_square) >= 2);
      CHECK(contrast(piece, theme->dark_square) >= 2);
    }
  }
}

TEST_CASE("contrast increases with heat") {
  for (const Theme* theme : {&dark_theme(), &light_theme()}) {
    CHECK(theme->heat(0) == 0);
    double before = 0;
    for (int i = 1; i <= 20; ++i) {
      const double now = contrast(theme->heat(static_cast<float>(i) / 20), theme->panel);
      CHECK(now > before);
      before = now;
    }
  }
}

TEST_CASE("tints repeat after eight depths, and depth 0 has none") {
  const Theme& theme = dark_theme();
  CHECK(theme.depth(0) == 0);
  CHECK(theme.depth(1) == theme.depth(9));
  for (int i = 1; i < 8; ++i) CHECK(theme.depth(i) != theme.depth(i + 1));
}

TEST_CASE("every instruction has a class, and only blanks have the class blank") {
  CHECK(class_of(Op::go_random) == InstructionClass::flow);
  CHECK(class_of(Op::branch_vertical) == InstructionClass::branch);
  CHECK(class_of(Op::digit_7) == InstructionClass::literal);
  CHECK(class_of(Op::unknown) == InstructionClass::none);
  for (const Instruction& instruction : instructions) {
    const bool blank = class_of(instruction.op) == InstructionClass::blank;
    const bool none = class_of(instruction.op) == InstructionClass::none;
    CHECK(blank == (instruction.op == Op::blank));
    CHECK(none == (instruction.op == Op::unknown));
  }
}
