#include "editing/coordinate_map.h"

#include "lang/annotation_parser.h"
#include "lang/annotations.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::editing {
namespace {

// An interval of rows or of columns.
struct Span {
  std::int64_t begin = 0;
  std::int64_t size = 1;
};

std::optional<Span> shifted(Span span, const AxisShift& shift) {
  const std::int64_t end = span.begin + span.size;
  if (shift.count >= 0) {
    if (shift.at <= span.begin) return Span{span.begin + shift.count, span.size};
    if (shift.at < end) return Span{span.begin, span.size + shift.count};
    return span;
  }
  const std::int64_t deleted_end = shift.at - shift.count;
  const auto after = [&](std::int64_t at) {
    if (at <= shift.at) return at;
    return at < deleted_end ? shift.at : at + shift.count;
  };
  const Span result{after(span.begin), after(end) - after(span.begin)};
  if (result.size == 0) return std::nullopt;
  return result;
}

std::optional<Rectangle> apply(const AxisShift& shift, Rectangle area) {
  const bool rows = shift.axis == Axis::rows;
  const auto span = shifted(
      rows ? Span{area.corner.y, area.size.height} : Span{area.corner.x, area.size.width}, shift);
  if (!span) return std::nullopt;
  (rows ? area.corner.y : area.corner.x) = span->begin;
  (rows ? area.size.height : area.size.width) = span->size;
  return area;
}

std::optional<Rectangle> apply(const BlockShift& shift, Rectangle area) {
  const Point last{area.corner.x + area.size.width - 1, area.corner.y + area.size.height - 1};
  if (!shift.from.contains(area.corner) || !shift.from.contains(last)) return area;
  area.corner = {area.corner.x + shift.by.x, area.corner.y + shift.by.y};
  return area;
}

CoordinateMap::Step inverse_of(const AxisShift& shift) {
  return AxisShift{shift.axis, shift.at, -shift.count};
}
CoordinateMap::Step inverse_of(const BlockShift& shift) {
  const auto& [corner, size] = shift.from;
  const Point to{corner.x + shift.by.x, corner.y + shift.by.y};
  return BlockShift{{to, size}, {-shift.by.x, -shift.by.y}};
}

// Collects the first `count` numbers from `at` on; none if there are fewer.
std::vector<AnnotationSpan::Number> numbers_from(std::string_view line, std::size_t at,
                                                 std::size_t end, std::size_t count) {
  std::vector<AnnotationSpan::Number> numbers;
  while (numbers.size() < count) {
    while (at < end && !is_digit_character(line[at])) ++at;
    if (at == end) return {};
    TextCursor cursor(line, at);
    AnnotationSpan::Number number{at, 0, 0};
    if (cursor.take_number(number.value) != TextCursor::Number::taken) return {};
    number.end = at = cursor.position();
    numbers.push_back(number);
  }
  return numbers;
}

// The end of a name: after its closing quotes, or the end of the line.
std::size_t end_of_name(std::string_view line, std::size_t at) {
  while (true) {
    TextCursor cursor(line, at);
    cursor.skip_blanks();
    if (!cursor.take("\"") || !cursor.take_until('"')) return line.size();
    at = cursor.position();
    cursor.skip_blanks();
    if (!cursor.take("::")) return at;
    at = cursor.position();
  }
}

AnnotationSpan directive_span(std::string_view line) {
  AnnotationSpan span{0, line.size(), {}};
  const Annotations found = scan_annotations({line, LineEndings::lf}, {}).annotations;
  const bool phase = !found.phases.empty();
  const bool region = !found.regions.empty();
  if (!found.breakpoints.empty()) {
    span.end = line.find(']') + 1;
  } else if (region || !found.watches.empty()) {
    span.end = end_of_name(line, line.find('=') + 1);
  } else if (!phase) {
    return span;  // malformed, or without coordinates
  }
  const std::size_t from = phase ? line.find('=') : 0;
  span.numbers = numbers_from(line, from, span.end, region || phase ? 4 : 2);
  if (phase) span.end = span.numbers.back().end;
  return span;
}

// The arrays of a line that is not an annotation line.
std::vector<AnnotationSpan> array_spans(std::string_view line) {
  std::vector<AnnotationSpan> spans;
  std::size_t at = line.find(array_word);
  while (at != std::string_view::npos) {
    TextCursor cursor(line, at + array_word.size());
    if (begins_array(line, at) && parse_array(cursor, {{}, 1, at + 1})) {
      AnnotationSpan span{at, cursor.position(), {}};
      span.numbers = numbers_from(line, at, span.end, 4);
      // 0 is 1 cell.
      for (std::size_t i = 2; i < 4; ++i) {
        span.numbers[i].value = std::max<std::int64_t>(span.numbers[i].value, 1);
      }
      spans.push_back(std::move(span));
    }
    at = line.find(array_word, cursor.position());
  }
  return spans;
}

// The mapped values of a span's numbers; empty if its cells are deleted.
std::vector<std::int64_t> mapped_numbers(const AnnotationSpan& span, const CoordinateMap& map) {
  Rectangle area{{span.numbers[0].value, span.numbers[1].value}, {1, 1}};
  if (span.numbers.size() == 4) area.size = {span.numbers[2].value, span.numbers[3].value};
  const auto mapped = map.map(area);
  if (!mapped) return {};
  return {mapped->corner.x, mapped->corner.y, mapped->size.width, mapped->size.height};
}

// Writes a number as wide as it was if that was done with zeros or blanks.
std::u32string number_text(std::u32string_view line, const AnnotationSpan::Number& number,
                           std::int64_t value) {
  const std::size_t width = number.end - number.begin;
  const bool zeros = width > 1 && line[number.begin] == U'0';
  const std::string text = zeros ? fmt::format("{:0{}}", value, width) : fmt::to_string(value);
  return {text.begin(), text.end()};
}

// The parts of annotations are ASCII, and stand where they do in the line if every other character
// is one byte.
std::string with_placeholders(std::u32string_view line) {
  std::string text(line.size(), '\x80');
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] < 0x80) text[i] = static_cast<char>(line[i]);
  }
  return text;
}

}  // namespace

