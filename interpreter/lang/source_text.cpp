#include "lang/source_text.h"

#include "base/escape.h"
#include "lang/annotations.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr char32_t lone_bytes = 0xdc00;

// Narrows a source to the lines between the braces of `CodePiece… { … }`; the last line that is
// `}` counts. Any other source stays as it is.
void unwrap_code_piece(SourceText& source, const Dialect& dialect) {
  const std::string_view text = source.text;
  if (!text.starts_with("CodePiece")) return;
  LineReader lines = lines_of(text, dialect);
  std::size_t begin = 0;
  std::size_t end = 0;
  for (std::uint64_t number = 1; const auto line = lines.next(); ++number) {
    const auto at = static_cast<std::size_t>(line->data() - text.data());
    if (number == 2 && !line->starts_with('{')) return;
    if (number == 3) begin = at;
    if (number >= 3 && trim(*line) == "}") end = at;
  }
  if (end == 0) return;
  source.before = std::string_view(source.before.data(), source.before.size() + begin);
  source.text = text.substr(begin, end - begin);
  source.after = text.substr(end);
  source.first_line = 3;
}

// Returns the offset of the first character outside ASCII in UTF-8, or the size of the text.
std::size_t first_character(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = code_point_size(text.substr(at));
    if (size > 1) return at;
    ++at;
  }
  return text.size();
}

Error notice_of(std::string_view line, std::size_t at, SourceLocation where,
                std::string_view reason) {
  const std::string_view rest = line.substr(at);
  where.column = at + 1;
  return {std::move(where),
          fmt::format("the dialect is befunexec, in which {} is one cell{}",
                      single_quoted(rest.substr(0, code_point_size(rest))), reason),
          "--dialect chooses another"};
}

// Returns why a source needs `befunexec`; nothing if it does not. BefunExec's own annotations alone
// count, so that a source with others is what it was written as.
std::optional<Error> befunexec_reason(std::string_view bytes, const Dialect& befunexec,
                                      const std::string& file) {
  const SourceText source = split_source(bytes, befunexec);
  if (source.first_line > 1) {
    return Error{{file, 1, 1},
                 "the dialect is befunexec, in which the braces of a CodePiece contain the program",
                 "--dialect chooses another"};
  }
  if (is_ascii(source.text)) return std::nullopt;
  std::optional<Error> outside;  // the first character that is not in an annotation
  bool has_annotation = false;
  bool has_other = false;
  LineReader lines = lines_of(source.text, befunexec);
  for (SourceLocation here{file, source.first_line, 1}; const auto line = lines.next();
       ++here.line) {
    const std::size_t at = first_character(*line);
    const bool found = at < line->size();
    if (!is_annotation_line(*line)) {
      if (found && !outside) outside = notice_of(*line, at, here, "");
      continue;
    }
    TextCursor cursor(*line, 2);  // after "#$"
    const std::string_view word = cursor.take_word();
    const bool replaces = equal_ignoring_case(word, "replace");
    if (replaces && found) return notice_of(*line, at, here, " of a #$replace");
    const bool of_befunexec =
        replaces || equal_ignoring_case(word, "watch") || equal_ignoring_case(word, "break");
    (of_befunexec ? has_annotation : has_other) = true;
  }
  return has_annotation && !has_other ? outside : std::nullopt;
}

}  // namespace

SourceText split_source(std::string_view bytes, const Dialect& dialect) {
  const std::size_t mark = bytes.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  SourceText source{bytes.substr(0, mark), bytes.substr(mark), {}, 1};
  if (dialect.code_piece) unwrap_code_piece(source, dialect);
  return source;
}

LineReader lines_of(std::string_view text, const Dialect& dialect) {
  return {text, dialect.carriage_return_ends_line ? LineEndings::any : LineEndings::lf};
}

ChosenDialect choose_dialect(std::string_view bytes, const Dialect& dialect,
                             const std::string& file) {
  ChosenDialect chosen{dialect, {}};
  if (chosen.dialect.automatic) {
    const Dialect befunexec = find_dialect("befunexec").value();
    chosen.notice = befunexec_reason(bytes, befunexec, file);
    if (chosen.notice) chosen.dialect = befunexec;
    chosen.dialect.automatic = false;
  }
  const std::string_view text = split_source(bytes, chosen.dialect).text;
  chosen.dialect.utf8_output =
      chosen.dialect.utf8_source && !is_ascii(text) && first_character(text) < text.size();
  return chosen;
}

// ---- Characters

bool is_ascii(std::string_view text) {
  // Without a branch on each byte, so that it is vectorised.
  constexpr std::size_t chunk = 4096;
  while (!text.empty()) {
    unsigned bits = 0;
    for (const char c : text.substr(0, chunk)) bits |= static_cast<unsigned char>(c);
    if (bits > 127) return false;
    text.remove_prefix(std::min(chunk, text.size()));
  }
  return true;
}

std::size_t count_characters(std::string_view text, const Dialect& dialect) {
  if (!dialect.utf8_source || is_ascii(text)) return text.size();
  std::size_t count = 0;
  for (; !text.empty(); ++count) {
    text.remove_prefix(std::max<std::size_t>(code_point_size(text), 1));
  }
  return count;
}

std::u32string decode_characters(std::string_view text, const Dialect& dialect) {
  std::u32string characters;
  characters.reserve(text.size());
  while (!text.empty()) {
    const std::size_t size = dialect.utf8_source ? code_point_size(text) : 1;
    const auto byte = static_cast<unsigned char>(text.front());
    if (size > 1) {
      characters += first_code_point(text);
    } else {
      characters += static_cast<char32_t>(size == 1 ? byte : lone_bytes + byte);
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return characters;
}

std::string encode_characters(std::u32string_view text, const Dialect& dialect) {
  std::string bytes;
  bytes.reserve(text.size());
  for (const char32_t character : text) {
    if (dialect.utf8_source && is_code_point(character)) {
      append_utf8(bytes, character);
    } else {
      bytes += static_cast<char>(character & 0xffU);
    }
  }
  return bytes;
}

std::int64_t cell_value(char32_t character, const Dialect& dialect) {
  const bool is_lone = dialect.utf8_source && !is_code_point(character);
  const auto value = static_cast<std::int64_t>(is_lone ? character & 0xffU : character);
  return dialect.signed_8_bit_cells && value > 127 ? value - 256 : value;
}

}  // namespace fungescope
