#include "cli/region_text.h"

#include "lang/value_format.h"
#include "vm/arithmetic.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Kind = Encoding::Kind;

std::int64_t blank_value(const Encoding& encoding) {
  if (encoding.kind == Kind::ascii) return ' ';
  return encoding.kind == Kind::boolean ? encoding.false_value : 0;
}

// Parses the cells of one line.
class RowReader {
 public:
  RowReader(std::string_view line, const Encoding& encoding, SourceLocation where)
      : line_(line), encoding_(encoding), where_(std::move(where)) {}

  Result<std::vector<std::int64_t>> read(std::size_t width) {
    std::vector<std::int64_t> cells;
    while (skip_to_cell()) {
      if (cells.size() == width) {
        return error(fmt::format("the row has more than the region's {} cells", width),
                     "shorten it");
      }
      const auto cell = TRY(read_cell());
      cells.push_back(cell);
    }
    return cells;
  }

 private:
  bool skip_to_cell() {
    if (is_blank_separated(encoding_)) {
      while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
    }
    return at_ < line_.size();
  }

  Result<std::int64_t> read_cell() {
    if (is_blank_separated(encoding_)) return read_word();
    const char c = line_[at_];
    if (encoding_.kind == Kind::ascii) {
      ++at_;
      return static_cast<unsigned char>(c);
    }
    if (c != '0' && c != '1') return error("this is not a boolean", "write 0 or 1 for each cell");
    ++at_;
    return c == '1' ? encoding_.true_value : encoding_.false_value;
  }

  Result<std::int64_t> read_word() {
    const bool decimal = encoding_.kind == Kind::decimal;
    const std::size_t stop = std::min(line_.find_first_of(" \t", at_), line_.size());
    std::int64_t value = 0;
    const auto [end, failure] =
        std::from_chars(line_.data() + at_, line_.data() + stop, value, decimal ? 10 : 16);
    if (failure != std::errc() || end != line_.data() + stop) {
      return error(decimal ? "this is not a decimal number of 64 bits"
                           : "this is not a hexadecimal number of 64 bits",
                   "separate the cells' numbers by blanks");
    }
    at_ = stop;
    return value;
  }

  [[nodiscard]] tl::unexpected<Error> error(std::string what, std::string advice) const {
    SourceLocation where = where_;
    where.column = at_ + 1;
    return fail(where, std::move(what), std::move(advice));
  }

  std::string_view line_;
  const Encoding& encoding_;
  SourceLocation where_;
  std::size_t at_ = 0;
};

// Removes the first line from `text` and returns it without its end (LF or CRLF).
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// Splits a single line that has all cells of a region, such as a puzzle of 81 characters, into
// rows. Returns other text unchanged.
std::string split_into_rows(std::string_view text, const Region& region) {
  const auto width = static_cast<std::size_t>(region.area.size.width);
  const auto height = static_cast<std::size_t>(region.area.size.height);
  std::string_view rest = text;
  const std::string_view line = take_line(rest);
  const bool whole =
      line.size() == width * height && rest.find_first_not_of("\r\n") == std::string_view::npos;
  if (is_blank_separated(region.encoding) || height == 1 || !whole) return std::string(text);
  std::string rows;
  for (std::size_t y = 0; y < height; ++y) rows.append(line.substr(y * width, width)) += '\n';
  return rows;
}

}  // namespace

std::string format_region(const Playfield& field, const Region& region) {
  std::string text;
  const Rectangle& area = region.area;
  for (std::int64_t y = 0; y < area.size.height; ++y) {
    for (std::int64_t x = 0; x < area.size.width; ++x) {
      if (x > 0 && is_blank_separated(region.encoding)) text += ' ';
      const Point at{area.corner.x + x, area.corner.y + y};
      text += format_cell(field.at(at), region.encoding);
    }
    text += '\n';
  }
  return text;
}

Result<void> parse_into_region(Playfield& field, const Region& region, std::string_view bytes,
                               const std::string& file, bool signed_bytes) {
  const Rectangle& area = region.area;
  const auto width = static_cast<std::size_t>(area.size.width);
  const std::string rows = split_into_rows(bytes, region);
  std::string_view text = rows;
  SourceLocation where{file, 0, 0};
  for (std::int64_t y = 0; y < area.size.height; ++y) {
    ++where.line;
    auto cells = TRY(RowReader(take_line(text), region.encoding, where).read(width));
    cells.resize(width, blank_value(region.encoding));
    Point at{area.corner.x, area.corner.y + y};
    for (const std::int64_t cell : cells) {
      field.set(at, signed_bytes ? low_byte_signed(cell) : cell);
      ++at.x;
    }
  }
  while (!text.empty()) {
    ++where.line;
    if (take_line(text).empty()) continue;
    return fail(where, fmt::format("the region has only {} rows", area.size.height),
                "remove the rest");
  }
  return {};
}

}  // namespace fungescope
