#include "sudoku/formats/lz_string.h"

#include <cstdint>
#include <vector>

namespace fungescope::puzzles {
namespace {

class CodeReader {
 public:
  explicit CodeReader(std::string_view base64) : text_(base64) {}

  // Returns the next code of `width` bits; nothing at the end of the text.
  std::optional<std::uint32_t> next(unsigned width) {
    std::uint32_t code = 0;
    for (unsigned i = 0; i < width; ++i) {
      if (left_ == 0 && !next_character()) return std::nullopt;
      --left_;
      code |= (bits_ >> left_ & 1U) << i;
    }
    return code;
  }

 private:
  bool next_character() {
    constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (text_.empty()) return false;
    const std::size_t value = alphabet.find(text_.front());
    if (value == std::string_view::npos) return false;
    text_.remove_prefix(1);
    bits_ = static_cast<std::uint32_t>(value);
    left_ = 6;
    return true;
  }

  std::string_view text_;
  std::uint32_t bits_ = 0;
  unsigned left_ = 0;  // bits of the current character
};

// Strings that each are an earlier one and one more unit.
class Dictionary {
 public:
  using Index = std::uint32_t;
  static constexpr Index no_string = 0;

  [[nodiscard]] Index size() const { return static_cast<Index>(entries_.size()); }
  [[nodiscard]] bool contains(Index index) const { return index > 2 && index < size(); }
  [[nodiscard]] char16_t first_unit(Index index) const { return entries_[index].first; }
  [[nodiscard]] std::size_t length(Index index) const { return entries_[index].length; }

  void add(char16_t unit) { entries_.push_back({no_string, unit, unit, 1}); }
  void add(Index prefix, char16_t unit) {
    entries_.push_back({prefix, entries_[prefix].first, unit, entries_[prefix].length + 1});
  }
  void append_to(std::u16string& text, Index index) const {
    std::size_t at = text.size() + length(index);
    text.resize(at);
    for (; index != no_string; index = entries_[index].prefix) text[--at] = entries_[index].last;
  }

 private:
  struct Entry {
    Index prefix = no_string;
    char16_t first = 0;
    char16_t last = 0;
    std::size_t length = 0;
  };
  std::vector<Entry> entries_ = std::vector<Entry>(3);  // the codes that are not strings
};

// The width of the codes, which grows with the dictionary.
class CodeWidth {
 public:
  [[nodiscard]] unsigned bits() const { return bits_; }
  void count_entry() {
    if (--left_ > 0) return;
    left_ = std::size_t{1} << bits_;
    ++bits_;
  }

 private:
  unsigned bits_ = 3;
  std::size_t left_ = 4;  // entries until the next bit
};

}  // namespace

std::optional<std::u16string> decompress_lz_string(std::string_view base64, std::size_t limit) {
  enum : std::uint32_t { byte_unit = 0, wide_unit = 1, end = 2 };
  CodeReader codes(base64);
  Dictionary strings;
  const auto add_unit = [&](std::uint32_t kind) {
    const auto unit = codes.next(kind == byte_unit ? 8 : 16);
    if (unit) strings.add(static_cast<char16_t>(*unit));
    return unit.has_value();
  };
  std::u16string text;
  const auto first = codes.next(2);
  if (first == end) return text;
  if (!first || *first > end || !add_unit(*first)) return std::nullopt;
  Dictionary::Index previous = strings.size() - 1;
  strings.append_to(text, previous);
  CodeWidth width;
  for (;;) {
    auto code = codes.next(width.bits());
    if (!code) return std::nullopt;
    if (*code == end) return text;
    if (*code < end) {
      if (!add_unit(*code)) return std::nullopt;
      code = strings.size() - 1;
      width.count_entry();
    }
    // A code may name the string that it completes: the previous one and its own first unit.
    const bool itself = *code == strings.size();
    if (!itself && !strings.contains(*code)) return std::nullopt;
    strings.add(previous, strings.first_unit(itself ? previous : *code));
    if (text.size() + strings.length(*code) > limit) return std::nullopt;
    strings.append_to(text, *code);
    width.count_entry();
    previous = *code;
  }
}

}  // namespace fungescope::puzzles
