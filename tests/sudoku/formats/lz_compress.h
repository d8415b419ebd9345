// Compresses text in the format of lz-string's `compressToBase64`, for round trips.
#pragma once

#include "support/test.h"

namespace fungescope::puzzles::test {

class LzCodeWriter {
 public:
  // Writes the bits of `code`, lowest first.
  void write(std::uint32_t code, unsigned width) {
    for (unsigned i = 0; i < width; ++i) write_bit(code >> i & 1U);
  }
  [[nodiscard]] std::string finish() {
    do {
      write_bit(0);
    } while (count_ != 0);
    while (text_.size() % 4 != 0) text_ += '=';
    return text_;
  }

 private:
  void write_bit(std::uint32_t bit) {
    constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bits_ = bits_ << 1U | bit;
    if (++count_ < 6) return;
    text_ += alphabet[bits_];
    bits_ = 0;
    count_ = 0;
  }

  std::string text_;
  std::uint32_t bits_ = 0;
  unsigned count_ = 0;
};

class LzCompressor {
 public:
  std::string compress(std::u16string_view text) {
    std::u16string known;
    for (const char16_t unit : text) {
      if (strings_.emplace(std::u16string(1, unit), next_code_).second) {
        ++next_code_;
        unannounced_.insert(unit);
      }
      if (strings_.count(known + unit) > 0) {
        known += unit;
        continue;
      }
      write_string(known);
      strings_.emplace(known + unit, next_code_++);
      known = unit;
    }
    if (!known.empty()) write_string(known);
    codes_.write(2, width_);
    return codes_.finish();
  }

 private:
  // Units are announced when they are first written.
  void write_string(const std::u16string& text) {
    if (text.size() == 1 && unannounced_.erase(text[0]) > 0) {
      const bool wide = text[0] > 0xff;
      codes_.write(wide ? 1 : 0, width_);
      codes_.write(text[0], wide ? 16 : 8);
      count_entry();
    } else {
      codes_.write(strings_.at(text), width_);
    }
    count_entry();
  }
  void count_entry() {
    if (--left_ > 0) return;
    left_ = 1U << width_;
    ++width_;
  }

  LzCodeWriter codes_;
  std::map<std::u16string, std::uint32_t> strings_;
  std::set<char16_t> unannounced_;
  std::uint32_t next_code_ = 3;
  unsigned width_ = 2;
  unsigned left_ = 2;
};

[[nodiscard]] inline std::string compress_lz_string(std::u16string_view text) {
  return LzCompressor().compress(text);
}

}  // namespace fungescope::puzzles::test
