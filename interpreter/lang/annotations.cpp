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

// The cells that an annotation is about, and its name in warnings.
struct Subject {
  std::string name;
  Rectangle area;
  bool is_cell = false;
};
Subject subject_of(const Watch& watch) {
  return {"the watch " + single_quoted(watch.full_name()), {watch.at, {1, 1}}, true};
}
Subject subject_of(const SourceBreakpoint& breakpoint) {
  return {"the breakpoint", {breakpoint.at, {1, 1}}, true};
}
Subject subject_of(const PhaseBlock& phase) {
  return {"the phase " + single_quoted(phase.name), phase.area};
}
Subject subject_of(const Region& region) {
  return {"the region " + single_quoted(region.name), region.area};
}

// Removes the annotations outside the field, and adds warnings in their order.
template <class T>
void drop_outside(std::vector<T>& items, AnnotationScan& scan, Size field) {
  const auto kept = std::stable_partition(items.begin(), items.end(), [field](const T& item) {
    return fits_into(subject_of(item).area, field);
  });
  for (auto item = kept; item != items.end(); ++item) {
    const auto [name, area, is_cell] = subject_of(*item);
    const std::string place =
        is_cell ? " lies" : fmt::format(", {}x{}, reaches", area.size.width, area.size.height);
    scan.warn({item->where,
               fmt::format("{} at {}{} outside the field of {}x{}", name, to_string(area.corner),
                           place, field.width, field.height),
               "coordinates count from 0, x before y"});
  }
  items.erase(kept, items.end());
}

using Kind = Encoding::Kind;

// By kind.
constexpr std::array<std::string_view, 4> kind_names{"ascii", "decimal", "hex", "bool"};

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
  if (!style.mask.empty()) text += " masked by " + style.mask;
  if (!style.columns.written.empty()) {
    text += fmt::format(" labelled {} x {}", style.columns.written, style.rows.written);
  }
  return text;
}

std::string BoardLabels::at(std::int64_t index) const {
  if (characters.empty()) return fmt::format("{}", first + step * index);
  const bool has = index < static_cast<std::int64_t>(characters.size());
  const char label = has ? characters[static_cast<std::size_t>(index)] : ' ';
  return label == ' ' ? std::string() : std::string(1, label);
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
  drop_outside(scan.annotations.watches, scan, size);
  drop_outside(scan.annotations.breakpoints, scan, size);
  drop_outside(scan.annotations.phases, scan, size);
  drop_outside(scan.annotations.regions, scan, size);
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
  Region region{.where = {"--region", 0, 0}};
  AnnotationParser in(TextCursor(text), region.where, "",
                      "NAME=X,Y,W,H[:encoding], such as grid=9,1,9,9:ascii");
  const auto at_end = [&in](const char* more) {
    in.cursor().skip_blanks();
    return in.cursor().at_end() || in.fail_expecting(more);
  };
  const auto encoding = [&] {
    if (!in.cursor().take_after_blanks(':')) return at_end("':' and an encoding");
    return in.encoding(region.encoding) && at_end("nothing more");
  };
  if (in.named_area(region.name, region.area, "region") && encoding()) return region;
  return tl::unexpected(in.failure());
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
  return std::string(kind_names[static_cast<std::size_t>(encoding.kind)]);
}

std::optional<Encoding> take_encoding(TextCursor& cursor) {
  cursor.skip_blanks();
  const auto kind = index_of_word(kind_names, cursor.take_word());
  if (!kind) return std::nullopt;
  Encoding encoding{.kind = static_cast<Kind>(*kind)};
  if (encoding.kind != Kind::boolean || !cursor.take_after_blanks('(')) return encoding;
  const bool read = take_value(cursor, encoding.false_value) && cursor.take_after_blanks('|') &&
                    take_value(cursor, encoding.true_value) && cursor.take_after_blanks(')');
  return read ? std::optional(encoding) : std::nullopt;
}

std::optional<Encoding> parse_encoding(std::string_view text) {
  TextCursor cursor(trim(text));
  const std::optional<Encoding> encoding = take_encoding(cursor);
  return cursor.at_end() ? encoding : std::nullopt;
}

}  // namespace fungescope
