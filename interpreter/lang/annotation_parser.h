// The grammar of each annotation, one function a form. They are what
// scan_annotations calls once it has found an annotation; the forms themselves
// are in docs/semantics.md, 'Annotations'.
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

// Reads the parts that the forms have in common. The first part that does not
// fit fails the form: from then on every call returns false, and `failure`
// says what was expected, where, and what the form is.
class AnnotationParser {
 public:
  // `start` is the place of the annotation's first character in its file, and
  // the text goes to the end of the line: a column is a position plus one.
  AnnotationParser(TextCursor cursor, SourceLocation start, std::string_view subject,
                   std::string_view form)
      : cursor_(cursor), start_(std::move(start)), subject_(subject), form_(form) {}

  // Blanks may stand before each of these.
  bool expect(char token);
  bool number(std::int64_t& value, std::string_view what);
  bool extent(std::int64_t& value, std::string_view what);  // a number, at least 1
  bool point_in_brackets(Point& point);                     // [x,y]
  bool watch_type(WatchType& type);
  bool encoding(Encoding& encoding);
  // Quoted, or the rest of the line. A quoted name may be followed by anything.
  bool name(std::string& name);
  // As `name`, but cut at each `::`; a part may be quoted for itself.
  bool scoped_name(std::vector<std::string>& scope, std::string& name);

  [[nodiscard]] TextCursor& cursor() { return cursor_; }
  [[nodiscard]] const SourceLocation& start() const { return start_; }

  // Always false, so that a reading function can end with it.
  bool fail_expecting(std::string_view what);
  bool fail_because(std::string what, std::string advice = {});
  [[nodiscard]] tl::unexpected<Error> failure() const { return tl::unexpected<Error>(*failure_); }

 private:
  // Longer names are refused, so that no line can make a huge one.
  static constexpr std::size_t max_name = 1000;

  bool quoted_text(std::string_view& text);

  TextCursor cursor_;
  SourceLocation start_;
  std::string_view subject_;  // "this #$watch is ignored"; may be empty
  std::string_view form_;     // "#$watch[x,y]:type = name"
  std::optional<Error> failure_;
};

// Each reads what follows the annotation's own word, as far as it goes; what
// stands behind it on the line is free for comments and code.
[[nodiscard]] Result<Watch> parse_watch(TextCursor cursor, const SourceLocation& start);
[[nodiscard]] Result<SourceBreakpoint> parse_breakpoint(TextCursor cursor,
                                                        const SourceLocation& start);
[[nodiscard]] Result<Replacement> parse_replacement(TextCursor cursor, const SourceLocation& start);
[[nodiscard]] Result<Region> parse_region(TextCursor cursor, const SourceLocation& start);

// `cursor` stands behind the word ARRAY, and afterwards behind what was read.
[[nodiscard]] Result<Region> parse_array(TextCursor& cursor, const SourceLocation& start);

// An encoding at the cursor, which is then behind it; nothing if there is none.
[[nodiscard]] std::optional<Encoding> take_encoding(TextCursor& cursor);

}  // namespace fungescope
