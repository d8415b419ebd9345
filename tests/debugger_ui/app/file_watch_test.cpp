#include "debugger_ui/app/files/shared_file.h"
#include "debugger_ui/app/test.h"

namespace {

// Returns the number of changes reported in `seconds` seconds after `from`, polled every frame.
int changes(FileWatch& watch, double from, int seconds, FileChange change = FileChange::written) {
  int count = 0;
  for (int frame = 0; frame < 60 * seconds; ++frame) {
    count += watch.poll(from + frame / 60.0) == change ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE_FIXTURE(TemporaryFolder, "a written file is reported once") {
  FileWatch watch(file("a.b93", "@"));
  CHECK(changes(watch, 0, 3) == 0);
  file("a.b93", "1.@");
  CHECK(changes(watch, 3, 3) == 1);
  CHECK(changes(watch, 6, 3) == 0);
}

TEST_CASE_FIXTURE(TemporaryFolder, "a change is reported once the size is stable") {
  FileWatch watch(file("a.b93", "@"));
  CHECK(changes(watch, 0, 1) == 0);
  double now = 1;
  std::string text;
  for (int i = 0; i < 20; ++i, now += 0.1) {
    file("a.b93", text += "1234");
    CHECK(watch.poll(now) == FileChange::none);
  }
  CHECK(changes(watch, now, 2) == 1);
}

TEST_CASE_FIXTURE(TemporaryFolder, "a file that is removed is reported once, and when it is back") {
  const std::string path = file("a.b93", "@");
  FileWatch watch(path);
  std::filesystem::rename(path, path + "~");
  CHECK(changes(watch, 0, 2, FileChange::removed) == 1);
  CHECK(changes(watch, 2, 2, FileChange::removed) == 0);
  CHECK(watch.missing());
  SUBCASE("changed") {
    file("a.b93", "1@");
    CHECK(changes(watch, 4, 2) == 1);
  }
  SUBCASE("as it was") {
    std::filesystem::rename(path + "~", path);
    CHECK(changes(watch, 4, 2, FileChange::back) == 1);
    CHECK(changes(watch, 6, 2) == 0);
  }
  SUBCASE("or written by the window itself") {
    file("a.b93", "1@");
    watch.accept();
    CHECK(changes(watch, 4, 2) == 0);
  }
  CHECK_FALSE(watch.missing());
}

TEST_CASE_FIXTURE(TemporaryFolder, "changes by the window itself are not reported") {
  FileWatch watch(file("a.b93", "@"));
  file("a.b93", "12@");
  watch.accept();
  CHECK(changes(watch, 0, 2) == 0);
}

TEST_CASE("a missing file is reported when it appears; an empty path never") {
  const TemporaryFolder folder;
  FileWatch watch(folder / "later.b93");
  CHECK(changes(watch, 0, 1) == 0);
  folder.file("later.b93", "@");
  CHECK(changes(watch, 1, 2) == 1);
  FileWatch nothing;
  CHECK(changes(nothing, 0, 2) == 0);
}
