// Parses the annotations of boards, of clicks on them, and of buttons.
#include "base/escape.h"
#include "lang/annotation_parser.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::size_t max_options = 1000;  // of a choice

// ---- Labels

// Parses a letter or a number.
bool take_label(TextCursor& cursor, std::int64_t& label, bool& is_letter_label) {
  const std::string_view rest = cursor.rest();
  is_letter_label = !rest.empty() && is_letter(rest.front());
  if (!is_letter_label) return cursor.take_number(label) == TextCursor::Number::taken;
  label = static_cast<unsigned char>(rest.front());
  cursor.advance(1);
  return true;
}

// Parses the labels of the columns or of the rows: `1`, `8-1`, `a-h`, or a character each.
bool take_labels(AnnotationParser& in, BoardLabels& labels) {
  TextCursor& cursor = in.cursor();
  cursor.skip_blanks();
  const std::string_view start = cursor.rest();
  bool letters = false;
  bool last_is_letter = false;
  std::int64_t last = 0;
  if (start.starts_with('"')) {
    if (!in.text_in_quotes(labels.characters)) return false;
  } else if (!take_label(cursor, labels.first, letters)) {
    return in.fail_expecting("a label: a number, a letter or a range such as a-h");
  } else if (cursor.take("-")) {
    if (!take_label(cursor, last, last_is_letter) || letters != last_is_letter) {
      return in.fail_expecting("the last label, of the same kind as the first");
    }
    labels.step = last < labels.first ? -1 : 1;
    labels.count = (last - labels.first) * labels.step + 1;
  }
  if (letters) {
    const std::int64_t end = labels.count > 0 ? last : start.front() < 'a' ? 'Z' : 'z';
    for (std::int64_t c = labels.first; c != end + labels.step; c += labels.step) {
      labels.characters += static_cast<char>(c);
    }
  }
  labels.written = start.substr(0, start.size() - cursor.rest().size());
  return true;
}

// ---- Boards

// Parses a name in quotes, or up to the words after it, which say more about the board.
bool region_of_board(AnnotationParser& in, std::string& name) {
  TextCursor& cursor = in.cursor();
  cursor.skip_blanks();
  const std::string_view rest = cursor.rest();
  if (rest.starts_with('"')) return in.name(name);
  const std::size_t end =
      std::min({rest.size(), rest.find(" masked by "), rest.find(" labelled ")});
  name = trim(rest.substr(0, end));
  if (name.empty()) return in.fail_expecting("a name");
  cursor.advance(end);
  return true;
}

// ---- What is typed

// Parses `1-9` to as many options, `name=text`, or a text that is its own name.
bool add_options(TypedPart& part, std::string_view text) {
  if (text == "value") {
    part.values = true;
    return true;
  }
  TextCursor range(text);
  std::int64_t first = 0;
  std::int64_t last = 0;
  const bool is_range = range.take_number(first) == TextCursor::Number::taken && range.take("-") &&
                        range.take_number(last) == TextCursor::Number::taken && range.at_end();
  const std::size_t equals = text.find('=');
  if (!is_range) {
    part.options.push_back({std::string(text.substr(0, equals)),
                            std::string(text.substr(equals < text.size() ? equals + 1 : 0))});
    return !part.options.back().label.empty();
  }
  if (last < first || last - first >= static_cast<std::int64_t>(max_options)) return false;
  for (; first <= last; ++first) {
    part.options.push_back({fmt::format("{}", first), fmt::format("{}", first)});
  }
  return part.options.size() <= max_options;
}

// Parses what is between two braces.
bool typed_field(TypedPart& part, std::string_view text) {
  constexpr std::array<std::string_view, 2> squares{"column", "row"};
  if (const auto of_square = index_of_word(squares, text)) {
    part.kind = *of_square == 0 ? TypedPart::Kind::column : TypedPart::Kind::row;
    return true;
  }
  part.kind = TypedPart::Kind::choice;
  while (true) {
    const std::size_t end = std::min(text.find('|'), text.size());
    if (!add_options(part, text.substr(0, end))) return false;
    if (end == text.size()) return true;
    text.remove_prefix(end + 1);
  }
}

