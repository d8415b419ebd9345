// Output as it is laid out: bytes in lines of a number of columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

// What stands in one or several columns for one byte, or for the bytes of one character in UTF-8.
struct OutputGlyph {
  enum class Kind : std::uint8_t {
    plain,    // drawn as it is, one column
    escape,   // `\x07`: a control character, or a byte that is no UTF-8; a column a sign
    newline,  // no column
  };
  Kind kind = Kind::plain;
  std::size_t bytes = 1;
  std::size_t columns = 1;
};
// At `at`, which lies in the text.
[[nodiscard]] OutputGlyph glyph_at(std::string_view text, std::size_t at);
// What is drawn for it.
[[nodiscard]] std::string glyph_text(std::string_view text, std::size_t at,
                                     const OutputGlyph& unit);

// Bytes begin .. end of the text; a line end belongs to the line that it ends.
struct OutputLine {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const OutputLine&, const OutputLine&) = default;
};
// Cut at line ends and after `columns` columns, at least 1. A text that ends with a line end has an
// empty line behind it; an empty one has none.
[[nodiscard]] std::vector<OutputLine> wrap_lines(std::string_view text, std::size_t columns);

// The line that holds the byte; the last one for those behind. `lines` is not empty.
[[nodiscard]] std::size_t line_of(const std::vector<OutputLine>& lines, std::size_t at);
// The byte in that column of the line, or its end.
[[nodiscard]] std::size_t byte_in_column(std::string_view text, const OutputLine& line,
                                         std::size_t column);

// Looks for `needle` in `size` bytes that `read(from, to)` gives, in pieces: the first place at or
// behind `from`, or backwards the last one before it; then on from the other end. Stops
// without an answer when `go_on` says no.
[[nodiscard]] std::optional<std::uint64_t> find_bytes(
    const std::function<std::string(std::uint64_t from, std::uint64_t to)>& read,
    std::uint64_t size, std::string_view needle, std::uint64_t from, bool backwards,
    const std::function<bool()>& go_on);

}  // namespace fungescope::ui
