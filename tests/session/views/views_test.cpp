#include "session/views/views.h"

#include "history/history.h"
#include "lang/value_format.h"
#include "session/names.h"

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
