// Parses annotations. scan_annotations does so where it finds one. The forms are described in
// docs/semantics.md, 'Annotations'.
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/text_cursor.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fungescope {

// Parses the parts that the forms have in common. The first part that does not match returns false
// and fails the form: `failure` returns the error with the expected part, its location and the
// form.
class AnnotationParser {
 public:
  // `start` is the location of the annotation's first character, `form` the word that it begins
  // with, which may be empty, and `syntax` what follows that. The text extends to the end of the
  // line, so that a column is the cursor's position plus one.
  AnnotationParser(TextCursor cursor, SourceLocation start, std::string_view form,
                   std::string_view syntax)
      : cursor_(cursor), start_(std::move(start)), form_(form), syntax_(syntax) {}

  // Each of these skips blanks first. A number may have a `+`.
  bool expect(char token);
  bool number(std::int64_t& value, std::string_view what);
  bool extent(std::int64_t& value, std::string_view what);       // a number, at least 1
  bool board_size(BoardSize& size, char begin, char end);        // [3x3] or (Box::w x Box::h)
  bool pieces(std::string& signs);                               // mcccc
  bool variable_name(std::string& name, std::string_view what);  // Scope::name
  bool point_in_brackets(Point& point);                          // [x,y]
  bool named_area(std::string& name, Rectangle& area, std::string_view what);  // NAME=x,y,w,h
  bool watch_type(WatchType& type);
  bool encoding(Encoding& encoding);
  // A quoted name, which anything may follow, or the rest of the line. Quotes that are not closed
  // end at the end of the line.
  bool name(std::string& name);
  // In quotes, with \n, \t, \" and \\ for the characters that they are in C; not empty.
  bool text_in_quotes(std::string& text);
  // As `name`, but split at each `::`. Each part may be quoted.
  bool scoped_name(std::vector<std::string>& scope, std::string& name);

  [[nodiscard]] TextCursor& cursor() { return cursor_; }
  [[nodiscard]] std::string_view form() const { return form_; }

  // Return false, so that a parsing function can return the result.
  bool fail_expecting(std::string_view what);
  bool fail_because(std::string what, std::string advice = {});
  [[nodiscard]] const Error& failure() const { return failure_; }

 private:
  // In bytes. Longer names are rejected.
  static constexpr std::size_t max_name = 1000;

  bool quoted_text(std::string_view& text);
  bool board_extent(BoardExtent& extent, std::string_view what);

  TextCursor cursor_;
  SourceLocation start_;
  std::string_view form_;    // "#$watch"
  std::string_view syntax_;  // "[x,y]:type = name"
  Error failure_;
};

// The forms of boards (board_parser.cpp), from after their names. The line may go on with comments
// and code. The names of regions are not looked up: `region_column` is where errors find them.
struct BoardAnnotation : BoardStyle {
  std::string region;
  std::uint64_t region_column = 0;
};
struct ClickAnnotation : Button {  // of the region `name`
  std::uint64_t region_column = 0;
};
bool parse_board(AnnotationParser& in, BoardAnnotation& board);
bool parse_click(AnnotationParser& in, ClickAnnotation& click);
bool parse_button(AnnotationParser& in, Button& button);
// Add a board to its region, in place of the one that an ARRAY has by itself, and a click to its
// board. Called after all regions and watches were added, which they name.
[[nodiscard]] Result<void> place_board(BoardAnnotation board, Annotations& annotations);
[[nodiscard]] Result<void> place_click(ClickAnnotation click, Annotations& annotations);

inline constexpr std::string_view board_form = "#$board";
inline constexpr std::string_view click_form = "#$click";

inline constexpr std::string_view array_word = "ARRAY";
// Whether the ARRAY at this position of a line is a word of its own, and a `[` follows.
[[nodiscard]] bool begins_array(std::string_view line, std::size_t at);
// Parses an array from after its word, and moves `cursor` to after the text that was parsed.
[[nodiscard]] Result<Region> parse_array(TextCursor& cursor, const SourceLocation& start);

// Finds the constants in the lines of a source.
class ConstantScanner {
 public:
  // To be called with all lines, in order. Returns a constant, or an error for a line of the form
  // that has none or whose code leaves another value; nothing for any other line.
  [[nodiscard]] std::optional<Result<Constant>> scan(std::string_view line,
                                                     const SourceLocation& start);

 private:
  bool in_list_ = false;  // after a CONST, where `//` may take its place
};

// Parses an encoding and moves the cursor past it. Returns nothing if the text is not an encoding;
// the position of the cursor is then unspecified.
[[nodiscard]] std::optional<Encoding> take_encoding(TextCursor& cursor);

}  // namespace fungescope
