#include "vm/io.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr bool is_digit_byte(int byte) {
  return byte >= '0' && byte <= '9';
}
constexpr bool is_sign(int byte) {
  return byte == '+' || byte == '-';
}
constexpr bool is_white_space(int byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

// Reads the input byte by byte, with one byte of lookahead.
struct Reader {
  Input& input;
  std::uint64_t position;
  int byte = input.at(position);

  void advance() { byte = input.at(++position); }
};

}  // namespace

NumberRead read_number(Input& input, std::uint64_t position, NumberInput rule) {
  const NumberRead wait{NumberRead::Outcome::not_yet, -1, position};
  Reader reader{input, position};
  bool negative = false;
  for (;;) {
    if (rule == NumberInput::scan) {
      while (is_white_space(reader.byte)) reader.advance();
    } else {
      while (reader.byte >= 0 && !is_sign(reader.byte) && !is_digit_byte(reader.byte)) {
        reader.advance();
      }
    }
    negative = false;
    if (is_sign(reader.byte)) {
      negative = reader.byte == '-';
      reader.advance();
    }
    if (reader.byte == Input::not_yet) return wait;
    if (is_digit_byte(reader.byte)) break;
    if (rule == NumberInput::scan || reader.byte == Input::end) {
      return {NumberRead::Outcome::none, -1, reader.position};
    }
  }
  std::uint64_t magnitude = 0;
  for (; is_digit_byte(reader.byte); reader.advance()) {
    magnitude = magnitude * 10 + static_cast<std::uint64_t>(reader.byte - '0');
  }
  if (reader.byte == Input::not_yet) return wait;
  const std::uint64_t value = negative ? 0 - magnitude : magnitude;
  return {NumberRead::Outcome::number, static_cast<std::int64_t>(value), reader.position};
}

bool OutputBuffer::put_number(Output& output, std::int64_t value, std::uint64_t& output_size) {
  const fmt::format_int digits(value);
  const std::size_t size = digits.size() + 1;
  std::array<char, 24> scratch{};
  const bool fits = static_cast<std::size_t>(end - next) >= size;
  char* const text = fits ? next : scratch.data();
  *std::copy_n(digits.data(), digits.size(), text) = ' ';
  if (!fits) return write(output, {text, size}, output_size);
  next += size;
  return true;
}

bool OutputBuffer::write_and_request(Output& output, std::string_view bytes,
                                     std::uint64_t& output_size) {
  if (begin != nullptr) commit(output, output_size);
  if (!output.write(bytes)) return false;
  output_size += bytes.size();
  const std::span<char> memory = output.buffer();
  if (memory.empty()) {
    writes_before_request = backoff_after_refusal;
    return true;
  }
  begin = next = memory.data();
  end = begin + memory.size();
  return true;
}

void OutputBuffer::commit(Output& output, std::uint64_t& output_size) {
  const auto count = static_cast<std::size_t>(next - begin);
  begin = next = end = nullptr;
  if (count == 0) return;
  output.commit(count);  // before the count: the output may read the machine's output_size
  output_size += count;
}

}  // namespace fungescope
