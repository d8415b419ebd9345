// Finds the annotations in a source, and checks them for duplicates.
//
// A dense source has megabytes of code and few annotations, so most bytes are not inspected: a `#$`
// form is recognised by the first two bytes of a line, and ARRAYs are found by one search over the
// whole source, whose next hit is compared with the end of each line.
#include "base/escape.h"
#include "base/text_table.h"
#include "lang/annotation_parser.h"
#include "lang/annotations.h"
#include "lang/instruction.h"
#include "lang/source_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view directive_mark = "#$";

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), to_lower);
  return result;
}

// ---- The forms, from after their names. The line may continue with comments and code.

bool parse_watch(AnnotationParser& in, Watch& watch) {
  const auto name = [&] {
    in.cursor().skip_blanks();
    if (!in.cursor().at_end()) return in.expect('=') && in.scoped_name(watch.scope, watch.name);
    watch.name = to_string(watch.at);
    return true;
  };
  return in.point_in_brackets(watch.at) && in.expect(':') && in.watch_type(watch.type) && name();
}

bool parse_breakpoint(AnnotationParser& in, SourceBreakpoint& breakpoint) {
  return in.point_in_brackets(breakpoint.at);
}

// Both sides make equally many cells in the dialect.
bool parse_replacement(AnnotationParser& in, const Dialect& dialect, Replacement& replacement) {
  TextCursor& at = in.cursor();
  at.skip_blanks();
  const std::string_view text = at.rest();
  // Searches from the second character on, so that the left side may begin with "->".
  const std::size_t arrow = text.find("->", 1);
  if (text.empty() || arrow == std::string_view::npos) {
    if (!text.starts_with("->")) at.advance(trim(text).size());
    return in.fail_expecting(text.empty() || text.starts_with("->") ? "a text to replace" : "'->'");
  }
  replacement.from = trim(text.substr(0, arrow));
  replacement.to = trim(text.substr(arrow + 2));
  const std::size_t from = count_characters(replacement.from, dialect);
  const std::size_t to = count_characters(replacement.to, dialect);
  if (from == to) return true;
  at.advance(arrow + 2);
  at.skip_blanks();
  return in.fail_because(
      fmt::format("{} has {} {} and {} has {}", single_quoted(replacement.from), from,
                  dialect.utf8_source ? "characters" : "bytes", single_quoted(replacement.to), to),
      "make both sides equally long: a replacement moves no cell");
}

bool parse_region(AnnotationParser& in, Region& region) {
  Size& size = region.area.size;
  return in.point_in_brackets(region.area.corner) && in.expect('(') &&
         in.extent(size.width, "the width") && in.expect('x') &&
         in.extent(size.height, "the height") && in.expect(')') &&
         (!in.cursor().take_after_blanks(':') || in.encoding(region.encoding)) && in.expect('=') &&
         in.name(region.name);
}

bool parse_phase(AnnotationParser& in, PhaseBlock& block) {
  return in.named_area(block.name, block.area, "phase");
}

bool parse_method(AnnotationParser& in, TextAnnotation& method) {
  return in.expect('=') && in.name(method.text);
}

bool parse_prompt(AnnotationParser& in, TextAnnotation& prompt) {
  return in.expect('=') && in.text_in_quotes(prompt.text);
}

class Scanner {
 public:
  Scanner(LineReader lines, SourceLocation before, const Dialect& dialect)
      : lines_(lines),
        next_array_(find_from(lines.text(), array_word, 0)),
        here_(std::move(before)),
        dialect_(dialect) {}

  AnnotationScan scan() && {
    while (const auto line = lines_.next()) {
      ++here_.line;
      if (line->starts_with(directive_mark) && scan_directive(*line)) continue;
      scan_arrays(*line);
      if (auto constant = constants_.scan(*line, here_)) keep(std::move(*constant));
    }
    // After all regions and watches, which they name.
    for (BoardAnnotation& board : boards_) keep(place_board(std::move(board), scan_.annotations));
    for (ClickAnnotation& click : clicks_) keep(place_click(std::move(click), scan_.annotations));
    return std::move(scan_);
  }

