// Splits a source into lines one at a time, without storing them.
//
//     LineReader lines(source, LineEndings::any);
//     while (const auto line = lines.next()) use(*line);
//
// A copy of a reader continues independently, so copy a fresh reader to read the lines twice. A
// line ending at the very end of the source does not start another line. Cost: two memchr passes
// over the bytes (one with LineEndings::lf), whatever the mixture of line endings.
#pragma once

#include "lang/text_cursor.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fungescope {

enum class LineEndings : std::uint8_t {
  any,  // LF, CRLF or CR, in any mixture
  lf,   // LF alone; a CR is part of the line
};

class LineReader {
 public:
  // `text` must outlive the reader and all lines that it returns.
  LineReader(std::string_view text, LineEndings ends)
      : text_(text),
        lf_(find_from(text, "\n", 0)),
        cr_(ends == LineEndings::any ? find_from(text, "\r", 0) : text.size()) {}

  // Returns the next line without its ending, or nothing after the last.
  [[nodiscard]] std::optional<std::string_view> next() {
    if (at_ == text_.size()) return std::nullopt;
    const std::size_t end = std::min(lf_, cr_);
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = end;
    if (end == text_.size()) return line;
    if (end == cr_) cr_ = find_from(text_, "\r", ++at_);
    // The LF that ended the line, or that followed the CR that did.
    if (at_ == lf_ && at_ < text_.size()) lf_ = find_from(text_, "\n", ++at_);
    return line;
  }

  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  // The positions of the next line ends are searched again only once they were passed, which makes
  // the cost linear.
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t lf_;
  std::size_t cr_;
};

}  // namespace fungescope