bool typed_text(AnnotationParser& in, TypedText& parts) {
  const TextCursor before = in.cursor();
  std::string all;
  if (!in.text_in_quotes(all)) return false;
  std::string_view text = all;
  while (!text.empty()) {
    const std::size_t brace = std::min(text.find('{'), text.size());
    if (brace > 0) parts.push_back({TypedPart::Kind::text, std::string(text.substr(0, brace))});
    text.remove_prefix(brace);
    if (text.empty()) break;
    const std::size_t end = text.find('}');
    TypedPart part;
    if (end == std::string_view::npos || !typed_field(part, text.substr(1, end - 1))) {
      in.cursor() = before;
      in.cursor().skip_blanks();
      return in.fail_because(fmt::format("{} is not a part of what is typed", single_quoted(text)),
                             "write {column}, {row}, or what is chosen from: {1-9|value|erase=0}");
    }
    parts.push_back(std::move(part));
    text.remove_prefix(end + 1);
  }
  return true;
}

// Parses `name = "text"`.
bool named_text(AnnotationParser& in, Button& button, const char* what) {
  button.name = trim(in.cursor().take_until('=').value_or(""));
  if (button.name.empty()) return in.fail_because(fmt::format("expected {} and '='", what));
  return typed_text(in, button.typed);
}

}  // namespace

bool parse_board(AnnotationParser& in, BoardAnnotation& board) {
  TextCursor& cursor = in.cursor();
  const auto next_is = [&cursor](char token) {
    cursor.skip_blanks();
    return cursor.rest().starts_with(token);
  };
  const auto take = [&cursor](std::string_view words) {
    cursor.skip_blanks();
    return cursor.take(words);
  };
  const auto pieces = [&] {
    if (!board.size) {
      return in.fail_because("pieces stand on a board of a size",
                             "write it before them, as in #$board(8x8):mcccc = region");
    }
    cursor.advance(1);
    return in.pieces(board.pieces) && (!cursor.take_after_blanks('@') ||
                                       in.variable_name(board.column, "a variable for the column"));
  };
  const bool has_region = (!next_is('[') || in.board_size(board.boxes.emplace(), '[', ']')) &&
                          (!next_is('(') || in.board_size(board.size.emplace(), '(', ')')) &&
                          (!next_is(':') || pieces()) && in.expect('=');
  cursor.skip_blanks();
  board.region_column = cursor.position() + 1;
  return has_region && region_of_board(in, board.region) &&
         (!take("masked by ") || region_of_board(in, board.mask)) &&
         (!take("labelled ") ||
          (take_labels(in, board.columns) && in.expect('x') && take_labels(in, board.rows)));
}

bool parse_click(AnnotationParser& in, ClickAnnotation& click) {
  in.cursor().skip_blanks();
  click.region_column = in.cursor().position() + 1;
  return named_text(in, click, "a region");
}

bool parse_button(AnnotationParser& in, Button& button) {
  if (!named_text(in, button, "a name")) return false;
  const bool has_square =
      std::any_of(button.typed.begin(), button.typed.end(), [](const TypedPart& part) {
        return part.kind == TypedPart::Kind::column || part.kind == TypedPart::Kind::row ||
               part.values;
      });
  return !has_square || in.fail_because("a button has no square, and so no column, row or value",
                                        "use #$click for what is typed at a square");
}

// ---- Boards in their regions

