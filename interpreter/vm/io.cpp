#include "vm/io.h"

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

}  // namespace fungescope
