// What counts as changed: that which differs from the last stop, in cells, on the stack, in
// variables, watched expressions, regions and boards alike. It is what panels draw in orange.
#include "debugger_ui/session_thread/task_session.h"

namespace {

// Stores 1, 0, 1, ... into the cell (2,1): at ticks 4, 8, 12, with three values on the stack before
// each store.
const char* const flipping =
    "121p021p121p021p@\n"
    "  09\n"
    "#$watch[2,1]:int = flag\n"
    "#$watch[3,1]:int = steady\n"
    "#$region[2,1](2x1):decimal = pair\n"
    "#$board = pair\n";

struct Flipping : TaskSession {
  explicit Flipping(const char* source = flipping) : TaskSession(nullptr, "", source) {
    request.cells = {{0, 0}, {17, 2}};
    request.stack_count = 10;
    request.region_boards = true;
    if (source != flipping) return;
    submit("watch flag * 2");
    submit("watch steady + 1");
  }
  [[nodiscard]] ViewSnapshot snapshot_while_playing() {
    playing = true;
    ViewSnapshot shown = snapshot();
    playing = false;
    return shown;
  }
};

// Everything in a snapshot that counts as changed.
std::vector<std::string> changes_in(const ViewSnapshot& snapshot) {
  std::vector<std::string> changes;
  for (std::size_t i = 0; i < snapshot.cells.flags.size(); ++i) {
    if ((snapshot.cells.flags[i] & CellsSnapshot::changed) == 0) continue;
    const auto width = static_cast<std::size_t>(snapshot.cells.area.size.width);
    changes.push_back("cell " + std::to_string(i % width) + "," + std::to_string(i / width));
  }
  for (std::size_t i = 0; i < snapshot.stack.changed.size(); ++i) {
    if (snapshot.stack.changed[i]) changes.push_back("stack " + std::to_string(i));
  }
  for (const VariableSnapshot& variable : snapshot.variables) {
    if (variable.value != variable.before) changes.push_back("variable " + variable.watch.name);
  }
  for (const Debugger::Watched& watched : snapshot.watched) {
    if (watched.changed()) changes.push_back("watch " + watched.text);
  }
  for (const RegionSnapshot& region : snapshot.regions) {
    for (std::size_t i = 0; i < region.before.size(); ++i) {
      if (region.values[i] != region.before[i]) changes.push_back("region " + std::to_string(i));
    }
  }
  for (const RegionBoardView& board : snapshot.region_boards) {
    for (std::int64_t x = 0; x < board.size.width; ++x) {
      if (board.at({x, 0}).changed) changes.push_back("board " + std::to_string(x));
    }
  }
  return changes;
}

using Changes = std::vector<std::string>;
const Changes flag_changed{"cell 2,1", "variable flag", "watch flag * 2", "region 0", "board 0"};

}  // namespace

TEST_CASE_FIXTURE(Flipping, "only what differs from the last stop counts as changed") {
  CHECK(changes_in(snapshot()).empty());
  submit("goto 4");
  CHECK(changes_in(snapshot()) == flag_changed);
  // Looking at it, or asking, changes nothing.
  submit("vars");
  CHECK(changes_in(snapshot()) == flag_changed);
  // The next stop: the same values.
  submit("step");
  CHECK(changes_in(snapshot()) == Changes{"stack 0"});
  submit("back step");
  CHECK(changes_in(snapshot()).empty());
  submit("goto 8");
  CHECK(changes_in(snapshot()) == flag_changed);
}

TEST_CASE_FIXTURE(Flipping, "a value that has changed and changed back is not changed") {
  submit("goto 4");
  submit("goto 12");  // by way of 0 at tick 8
  CHECK(changes_in(snapshot()).empty());
  submit("goto 4");
  CHECK(changes_in(snapshot()).empty());
  submit("goto 8");
  submit("set 2,1 = 1");
  submit("set 2,1 = 0");
  CHECK(changes_in(snapshot()) == flag_changed);  // since tick 4
  submit("set 2,1 = 1");
  CHECK(changes_in(snapshot()).empty());
}

TEST_CASE_FIXTURE(Flipping, "while playing nothing counts as changed") {
  submit("goto 4");
  REQUIRE_FALSE(changes_in(snapshot()).empty());
  CHECK(changes_in(snapshot_while_playing()).empty());
  submit("goto 6");
  CHECK(changes_in(snapshot()) == Changes{"stack 0", "stack 1"});
  CHECK(changes_in(snapshot_while_playing()).empty());
}

TEST_CASE_FIXTURE(Flipping, "stack values are compared at their height") {
  submit("goto 7");   // 0 2 1, the top last
  submit("goto 11");  // 1 2 1
  const std::vector<bool>& changed = snapshot().stack.changed;
  CHECK(changed == std::vector<bool>{false, false, true});
  submit("goto 10");  // 1 2: one value less
  CHECK(snapshot().stack.changed == std::vector<bool>{false, false});
  submit("goto 11");
  CHECK(snapshot().stack.changed == std::vector<bool>{true, false, false});
}

TEST_CASE("a stack is not compared with one that was too deep to keep") {
  Flipping deep(">1v\n^ <\n");
  deep.submit("goto 6M");
  deep.submit("goto 100");
  CHECK(deep.snapshot().stack.size > 0);
  CHECK(changes_in(deep.snapshot()).empty());
  deep.submit("goto 200");
  CHECK_FALSE(changes_in(deep.snapshot()).empty());
}

TEST_CASE_FIXTURE(Flipping, "an expression that was not watched at the last stop is unchanged") {
  submit("goto 4");
  submit("goto 8");
  submit("watch flag");
  CHECK(changes_in(snapshot()) == flag_changed);
  submit("goto 12");
  Changes with_it = flag_changed;
  with_it.insert(with_it.begin() + 3, "watch flag");
  CHECK(changes_in(snapshot()) == with_it);
}
