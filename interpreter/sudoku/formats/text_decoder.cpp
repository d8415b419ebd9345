#include "sudoku/formats/text_decoder.h"

namespace fungescope::puzzles {
namespace {

constexpr std::size_t head_size = 4;
constexpr unsigned replacement = 0xfffd;

void append_utf8(unsigned code, std::string& text) {
  const auto add = [&text](unsigned byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xc0U | code >> 6U);
    add(0x80U | (code & 0x3fU));
  } else if (code < 0x10000) {
    add(0xe0U | code >> 12U);
    add(0x80U | (code >> 6U & 0x3fU));
    add(0x80U | (code & 0x3fU));
  } else {
    add(0xf0U | code >> 18U);
    add(0x80U | (code >> 12U & 0x3fU));
    add(0x80U | (code >> 6U & 0x3fU));
    add(0x80U | (code & 0x3fU));
  }
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
  std::size_t mark = 0;
  if (h.substr(0, 2) == "\xff\xfe") {
    encoding_ = Encoding::utf16_little;
    mark = 2;
  } else if (h.substr(0, 2) == "\xfe\xff") {
    encoding_ = Encoding::utf16_big;
    mark = 2;
  } else if (h.size() == head_size && is_ascii_text(h[0]) && is_ascii_text(h[2]) && h[1] == 0 &&
             h[3] == 0) {
    encoding_ = Encoding::utf16_little;
  } else if (h.size() == head_size && is_ascii_text(h[1]) && is_ascii_text(h[3]) && h[0] == 0 &&
             h[2] == 0) {
    encoding_ = Encoding::utf16_big;
  } else {
    encoding_ = Encoding::bytes;
    if (h.substr(0, 3) == "\xef\xbb\xbf") mark = 3;
  }
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
