// New programs, saving, and what is kept of unsaved changes after a crash, in the whole window.
#include "debugger_ui/app/files/autosave.h"
#include "debugger_ui/app/test.h"

#include <chrono>
#include <csignal>
#include <iterator>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

// Types into the program and waits until that is kept.
void type_and_wait(AppWindow& window, const std::string& text) {
  window.edit();
  window.type(text);
  window.wait();
}

struct Kept : AppWindow {
  Kept() : AppWindow("12+.@\n", true) {}
};

struct Saved : AppWindow {
  Saved() : AppWindow("12+.@\n") {}
};

}  // namespace

TEST_CASE_FIXTURE(Saved, "a new program begins empty, in its own file") {
  edit();
  tap("End Esc Ctrl+N");
  const std::string other = folder / "new.b93";
  answer(other);
  CHECK(program() == "new.b93");
  CHECK(editing().active());
  CHECK(editing().editor().cursor() == Point{0, 0});
  type("7.@");
  tap(Key::s, with_ctrl);
  CHECK(test::file_bytes(other) == "7.@\n");
  CHECK(on_disk() == "12+.@\n");
}

TEST_CASE_FIXTURE(Saved, "a new program that cannot be written says so, and the old one stays") {
  tap(Key::n, with_ctrl);
  answer(file + "/new.b93");
  tap("Enter");  // that the file may be replaced
  if (application().at_work()) settle();
  CHECK(program() == "a.b93");
}

TEST_CASE("save as keeps the run, its present instant, and undo") {
  AppWindow window(">12+.v\n^    <\n", true);
  window.run_all({"break 5,0", "goto 30"});
  window.edit();
  window.editing().editor().move_to({9, 9});
  window.type("@");
  REQUIRE(window.tick() == 30);
  const BranchId branch = window.snapshot().branch;
  const std::string other = window.folder / "b.b93";
  window.tap(Key::s, with_ctrl_shift);
  window.answer(other);
  CHECK(window.title() == "b.b93 - Fungescope");
  CHECK(window.tick() == 30);
  CHECK(window.snapshot().branch == branch);
  CHECK(window.snapshot().breakpoints.size() == 1);
  CHECK(window.editing().path() == other);
  CHECK_FALSE(window.editing().modified());
  CHECK(window.on_disk() == ">12+.v\n^    <\n");
  SUBCASE("saving goes to the new file") {
    window.type("5");
    window.tap(Key::s, with_ctrl);
    CHECK(test::file_bytes(other).find("@5") != std::string::npos);
    CHECK(window.on_disk() == ">12+.v\n^    <\n");
  }
  SUBCASE("undo goes back to before") {
    window.tap(Key::z, with_ctrl);
    CHECK(window.editing().bytes() == ">12+.v\n^    <\n");
    CHECK(window.editing().modified());
  }
  SUBCASE("changes of the new file on disk are noticed") {
    window.folder.file("b.b93", "34*.@\n");
    using std::filesystem::last_write_time;
    last_write_time(other, last_write_time(other) + std::chrono::seconds(2));
    window.wait();
    CHECK(window.has("notice patch it in here"));
  }
  SUBCASE("its breakpoints are kept with the new file") {
    window.reopen(other);
    CHECK(window.snapshot().breakpoints.size() == 1);
  }
}

TEST_CASE("a failed save says why and what to do, and the changes stay unsaved") {
  for (const bool full : {true, false}) {
    AppWindow window("12+.@\n");
    window.edit("5");
    window.tap("Ctrl+Shift+S");
    window.answer(full ? "/dev/full" : window.file + "/b.b93");  // there its folder is a file
    if (!window.has("notice try again")) window.tap("Enter");    // that it may be replaced
    if (window.has("notice try again")) {
      CHECK(window.says(full ? "No space left on device" : "Not a directory"));
      window.click("notice save as…");
    }
    CHECK(window.title() == "* a.b93 - Fungescope");
    CHECK(window.editing().modified());
    CHECK(window.on_disk() == "12+.@\n");
    const std::string other = window.folder / "b.b93";
    window.answer(other);
    CHECK(test::file_bytes(other) == "52+.@\n");
    CHECK_FALSE(window.has("notice try again"));
    CHECK(window.title() == "b.b93 - Fungescope");
  }
}

TEST_CASE_FIXTURE(Saved, "a save into a folder that is gone fails, and can be repeated") {
  const std::string sub = folder / "sub";
  const std::string other = folder.file("sub/b.b93", "12+.@\n");
  reopen(other);
  edit("5");
  std::filesystem::remove_all(sub);
  folder.file("sub", "a file in its place");
  tap(Key::s, with_ctrl);
  REQUIRE(has("notice try again"));
  CHECK(says("not saved"));
  CHECK(editing().modified());
  std::filesystem::remove(sub);
  std::filesystem::create_directory(sub);
  click("notice try again");
  CHECK(test::file_bytes(other) == "52+.@\n");
  CHECK_FALSE(editing().modified());
  CHECK_FALSE(has("notice try again"));
}

