// Splits a text that comes in pieces into lines, which end with LF, CRLF or CR.
//
//     splitter.feed(piece, [](const TextLine& line) { ... });
//     splitter.finish([](const TextLine& line) { ... });
//
// A line longer than `limit` is handed out once, cut, when it passes the limit,
// and the rest of it is skipped: memory stays bounded whatever comes in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace fungescope::puzzles {

struct TextLine {
  std::string_view text;     // without its end; valid during the call only
  std::uint64_t number = 0;  // from 1
  bool too_long = false;     // `text` is only the beginning
};

class LineSplitter {
 public:
  static constexpr std::size_t limit = 65536;  // bytes

  template <class Take>
  void feed(std::string_view piece, Take&& take) {
    while (!piece.empty()) {
      if (after_return_) {
        after_return_ = false;
        if (piece.front() == '\n') piece.remove_prefix(1);
        continue;
      }
      const std::size_t length = length_of_line(piece);
      const bool ends = length < piece.size();
      add(piece.substr(0, length), ends, take);
      if (ends) after_return_ = piece[length] == '\r';
      piece.remove_prefix(ends ? length + 1 : length);
    }
  }

  // Hands out the last line if it has no end.
  template <class Take>
  void finish(Take&& take) {
    if (!begun_.empty()) add({}, true, take);
  }

 private:
  static std::size_t length_of_line(std::string_view piece) {
    const void* feed = std::memchr(piece.data(), '\n', piece.size());
    const std::size_t before_feed =
        feed == nullptr ? piece.size()
                        : static_cast<std::size_t>(static_cast<const char*>(feed) - piece.data());
    const void* ret = std::memchr(piece.data(), '\r', before_feed);
    return ret == nullptr ? before_feed
                          : static_cast<std::size_t>(static_cast<const char*>(ret) - piece.data());
  }

  template <class Take>
  void add(std::string_view part, bool ends, Take& take) {
    if (skipping_) {
      if (ends) begin_next();
      return;
    }
    if (begun_.size() + part.size() > limit) {
      begun_ += part.substr(0, limit - begun_.size());
      take(TextLine{begun_, number_, true});
      begun_.clear();
      skipping_ = true;
      if (ends) begin_next();
      return;
    }
    if (!ends) {
      begun_ += part;
      return;
    }
    if (begun_.empty()) {
      take(TextLine{part, number_, false});  // the common case copies nothing
    } else {
      begun_ += part;
      take(TextLine{begun_, number_, false});
    }
    begin_next();
  }

  void begin_next() {
    begun_.clear();
    skipping_ = false;
    ++number_;
  }

  std::string begun_;  // the beginning of a line whose end has not come yet
  std::uint64_t number_ = 1;
  bool skipping_ = false;      // the rest of an over-long line
  bool after_return_ = false;  // a LF would belong to the CR before it
};

}  // namespace fungescope::puzzles
