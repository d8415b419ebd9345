#include "lang/annotations.h"

#include "base/escape.h"
#include "lang/annotation_parser.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {

std::string Watch::full_name() const {
  std::string result;
  for (const std::string& part : scope) result += part + "::";
  return result + name;
}

namespace {

std::string to_string(const BoardExtent& extent) {
  return extent.variable.empty() ? fmt::format("{}", extent.number) : extent.variable;
}

// Separates a name from the x.
std::string to_string(const BoardSize& size) {
  const bool named = !size.width.variable.empty() || !size.height.variable.empty();
  return fmt::format("{}{}{}", to_string(size.width), named ? " x " : "x", to_string(size.height));
}

// Removes the items for which `is_inside` is false, and adds warnings in their order.
template <class T, class IsInside, class Describe>
void drop_if_outside(std::vector<T>& items, AnnotationScan& scan, Size field, IsInside is_inside,
                     Describe describe) {
  const auto kept = std::stable_partition(items.begin(), items.end(), is_inside);
  for (auto item = kept; item != items.end(); ++item) {
    scan.warn(
        {item->where,
         fmt::format("{} outside the field of {}x{}", describe(*item), field.width, field.height),
         "coordinates count from 0, x before y"});
  }
  items.erase(kept, items.end());
}

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

std::string to_string(const BoardStyle& style) {
  std::string text;
  if (style.boxes) text += fmt::format("[{}]", to_string(*style.boxes));
  if (style.size) text += fmt::format("({})", to_string(*style.size));
  if (!style.pieces.empty()) text += ':' + style.pieces;
  if (!style.column.empty()) text += '@' + style.column;
  return text;
}

const Region* Annotations::find_region(std::string_view name) const {
  const auto found = std::find_if(regions.begin(), regions.end(), [name](const Region& region) {
    return equal_ignoring_case(region.name, name);
  });
  return found == regions.end() ? nullptr : &*found;
}

void AnnotationScan::warn(Error warning) {
  if (warnings.size() < max_warnings) {
    warnings.push_back(std::move(warning));
  } else {
    ++further_warnings;
  }
}

void drop_outside(AnnotationScan& scan, Size size) {
  Annotations& found = scan.annotations;
  const auto contains = [size](const auto& item) { return size.contains(item.at); };
  drop_if_outside(found.watches, scan, size, contains, [](const Watch& watch) {
    return fmt::format("the watch {} at ({},{}) lies", single_quoted(watch.full_name()), watch.at.x,
                       watch.at.y);
  });
  drop_if_outside(found.breakpoints, scan, size, contains, [](const SourceBreakpoint& breakpoint) {
    return fmt::format("the breakpoint at ({},{}) lies", breakpoint.at.x, breakpoint.at.y);
  });
  drop_if_outside(
      found.phases, scan, size,
      [size](const PhaseAnnotation& phase) { return fits_into(phase.block.area, size); },
      [](const PhaseAnnotation& phase) {
        const auto& [corner, extent] = phase.block.area;
        return fmt::format("the phase {} at ({},{}), {}x{}, reaches",
                           single_quoted(phase.block.name), corner.x, corner.y, extent.width,
                           extent.height);
      });
  drop_if_outside(
      found.regions, scan, size,
      [size](const Region& region) { return fits_into(region.area, size); },
      [](const Region& region) {
        const auto& [corner, extent] = region.area;
        return fmt::format("the region {} at ({},{}), {}x{}, reaches", single_quoted(region.name),
                           corner.x, corner.y, extent.width, extent.height);
      });
}

std::string apply_replacements(std::string_view line,
                               const std::vector<Replacement>& replacements) {
  std::string result(line);
  if (is_annotation_line(line)) return result;
  for (const Replacement& replacement : replacements) {
    const std::string& from = replacement.from;
    for (std::size_t at = result.find(from); at != std::string::npos;
         at = result.find(from, at + from.size())) {
      result.replace(at, from.size(), replacement.to);
    }
  }
  return result;
}

Result<Region> parse_region_option(std::string_view text) {
  AnnotationParser in(TextCursor(text), SourceLocation{"--region", 0, 0}, "",
                      "NAME=X,Y,W,H[:encoding], such as grid=9,1,9,9:ascii");
  Region region;
  region.where.file = "--region";
  if (!in.named_area(region.name, region.area, "region")) return in.failure();
  const bool has_encoding = in.cursor().take_after_blanks(':');
  if (has_encoding && !in.encoding(region.encoding)) return in.failure();
  in.cursor().skip_blanks();
  if (in.cursor().at_end()) return region;
  in.fail_expecting(has_encoding ? "nothing more" : "':' and an encoding");
  return in.failure();
}

std::string region_option(const Region& region) {
  const auto& [corner, size] = region.area;
  return fmt::format("{}={},{},{},{}:{}", region.name, corner.x, corner.y, size.width, size.height,
                     to_string(region.encoding));
}

// ---- Encodings

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
