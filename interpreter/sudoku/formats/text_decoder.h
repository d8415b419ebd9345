// Decodes text files that come in pieces: bytes to UTF-8, and UTF-8 to lines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope::puzzles {

// Converts the bytes of a text file to UTF-8.
//
// A UTF-8 byte-order mark is dropped. UTF-16 of either byte order is converted if it begins with a
// byte-order mark or with two ASCII characters. All other bytes pass through unchanged, so that the
// reader of the lines can report binary input.
class TextDecoder {
 public:
  // Appends the characters that `bytes` completes to `text`. Buffers at most four bytes.
  void decode(std::string_view bytes, std::string& text);
  // Appends the buffered bytes at the end of the input.
  void finish(std::string& text);

 private:
  enum class Encoding : std::uint8_t { unknown, bytes, utf16_little, utf16_big };

  void decide(std::string& text);
  void convert(std::string_view bytes, std::string& text);
  void add_unit(unsigned unit, std::string& text);

  Encoding encoding_ = Encoding::unknown;
  std::string head_;        // the first bytes, until the encoding is known
  int odd_byte_ = -1;       // the first half of a UTF-16 unit
  unsigned surrogate_ = 0;  // the first half of a surrogate pair
};

struct TextLine {
  std::string_view text;     // without its end; valid during the call only
  std::uint64_t number = 0;  // from 1
  bool too_long = false;     // `text` is only the beginning
};

// Splits a text that comes in pieces into lines, which end with LF, CRLF or CR.
//
//     splitter.feed(piece, [](const TextLine& line) { ... });
//     splitter.finish([](const TextLine& line) { ... });
//
// A line longer than `limit` is passed on once, cut, when it exceeds the limit, and the rest of it
// is skipped: memory is bounded for every input.
class LineSplitter {
 public:
  static constexpr std::size_t limit = 65536;  // bytes

  template <class OnLine>
  void feed(std::string_view piece, OnLine&& on_line) {
    while (!piece.empty()) {
      if (after_return_) {
        after_return_ = false;
        if (piece.front() == '\n') piece.remove_prefix(1);
        continue;
      }
      const std::size_t length = length_of_line(piece);
      const bool ends = length < piece.size();
      add(piece.substr(0, length), ends, on_line);
      if (ends) after_return_ = piece[length] == '\r';
      piece.remove_prefix(ends ? length + 1 : length);
    }
  }

  // Passes on the last line if it has no end.
  template <class OnLine>
  void finish(OnLine&& on_line) {
    if (!partial_line_.empty()) add({}, true, on_line);
  }

 private:
  static std::size_t length_of_line(std::string_view piece) {
    const std::size_t before_feed = std::min(piece.find('\n'), piece.size());
    return std::min(piece.substr(0, before_feed).find('\r'), before_feed);
  }

  template <class OnLine>
  void add(std::string_view part, bool ends, OnLine& on_line) {
    if (skipping_) {
      if (ends) begin_next();
      return;
    }
    if (partial_line_.size() + part.size() > limit) {
      partial_line_ += part.substr(0, limit - partial_line_.size());
      on_line(TextLine{partial_line_, number_, true});
      partial_line_.clear();
      skipping_ = true;
      if (ends) begin_next();
      return;
    }
    if (!ends) {
      partial_line_ += part;
      return;
    }
    if (partial_line_.empty()) {
      on_line(TextLine{part, number_, false});  // the common case copies nothing
    } else {
      partial_line_ += part;
      on_line(TextLine{partial_line_, number_, false});
    }
    begin_next();
  }

  void begin_next() {
    partial_line_.clear();
    skipping_ = false;
    ++number_;
  }

  std::string partial_line_;  // the beginning of an unfinished line
  std::uint64_t number_ = 1;
  bool skipping_ = false;      // the rest of an over-long line
  bool after_return_ = false;  // a LF belongs to the CR before it
};

}  // namespace fungescope::puzzles
