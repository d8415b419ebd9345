#include "lang/annotation_parser.h"

#include "base/escape.h"
#include "lang/source_text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

struct TypeName {
  std::string_view name;
  WatchType type;
};
// One for each type, in their order; then BefunExec's other names, and its numbers.
constexpr std::array<TypeName, 19> type_names{{{"int", WatchType::integer},
                                               {"long", WatchType::long_integer},
                                               {"char", WatchType::character},
                                               {"hex", WatchType::hex},
                                               {"hex8", WatchType::hex8},
                                               {"binary", WatchType::binary},
                                               {"bool", WatchType::boolean},
                                               {"1", WatchType::integer},
                                               {"integer", WatchType::integer},
                                               {"2", WatchType::long_integer},
                                               {"int8", WatchType::long_integer},
                                               {"3", WatchType::character},
                                               {"character", WatchType::character},
                                               {"4", WatchType::hex},
                                               {"5", WatchType::hex8},
                                               {"longhex", WatchType::hex8},
                                               {"6", WatchType::binary},
                                               {"bits", WatchType::binary},
                                               {"bit24", WatchType::binary}}};

// Splits "a :: b" at its `::` and appends the trimmed parts. Returns false if one is empty.
bool append_parts(std::string_view text, std::vector<std::string>& parts) {
  while (true) {
    const std::size_t found = text.find("::");
    parts.emplace_back(trim(text.substr(0, found)));
    if (parts.back().empty()) return false;
    if (found == std::string_view::npos) return true;
    text.remove_prefix(found + 2);
  }
}

// Parses one word, which ends at a blank or a comment, or a quoted name.
bool array_name(AnnotationParser& in, std::string& name) {
  TextCursor& cursor = in.cursor();
  cursor.skip_blanks();
  if (cursor.rest().starts_with('"')) return in.name(name);
  const std::string_view rest = cursor.rest();
  std::size_t end = 0;
  while (end < rest.size() && !is_blank(rest[end]) && !rest.substr(end).starts_with("//")) ++end;
  if (end == 0) return in.fail_expecting("a name");
  name = rest.substr(0, end);
  cursor.advance(end);
  return true;
}

// Parses ElemWidth=N: an element is so many cells wide.
bool array_elements(AnnotationParser& in, Size& size) {
  in.cursor().skip_blanks();
  TextCursor ahead = in.cursor();
  if (!equal_ignoring_case(ahead.take_word(), "ElemWidth")) return in.fail_expecting("ElemWidth");
  in.cursor() = ahead;
  std::int64_t cells = 0;
  if (!in.expect('=') || !in.extent(cells, "the width of an element")) return false;
  if (cells > std::numeric_limits<std::int64_t>::max() / size.width) {
    return in.fail_because("the width is too large");
  }
  size.width *= cells;
  return true;
}

// Parses the comment's first word if it is an encoding, or `board`: characters, drawn as a board.
// Other comments are ignored.
bool array_encoding(AnnotationParser& in, Region& region) {
  TextCursor& cursor = in.cursor();
  TextCursor ahead = cursor;
  ahead.skip_blanks();
  if (!ahead.take("//")) return true;
  ahead.skip_blanks();
  TextCursor word = ahead;
  const std::string_view first = word.take_word();
  if (const std::optional<Encoding> found = take_encoding(ahead)) {
    region.encoding = *found;
    cursor = ahead;
  } else if (equal_ignoring_case(first, "board")) {
    region.encoding.kind = Encoding::Kind::ascii;
    region.board.emplace().where = region.where;
  } else if (equal_ignoring_case(first, "bool")) {
    word.skip_blanks();
    cursor = word;
    return in.fail_because("the two values of the bool cannot be read",
                           "write them as in bool (0d | \"X\")");
  }
  return true;
}

}  // namespace

std::string_view to_string(WatchType type) {
  return type_names[static_cast<std::size_t>(type)].name;
}

bool AnnotationParser::fail_because(std::string what, std::string advice) {
  Error error{start_, std::move(what), std::move(advice)};
  if (error.where.line != 0) error.where.column = cursor_.position() + 1;
  if (!form_.empty()) error.what = fmt::format("this {} is ignored: {}", form_, error.what);
  if (error.advice.empty()) error.advice = fmt::format("the form is {}{}", form_, syntax_);
  failure_ = std::move(error);
  return false;
}

