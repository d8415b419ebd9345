#include "session/views/views.h"

#include "history/history.h"
#include "lang/value_format.h"
#include "session/names.h"
#include "support/program_from_text.h"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

// Stores 7 at (10,1), then 300 at (11,1): "7" 55+1p and so on, all in one line.
constexpr std::string_view program = "755+1p56*55+*55+1+1p@\n";

History after_the_program() {
  History history(Machine(program_from_text(program, {24, 4})),
                  InputLog("", InputLog::End::closed));
  history.run(no_limit);
  return history;
}

Region region(Encoding::Kind kind, Rectangle area = {{9, 1}, {3, 2}}) {
  Encoding encoding;
  encoding.kind = kind;
  return {"r", area, encoding, {}};
}

}  // namespace

TEST_CASE("a value is text by its type") {
  CHECK(format_value(-42, WatchType::integer) == "-42");
  CHECK(format_value(1'000'000'000'000, WatchType::long_integer) == "1000000000000");
  CHECK(format_value('X', WatchType::character) == "'X'");
  CHECK(format_value(10, WatchType::character) == "10");
  CHECK(format_value(200, WatchType::character) == "200");
  CHECK(format_value(42, WatchType::hex) == "0x2a");
  CHECK(format_value(-42, WatchType::hex) == "-0x2a");
  CHECK(format_value(42, WatchType::hex8) == "0x0000002a");
  CHECK(format_value(-1, WatchType::hex8) == "0xffffffff");
  CHECK(format_value(0x1'0000'0000, WatchType::hex8) == "0x0000000100000000");
  CHECK(format_value(10, WatchType::binary) == "0b1010");
  CHECK(format_value(0, WatchType::boolean) == "false");
  CHECK(format_value(1, WatchType::boolean) == "true");
  CHECK(format_value(7, WatchType::boolean) == "true (7)");
}

TEST_CASE("a region is decoded by single ticks") {
  const History history = after_the_program();
  const Playfield& field = history.machine().field;
  const RegionView numbers = view_region(region(Encoding::Kind::decimal), field, nullptr);
  REQUIRE(numbers.cells.size() == 6);
  CHECK(numbers.at({1, 0}).text == "7");
  CHECK(numbers.at({2, 0}).value == 300);
  CHECK(numbers.at({2, 1}).value == ' ');
  CHECK_FALSE(numbers.at({1, 0}).changed());
  CHECK(view_region(region(Encoding::Kind::hex), field, nullptr).at({2, 0}).text == "12c");
  CHECK(view_region(region(Encoding::Kind::ascii), field, nullptr).at({2, 0}).text == "?");
}

TEST_CASE("cells that have changed since an earlier instant are marked") {
  History history = after_the_program();
  history.seek(0);
  const Snapshot start = history.snapshot();
  history.seek(7);
  const RegionView after_one =
      view_region(region(Encoding::Kind::decimal), history.machine().field, &start);
  CHECK(after_one.at({1, 0}).changed());
  CHECK(after_one.at({1, 0}).before == ' ');
  CHECK_FALSE(after_one.at({2, 0}).changed());
}

TEST_CASE("an earlier instant with another field marks nothing") {
  History other(Machine(program_from_text("@", {5, 5})), InputLog("", InputLog::End::closed));
  const Snapshot start = other.snapshot();
  const History history = after_the_program();
  const RegionView view =
      view_region(region(Encoding::Kind::decimal), history.machine().field, &start);
  CHECK_FALSE(view.at({1, 0}).changed());
}

TEST_CASE("a region outside the field has no cells") {
  const Playfield small = program_from_text("@");
  CHECK(view_region(region(Encoding::Kind::ascii), small, nullptr).cells.empty());
}

TEST_CASE("numbers are a table in which changes are marked") {
  History history = after_the_program();
  history.seek(0);
  const Snapshot start = history.snapshot();
  history.run(no_limit);
  const RegionView view =
      view_region(region(Encoding::Kind::decimal), history.machine().field, &start);
  CHECK(to_text(view) ==
        "r, 3x2 at 9,1, decimal\n"
        "      0    1     2\n"
        "  0  32    7*  300*\n"
        "  1  32   32    32\n"
        "  changed: (1,0) 32 -> 7, (2,0) 32 -> 300\n");
  CHECK(to_text(view_region(region(Encoding::Kind::decimal), history.machine().field, nullptr)) ==
        "r, 3x2 at 9,1, decimal\n"
        "      0   1    2\n"
        "  0  32   7  300\n"
        "  1  32  32   32\n");
}

TEST_CASE("characters are printed without gaps after a ruler") {
  const Playfield field = program_from_text("abcdefghijkl\nmn  q\n");
  const RegionView view =
      view_region(region(Encoding::Kind::ascii, {{0, 0}, {12, 2}}), field, nullptr);
  CHECK(to_text(view) ==
        "r, 12x2 at 0,0, ascii\n"
        "               1\n"
        "     012345678901\n"
        "  0  abcdefghijkl\n"
        "  1  mn  q\n");
}

TEST_CASE("of many changes the first few are listed") {
  History history(Machine(program_from_text("", {10, 2})), InputLog());
  const Snapshot start = history.snapshot();
  for (std::int64_t x = 0; x < 8; ++x) REQUIRE(history.edit(SetCell{{x, 0}, 'a' + x}));
  const RegionView view = view_region(region(Encoding::Kind::ascii, {{0, 0}, {10, 1}}),
                                      history.machine().field, &start);
  CHECK(to_text(view).find("changed: (0,0) ' ' -> 'a', (1,0) ' ' -> 'b', ") != std::string::npos);
  CHECK(to_text(view).ends_with("(5,0) ' ' -> 'f' and 2 more\n"));
}

TEST_CASE("variables are grouped by scope, in the order of their declaration") {
  const Symbols symbols = symbols_in(
      "#$watch[0,0]:int = Solve::x\n"
      "#$watch[1,0]:int = level\n"
      "#$watch[10,1]:int = Solve::y\n"
      "#$watch[11,1]:hex = Step::Up::z\n"
      "#$watch[100,1]:hex = outside\n");
  History history = after_the_program();
  history.seek(0);
  const Snapshot start = history.snapshot();
  history.run(no_limit);
  const auto views = view_variables(symbols, history.machine().field, &start);
  std::vector<std::string> names;
  names.reserve(views.size());
  for (const VariableView& view : views) names.push_back(view.name);
  CHECK(names == std::vector<std::string>{"Solve::x", "Solve::y", "level", "Step::Up::z"});
  CHECK(views[3].scope == "Step::Up");
  CHECK(views[1].cell.before == 32);
}
