#include "debugger_ui/session_thread/tasks/background_task.h"
#include "debugger_ui/session_thread/test.h"

namespace {

ViewRequest heat_request(bool whole_run, Tick ticks) {
  ViewRequest request;
  request.cells = {{0, 0}, {8, 2}};
  request.heat = {true, whole_run, ticks};
  return request;
}

// Counts a loop of fourteen ticks, which stores 1 in the cell (5, 0).
struct Counted : TestThread {
  explicit Counted(const ViewRequest& request = heat_request(true, 0),
                   std::string source = ">150p v\n^     <\n")
      : TestThread(std::move(source), closed_input("")) {
    set_request(request);
  }
  // Of the newest snapshot.
  [[nodiscard]] HeatSnapshot counts() const { return *snapshot()->heat; }
  [[nodiscard]] HeatSnapshot::Cell at(Point p) const {
    const Point corner = counts().area.corner;
    return counts().cells[static_cast<std::size_t>((p.y - corner.y) * counts().area.size.width +
                                                   p.x - corner.x)];
  }
  [[nodiscard]] std::uint64_t executions() const {
    std::uint64_t sum = 0;
    for (const HeatSnapshot::Cell& cell : counts().cells) sum += cell.executions;
    return sum;
  }
  void check_interval(Tick from, Tick to) const {
    REQUIRE(snapshot()->heat);
    CHECK(counts().from == from);
    CHECK(counts().to == to);
  }
};

}  // namespace

TEST_CASE_FIXTURE(Counted, "the whole run is counted up to the current instant") {
  run("goto 160");
  check_interval(0, 160);
  CHECK(executions() == 160);
  CHECK(at({5, 0}).writes == at({4, 0}).executions);
  CHECK(at({5, 0}).writes > 5);
  CHECK(counts().max.writes == at({5, 0}).writes);
  CHECK(counts().max.executions >= at({0, 0}).executions);
  CHECK(at({5, 0}).last_write > 140);
}

TEST_CASE("the last ticks are counted, and counted again when the instant changes") {
  Counted session(heat_request(false, 20));
  session.run("goto 160");
  session.check_interval(140, 160);
  session.run("goto 50");
  session.check_interval(30, 50);
  CHECK(session.executions() == 20);
}

TEST_CASE_FIXTURE(Counted, "a count of the whole run is continued, and restarts after an edit") {
  run_all({"goto 100", "goto 200"});
  check_interval(0, 200);
  CHECK(at({0, 0}).executions > 10);
  submit("goto 0");
  submit("set 1,0 = '@'");
  run("continue");
  check_interval(0, 2);
  CHECK(at({0, 0}).executions == 1);
}

TEST_CASE_FIXTURE(Counted, "other cells of the same count are shown when they are requested") {
  run("goto 160");
  const std::uint64_t stores = at({4, 0}).executions;
  ViewRequest request = heat_request(true, 0);
  request.cells = {{4, 0}, {2, 1}};
  show(request);
  REQUIRE(snapshot()->heat);
  CHECK(counts().cells.size() == 2);
  CHECK(counts().cells[0].executions == stores);
  request.heat.wanted = false;
  show(request);
  CHECK_FALSE(snapshot()->heat);
}

TEST_CASE("an overview has the highest counts of the blocks of the whole field") {
  // A loop along the edges of the first 40 columns and two rows far apart; 60 x 30 cells.
  std::string source = ">" + std::string(38, ' ') + "v" + std::string(20, ' ') + "\n";
  for (int y = 0; y < 28; ++y) source += std::string(60, ' ') + "\n";
  source += "^" + std::string(38, ' ') + "<\n";
  ViewRequest request = heat_request(true, 0);
  request.cells = {};
  request.heat.overview = true;
  Counted session(request, source);
  session.run("goto 1360");  // ten rounds
  const HeatSnapshot heat = session.counts();
  CHECK(heat.block_bits == 4);
  CHECK(heat.area.size == session.snapshot()->program->field());
  CHECK(heat.size() == Size{(heat.area.size.width + 15) / 16, (heat.area.size.height + 15) / 16});
  CHECK(heat.cells.size() == static_cast<std::size_t>(heat.size().area()));
  CHECK(heat.max.executions == 10);
  CHECK(heat.cells[heat.index_of({15, 15})].executions == 10);
  CHECK(heat.cells[heat.index_of({39, 20})].executions == 10);
  CHECK(heat.cells[heat.index_of({50, 20})].executions == 0);
  // And cells again.
  session.show(heat_request(true, 0));
  REQUIRE(session.snapshot()->heat);
  CHECK(session.counts().block_bits == 0);
  CHECK(session.at({3, 0}).executions == 10);
}
