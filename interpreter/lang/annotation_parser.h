// Parses annotations, with one function for each form. scan_annotations calls these where it finds
// an annotation. The forms are described in docs/semantics.md, 'Annotations'.
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
  // `start` is the location of the annotation's first character. The text extends to the end of the
  // line, so that a column is the cursor's position plus one.
  AnnotationParser(TextCursor cursor, SourceLocation start, std::string_view subject,
                   std::string_view form)
      : cursor_(cursor), start_(std::move(start)), subject_(subject), form_(form) {}

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

  // Return false, so that a parsing function can return the result.
  bool fail_expecting(std::string_view what);
  bool fail_because(std::string what, std::string advice = {});
  [[nodiscard]] tl::unexpected<Error> failure() const { return tl::unexpected<Error>(*failure_); }
  // Returns what was read, or the failure.
  template <class T>
  [[nodiscard]] Result<T> result(bool read, T value) const {
    return read ? Result<T>(std::move(value)) : failure();
  }

 private:
  // In bytes. Longer names are rejected.
  static constexpr std::size_t max_name = 1000;

  bool quoted_text(std::string_view& text);
  bool board_extent(BoardExtent& extent, std::string_view what);

  TextCursor cursor_;
  SourceLocation start_;
  std::string_view subject_;  // "this #$watch is ignored"; may be empty
  std::string_view form_;     // "#$watch[x,y]:type = name"
  std::optional<Error> failure_;
};

// Each parses an annotation from after its keyword. The line may go on with comments and code after
// the annotation.
[[nodiscard]] Result<Watch> parse_watch(TextCursor cursor, const SourceLocation& start);
[[nodiscard]] Result<SourceBreakpoint> parse_breakpoint(TextCursor cursor,
                                                        const SourceLocation& start);
// Both sides make equally many cells in the dialect.
[[nodiscard]] Result<Replacement> parse_replacement(TextCursor cursor, const SourceLocation& start,
                                                    const Dialect& dialect);
[[nodiscard]] Result<Region> parse_region(TextCursor cursor, const SourceLocation& start);
// Its names are not looked up: see resolve_boards.
struct BoardAnnotation {
  BoardStyle style;
  std::string region;
  std::uint64_t region_column = 0;  // of the name, for errors
};
[[nodiscard]] Result<BoardAnnotation> parse_board(TextCursor cursor, const SourceLocation& start);
// In board_parser.cpp, with parse_board. A click names the region of a board.
struct ClickAnnotation : Button {
  std::uint64_t region_column = 0;
};
[[nodiscard]] Result<ClickAnnotation> parse_click(TextCursor cursor, const SourceLocation& start);
[[nodiscard]] Result<Button> parse_button(TextCursor cursor, const SourceLocation& start);
[[nodiscard]] Result<PhaseAnnotation> parse_phase(TextCursor cursor, const SourceLocation& start);
// Apart from each other, so that the scanner can tell them apart.
struct MethodAnnotation : TextAnnotation {};
struct PromptAnnotation : TextAnnotation {};
[[nodiscard]] Result<MethodAnnotation> parse_method(TextCursor cursor, const SourceLocation& start);
[[nodiscard]] Result<PromptAnnotation> parse_prompt(TextCursor cursor, const SourceLocation& start);

inline constexpr std::string_view array_word = "ARRAY";
// Whether the ARRAY at this position of a line is a word of its own, and a `[` follows.
[[nodiscard]] bool begins_array(std::string_view line, std::size_t at);
// As above, from after the word ARRAY. Moves `cursor` to after the text that was parsed.
[[nodiscard]] Result<Region> parse_array(TextCursor& cursor, const SourceLocation& start);

// Parses an encoding and moves the cursor past it. Returns nothing if the text is not an encoding;
// the position of the cursor is then unspecified.
[[nodiscard]] std::optional<Encoding> take_encoding(TextCursor& cursor);

}  // namespace fungescope
