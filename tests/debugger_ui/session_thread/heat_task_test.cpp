#include "debugger_ui/session_thread/output_tick.h"
#include "debugger_ui/session_thread/tasks/background_task.h"
#include "debugger_ui/session_thread/test.h"

namespace {

ViewRequest heat_request(bool whole_run, Tick ticks) {
  ViewRequest request;
  request.cells = {{0, 0}, {8, 2}};
  request.heat = {true, whole_run, ticks};
  return request;
}

const HeatSnapshot::Cell& at(const ViewSnapshot& snapshot, Point p) {
  const HeatSnapshot& heat = *snapshot.heat;
  return heat.cells[static_cast<std::size_t>((p.y - heat.area.corner.y) * heat.area.size.width +
                                             p.x - heat.area.corner.x)];
}

// A loop of fourteen ticks, which stores 1 in the cell (5, 0).
const char* const circle = ">150p v\n^     <\n";

TEST_CASE("the whole run is counted up to the current instant") {
  TestThread session(circle, closed_input(""));
  session.set_request(heat_request(true, 0));
  session.run("goto 160");
  const auto snapshot = session.snapshot();
  REQUIRE(snapshot->heat);
  CHECK(snapshot->heat->from == 0);
  CHECK(snapshot->heat->to == 160);
  std::uint64_t executions = 0;
  for (const auto& cell : snapshot->heat->cells) executions += cell.executions;
  CHECK(executions == 160);
  CHECK(at(*snapshot, {5, 0}).writes == at(*snapshot, {4, 0}).executions);
  CHECK(at(*snapshot, {5, 0}).writes > 5);
  CHECK(snapshot->heat->max.writes == at(*snapshot, {5, 0}).writes);
  CHECK(snapshot->heat->max.executions >= at(*snapshot, {0, 0}).executions);
  CHECK(at(*snapshot, {5, 0}).last_write > 140);
}

TEST_CASE("the last ticks are counted, and counted again when the instant changes") {
  TestThread session(circle, closed_input(""));
  session.set_request(heat_request(false, 20));
  session.run("goto 160");
  REQUIRE(session.snapshot()->heat);
  CHECK(session.snapshot()->heat->from == 140);
  session.run("goto 50");
  REQUIRE(session.snapshot()->heat);
  CHECK(session.snapshot()->heat->from == 30);
  CHECK(session.snapshot()->heat->to == 50);
  std::uint64_t executions = 0;
  for (const auto& cell : session.snapshot()->heat->cells) executions += cell.executions;
  CHECK(executions == 20);
}

TEST_CASE("a count of the whole run is continued, and restarts after an edit") {
  TestThread session(circle, closed_input(""));
  session.set_request(heat_request(true, 0));
  session.run("goto 100");
  session.run("goto 200");
  CHECK(session.snapshot()->heat->to == 200);
  CHECK(session.snapshot()->heat->from == 0);
  const std::uint64_t before = at(*session.snapshot(), {0, 0}).executions;
  CHECK(before > 10);
  session.submit("goto 0");
  session.submit("set 1,0 = '@'");
  session.run("continue");
  REQUIRE(session.snapshot()->heat);
  CHECK(session.snapshot()->heat->to == 2);
  CHECK(at(*session.snapshot(), {0, 0}).executions == 1);
}

TEST_CASE("other cells of the same count are shown when they are requested") {
  TestThread session(circle, closed_input(""));
  ViewRequest request = heat_request(true, 0);
  session.set_request(request);
  session.run("goto 160");
  const std::uint64_t stores = at(*session.snapshot(), {4, 0}).executions;
  request.cells = {{4, 0}, {2, 1}};
  session.show(request);
  REQUIRE(session.snapshot()->heat);
  CHECK(session.snapshot()->heat->cells.size() == 2);
  CHECK(session.snapshot()->heat->cells[0].executions == stores);
  request.heat.wanted = false;
  session.show(request);
  CHECK_FALSE(session.snapshot()->heat);
}

TEST_CASE("an overview has the highest counts of the blocks of the whole field") {
  // A loop along the edges of the first 40 columns and two rows far apart; 60 x 30 cells.
  std::string source = ">" + std::string(38, ' ') + "v" + std::string(20, ' ') + "\n";
  for (int y = 0; y < 28; ++y) source += std::string(60, ' ') + "\n";
  source += "^" + std::string(38, ' ') + "<\n";
  TestThread session(source, closed_input(""));
  ViewRequest request = heat_request(true, 0);
  request.cells = {};
  request.heat.overview = true;
  session.set_request(request);
  session.run("goto 1360");  // ten rounds
  const auto heat = session.snapshot()->heat;
  REQUIRE(heat);
  CHECK(heat->block_bits == 4);
  CHECK(heat->area.size == session.snapshot()->program->field());
  CHECK(heat->size() ==
        Size{(heat->area.size.width + 15) / 16, (heat->area.size.height + 15) / 16});
  CHECK(heat->cells.size() == static_cast<std::size_t>(heat->size().area()));
  CHECK(heat->max.executions == 10);
  CHECK(heat->cells[heat->index_of({15, 15})].executions == 10);
  CHECK(heat->cells[heat->index_of({39, 20})].executions == 10);
  CHECK(heat->cells[heat->index_of({50, 20})].executions == 0);
  // And cells again.
  session.show(heat_request(true, 0));
  REQUIRE(session.snapshot()->heat);
  CHECK(session.snapshot()->heat->block_bits == 0);
  CHECK(at(*session.snapshot(), {3, 0}).executions == 10);
}

TEST_CASE("the tick of every byte of the output is found") {
  // Counts.
  const auto session = test::open_session("1>:.1+v\n ^    <\n", closed_input(""));
  session->history().seek(3'000'000);
  const std::uint64_t size = session->machine().output_size;
  REQUIRE(size > 100'000);
  for (const std::uint64_t byte : {std::uint64_t{0}, size / 3, size - 1}) {
    const auto tick = find_output_tick(*session, byte, nullptr);
    REQUIRE(tick);
    CHECK(session->history().tick() == 3'000'000);
    session->history().seek(*tick);
    CHECK(session->machine().output_size > byte);
    session->history().seek(*tick - 1);
    CHECK(session->machine().output_size <= byte);
    session->history().seek(3'000'000);
  }
  CHECK_FALSE(find_output_tick(*session, size, nullptr));
}

}  // namespace
