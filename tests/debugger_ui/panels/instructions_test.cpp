// The panel of instructions: the card, the table, and typing from it.
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/test.h"
#include "debugger_ui/support/app_window.h"

namespace {

std::vector<std::string> notes(char glyph, const char* dialect) {
  return dialect_notes(op_of(static_cast<unsigned char>(glyph)), *find_dialect(dialect));
}
std::string first_note(char glyph, const char* dialect) {
  return notes(glyph, dialect).at(0);
}

}  // namespace

TEST_CASE("each instruction is in the table once") {
  const auto rows = instructions_by_purpose();
  CHECK(rows.size() == instructions.size() - 1);
  for (const Instruction& known : instructions) {
    if (known.op == Op::unknown) continue;
    CHECK(std::count(rows.begin(), rows.end(), &instruction(known.op)) == 1);
  }
}

TEST_CASE("instructions are described as the dialect has them") {
  CHECK(first_note('/', "wide") == "by zero: 0");
  CHECK(first_note('/', "bef") == "by zero: asks for the result");
  CHECK(first_note('%', "bef") == "by zero: stops the run");
  CHECK(first_note('g', "wide") == "outside the field: 0");
  CHECK(first_note('g', "bef") == "outside the field: 0, with a warning");
  CHECK(first_note('p', "strict") == "outside the field: stops the run");
  CHECK(notes('p', "bef").at(1) == "the cell keeps the low byte, as -128 to 127");
  CHECK(notes('+', "wide").at(0) == "from an empty stack: takes 0");
  CHECK(notes('+', "strict").at(0) == "from an empty stack: stops the run");
  CHECK(notes('3', "wide").empty());
  CHECK(stack_effect(instruction(Op::put)) == "3 → 0");
  CHECK(stack_effect(instruction(Op::go_east)).empty());
  CHECK(name_in_words(instruction(Op::branch_horizontal).name) == "branch horizontal");
}

TEST_CASE("a click in the table types an instruction in the edit mode only") {
  AppWindow window("12+.@\n");
  window.click("tab instructions");
  REQUIRE(window.has("instruction card"));
  window.click("instruction v");
  CHECK(window.editing().bytes() == "12+.@\n");
  window.edit();
  window.click("instruction v");
  CHECK(window.editing().bytes() == "v2+.@\n");
  CHECK(window.editing().editor().cursor() == Point{0, 1});
  window.type("5");  // the playfield has the keyboard again
  CHECK(window.editing().bytes() == "v2+.@\n5\n");
}

TEST_CASE("the table is searched by character and by word") {
  AppWindow window("12+.@\n");
  window.click_all({"tab instructions", "look up an instruction"});
  window.type("g");
  CHECK(window.has("instruction g"));
  CHECK_FALSE(window.has("instruction p"));
  window.answer("REMAINDER");
  CHECK(window.has("instruction %"));
  CHECK_FALSE(window.has("instruction /"));
}
