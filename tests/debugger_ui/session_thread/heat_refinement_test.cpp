#include "debugger_ui/session_thread/heat_refinement.h"

#include "debugger_ui/session_thread/output_tick.h"
#include "debugger_ui/session_thread/vm.h"
#include "support/debugger_world.h"

#include <string>
#include <utility>

#include <doctest/doctest.h>

namespace fungescope::ui {
namespace {

std::unique_ptr<Session> open(std::string source) {
  return test::open_session(std::move(source), InputLog("", InputLog::End::closed));
}

VmStart program(std::string source) {
  VmStart start;
  start.session = open(std::move(source));
  start.file = "test.b93";
  return start;
}

Look heat_look(bool whole_run, Tick ticks) {
  Look look;
  look.cells = {{0, 0}, {8, 2}};
  look.heat = {true, whole_run, ticks};
  return look;
}

const HeatPicture::Cell& at(const Picture& picture, Point p) {
  const HeatPicture& heat = *picture.heat;
  return heat.cells[static_cast<std::size_t>((p.y - heat.area.corner.y) * heat.area.size.width +
                                             p.x - heat.area.corner.x)];
}

// Fourteen ticks around; each time stores the number 1 in the cell (5, 0).
const char* const circle = ">150p v\n^     <\n";

TEST_CASE("the whole run is counted up to the present") {
  Vm vm(program(circle), [] {});
  vm.look(heat_look(true, 0));
  vm.submit("goto 160");
  vm.settle();
  const auto picture = vm.picture();
  REQUIRE(picture->heat);
  CHECK(picture->heat->from == 0);
  CHECK(picture->heat->to == 160);
  std::uint64_t executions = 0;
  for (const auto& cell : picture->heat->cells) executions += cell.executions;
  CHECK(executions == 160);
  CHECK(at(*picture, {5, 0}).writes == at(*picture, {4, 0}).executions);
  CHECK(at(*picture, {5, 0}).writes > 5);
  CHECK(picture->heat->most.writes == at(*picture, {5, 0}).writes);
  CHECK(picture->heat->most.executions >= at(*picture, {0, 0}).executions);
  CHECK(at(*picture, {5, 0}).last_write > 140);
}

TEST_CASE("the last ticks are counted, and counted anew when the present moves") {
  Vm vm(program(circle), [] {});
  vm.look(heat_look(false, 20));
  vm.submit("goto 160");
  vm.settle();
  REQUIRE(vm.picture()->heat);
  CHECK(vm.picture()->heat->from == 140);
  vm.submit("goto 50");
  vm.settle();
  REQUIRE(vm.picture()->heat);
  CHECK(vm.picture()->heat->from == 30);
  CHECK(vm.picture()->heat->to == 50);
  std::uint64_t executions = 0;
  for (const auto& cell : vm.picture()->heat->cells) executions += cell.executions;
  CHECK(executions == 20);
}

TEST_CASE("a count of the whole run goes on where it was, and sees what an edit changed") {
  Vm vm(program(circle), [] {});
  vm.look(heat_look(true, 0));
  vm.submit("goto 100");
  vm.settle();
  vm.submit("goto 200");
  vm.settle();
  CHECK(vm.picture()->heat->to == 200);
  CHECK(vm.picture()->heat->from == 0);
  const std::uint64_t before = at(*vm.picture(), {0, 0}).executions;
  CHECK(before > 10);
  vm.submit("goto 0");
  vm.submit("set 1,0 = '@'");
  vm.submit("continue");
  vm.settle();
  REQUIRE(vm.picture()->heat);
  CHECK(vm.picture()->heat->to == 2);
  CHECK(at(*vm.picture(), {0, 0}).executions == 1);
}

TEST_CASE("other cells of the same count are shown as they are looked at") {
  Vm vm(program(circle), [] {});
  Look look = heat_look(true, 0);
  vm.look(look);
  vm.submit("goto 160");
  vm.settle();
  const std::uint64_t stores = at(*vm.picture(), {4, 0}).executions;
  look.cells = {{4, 0}, {2, 1}};
  vm.look(look);
  vm.settle();
  REQUIRE(vm.picture()->heat);
  CHECK(vm.picture()->heat->cells.size() == 2);
  CHECK(vm.picture()->heat->cells[0].executions == stores);
  look.heat.wanted = false;
  vm.look(look);
  vm.settle();
  CHECK_FALSE(vm.picture()->heat);
}

TEST_CASE("every byte of the output leads to the instant at which it was printed") {
  // Counts.
  const auto session = open("1>:.1+v\n ^    <\n");
  session->history().seek(3'000'000);
  const std::uint64_t size = session->machine().output_size;
  REQUIRE(size > 100'000);
  for (const std::uint64_t byte : {std::uint64_t{0}, size / 3, size - 1}) {
    const auto tick = output_tick(*session, byte, nullptr);
    REQUIRE(tick);
    CHECK(session->history().tick() == 3'000'000);
    session->history().seek(*tick);
    CHECK(session->machine().output_size > byte);
    session->history().seek(*tick - 1);
    CHECK(session->machine().output_size <= byte);
    session->history().seek(3'000'000);
  }
  CHECK_FALSE(output_tick(*session, size, nullptr));
}

}  // namespace
}  // namespace fungescope::ui
