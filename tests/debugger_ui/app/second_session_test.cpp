// The example of docs/debugger-guide.md: Euclid's algorithm, typed from nothing, with a bug
// that time travel finds. Drives the real window by its keys and the names of its widgets.
//
// With FUNGESCOPE_SESSION_PICTURES=FOLDER it writes the pictures of that page.
#include "debugger_ui/app/test.h"
#include "debugger_ui/platform/pictures/image.h"
#include "support/process.h"

namespace {

void picture(AppWindow& window, const std::string& name) {
  const char* const folder = std::getenv("FUNGESCOPE_SESSION_PICTURES");
  if (folder == nullptr) return;
  window.input().move(2, 2);  // no tooltip
  window.settle();
  const auto written = write_png(std::string(folder) + '/' + name + ".png", window.app().read());
  CHECK_MESSAGE(written, to_string(written.error()));
}

constexpr const char* corrected =
    "&&>:#v_$.@\n     :\n     0\n     9\n     p\n     \\\n     0\n     9\n     g\n     %\n  ^  <\n";

}  // namespace

TEST_CASE("the second session: a new program is typed, debugged backwards, fixed and saved") {
  AppWindow window("@\n");
  const std::string file = window.folder / "gcd.b93";

  // A new program. `#` jumps over the `v`, so the cursor is turned by hand; `<` and `^` turn it.
  window.tap(Key::n, with_ctrl);
  window.answer(file);
  REQUIRE(window.editing().active());
  window.click_all({"tab instructions", "edit cursor"});
  window.type("&&>:#v");
  window.tap("Left Down Ctrl+Down");
  window.type(":09p09g\\%<  ^");
  CHECK(window.editing().editor().cursor() == Point{2, 9});
  window.tap(Key::home, with_ctrl);
  for (int i = 0; i < 6; ++i) window.tap(Key::right);
  window.type("_$.@");
  picture(window, "session-typed");

  // Its input, and the first run: 12 is no answer.
  window.in_palette("program options");
  window.click_all({"option text", "option input"});
  window.answer("12 18");
  window.tap(Key::f5);
  REQUIRE(window.snapshot().status == Status::ended);
  CHECK(window.output() == "12 ");

  // Backwards, an instruction at a time: `%` takes 18 and 18.
  for (int i = 0; i < 10; ++i) window.tap(Key::f4, with_shift);
  CHECK(window.snapshot().ip == Point{5, 9});
  CHECK(window.snapshot().stack.values == std::vector<std::int64_t>{18, 18, 12});
  picture(window, "session-bug");
  for (int i = 0; i < 4; ++i) window.tap(Key::f4, with_shift);
  CHECK(window.snapshot().ip == Point{5, 5});
  CHECK(window.snapshot().stack.values == std::vector<std::int64_t>{18, 12});

  // The swap belongs before the `g`: the fix begins a branch here, which goes on to the answer.
  for (int i = 0; i < 5; ++i) window.tap(Key::down);
  for (int i = 0; i < 5; ++i) window.tap(Key::left);
  CHECK(window.editing().editor().cursor() == Point{5, 5});
  window.tap(Key::down, with_ctrl);
  window.type("\\09g");
  CHECK(window.snapshot().branches.size() == 2);
  window.tap(Key::f5);
  CHECK(window.output() == "6 ");

  // Saved, run from its beginning, and without the window.
  window.tap(Key::s, with_ctrl);
  CHECK(test::file_bytes(file) == corrected);
  window.tap("Ctrl+F5 F5");
  CHECK(window.snapshot().branches.size() == 1);
  CHECK(window.output() == "6 ");
  const test::ProcessResult run = test::run_process({FUNGESCOPE_PROGRAM, "run", file}, "1071 462");
  CHECK(run.exit_code == 0);
  CHECK(run.out == "21 ");
}
