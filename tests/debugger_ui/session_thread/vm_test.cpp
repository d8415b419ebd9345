#include "debugger_ui/session_thread/vm.h"

#include "support/debugger_world.h"

#include <atomic>
#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <utility>

#include <doctest/doctest.h>

namespace fungescope::ui {
namespace {

VmStart program(std::string source, std::string input = {}) {
  VmStart start;
  start.session = test::open_session(std::move(source), InputLog(std::move(input)));
  start.file = "test.b93";
  return start;
}

// Waits, for as long as a broken thread deserves, until `reached` holds for the newest picture.
template <class Reached>
std::shared_ptr<const Picture> wait_for(Vm& vm, Reached reached) {
  for (int i = 0; i < 10'000; ++i) {
    vm.deliver();
    auto picture = vm.picture();
    if (reached(*picture)) return picture;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  FAIL("the picture never came");
  return vm.picture();
}

const char* const endless = "1+:v\n^  <\n";

TEST_CASE("the first picture is that of the first instant") {
  Vm vm(program("12+.@"), [] {});
  const auto picture = vm.picture();
  CHECK(picture->tick == 0);
  CHECK(picture->program->name == "test.b93");
  CHECK(picture->ip == Point{0, 0});
}

TEST_CASE("a command changes the picture, and its answer comes with deliver") {
  Vm vm(program("12+.@"), [] {});
  std::string line;
  bool good = false;
  vm.submit("step 3", [&](const Answer& answer) {
    line = answer.line;
    good = answer.reply.has_value();
  });
  vm.settle();
  CHECK(line.empty());
  vm.deliver();
  CHECK(line == "step 3");
  CHECK(good);
  const auto picture = vm.picture();
  CHECK(picture->tick == 3);
  CHECK(picture->stack.values == std::vector<std::int64_t>{3});
}

TEST_CASE("the window gets the cells that it looks at") {
  Vm vm(program("12+.@"), [] {});
  Look look;
  look.cells = {{1, 0}, {2, 5}};
  vm.look(look);
  vm.settle();
  const auto picture = vm.picture();
  CHECK(picture->cells.area.corner == Point{1, 0});
  CHECK(picture->cells.area.size.width == 2);
  REQUIRE(picture->cells.values.size() >= 2);
  CHECK(picture->cells.values[0] == '2');
  CHECK(picture->cells.values[1] == '+');
}

TEST_CASE("where the window looks is not forgotten over what it asks") {
  Vm vm(program("12+.@"), [] {});
  vm.settle();
  std::promise<void> go_on;
  vm.ask<int>(
      slot::none,
      [wait = go_on.get_future().share()](Debugger&, Monitor&) {
        wait.wait();
        return 0;
      },
      [](int) {});
  // Meanwhile there comes a frame that looks elsewhere, and something that changes nothing.
  Look look;
  look.cells = {{1, 0}, {3, 1}};
  vm.look(look);
  SUBCASE("a question") {
    vm.ask<int>(
        slot::hover, [](Debugger&, Monitor&) { return 0; }, [](int) {});
  }
  SUBCASE("a seek to where it is") {
    vm.seek(0);
  }
  go_on.set_value();
  vm.settle();
  CHECK(vm.picture()->cells.area == Rectangle{{1, 0}, {3, 1}});
}

TEST_CASE("scrolling while it plays slowly shows what is there at once") {
  Vm vm(program("12+.@"), [] {});
  vm.settle();
  vm.play(Way::forward, 0.01);
  Look look;
  look.cells = {{1, 0}, {3, 1}};
  vm.look(look);
  const auto seen = wait_for(vm, [&](const Picture& p) { return p.cells.area == look.cells; });
  CHECK(seen->tick == 0);
  CHECK(seen->playing());
}

TEST_CASE("an endless program plays until it is paused") {
  Vm vm(program(endless), [] {});
  vm.play(Way::forward, Vm::unlimited);
  wait_for(vm, [](const Picture& p) { return p.playing() && p.tick > 1'000'000; });
  vm.pause();
  const auto paused = wait_for(vm, [](const Picture& p) { return !p.playing(); });
  vm.settle();
  CHECK(vm.picture()->tick == paused->tick);
}

TEST_CASE("playing stops at a breakpoint, forwards and backwards") {
  Vm vm(program("12+.@"), [] {});
  vm.submit("break 2,0");
  vm.play(Way::forward, Vm::unlimited);
  auto picture = wait_for(vm, [](const Picture& p) { return p.tick == 2 && !p.playing(); });
  REQUIRE(picture->last_stop);
  CHECK(picture->last_stop->why == Stopped::Why::stop);
  vm.play(Way::forward, Vm::unlimited);
  wait_for(vm, [](const Picture& p) { return p.status == Status::ended && !p.playing(); });
  vm.play(Way::back, Vm::unlimited);
  wait_for(vm, [](const Picture& p) { return p.tick == 2 && !p.playing(); });
}

TEST_CASE("playing ends at the beginning, and where input is missing") {
  Vm vm(program("12~@"), [] {});
  vm.play(Way::forward, Vm::unlimited);
  auto picture =
      wait_for(vm, [](const Picture& p) { return p.last_stop && !p.playing() && p.tick == 2; });
  CHECK(picture->last_stop->why == Stopped::Why::input_wait);
  vm.play(Way::back, 1000);
  wait_for(vm, [](const Picture& p) { return p.tick == 0 && !p.playing(); });
}

TEST_CASE("a slow speed goes tick by tick") {
  Vm vm(program(endless), [] {});
  vm.play(Way::forward, 200);
  Tick last = 0;
  wait_for(vm, [&](const Picture& p) {
    CHECK(p.tick <= last + 10);
    last = p.tick;
    return p.tick >= 20;
  });
}

TEST_CASE("of many seeks the last one counts") {
  Vm vm(program(endless), [] {});
  vm.submit("goto 1000000");
  vm.settle();
  for (Tick tick = 0; tick <= 500; ++tick) vm.seek(tick * 1000);
  vm.settle();
  CHECK(vm.picture()->tick == 500'000);
}

TEST_CASE("a search without an end can be interrupted") {
  Vm vm(program(endless), [] {});
  std::atomic<bool> answered{false};
  vm.submit("until depth < 0", [&](const Answer&) { answered = true; });
  wait_for(vm, [](const Picture& p) { return p.busy(); });
  vm.interrupt();
  wait_for(vm, [&](const Picture& p) { return answered && !p.busy(); });
}

TEST_CASE("of the questions in one slot the newest is answered") {
  Vm vm(program(endless), [] {});
  std::vector<int> answers;
  for (int i = 0; i < 50; ++i) {
    vm.ask<int>(
        slot::hover, [i](Debugger&, Monitor&) { return i; },
        [&](int answer) { answers.push_back(answer); });
  }
  vm.settle();
  vm.deliver();
  REQUIRE_FALSE(answers.empty());
  CHECK(answers.back() == 49);
}

TEST_CASE("another program takes the place of a running one") {
  Vm vm(program(endless), [] {});
  vm.play(Way::forward, Vm::unlimited);
  wait_for(vm, [](const Picture& p) { return p.tick > 1000; });
  vm.replace(program("9.@"));
  const auto picture = wait_for(vm, [](const Picture& p) { return p.tick == 0; });
  vm.submit("continue");
  vm.settle();
  CHECK(vm.picture()->output.text == "9 ");
}

TEST_CASE("the end of the thread does not wait for a program without one") {
  Vm vm(program(endless), [] {});
  vm.play(Way::forward, Vm::unlimited);
  vm.submit("until depth < 0");
}

}  // namespace
}  // namespace fungescope::ui
