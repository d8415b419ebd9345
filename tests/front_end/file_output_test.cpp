#include "front_end/file_output.h"

#include "support/scratch.h"
#include "support/test.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using test::file_bytes;
using test::Scratch;

namespace {

namespace fs = std::filesystem;

mode_t mode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777U;
}

std::size_t files_in(const Scratch& scratch) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(scratch.folder()), {}));
}

// Changes the umask while it lives.
class Umask {
 public:
  explicit Umask(mode_t mask) : before_(::umask(mask)) {}
  ~Umask() { ::umask(before_); }
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;

 private:
  mode_t before_;
};

}  // namespace

TEST_CASE("a file is replaced as a whole, and nothing else is left") {
  const Scratch scratch;
  const std::string path = scratch.file("f", "before");
  {
    auto file = OutputFile::create(path).value();
    REQUIRE(file.write("af"));
    REQUIRE(file.write("ter"));
    CHECK(file_bytes(path) == "before");
    REQUIRE(file.close());
  }
  CHECK(file_bytes(path) == "after");
  CHECK(files_in(scratch) == 1);
}

TEST_CASE("a file that is not finished leaves the old one, or none") {
  const Scratch scratch;
  const std::string path = scratch.file("f", "before");
  for (const std::string& name : {path, scratch.folder() + "/new"}) {
    auto file = OutputFile::create(name).value();
    REQUIRE(file.write("after"));
    OutputFile moved = std::move(file);
    REQUIRE(moved.write("wards"));
  }
  CHECK(file_bytes(path) == "before");
  CHECK(files_in(scratch) == 1);
}

TEST_CASE("a signal in the middle of a file leaves the old one, or none, and nothing else") {
  const Scratch scratch;
  const int unnamed = ::open(scratch.folder().c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (unnamed < 0) {
    MESSAGE("skipped: the file system has no files without a name");
    return;
  }
  ::close(unnamed);
  const std::string path = scratch.file("f", "before");
  for (const std::string& name : {path, scratch.folder() + "/new"}) {
    for (const int signal : {SIGTERM, SIGHUP, SIGINT, SIGKILL}) {
      const pid_t child = ::fork();
      REQUIRE(child >= 0);
      if (child == 0) {
        std::signal(signal, SIG_DFL);
        auto file = OutputFile::create(name);
        if (file && file->write(std::string(1'000'000, 'x'))) std::raise(signal);
        ::_exit(0);
      }
      int status = 0;
      REQUIRE(::waitpid(child, &status, 0) == child);
      CHECK(WIFSIGNALED(status));
      CHECK(file_bytes(path) == "before");
      CHECK(files_in(scratch) == 1);
    }
  }
}

TEST_CASE("permissions stay, and new files have those of the umask") {
  const Scratch scratch;
  const Umask umask(027);
  const std::string path = scratch.file("f", "before");
  for (const mode_t mode : {0600U, 0644U, 0666U, 0755U}) {
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    REQUIRE(replace_file(path, "after"));
    CHECK(mode_of(path) == mode);
  }
  const std::string created = scratch.folder() + "/new";
  REQUIRE(replace_file(created, "x"));
  CHECK(mode_of(created) == 0640);
}

TEST_CASE("a link remains, and the file that it leads to is replaced") {
  const Scratch scratch;
  fs::create_directory(scratch.folder() + "/sub");
  const std::string target = scratch.file("sub/target", "before");
  const std::string link = scratch.folder() + "/link";
  const std::string second = scratch.folder() + "/second";
  fs::create_symlink("sub/target", link);
  fs::create_symlink(link, second);
  REQUIRE(replace_file(second, "after"));
  CHECK(fs::is_symlink(second));
  CHECK(fs::is_symlink(link));
  CHECK(file_bytes(target) == "after");

  const std::string dangling = scratch.folder() + "/dangling";
  fs::create_symlink("sub/none", dangling);
  REQUIRE(replace_file(dangling, "new"));
  CHECK(fs::is_symlink(dangling));
  CHECK(file_bytes(scratch.folder() + "/sub/none") == "new");

  const std::string loop = scratch.folder() + "/loop";
  fs::create_symlink("loop", loop);
  CHECK_FALSE(replace_file(loop, "x"));
}

TEST_CASE("a link with a name that could be guessed is not followed") {
  const Scratch scratch;
  const std::string victim = scratch.file("victim", "precious");
  const std::string path = scratch.file("f", "before");
  for (const char* suffix : {".new", ".part", ".tmp", "~"}) {
    fs::create_symlink(victim, path + suffix);
  }
  REQUIRE(replace_file(path, "after"));
  CHECK(file_bytes(path) == "after");
  CHECK(file_bytes(victim) == "precious");
}

TEST_CASE("what is not a regular file is written to directly") {
  const Scratch scratch;
  CHECK(replace_file("/dev/null", "gone"));
  CHECK(fs::is_character_file("/dev/null"));
  const std::string link = scratch.folder() + "/null";
  fs::create_symlink("/dev/null", link);
  CHECK(replace_file(link, "gone"));
  CHECK(fs::is_symlink(link));
  const auto full = replace_file("/dev/full", "too much");
  REQUIRE_FALSE(full);
  CHECK(to_string(full.error()) == "/dev/full: it cannot be written: No space left on device");
}

TEST_CASE("errors name the file as it was written") {
  const Scratch scratch;
  const auto failure = [](const std::string& path) {
    const auto written = replace_file(path, "x");
    REQUIRE_FALSE(written);
    return to_string(written.error());
  };
  CHECK(failure(scratch.folder()) == scratch.folder() + ": it cannot be written: Is a directory");
  CHECK(failure("no/such/folder/f") ==
        "no/such/folder/f: it cannot be written: No such file or directory");
  CHECK_FALSE(replace_file("", "x"));
}
