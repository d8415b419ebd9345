// Defines the ports of a running program: input bytes, output bytes and warnings.
//
// A port may stop the run: an input that has no byte *yet* (a debugger's queue is empty, or Ctrl-C
// was pressed during the wait) or an output that was closed. The instruction is then not executed,
// its tick has not passed, and running again retries it. One exception: the prompt of `x/0` in the
// dialect `bef` is written before its input is found missing, and the retry writes it again.
// Machine::output_size counts it only once it is answered.
#pragma once

#include "lang/dialect.h"
#include "lang/geometry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fungescope {

class Input {
 public:
  static constexpr int end = -1;      // the end of the input
  static constexpr int not_yet = -2;  // no byte available: the run stops with `input_wait`

  virtual ~Input() = default;
  // Returns the byte at `position`, counted from the start of all input, as 0..255, or `end` or
  // `not_yet`. Positions are requested in order; bytes before the lowest position of the machines
  // that use the input may be discarded.
  virtual int at(std::uint64_t position) = 0;
};

class Output {
 public:
  virtual ~Output() = default;
  // Writes all of `bytes`, or writes nothing and returns false because the output is closed: the
  // run then stops with `output_closed`.
  virtual bool write(std::string_view bytes) = 0;

  // Returns memory for the next bytes, which saves the writer calls of `write`: `commit(n)` writes
  // its first `n` bytes and cannot fail. Valid until any other call of this output or a read from
  // an input. May be empty: use `write`.
  virtual std::span<char> buffer() { return {}; }
  // `count` is at most the size of `buffer`.
  virtual void commit(std::size_t /*count*/) {}
};

class Warnings {
 public:
  virtual ~Warnings() = default;
  // Reports an undefined operation that the dialect allows with a warning (OnUndefined::warn).
  virtual void warn(Point at, std::uint64_t tick, std::string_view what) = 0;
};

// The ports of a run. `warnings` may be null. Not owned.
struct Ports {
  Input& input;
  Output& output;
  Warnings* warnings = nullptr;
};

// Reads the input from memory.
class StringInput final : public Input {
 public:
  explicit StringInput(std::string bytes) : bytes_(std::move(bytes)) {}
  int at(std::uint64_t position) override {
    return position < bytes_.size() ? static_cast<unsigned char>(bytes_[position]) : end;
  }

 private:
  std::string bytes_;
};

// Collects the output in memory.
class StringOutput final : public Output {
 public:
  bool write(std::string_view bytes) override {
    text.append(bytes);
    return true;
  }
  std::span<char> buffer() override { return buffer_; }
  void commit(std::size_t count) override { text.append(buffer_.data(), count); }
  std::string text;

 private:
  std::array<char, 256> buffer_;
};

// Discards the output.
class NullOutput final : public Output {
 public:
  bool write(std::string_view /*bytes*/) override { return true; }
  std::span<char> buffer() override { return buffer_; }

 private:
  std::array<char, 4096> buffer_;
};

// ---- Buffered output

// Prints as `.` and `,` do into the memory of Output::buffer, so that most bytes cost a store and
// no call. Used by the fast tiers.
//
// Buffered bytes are not written yet, and Machine::output_size does not count them. So the buffer
// is flushed before either can be observed: at the end of a run, and before input is read.
struct OutputBuffer {
  // Native code stores a byte at `next` and increments it, while it is below `end`.
  char* next = nullptr;
  char* end = nullptr;
  char* begin = nullptr;                          // null: no buffer
  std::uint32_t writes_before_request = backoff;  // calls of `write` before one requests a buffer

  // Prints the low byte, as `,`. Both return false, without an effect, if the output is closed.
  bool put_byte(Output& output, std::int64_t value, std::uint64_t& output_size) {
    const char byte = static_cast<char>(value & 0xff);
    if (next == end) return write(output, {&byte, 1}, output_size);
    *next++ = byte;
    return true;
  }
  // Prints decimal digits and a space, as `.`.
  bool put_number(Output& output, std::int64_t value, std::uint64_t& output_size);

  // Writes and counts the buffered bytes, and gives the buffer up.
  void flush(Output& output, std::uint64_t& output_size) {
    if (begin != nullptr) commit(output, output_size);
    writes_before_request = backoff;
  }

 private:
  // Requesting a buffer has a cost, which pays only if several bytes are printed between flushes.
  static constexpr std::uint32_t backoff = 1;
  static constexpr std::uint32_t backoff_after_refusal = 64;

  bool write(Output& output, std::string_view bytes, std::uint64_t& output_size) {
    if (writes_before_request == 0) return write_and_request(output, bytes, output_size);
    --writes_before_request;
    if (!output.write(bytes)) return false;
    output_size += bytes.size();
    return true;
  }
  bool write_and_request(Output& output, std::string_view bytes, std::uint64_t& output_size);
  void commit(Output& output, std::uint64_t& output_size);
};

// ---- Numbers

struct NumberRead {
  enum class Outcome : std::uint8_t {
    number,
    none,     // at the end of input, or (scan) at other bytes
    not_yet,  // no byte available; `position` is the given one
  };
  Outcome outcome = Outcome::none;
  std::int64_t value = -1;     // -1 unless a number was found
  std::uint64_t position = 0;  // of the next byte to read: the one that ended the number
};

// Reads a decimal number that starts at or after `position` by the rules of `&`, exact to the byte.
// Requests positions in ascending order, up to one byte past the number.
//
// A number is an optional sign, `+` or `-`, directly followed by one or more decimal digits; it
// ends before the first byte that is not a digit. Its value wraps around at 64 bits. The two rules
// differ in the bytes that may precede it:
//
//   skip_to_number  all bytes that do not start a number are skipped, such as a sign without a
//                   digit after it: "--5" is -5, "x+y7" is 7, and "-" at the end of input is not
//                   a number.
//   scan            as C's %ld: white space is skipped, and then a number must follow. Other bytes
//                   stay unread, except for a sign without a digit after it, as in C.
[[nodiscard]] NumberRead read_number(Input& input, std::uint64_t position, NumberInput rule);

}  // namespace fungescope
