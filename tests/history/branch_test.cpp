#include "history/history.h"
#include "support/test.h"

namespace {

std::vector<std::int64_t> stack_of(const Machine& machine) {
  const auto values = machine.stack.values();
  return {values.begin(), values.end()};
}

}  // namespace

TEST_CASE("several edits at one instant share a branch, and the old future can be restored") {
  History history(Machine(program_from_text("12+.@")), InputLog());
  history.run(no_limit);
  CHECK(history.output(0, 2) == "3 ");
  history.seek(2);
  REQUIRE(history.edit(SetStack{{4, 5}}));
  REQUIRE(history.edit(SetCell{{2, 0}, '*'}));
  CHECK(history.branch() == 1);
  CHECK(history.branches().size() == 2);
  CHECK(history.info(1).edits.size() == 2);
  history.run(no_limit);
  CHECK(history.output(0, 3) == "20 ");
  history.seek(1);  // the parent's time
  CHECK(stack_of(history.machine()) == std::vector<std::int64_t>{1});
  CHECK(history.machine().field.at(Point{2, 0}) == '+');
  history.seek(2);
  CHECK(stack_of(history.machine()) == std::vector<std::int64_t>{4, 5});
  REQUIRE(history.switch_to(0));
  history.seek(history.end());
  CHECK(history.output(0, 2) == "3 ");
  REQUIRE(history.drop(1));
  CHECK_FALSE(history.switch_to(1));
  CHECK_FALSE(history.drop(0));
  CHECK(history.branches().size() == 1);
}

TEST_CASE("an edit of the stack keeps values at its bottom") {
  History history(Machine(program_from_text("1234....@")), InputLog());
  history.run(4);
  REQUIRE(history.edit(SetStack{{9, 8}, 3}));
  REQUIRE(history.edit(SetStack{{}, 4}));
  CHECK(stack_of(history.machine()) == std::vector<std::int64_t>{1, 2, 3, 9});
  CHECK_FALSE(history.edit(SetStack{{7}, 5}));
  history.run(no_limit);
  CHECK(history.output(0, 8) == "9 3 2 1 ");
  history.seek(5);
  CHECK(stack_of(history.machine()) == std::vector<std::int64_t>{1, 2, 3});
}

TEST_CASE("an edit that does not fit fails and changes nothing") {
  History history(Machine(program_from_text("12+.@")), InputLog());
  history.run(2);
  const std::uint64_t hash = history.machine().hash();
  CHECK_FALSE(history.edit(SetCell{{99, 0}, 1}));
  CHECK_FALSE(history.edit(SetPointer{{0, -1}}));
  CHECK(history.branches().size() == 1);
  CHECK(history.machine().hash() == hash);
}

TEST_CASE("an ended program continues when its pointer is moved") {
  History history(Machine(program_from_text("@1.@")), InputLog());
  CHECK(history.run(no_limit) == StopReason::ended);
  REQUIRE(history.edit(SetPointer{{1, 0}}));
  CHECK(history.run(no_limit) == StopReason::ended);
  CHECK(history.output(0, 2) == "1 ");
  history.seek(0);
  history.seek(2);
  CHECK(history.machine().stack.peek() == 1);
}

TEST_CASE("replaced input is read from this instant on, and the old one before it") {
  History history(Machine(program_from_text("~~~@")), InputLog("abc"));
  history.run(3);
  history.seek(1);
  REQUIRE(history.edit(SetInput{"xy", false}));
  history.run(no_limit);
  CHECK(stack_of(history.machine()) == std::vector<std::int64_t>{'a', 'x', 'y'});
  history.seek(0);
  history.run(2);
  CHECK(stack_of(history.machine()) == std::vector<std::int64_t>{'a', 'x'});
}

TEST_CASE("a changed source keeps the values of unchanged cells") {
  History history(Machine(program_from_text("905p >1+:06p v\n     ^       <", {20, 9})),
                  InputLog());
  history.run(100);
  const std::int64_t counter = history.machine().field.at(Point{0, 6});
  REQUIRE(counter > 1);
  const auto field = std::make_shared<const Playfield>(
      program_from_text("905p >2+:06p v\nx    ^       <", {24, 9}));
  REQUIRE(history.edit(SetSource{field}));
  CHECK(history.machine().field.size() == Size{24, 9});
  CHECK(history.machine().field.at(Point{0, 5}) == 9);
  CHECK(history.machine().field.at(Point{0, 6}) == counter);
  CHECK(history.machine().field.at(Point{0, 1}) == 'x');
  CHECK(history.machine().field.at(Point{6, 0}) == '2');
  history.run(200);
  const std::uint64_t hash = history.machine().hash();
  history.seek(50);  // with the old source
  CHECK(history.machine().field.size() == Size{20, 9});
  history.seek(200);
  CHECK(history.machine().hash() == hash);
}
