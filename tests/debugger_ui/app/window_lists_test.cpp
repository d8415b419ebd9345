// Regions, fields for ticks and other solvers, in the whole window.
#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "support/files.h"
#include "support/scratch.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>

namespace fungescope::ui {
namespace {

std::unique_ptr<HeadlessApplication> window_of(ApplicationOptions options) {
  options.open.keep = options.user_files;
  auto opened = open_file(options.open, nullptr);
  REQUIRE_MESSAGE(opened, to_string(opened.error()));
  auto app = HeadlessApplication::create({1280, 800}, std::move(options), std::move(*opened));
  REQUIRE_MESSAGE(app, to_string(app.error()));
  (*app)->settle();
  return std::move(*app);
}

TEST_CASE("the dialog of the trace takes nothing that it does not understand") {
  const test::Scratch scratch;
  ApplicationOptions options;
  options.user_files = false;
  const auto app = window_of(std::move(options));
  (void)app->run("goto 3000");
  app->settle();
  app->application().perform("trace as CSV…");
  app->settle();
  const auto type = [&](const std::string& text) {
    app->input().tap(Key::a, with_ctrl);
    app->input().type(text);
    app->input().tap(Key::enter);
    app->settle();
  };
  for (const std::string text : {"garbage here", "200 100", "1 2 3", "10"}) {
    CAPTURE(text);
    type(text);
    CHECK(app->names().find("field error").has_value() == (text != "10"));
  }
  // The last one was an interval, and the dialog for the file has replaced that of the ticks.
  type(scratch.folder() + "/run.csv");
  const std::string csv = test::file_bytes(scratch.folder() + "/run.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 3000 - 10);
}

TEST_CASE("a dialog that is opened again begins with its text selected") {
  ApplicationOptions options;
  options.user_files = false;
  const auto app = window_of(std::move(options));
  (void)app->run("goto 3000");
  for (int i = 0; i < 2; ++i) {
    app->application().perform("trace as CSV…");
    app->settle();
    app->input().tap(Key::left);
    app->settle();
    app->input().tap(Key::escape);
    app->settle();
  }
  app->application().perform("trace as CSV…");
  app->settle();
  app->input().type("9 5");
  app->settle();
  CHECK(app->names().find("field error"));  // "9 5", not "0 9 53000"
  app->input().tap(Key::a, with_ctrl);
  app->input().tap(Key::c, with_ctrl);
  app->settle();
  CHECK(std::string(ImGui::GetClipboardText()) == "9 5");
}

TEST_CASE("a region declared by hand is there again after a restart of the window") {
  const test::Scratch scratch;
  ::setenv("XDG_CONFIG_HOME", (scratch.folder() + "/config").c_str(), 1);
  ::setenv("XDG_STATE_HOME", (scratch.folder() + "/state").c_str(), 1);
  const std::string file = scratch.folder() + "/program.b93";
  std::ofstream(file) << "12+.@\n#$region[0,0](1x1) = given\n";
  const auto open_again = [&] {
    ApplicationOptions options;
    options.open.file = file;
    return window_of(std::move(options));
  };
  const auto names_in = [](HeadlessApplication& app) {
    std::string names;
    for (const Region& region : app.application().snapshot().program->symbols.regions()) {
      names += region.name + ' ';
    }
    return names;
  };
  {
    const auto app = open_again();
    (void)app->run("region mine = 0,0,3,1:hex");
    (void)app->run("region other = 0,0,2,1");
    (void)app->run("region rename other = second");
    CHECK_FALSE(app->run("region given = 0,0,3,1"));
    app->settle();
    CHECK(names_in(*app) == "given mine second ");
  }
  {
    const auto app = open_again();
    CHECK(names_in(*app) == "given mine second ");
    (void)app->run("region delete mine");
  }
  CHECK(names_in(*open_again()) == "given second ");
}

TEST_CASE("another author's solver ends right, without a conflict or a difference") {
  ApplicationOptions options;
  options.user_files = false;
  options.open.file = test::data_path("programs/backtracker_mapped.b93");
  options.open.input = InputLog(
      "..3..16579.7345.21.51876493.48132976729..4.38.36798245.72689514814253.69.95.17382\n",
      InputLog::End::closed);
  const auto app = window_of(std::move(options));
  for (const std::string line : {"goto 200000", "change grid", "change rlatter", "goto end"}) {
    CAPTURE(line);
    (void)app->run(line);
    if (line == "goto end") (void)app->run("continue");
    app->settle();
    CHECK(app->names().find("board event"));
    CHECK_FALSE(app->names().find("board conflict"));
    CHECK_FALSE(app->names().find("board check"));
    CHECK_FALSE(check_of(app->application().snapshot()).difference_at);
  }
  const ViewSnapshot& snapshot = app->application().snapshot();
  CHECK(snapshot.status == Status::ended);
  CHECK(snapshot.output.text.starts_with("483921657\n"));
}

}  // namespace
}  // namespace fungescope::ui