TEST_CASE_FIXTURE(Saved, "a failed save before closing keeps the window open") {
  const std::string other = folder.file("sub/b.b93", "12+.@\n");
  reopen(other);
  edit("5");
  std::filesystem::remove_all(folder / "sub");
  tap(Key::q, with_ctrl);
  click("choice save");
  if (has("choice cancel")) tap(Key::escape);
  CHECK_FALSE(application().quit_requested());
  CHECK(editing().modified());
}

TEST_CASE("unsaved changes are kept for a crash, not next to the source, until they are saved") {
  const auto count = [](const AppWindow& window) {
    return std::distance(std::filesystem::directory_iterator(window.folder / "fungescope/unsaved"),
                         {});
  };
  for (const std::string_view key : {"Ctrl+S", "Ctrl+Z", "Ctrl+Q"}) {
    CAPTURE(key);
    AppWindow window("12+.@\n", true);
    type_and_wait(window, "5");
    // This window lives: its changes are not offered to others.
    CHECK(UnsavedText::find().empty());
    CHECK(count(window) == 2);
    window.tap(key);
    if (key == "Ctrl+Q") {
      window.click("choice don't save");
      window.close();
    } else {
      window.wait();
    }
    CHECK(count(window) == 0);
  }
}

TEST_CASE_FIXTURE(Kept, "after a crash the next window offers the unsaved changes") {
  type_and_wait(*this, "5");
  reopen();
  CHECK(source_at({0, 0}) == '1');
  SUBCASE("and restores them as unsaved ones") {
    click("notice restore");
    CHECK(editing().bytes() == "52+.@\n");
    CHECK(editing().modified());
    CHECK_FALSE(editing().active());
    CHECK(source_at({0, 0}) == '5');  // and the run has them
    CHECK(on_disk() == "12+.@\n");
    reopen();  // another crash
    CHECK(has("notice restore"));
    click("notice restore");
    tap(Key::s, with_ctrl);
    CHECK(on_disk() == "52+.@\n");
    reopen();
    CHECK_FALSE(has("notice restore"));
  }
  SUBCASE("or discards them") {
    click("notice discard");
    reopen();
    CHECK_FALSE(has("notice restore"));
    CHECK(on_disk() == "12+.@\n");
  }
  SUBCASE("or, if they are ignored, offers them again") {
    click("notice dismiss");
    reopen();
    CHECK(has("notice restore"));
  }
}

TEST_CASE_FIXTURE(Kept, "of what was kept of one program, a single bar shows one after the other") {
  run_all({"goto 2", "set 4,0 = ','"});
  type_and_wait(*this, "5");
  reopen();
  CHECK(has("notice restore"));
  CHECK_FALSE(has("notice restore it"));
  click("notice 1 more");
  CHECK_FALSE(has("notice restore"));
  CHECK(has("notice restore it"));
  click("notice dismiss");
  CHECK(has("notice restore"));
  CHECK_FALSE(has("notice 1 more"));
}

TEST_CASE_FIXTURE(Kept, "what was kept of another program has no bar, but can be found") {
  const std::string other = folder.file("b.b93", "@\n");
  type_and_wait(*this, "5");
  reopen(other);
  CHECK_FALSE(has("notice dismiss"));
  CHECK(last_message() == "unsaved changes to another program were kept: Ctrl+P, unsaved");
  SUBCASE("which opens it") {
    in_palette("unsaved");
    CHECK(program() == "a.b93");
    click("notice restore");
    CHECK(editing().bytes() == "52+.@\n");
  }
  SUBCASE("or saves it if its file is gone") {
    std::filesystem::remove(file);
    in_palette("unsaved");
    answer(folder / "c.b93");
    CHECK(program() == "c.b93");
    CHECK(test::file_bytes(folder / "c.b93") == "52+.@\n");
  }
}

TEST_CASE("what a killed process kept is found, what a living one keeps is not") {
  const AppWindow window("12+.@\n", true);
  int ready[2];
  REQUIRE(::pipe(ready) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    UnsavedText kept;
    const bool ok = kept.keep("/a/x.b93", 7, std::string("12\0\xff\n", 5)).has_value();
    const char byte = ok ? 'y' : 'n';
    if (::write(ready[1], &byte, 1) == 1) ::pause();
    ::_exit(1);
  }
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  CHECK(byte == 'y');
  CHECK(UnsavedText::find().empty());
  REQUIRE(::kill(child, SIGKILL) == 0);
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  const auto found = UnsavedText::find();
  REQUIRE(found.size() == 1);
  CHECK(found[0].file == "/a/x.b93");
  CHECK(found[0].base == 7);
  CHECK(found[0].text == std::string("12\0\xff\n", 5));
  UnsavedText::discard(found[0].id);
  CHECK(UnsavedText::find().empty());
  for (const int file : ready) ::close(file);
}
