// Divides a source file into what is loaded and what stands around it, and its lines into the
// characters of which each makes a cell: bytes, or code points in a dialect with `utf8_source`.
// docs/semantics.md, 'Source', states the rules.
#pragma once

#include "base/result.h"
#include "lang/dialect.h"
#include "lang/line_reader.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope {

// The three parts together are the file.
struct SourceText {
  std::string_view before;  // a byte-order mark, and the head of a CodePiece
  std::string_view text;
  std::string_view after;        // the foot of a CodePiece
  std::uint64_t first_line = 1;  // of `text`, counted in the file
};
[[nodiscard]] SourceText split_source(std::string_view bytes, const Dialect& dialect);

[[nodiscard]] LineReader lines_of(std::string_view text, const Dialect& dialect);

// Resolves a dialect that is `automatic`, and sets `utf8_output` by the source. `notice`: where and
// why `befunexec` was chosen; empty if it was not. `file` is for its location. Cost: a pass over
// the bytes; a second one over those of a source that is not ASCII.
struct ChosenDialect {
  Dialect dialect;
  std::optional<Error> notice;
};
[[nodiscard]] ChosenDialect choose_dialect(std::string_view bytes, const Dialect& dialect,
                                           const std::string& file);

// ---- Characters

[[nodiscard]] bool is_ascii(std::string_view text);

// Returns the number of cells that a text makes.
[[nodiscard]] std::size_t count_characters(std::string_view text, const Dialect& dialect);

// Decodes a text, a character for each cell; encoding gives exactly the same bytes back. With
// `utf8_source` a byte that is not part of UTF-8 is the surrogate U+DC00 plus its number, which
// UTF-8 cannot contain.
[[nodiscard]] std::u32string decode_characters(std::string_view text, const Dialect& dialect);
[[nodiscard]] std::string encode_characters(std::u32string_view text, const Dialect& dialect);

// Returns the value of the cell that a decoded character makes.
[[nodiscard]] std::int64_t cell_value(char32_t character, const Dialect& dialect);

}  // namespace fungescope
