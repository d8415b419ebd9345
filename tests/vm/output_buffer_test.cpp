#include "support/test.h"
#include "vm/io.h"

namespace {

// Records how it was written to: "a" by `write`, "(a)" by `commit`.
class Recorder final : public Output {
 public:
  explicit Recorder(std::size_t buffer_size) : buffer_size_(buffer_size) {}
  bool write(std::string_view bytes) override {
    if (closed) return false;
    calls.append(bytes);
    return true;
  }
  std::span<char> buffer() override {
    ++requests;
    return std::span(memory_).first(buffer_size_);
  }
  void commit(std::size_t count) override {
    calls += '(' + std::string(memory_.data(), count) + ')';
  }

  std::string calls;
  int requests = 0;
  bool closed = false;

 private:
  std::size_t buffer_size_;
  std::array<char, 100> memory_{};
};

struct Printer {
  explicit Printer(std::size_t buffer_size) : output(buffer_size) {}
  bool print(std::string_view text) {
    for (const char byte : text) {
      if (!buffer.put_byte(output, byte, size)) return false;
    }
    return true;
  }
  bool print(std::int64_t number) { return buffer.put_number(output, number, size); }
  void flush() { buffer.flush(output, size); }

  Recorder output;
  OutputBuffer buffer;
  std::uint64_t size = 0;
};

}  // namespace

TEST_CASE("a single byte between flushes does not request a buffer") {
  Printer printer(100);
  for (int i = 0; i < 3; ++i) {
    CHECK(printer.print("a"));
    CHECK(printer.size == static_cast<std::uint64_t>(i) + 1);
    printer.flush();
  }
  CHECK(printer.output.calls == "aaa");
  CHECK(printer.output.requests == 0);
}

TEST_CASE("bytes are buffered from the third on, and counted by the flush") {
  Printer printer(100);
  CHECK(printer.print("abcde"));
  CHECK(printer.size == 2);
  CHECK(printer.output.calls == "ab");
  printer.flush();
  CHECK(printer.size == 5);
  CHECK(printer.output.calls == "ab(cde)");
  printer.flush();
  CHECK(printer.size == 5);
  CHECK(printer.output.calls == "ab(cde)");
}

TEST_CASE("a full buffer is committed, one byte is written, and a buffer is requested again") {
  Printer printer(3);
  CHECK(printer.print("abcdefghij"));
  CHECK(printer.output.calls == "ab(cde)f(ghi)j");
  CHECK(printer.size == 10);
}

TEST_CASE("an output without a buffer is rarely asked again") {
  Printer printer(0);
  CHECK(printer.print(std::string(600, 'a')));
  CHECK(printer.size == 600);
  CHECK(printer.output.calls == std::string(600, 'a'));
  CHECK(printer.output.requests < 11);
}

TEST_CASE("a closed output fails when the buffer is full, and no byte is lost or doubled") {
  Printer printer(3);
  CHECK(printer.print("ab"));
  printer.output.closed = true;
  CHECK(printer.print("cde"));
  CHECK_FALSE(printer.print("f"));
  CHECK(printer.size == 5);
  CHECK_FALSE(printer.print(6));
  CHECK(printer.output.calls == "ab(cde)");
  printer.output.closed = false;
  CHECK(printer.print("f"));
  CHECK(printer.size == 6);
}

TEST_CASE("a number is not split between the buffer and a call") {
  Printer printer(4);
  CHECK(printer.print("ab"));
  CHECK(printer.print(12));   // three of the four bytes
  CHECK(printer.print(345));  // does not fit after it
  CHECK(printer.print(std::numeric_limits<std::int64_t>::min()));
  printer.flush();
  CHECK(printer.output.calls == "ab(12 )345 -9223372036854775808 ");
  CHECK(printer.size == printer.output.calls.size() - 2);
}