bool AnnotationParser::fail_expecting(std::string_view what) {
  cursor_.skip_blanks();
  const std::string_view rest = cursor_.rest();
  const std::size_t size = std::max<std::size_t>(1, code_point_size(rest));
  const std::string found = rest.empty() ? "the end" : single_quoted(rest.substr(0, size));
  return fail_because(fmt::format("expected {}, not {}", what, found));
}

bool AnnotationParser::expect(char token) {
  return cursor_.take_after_blanks(token) || fail_expecting(fmt::format("'{}'", token));
}

bool AnnotationParser::number(std::int64_t& value, std::string_view what) {
  cursor_.skip_blanks();
  TextCursor ahead = cursor_;
  ahead.take("+");
  const TextCursor::Number taken = ahead.take_number(value);
  if (taken == TextCursor::Number::absent) {
    return fail_expecting(fmt::format("a number for {}", what));
  }
  if (taken == TextCursor::Number::taken) {
    cursor_ = ahead;
    return true;
  }
  return fail_because(fmt::format("the number for {} is too large", what));
}

bool AnnotationParser::extent(std::int64_t& value, std::string_view what) {
  cursor_.skip_blanks();
  const TextCursor before = cursor_;
  if (!number(value, what)) return false;
  if (value >= 1) return true;
  cursor_ = before;
  return fail_because(fmt::format("{} is 0, and a region has at least one cell", what));
}

bool AnnotationParser::board_extent(BoardExtent& extent, std::string_view what) {
  cursor_.skip_blanks();
  if (cursor_.at_end() || is_digit_character(cursor_.rest().front())) {
    return this->extent(extent.number, what);
  }
  return variable_name(extent.variable, fmt::format("a number for {}", what));
}

bool AnnotationParser::variable_name(std::string& name, std::string_view what) {
  cursor_.skip_blanks();
  const std::string_view rest = cursor_.rest();
  const auto* const end = std::find_if_not(rest.begin(), rest.end(), [](char c) {
    return is_letter(c) || is_digit_character(c) || c == '_' || c == ':';
  });
  name = std::string(rest.begin(), end);
  if (name.empty()) return fail_expecting(what);
  cursor_.advance(name.size());
  return true;
}

bool AnnotationParser::board_size(BoardSize& size, char begin, char end) {
  return expect(begin) && board_extent(size.width, "the width") && expect('x') &&
         board_extent(size.height, "the height") && expect(end);
}

bool AnnotationParser::pieces(std::string& signs) {
  cursor_.skip_blanks();
  while (!cursor_.at_end() && is_visible_ascii(cursor_.rest().front()) &&
         cursor_.rest().front() != '=' && cursor_.rest().front() != '@') {
    signs += cursor_.rest().front();
    cursor_.advance(1);
  }
  return !signs.empty() || fail_expecting("a character for each piece");
}

bool AnnotationParser::point_in_brackets(Point& point) {
  return expect('[') && number(point.x, "x") && expect(',') && number(point.y, "y") && expect(']');
}

bool AnnotationParser::named_area(std::string& name, Rectangle& area, std::string_view what) {
  auto& [corner, size] = area;
  const auto text = cursor_.take_until('=');
  if (!text || trim(*text).empty()) {
    return fail_because(text ? fmt::format("the {} has no name", what) : "expected a name and '='");
  }
  name = trim(*text);
  return number(corner.x, "x") && expect(',') && number(corner.y, "y") && expect(',') &&
         extent(size.width, "the width") && expect(',') && extent(size.height, "the height");
}

bool AnnotationParser::watch_type(WatchType& type) {
  cursor_.skip_blanks();
  const TextCursor before = cursor_;
  std::string_view word = cursor_.take_word();
  if (std::int64_t id = 0; cursor_.take_number(id) != TextCursor::Number::absent) {
    word = before.rest().substr(0, cursor_.position() - before.position());
  }
  for (const TypeName& known : type_names) {
    if (!equal_ignoring_case(known.name, word)) continue;
    type = known.type;
    return true;
  }
  cursor_ = before;
  if (word.empty()) return fail_expecting("a type");
  return fail_because(fmt::format("unknown type {}", single_quoted(word)),
                      "the types are int, long, char, hex, hex8, binary and bool");
}

