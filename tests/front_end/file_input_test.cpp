#include "front_end/file_input.h"

#include "support/scratch.h"
#include "support/test.h"

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

using test::Scratch;

namespace {

std::string failure_of(const std::string& path) {
  const Result<std::string> bytes = read_file(path);
  return bytes ? "no failure" : to_string(bytes.error());
}

// Root may read every file: while this exists, the process runs as `nobody`.
class WithoutRoot {
 public:
  WithoutRoot() {
    if (was_root_) REQUIRE(::seteuid(nobody) == 0);
  }
  WithoutRoot(const WithoutRoot&) = delete;
  WithoutRoot& operator=(const WithoutRoot&) = delete;
  ~WithoutRoot() {
    if (was_root_ && ::seteuid(0) != 0) std::abort();
  }

 private:
  static constexpr uid_t nobody = 65534;
  const bool was_root_ = ::geteuid() == 0;
};

// Standard input reads from a file while this lives.
class RedirectedInput {
 public:
  explicit RedirectedInput(const std::string& path) : saved_(::dup(STDIN_FILENO)) {
    REQUIRE(std::freopen(path.c_str(), "rb", stdin) != nullptr);
  }
  ~RedirectedInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }
  RedirectedInput(const RedirectedInput&) = delete;
  RedirectedInput& operator=(const RedirectedInput&) = delete;

 private:
  int saved_;
};

}  // namespace

TEST_CASE("a file's bytes are returned unchanged") {
  const std::string bytes("a\r\n\0\xff", 5);
  CHECK(read_file(Scratch().file("f", bytes)) == bytes);
  CHECK(read_file(Scratch().file("f", "")) == std::string());
}

TEST_CASE("a file larger than the buffer is returned whole") {
  std::string bytes;
  for (int i = 0; i < 1'000'000; ++i) bytes += static_cast<char>(i * 7);
  CHECK(read_file(Scratch().file("f", bytes)) == bytes);
}

TEST_CASE("an unreadable file is an error with a reason and advice") {
  const std::string directory = std::filesystem::temp_directory_path().string();
  CHECK(failure_of(directory) == directory + ": this is a directory; name a file in it");
  CHECK(failure_of("no/such/file") == "no/such/file: there is no such file; check the path");
  CHECK(failure_of("-") == "-: there is no such file; check the path");
  CHECK(failure_of("") == "the name of a file is empty; name a file");
  const Scratch scratch;
  const std::string file = scratch.file("f", "x");
  CHECK(failure_of(file + "/x") == file + "/x: there is no such file; check the path");
}

TEST_CASE("a file without permission is an error") {
  const Scratch scratch;
  const std::string file = scratch.file("f", "x");
  // The folder may be entered, so that it is the file that is refused.
  std::filesystem::permissions(scratch.folder(), std::filesystem::perms::all);
  std::filesystem::permissions(file, std::filesystem::perms::none);
  const WithoutRoot without_root;
  CHECK(failure_of(file) == file + ": permission to read it is denied; check its permissions");
}

TEST_CASE("a dash is standard input where it is asked for") {
  const Scratch scratch;
  const std::string file = scratch.file("f", "from standard input");
  const RedirectedInput redirected(file);
  CHECK(read_file("-", StandardInput::accept) == std::string("from standard input"));
  CHECK(display_name("-", StandardInput::accept) == "<stdin>");
  CHECK(display_name("-") == "-");
  CHECK(display_name("a.b93", StandardInput::accept) == "a.b93");
}