namespace {

tl::unexpected<Error> ignored(std::string_view form, SourceLocation where, std::uint64_t column,
                              const std::string& what, std::string advice) {
  where.column = column;
  return fail(std::move(where), fmt::format("this {} is ignored: {}", form, what),
              std::move(advice));
}

Result<Region*> region_named(const std::string& name, Annotations& annotations,
                             std::string_view form, const SourceLocation& where,
                             std::uint64_t column) {
  for (Region& region : annotations.regions) {
    if (equal_ignoring_case(region.name, name)) return &region;
  }
  return ignored(form, where, column, fmt::format("there is no region {}", single_quoted(name)),
                 "declare it with #$region");
}

std::vector<std::string> variables_of(const BoardStyle& style) {
  std::vector<std::string> names;
  for (const auto& size : {style.boxes, style.size}) {
    if (size) names.insert(names.end(), {size->width.variable, size->height.variable});
  }
  names.push_back(style.column);
  std::erase(names, "");
  return names;
}

// The size of a board, with the region's where a variable has it.
Size largest_size(const BoardStyle& style, Size region) {
  if (!style.size) return region;
  const auto& [width, height] = *style.size;
  return {width.variable.empty() ? width.number : region.width,
          height.variable.empty() ? height.number : region.height};
}

}  // namespace

Result<void> place_board(BoardAnnotation board, Annotations& annotations) {
  const auto reject = [&board](std::uint64_t column, const std::string& what, std::string advice) {
    return ignored(board_form, board.where, column, what, std::move(advice));
  };
  const auto find = [&](const std::string& name) {
    return region_named(name, annotations, board_form, board.where, board.region_column);
  };
  Region* const region = TRY(find(board.region));
  if (region->board && region->board->where != region->where) {
    return reject(board.region_column,
                  fmt::format("the region {} has a board, in line {}", single_quoted(region->name),
                              region->board->where.line),
                  "remove one of the two");
  }
  for (const std::string& name : variables_of(board)) {
    const bool is_watched = std::any_of(
        annotations.watches.begin(), annotations.watches.end(),
        [&name](const Watch& watch) { return equal_ignoring_case(watch.full_name(), name); });
    if (is_watched) continue;
    return reject(1, fmt::format("there is no variable {}", single_quoted(name)),
                  "give its full name, as in Scope::name");
  }
  const bool in_column = !board.column.empty();
  const std::int64_t cells = in_column ? region->area.size.height : region->area.size.area();
  if (!board.pieces.empty() && static_cast<std::int64_t>(board.pieces.size()) != cells) {
    return reject(1,
                  fmt::format("it has {} pieces, and the region {} cells{}", board.pieces.size(),
                              cells, in_column ? " in a column" : ""),
                  "write a character for each cell");
  }
  const Size size = largest_size(board, region->area.size);
  const Region* mask = nullptr;
  if (!board.mask.empty()) mask = TRY(find(board.mask));
  if (mask != nullptr && !fits_into({{0, 0}, size}, mask->area.size)) {
    return reject(board.region_column,
                  fmt::format("the mask {} has {}x{} cells, and the board {}x{} squares",
                              single_quoted(mask->name), mask->area.size.width,
                              mask->area.size.height, size.width, size.height),
                  "name a region with a cell for each square");
  }
  for (const auto& [labels, squares, what] : {std::tuple(&board.columns, size.width, "columns"),
                                              std::tuple(&board.rows, size.height, "rows")}) {
    if (labels->count == 0 || labels->count == squares) continue;
    return reject(board.region_column,
                  fmt::format("it has {} {}, and {} labels for them", squares, what, labels->count),
                  "write the first and the last label, as in a-h, or only the first");
  }
  region->board = std::move(board);
  return {};
}

Result<void> place_click(ClickAnnotation click, Annotations& annotations) {
  Region* const region =
      TRY(region_named(click.name, annotations, click_form, click.where, click.region_column));
  if (!region->board || !region->board->click.empty()) {
    return ignored(click_form, click.where, click.region_column,
                   fmt::format("the region {} {}", single_quoted(region->name),
                               region->board ? "has one already" : "is not drawn as a board"),
                   region->board ? "remove one of the two" : "draw it with #$board");
  }
  region->board->click = std::move(click.typed);
  return {};
}

}  // namespace fungescope