bool AnnotationParser::encoding(Encoding& encoding) {
  cursor_.skip_blanks();
  const TextCursor before = cursor_;
  if (const std::optional<Encoding> found = take_encoding(cursor_)) {
    encoding = *found;
    return true;
  }
  cursor_ = before;
  return fail_because("unknown encoding",
                      "the encodings are ascii, decimal, hex and bool (0d | \"X\")");
}

bool AnnotationParser::quoted_text(std::string_view& text) {
  const TextCursor before = cursor_;
  cursor_.advance(1);
  text = cursor_.rest();
  const std::optional<std::string_view> closed = cursor_.take_until('"');
  if (!closed) cursor_.advance(text.size());
  text = trim(closed.value_or(text));
  if (!text.empty()) return true;
  cursor_ = before;
  return fail_because("the name is empty");
}

bool AnnotationParser::text_in_quotes(std::string& text) {
  cursor_.skip_blanks();
  const std::string_view rest = cursor_.rest();
  if (!rest.starts_with('"')) return fail_expecting("a text in quotes");
  for (std::size_t i = 1; i < rest.size() && rest[i] != '"'; ++i) {
    char c = rest[i];
    if (c == '\\' && i + 1 < rest.size()) {
      c = rest[++i];
      if (c == 'n' || c == 't') c = c == 'n' ? '\n' : '\t';
      cursor_.advance(1);
    }
    text += c;
    cursor_.advance(1);
  }
  cursor_.advance(1);
  if (!cursor_.take("\"")) return fail_because("the text has no closing quote");
  return !text.empty() || fail_because("the text is empty");
}

bool AnnotationParser::name(std::string& name) {
  cursor_.skip_blanks();
  std::string_view text = trim(cursor_.rest());
  if (text.empty()) return fail_expecting("a name");
  if (text.front() == '"' && !quoted_text(text)) return false;
  if (text.size() > max_name) return fail_because("the name is too long");
  name = text;
  return true;
}

bool AnnotationParser::scoped_name(std::vector<std::string>& scope, std::string& name) {
  const std::size_t start = cursor_.position();
  std::vector<std::string> parts;
  do {
    cursor_.skip_blanks();
    std::string_view text = cursor_.rest();
    const bool is_quoted = text.starts_with('"');
    if (is_quoted && !quoted_text(text)) return false;
    if (!is_quoted) {
      text = text.substr(0, text.find("::"));
      cursor_.advance(text.size());
    }
    if (cursor_.position() - start > max_name) return fail_because("the name is too long");
    if (!append_parts(text, parts)) return fail_expecting("a name");
    if (is_quoted) cursor_.skip_blanks();
  } while (cursor_.take("::"));
  name = std::move(parts.back());
  parts.pop_back();
  scope = std::move(parts);
  return true;
}

bool begins_array(std::string_view line, std::size_t at) {
  const char before = at == 0 ? ' ' : line[at - 1];
  return !is_letter(before) && !is_digit_character(before) && before != '_' &&
         TextCursor(line, at + array_word.size()).take_after_blanks('[');
}

Result<Region> parse_array(TextCursor& cursor, const SourceLocation& start) {
  AnnotationParser in(cursor, start, array_word, " [x,y] (W=9;H=9) name // encoding");
  Region region{.where = start};
  Size& size = region.area.size;
  // Some programs give a line of cells a width or height of 0.
  const auto labelled = [&in](char label, std::int64_t& value, std::string_view what) {
    const bool parsed = in.expect(label) && in.expect('=') && in.number(value, what);
    value = std::max<std::int64_t>(value, 1);
    return parsed;
  };
  const auto separated = [&in] {
    return in.cursor().take_after_blanks(',') || in.cursor().take_after_blanks(';');
  };
  const bool read = in.point_in_brackets(region.area.corner) && in.expect('(') &&
                    labelled('W', size.width, "the width") && (separated() || in.expect(';')) &&
                    labelled('H', size.height, "the height") &&
                    (!separated() || array_elements(in, size)) && in.expect(')') &&
                    array_name(in, region.name) && array_encoding(in, region);
  cursor = in.cursor();
  if (!read) return tl::unexpected(in.failure());
  return region;
}

}  // namespace fungescope
