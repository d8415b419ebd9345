// Another program side by side with the window's, and posters from the menu.
#include "debugger_ui/app/test.h"

namespace {

constexpr const char* first_program =
    "101p211p321p@\n\n\n#$region[0,1](3x1):decimal = row\n#$board = row\n";
constexpr const char* second_program =
    "   101p   211p   321p   @\n\n\n#$region[0,1](3x1):decimal = row\n#$board = row\n";

struct PairWindow : AppWindow {
  PairWindow() : AppWindow(first_program) {
    folder.file("other.b93", second_program);
    perform("compare with…");
    enter(folder / "other.b93");
  }
};

}  // namespace

TEST_CASE_FIXTURE(PairWindow, "another program is shown side by side, and both step by changes") {
  CHECK(has("position here"));
  CHECK(has("position there"));
  CHECK(has("region of both"));
  click("next change");
  CHECK(snapshot().tick == 4);
  click("next change");
  CHECK(snapshot().tick == 8);
  click("previous change");
  CHECK(snapshot().tick == 4);
  click("there step");  // within the change: this run stays
  CHECK(snapshot().tick == 4);
  click("there to the beginning");
  CHECK(snapshot().tick == 0);
  perform("end the comparison");
  CHECK_FALSE(has("position there"));
  CHECK_FALSE(application().actions().get("end the comparison").is_enabled());
}

TEST_CASE_FIXTURE(PairWindow, "another program here ends the comparison") {
  folder.file("third.b93", "@");
  open_file(folder / "third.b93");
  CHECK_FALSE(has("position there"));
}

TEST_CASE_FIXTURE(AppWindow, "a program that cannot be compared with is an error") {
  perform("compare with…");
  enter("@dogs");
  CHECK(says("there is no built-in program of this name"));
}

TEST_CASE("the page is exported as PDF, and what cannot be is said") {
  AppWindow window("12.@");
  const std::string path = window.folder / "page.pdf";
  window.perform("page as PDF, A4…");
  window.answer(path);
  CHECK(test::file_bytes(path).starts_with("%PDF-"));
  CHECK(window.says("page.pdf written"));
  window.perform("blocks as PDF, A4…");
  window.answer(window.folder / "blocks.pdf");
  CHECK(window.says("the program has no blocks"));
}
