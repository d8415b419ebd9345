#include "sudoku/formats/text_decoder.h"

#include <array>

namespace fungescope::puzzles {
namespace {

constexpr std::size_t head_size = 4;
constexpr unsigned replacement = 0xfffd;

void append_utf8(unsigned code, std::string& text) {
  constexpr std::array leads{0U, 0xc0U, 0xe0U, 0xf0U};  // by the number of bytes that follow
  const unsigned following = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  text += static_cast<char>(leads[following] | code >> 6 * following);
  for (unsigned i = following; i-- > 0;) text += static_cast<char>(0x80U | (code >> 6 * i & 0x3fU));
}

bool is_ascii_text(char c) {
  return (c >= ' ' && c <= '~') || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

void TextDecoder::decode(std::string_view bytes, std::string& text) {
  if (encoding_ == Encoding::unknown) {
    const std::string_view more = bytes.substr(0, head_size - head_.size());
    head_ += more;
    bytes.remove_prefix(more.size());
    if (head_.size() < head_size) return;
    decide(text);
  }
  convert(bytes, text);
}

void TextDecoder::finish(std::string& text) {
  if (encoding_ == Encoding::unknown) decide(text);
  if (odd_byte_ >= 0 || surrogate_ != 0) append_utf8(replacement, text);
  odd_byte_ = -1;
  surrogate_ = 0;
}

void TextDecoder::decide(std::string& text) {
  const std::string head = std::move(head_);
  const std::string_view h = head;
  // Whether the bytes are two units whose letters are the bytes 0 and 2, or 1 and 3.
  const auto is_wide = [h](std::size_t letter) {
    return h.size() == head_size && is_ascii_text(h[letter]) && is_ascii_text(h[letter + 2]) &&
           h[1 - letter] == 0 && h[3 - letter] == 0;
  };
  const bool little_mark = h.starts_with("\xff\xfe");
  const bool big_mark = h.starts_with("\xfe\xff");
  encoding_ = little_mark || is_wide(0) ? Encoding::utf16_little
              : big_mark || is_wide(1)  ? Encoding::utf16_big
                                        : Encoding::bytes;
  const std::size_t mark = little_mark || big_mark ? 2 : h.starts_with("\xef\xbb\xbf") ? 3 : 0;
  convert(h.substr(mark), text);
}

void TextDecoder::convert(std::string_view bytes, std::string& text) {
  if (encoding_ == Encoding::bytes) {
    text += bytes;
    return;
  }
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (odd_byte_ < 0) {
      odd_byte_ = byte;
      continue;
    }
    const auto first = static_cast<unsigned>(odd_byte_);
    odd_byte_ = -1;
    add_unit(encoding_ == Encoding::utf16_little ? first | byte * 256U : first * 256U | byte, text);
  }
}

void TextDecoder::add_unit(unsigned unit, std::string& text) {
  const bool first_half = unit >= 0xd800 && unit < 0xdc00;
  const bool second_half = unit >= 0xdc00 && unit < 0xe000;
  if (surrogate_ != 0 && second_half) {
    append_utf8(0x10000U + ((surrogate_ - 0xd800U) << 10U) + (unit - 0xdc00U), text);
    surrogate_ = 0;
    return;
  }
  if (surrogate_ != 0) append_utf8(replacement, text);
  surrogate_ = first_half ? unit : 0;
  if (!first_half) append_utf8(second_half ? replacement : unit, text);
}

}  // namespace fungescope::puzzles