  // A form, with the function that adds what it parses, or a warning.
  struct Form {
    std::string_view name;
    std::string_view syntax;  // after the name, for errors
    void (Scanner::*scan)(AnnotationParser& in);
  };
  static std::span<const Form> forms() {
    static constexpr std::array<Form, 10> all{{
        {"#$watch", "[x,y]:type = name", &Scanner::scan_form<Watch, parse_watch>},
        {"#$break", "[x,y]", &Scanner::scan_form<SourceBreakpoint, parse_breakpoint>},
        {"#$replace", " A -> B", &Scanner::scan_replacement},
        {"#$region", "[x,y](WxH):encoding = name", &Scanner::scan_form<Region, parse_region>},
        {board_form, "[3x3](WxH):pieces = region masked by region labelled a-h x 8-1",
         &Scanner::scan_form<BoardAnnotation, parse_board>},
        {click_form, " region = \"{column}{row} {1-9}\\n\"",
         &Scanner::scan_form<ClickAnnotation, parse_click>},
        {"#$button", " name = \"play {1-9}\\n\"", &Scanner::scan_form<Button, parse_button>},
        {"#$phase", " NAME = x,y,width,height", &Scanner::scan_form<PhaseBlock, parse_phase>},
        {"#$method", " = name", &Scanner::scan_text<&Annotations::method, parse_method>},
        {"#$prompt", " = \"text\"", &Scanner::scan_text<&Annotations::prompt, parse_prompt>},
    }};
    return all;
  }
  static std::string_view word_of(const Form& form) {
    return form.name.substr(directive_mark.size());
  }
  // Returns the form with whose name the line begins, and moves the cursor past that; null for any
  // other line.
  static const Form* take_form(TextCursor& cursor) {
    if (!cursor.take(directive_mark)) return nullptr;
    const std::string_view word = cursor.take_word();
    for (const Form& form : forms()) {
      if (equal_ignoring_case(word_of(form), word)) return &form;
    }
    return nullptr;
  }

 private:
  template <class T>
  using Parse = bool (*)(AnnotationParser& in, T& annotation);

  template <class T, Parse<T> parse>
  void scan_form(AnnotationParser& in) {
    T annotation;
    annotation.where = here_;
    if (!parse(in, annotation)) return scan_.warn(in.failure());
    add(std::move(annotation));
  }
  void scan_replacement(AnnotationParser& in) {
    Replacement replacement;
    replacement.where = here_;
    std::vector<Replacement>& all = scan_.annotations.replacements;
    if (!parse_replacement(in, dialect_, replacement)) return scan_.warn(in.failure());
    if (all.size() < max_replacements) return all.push_back(std::move(replacement));
    scan_.warn({here_,
                fmt::format("this #$replace is ignored: there are {} before it", max_replacements),
                "remove those that are not needed"});
  }
  // Of a text the first one counts.
  template <std::optional<TextAnnotation> Annotations::*member, Parse<TextAnnotation> parse>
  void scan_text(AnnotationParser& in) {
    TextAnnotation text{{}, here_};
    if (!parse(in, text)) return scan_.warn(in.failure());
    std::optional<TextAnnotation>& first = scan_.annotations.*member;
    if (first) {
      scan_.warn({here_,
                  fmt::format("there is already a {}, {}, in line {}",
                              in.form().substr(directive_mark.size()), single_quoted(first->text),
                              first->where.line),
                  "the first one is used; remove one of the two"});
    } else {
      first = std::move(text);
    }
  }

  // Returns false if the line may contain code.
  bool scan_directive(std::string_view line) {
    TextCursor cursor(line);
    const Form* const form = take_form(cursor);
    if (form == nullptr) {
      warn_of_unknown_word(line);
      return false;
    }
    AnnotationParser in(cursor, here_, form->name, form->syntax);
    (this->*form->scan)(in);
    return true;
  }

  void scan_arrays(std::string_view line) {
    const std::string_view text = lines_.text();
    const auto start = static_cast<std::size_t>(line.data() - text.data());
    const std::size_t end = start + line.size();
    if (next_array_ < start) next_array_ = find_from(text, array_word, start);
    while (next_array_ < end) {
      const std::size_t at = next_array_ - start;
      next_array_ = find_from(text, array_word, start + scan_array(line, at));
    }
  }

