// Regions and fields for ticks, in the whole window.
#include "debugger_ui/app/test.h"

TEST_CASE_FIXTURE(AppWindow, "a dialog that is opened again begins with its text selected") {
  run("goto 3000");
  for (int i = 0; i < 2; ++i) {
    perform("trace as CSV…");
    tap("Left Esc");
  }
  perform("trace as CSV…");
  type("9 5");
  CHECK(has("field error"));  // "9 5", not "0 9 53000"
  tap("Ctrl+A Ctrl+C");
  CHECK(std::string(ImGui::GetClipboardText()) == "9 5");
}

TEST_CASE("a region declared by hand is there again after a restart of the window") {
  AppWindow window({.source = "12+.@\n#$region[0,0](1x1) = given\n", .user_files = true});
  const auto names = [&] {
    std::string all;
    for (const Region& region : window.snapshot().program->symbols.regions()) {
      all += region.name + ' ';
    }
    return all;
  };
  window.run_all(
      {"region mine = 0,0,3,1:hex", "region other = 0,0,2,1", "region rename other = second"});
  CHECK_FALSE(window.app().run("region given = 0,0,3,1"));
  window.settle();
  CHECK(names() == "given mine second ");
  window.reopen();
  CHECK(names() == "given mine second ");
  window.run("region delete mine");
  window.reopen();
  CHECK(names() == "given second ");
}
