// Formats and parses the encodings of regions.
#include "base/escape.h"
#include "lang/annotation_parser.h"
#include "lang/annotations.h"

#include <array>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Kind = Encoding::Kind;

struct KindName {
  Kind kind;
  std::string_view name;
};
constexpr std::array kind_names{
    KindName{Kind::ascii, "ascii"},
    KindName{Kind::decimal, "decimal"},
    KindName{Kind::hex, "hex"},
    KindName{Kind::boolean, "bool"},
};

// Returns `"X"` for a printable character, else `12d`.
std::string value_text(std::int64_t value) {
  if (is_printable_ascii(value)) return fmt::format("\"{}\"", static_cast<char>(value));
  return fmt::format("{}d", value);
}

bool take_value(TextCursor& cursor, std::int64_t& value) {
  cursor.skip_blanks();
  const std::string_view rest = cursor.rest();
  if (rest.size() >= 3 && rest[0] == '"' && rest[2] == '"') {
    value = static_cast<unsigned char>(rest[1]);
    cursor.advance(3);
    return true;
  }
  const bool negative = cursor.take("-");
  if (cursor.take_number(value) != TextCursor::Number::taken) return false;
  if (negative) value = -value;
  if (!cursor.take("d")) cursor.take("D");
  return true;
}

}  // namespace

std::string to_string(const Encoding& encoding) {
  if (encoding.kind == Kind::boolean) {
    return fmt::format("bool ({} | {})", value_text(encoding.false_value),
                       value_text(encoding.true_value));
  }
  return std::string(kind_names[static_cast<std::size_t>(encoding.kind)].name);
}

std::optional<Encoding> take_encoding(TextCursor& cursor) {
  cursor.skip_blanks();
  const std::string_view word = cursor.take_word();
  for (const KindName& candidate : kind_names) {
    if (!equal_ignoring_case(word, candidate.name)) continue;
    Encoding encoding{.kind = candidate.kind};
    if (encoding.kind == Kind::boolean && cursor.take_after_blanks('(')) {
      if (!take_value(cursor, encoding.false_value) || !cursor.take_after_blanks('|') ||
          !take_value(cursor, encoding.true_value) || !cursor.take_after_blanks(')')) {
        return std::nullopt;
      }
    }
    return encoding;
  }
  return std::nullopt;
}

std::optional<Encoding> parse_encoding(std::string_view text) {
  TextCursor cursor(trim(text));
  const std::optional<Encoding> encoding = take_encoding(cursor);
  return cursor.at_end() ? encoding : std::nullopt;
}

}  // namespace fungescope