std::optional<Rectangle> CoordinateMap::map(const Rectangle& area) const {
  std::optional<Rectangle> result = area;
  for (const Step& step : steps_) {
    if (!result) break;
    result = std::visit([&result](const auto& shift) { return apply(shift, *result); }, step);
  }
  return result;
}

std::optional<Point> CoordinateMap::map(Point cell) const {
  const auto area = map(Rectangle{cell, {1, 1}});
  return area ? std::optional(area->corner) : std::nullopt;
}

CoordinateMap CoordinateMap::inverse() const {
  CoordinateMap result;
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    result.add(std::visit([](const auto& shift) { return inverse_of(shift); }, *step));
  }
  return result;
}

std::vector<AnnotationSpan> annotation_spans(std::u32string_view characters) {
  const std::string text = with_placeholders(characters);
  const std::string_view line = text;
  std::vector<AnnotationSpan> spans =
      is_annotation_line(line) ? std::vector{directive_span(line)} : array_spans(line);
  const std::size_t written = line.find_last_not_of(" \t\r\v\f") + 1;  // npos + 1 is 0
  for (AnnotationSpan& span : spans) {
    if (span.end >= written) span.end = line.size();
  }
  return spans;
}

Result<MappedLine> map_annotations(std::u32string_view line, const CoordinateMap& map,
                                   const SourceLocation& start) {
  MappedLine result{std::u32string(line), 0};
  const std::vector<AnnotationSpan> spans = annotation_spans(line);
  // From the right, so that the positions of the others remain valid.
  for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
    if (span->numbers.empty()) continue;
    std::u32string& text = result.text;
    const std::size_t before = text.size();
    const std::vector<std::int64_t> values = mapped_numbers(*span, map);
    if (values.empty()) {
      text.replace(span->begin, span->end - span->begin, span->end - span->begin, U' ');
      ++result.removed;
      continue;
    }
    for (std::size_t i = span->numbers.size(); i-- > 0;) {
      const AnnotationSpan::Number& number = span->numbers[i];
      if (number.value == values[i]) continue;
      text.replace(number.begin, number.end - number.begin, number_text(line, number, values[i]));
    }
    if (span->end == line.size()) continue;  // nothing follows
    if (text.size() <= before) {
      text.insert(span->end - (before - text.size()), before - text.size(), U' ');
      continue;
    }
    const std::size_t longer = text.size() - before;
    const std::size_t end = span->end + longer;
    if (text.find_first_not_of(U' ', end) < end + longer) {
      return fail({start.file, start.line, span->begin + 1},
                  "a coordinate of this annotation becomes longer, and code follows it directly",
                  fmt::format("leave {} after the annotation, or move it to a line of its own",
                              longer == 1 ? "a blank" : fmt::format("{} blanks", longer)));
    }
    text.erase(end, longer);
  }
  return result;
}

}  // namespace fungescope::editing