  // Parses the array whose keyword is at `at`. Returns the offset from which to search for another.
  std::size_t scan_array(std::string_view line, std::size_t at) {
    TextCursor cursor(line, at + array_word.size());
    if (!begins_array(line, at)) return cursor.position();
    SourceLocation start = here_;
    start.column = at + 1;
    keep(parse_array(cursor, start));
    return cursor.position();
  }

  // `#$` may be code, as may g, p and v after it. A word with any other letter is a misspelt
  // annotation.
  void warn_of_unknown_word(std::string_view line) {
    TextCursor cursor(line, directive_mark.size());
    const std::string_view word = cursor.take_word();
    const bool is_code = std::all_of(word.begin(), word.end(), [](char c) {
      return op_of(static_cast<unsigned char>(c)) != Op::unknown;
    });
    if (is_code) return;
    SourceLocation where = here_;
    where.column = directive_mark.size() + 1;
    std::vector<std::string> words;
    for (const Form& form : forms()) words.emplace_back(word_of(form));
    scan_.warn({where, fmt::format("unknown annotation {}", single_quoted(word)),
                "the annotations are " + join_names(words)});
  }

  template <class T>
  void keep(Result<T> annotation) {
    if (!annotation) return scan_.warn(std::move(annotation.error()));
    if constexpr (!std::is_void_v<T>) add(std::move(*annotation));
  }

  void add(Watch watch) {
    const auto [first, is_new] =
        watched_.try_emplace({watch.at.x, watch.at.y}, scan_.annotations.watches.size());
    if (is_new) return scan_.annotations.watches.push_back(std::move(watch));
    const Watch& other = scan_.annotations.watches[first->second];
    scan_.warn({watch.where,
                fmt::format("the cell {} is already watched as {}, in line {}", to_string(watch.at),
                            single_quoted(other.full_name()), other.where.line),
                "the first name is used; remove one of the two"});
  }

  void add(Region region) {
    const auto [first, is_new] =
        named_.try_emplace(lower(region.name), scan_.annotations.regions.size());
    if (is_new) return scan_.annotations.regions.push_back(std::move(region));
    const Region& other = scan_.annotations.regions[first->second];
    // The same region in the old and the new form is not an error.
    if (other.area == region.area && other.encoding == region.encoding) return;
    scan_.warn({region.where,
                fmt::format("there is already a region {}, in line {}", single_quoted(other.name),
                            other.where.line),
                "the first one is used; rename one of the two"});
  }

  // A list may name a constant again.
  void add(Constant constant) {
    std::vector<Constant>& all = scan_.annotations.constants;
    const bool known = std::any_of(all.begin(), all.end(), [&constant](const Constant& other) {
      return other.name == constant.name && other.code == constant.code;
    });
    if (!known) all.push_back(std::move(constant));
  }
  void add(SourceBreakpoint stop) { scan_.annotations.breakpoints.push_back(std::move(stop)); }
  void add(PhaseBlock block) { scan_.annotations.phases.push_back(std::move(block)); }
  void add(Button button) { scan_.annotations.buttons.push_back(std::move(button)); }
  void add(BoardAnnotation board) { boards_.push_back(std::move(board)); }
  void add(ClickAnnotation click) { clicks_.push_back(std::move(click)); }

  LineReader lines_;
  std::size_t next_array_;  // an offset into the whole text
  SourceLocation here_;     // the start of the current line
  const Dialect& dialect_;
  AnnotationScan scan_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> watched_;  // indices of watches
  std::unordered_map<std::string, std::size_t> named_;                    // indices of regions
  std::vector<BoardAnnotation> boards_;
  std::vector<ClickAnnotation> clicks_;
  ConstantScanner constants_;
};

}  // namespace

AnnotationScan scan_annotations(LineReader lines, const std::string& file, std::uint64_t first_line,
                                const Dialect& dialect) {
  return Scanner(lines, {file, first_line - 1, 1}, dialect).scan();
}

bool is_annotation_line(std::string_view line) {
  TextCursor cursor(line);
  return Scanner::take_form(cursor) != nullptr;
}

}  // namespace fungescope
