// Lays out output: wraps bytes into lines of a number of columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

// What is drawn for one byte, or for the bytes of one UTF-8 character.
struct OutputGlyph {
  enum class Kind : std::uint8_t {
    plain,    // drawn as it is, in one column
    escape,   // `\x07`: a control character or a byte that is not UTF-8; one column per character
    newline,  // no column
  };
  Kind kind = Kind::plain;
  std::size_t bytes = 1;
  std::size_t columns = 1;
};
// Returns the glyph at `at`, which must be within the text.
[[nodiscard]] OutputGlyph glyph_at(std::string_view text, std::size_t at);
// Returns the text drawn for a glyph.
[[nodiscard]] std::string glyph_text(std::string_view text, std::size_t at,
                                     const OutputGlyph& glyph);

// Bytes begin .. end of the text; a line break belongs to the line that it ends.
struct OutputLine {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const OutputLine&, const OutputLine&) = default;
};
// Wraps at line breaks and after `columns` columns (at least 1). A text that ends with a line break
// has an empty line after it; an empty text has no lines.
[[nodiscard]] std::vector<OutputLine> wrap_lines(std::string_view text, std::size_t columns);

// Returns the line that contains the byte; the last one for bytes after the end. `lines` must not
// be empty.
[[nodiscard]] std::size_t line_of(const std::vector<OutputLine>& lines, std::size_t at);
// Returns the byte in a column of a line, or the end of the line.
[[nodiscard]] std::size_t byte_in_column(std::string_view text, const OutputLine& line,
                                         std::size_t column);

// Searches `size` bytes, read in chunks with `read(from, to)`, for `needle`: forward from `from`,
// or backward for the last match before it, then from the other end. Returns nothing if `go_on`
// returns false.
[[nodiscard]] std::optional<std::uint64_t> find_bytes(
    const std::function<std::string(std::uint64_t from, std::uint64_t to)>& read,
    std::uint64_t size, std::string_view needle, std::uint64_t from, bool backwards,
    const std::function<bool()>& go_on);

}  // namespace fungescope::ui
