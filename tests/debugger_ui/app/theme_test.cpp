#include "debugger_ui/widgets/theme.h"

#include "debugger_ui/app/test.h"
#include "debugger_ui/sudoku/play/play_paint.h"
#include "debugger_ui/support/contrast.h"

TEST_CASE("text of every role can be read on the surfaces that it stands on, in both themes") {
  for (const Theme* theme : {&dark_theme(), &light_theme()}) {
    CAPTURE(theme->name);
    const auto check = [&](const char* role, ImU32 ink, std::initializer_list<ImU32> grounds) {
      for (const ImU32 ground : grounds) {
        CAPTURE(role);
        CAPTURE(ground);
        CHECK(contrast(over(ground, ink), ground) >= least_contrast);
      }
    };
    const Theme& t = *theme;
    const ImU32 notice = over(t.background, with_alpha(t.warning, 0.18F));
    const ImU32 selected = over(t.panel, with_alpha(t.accent, 0.16F));
    check("text", t.text, {t.background, t.panel, t.raised, t.hovered, t.active, notice, selected});
    check("dim", t.dim, {t.background, t.panel, t.raised, t.hovered, t.active, selected});
    check("faint", t.faint, {t.background, t.panel, t.raised, t.hovered, selected});
    check("accent", t.accent, {t.background, t.panel, t.raised, t.hovered, t.active, selected});
    check("on accent", t.on_accent, {t.accent, mix(t.accent, t.text, 0.2F)});
    for (const ImU32 tone : {t.good, t.warning, t.bad}) {
      check("tone", tone, {t.background, t.panel, t.raised, t.hovered});
    }
    for (const ImU32 ink : {t.given, t.deduced, t.guessed, t.candidate, t.changed, t.region}) {
      check("a value", ink, {t.panel, mix(t.panel, t.background, 0.5F), selected});
    }
    for (std::size_t i = 0; i < t.classes.size(); ++i) {
      CAPTURE(i);
      check("a class of instructions", t.classes[i], {t.panel, t.raised, selected});
      // Marks that lie over the characters tint both.
      for (const ImU32 mark : {with_alpha(t.pointer, 0.12F), with_alpha(t.breakpoint, 0.12F),
                               with_alpha(t.marked, 0.15F), with_alpha(t.accent, 0.15F)}) {
        CHECK(contrast(over(t.classes[i], mark), over(t.panel, mark)) >= least_contrast);
      }
    }
    for (const ImU32 curve : t.curves) CHECK(contrast(curve, t.panel) >= 3);
  }
}

TEST_CASE("text on a tint keeps its colour if it can be read there, else it is moved") {
  for (const Theme* theme : {&dark_theme(), &light_theme()}) {
    const Theme& t = *theme;
    CAPTURE(t.name);
    CHECK(legible(t.deduced, t.panel) == t.deduced);
    std::vector<ImU32> tints{changed_tint(t),
                             with_alpha(t.modified, 0.45F),
                             with_alpha(t.trail, 0.44F),
                             with_alpha(t.accent, 0.56F),
                             with_alpha(t.bad, 0.35F),
                             with_alpha(t.warning, 0.24F)};
    for (int depth = 1; depth <= 8; ++depth) tints.push_back(t.depth(depth));
    for (int i = 1; i <= 20; ++i) tints.push_back(t.heat(static_cast<float>(i) / 20));
    for (game::Colour colour = 1; colour <= 9; ++colour) tints.push_back(colour_tint(t, colour));
    std::vector<ImU32> inks{t.given, t.deduced, t.guessed, t.candidate, t.bad, t.good, t.changed};
    inks.insert(inks.end(), t.classes.begin(), t.classes.end());
    for (const ImU32 tint : tints) {
      const ImU32 ground = over(t.panel, tint);
      for (const ImU32 ink : inks) CHECK(contrast(legible(ink, ground), ground) >= least_contrast);
    }
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
