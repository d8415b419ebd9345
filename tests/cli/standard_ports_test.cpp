// DescriptorOutput, whose buffer run_test.cpp cannot observe from outside.
#include "cli/standard_ports.h"

#include "support/test.h"

#include <fcntl.h>
#include <unistd.h>

namespace {

// A pipe with a capacity of a megabyte.
class PrintedPipe {
 public:
  PrintedPipe() {
    REQUIRE(::pipe(ends_.data()) == 0);
    REQUIRE(::fcntl(ends_[1], F_SETPIPE_SZ, 1 << 20) >= 0);
    ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }
  ~PrintedPipe() {
    for (const int end : ends_) ::close(end);
  }
  PrintedPipe(const PrintedPipe&) = delete;
  PrintedPipe& operator=(const PrintedPipe&) = delete;

  [[nodiscard]] int writing() const { return ends_[1]; }
  std::string read() {
    std::string text;
    std::array<char, 4096> part{};
    for (;;) {
      const ssize_t count = ::read(ends_[0], part.data(), part.size());
      if (count <= 0) return text;
      text.append(part.data(), static_cast<std::size_t>(count));
    }
  }

 private:
  std::array<int, 2> ends_{};
};

void put(DescriptorOutput& output, const std::string& text) {
  const std::span<char> room = output.buffer();
  REQUIRE(room.size() >= text.size());
  std::copy(text.begin(), text.end(), room.begin());
  output.commit(text.size());
}

}  // namespace

TEST_CASE("bytes put into the buffer are output in order with the bytes written") {
  PrintedPipe pipe;
  DescriptorOutput output(pipe.writing());
  CHECK(output.write("one "));
  put(output, "two\n");
  CHECK_FALSE(output.in_line());
  put(output, "three ");
  CHECK(output.in_line());
  put(output, "");
  CHECK(output.in_line());
  CHECK(output.write("four"));
  CHECK(pipe.read().empty());
  CHECK(output.flush());
  CHECK(pipe.read() == "one two\nthree four");
}

TEST_CASE("the buffer's free space ends with it, and a write flushes it") {
  PrintedPipe pipe;
  DescriptorOutput output(pipe.writing());
  std::size_t bytes = 0;
  for (std::span<char> room = output.buffer(); !room.empty(); room = output.buffer()) {
    std::fill(room.begin(), room.end(), 'a');
    bytes += room.size();
    output.commit(room.size());
  }
  CHECK(bytes == 65536);
  CHECK(pipe.read().empty());
  CHECK(output.write("b"));
  CHECK(pipe.read() == std::string(bytes, 'a'));
  CHECK_FALSE(output.buffer().empty());
  CHECK(output.flush());
  CHECK(pipe.read() == "b");
}

TEST_CASE("an output that has failed offers no buffer") {
  const int no_writing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  DescriptorOutput output(no_writing);
  put(output, "a");
  CHECK_FALSE(output.flush());
  CHECK(output.buffer().empty());
  CHECK_FALSE(output.write("b"));
  ::close(no_writing);
}
