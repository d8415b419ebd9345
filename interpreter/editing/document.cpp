#include "editing/document.h"

#include "lang/line_reader.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

namespace fungescope::editing {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::string_view bytes_of(LineEnd end) {
  switch (end) {
    case LineEnd::crlf:
      return "\r\n";
    case LineEnd::cr:
      return "\r";
    default:
      return "\n";
  }
}

}  // namespace

Change inverse(Change change) {
  std::visit([](auto& one) { std::swap(one.removed, one.inserted); }, change);
  return change;
}

Document::Document(LoadOptions options) : options_(std::move(options)) {}

Document Document::parse(std::string_view bytes, LoadOptions options) {
  Document document(std::move(options));
  if (bytes.starts_with(byte_order_mark)) {
    document.byte_order_mark_ = true;
    bytes.remove_prefix(byte_order_mark.size());
  }
  LineReader reader(bytes, document.options_.dialect.carriage_return_ends_line ? LineEndings::any
                                                                               : LineEndings::lf);
  while (const auto text = reader.next()) {
    const auto end = static_cast<std::size_t>(text->data() - bytes.data()) + text->size();
    LineEnd line_end = LineEnd::lf;
    if (end == bytes.size()) {
      // The end that the line gets if another one follows it.
      if (!document.lines_.empty()) line_end = document.lines_.back().end;
      document.last_line_ends_ = false;
    } else if (bytes[end] == '\r') {
      line_end = bytes.substr(end).starts_with("\r\n") ? LineEnd::crlf : LineEnd::cr;
    }
    document.lines_.push_back({std::string(*text), line_end});
  }
  return document;
}

std::string Document::bytes() const {
  std::string result;
  if (byte_order_mark_) result += byte_order_mark;
  for (const Line& line : lines_) {
    result += line.text;
    if (last_line_ends_ || &line != &lines_.back()) result += bytes_of(line.end);
  }
  return result;
}

Size Document::field() const {
  if (!longest_) {
    longest_ = 1;
    for (const Line& line : lines_) longest_ = std::max(*longest_, line.text.size());
  }
  return field_size({static_cast<std::int64_t>(*longest_), std::max<std::int64_t>(line_count(), 1)},
                    options_);
}

bool Document::has_fixed_size() const {
  if (options_.size) return !options_.size->source;
  return options_.dialect.field_size == FieldSizeRule::classic_cut;
}

Size Document::canvas() const {
  const Size size = field();
  if (has_fixed_size()) return size;
  return {std::max(size.width, classic_field.width), std::max(size.height, classic_field.height)};
}

unsigned char Document::at(Point cell) const {
  if (cell.y < 0 || cell.y >= line_count() || cell.x < 0) return ' ';
  const std::string& text = lines_[static_cast<std::size_t>(cell.y)].text;
  if (cell.x >= static_cast<std::int64_t>(text.size())) return ' ';
  return static_cast<unsigned char>(text[static_cast<std::size_t>(cell.x)]);
}

LineEnd Document::end_for(std::int64_t row) const {
  if (lines_.empty()) return LineEnd::lf;
  return lines_[static_cast<std::size_t>(std::clamp<std::int64_t>(row - 1, 0, line_count() - 1))]
      .end;
}

void Document::apply(const Change& change) {
  std::visit([this](const auto& one) { apply_one(one); }, change);
  ++revision_;
}

void Document::apply_one(const TextChange& change) {
  std::string& text = lines_[static_cast<std::size_t>(change.row)].text;
  const auto column = static_cast<std::size_t>(change.column);
  assert(text.compare(column, change.removed.size(), change.removed) == 0);
  const std::size_t before = text.size();
  if (change.removed.size() == change.inserted.size()) {
    changes_.add({change.column, change.row}, change.removed, change.inserted);
    text.replace(column, change.removed.size(), change.inserted);
    return;
  }
  const std::string rest = text.substr(column);
  text.replace(column, change.removed.size(), change.inserted);
  changes_.add({change.column, change.row}, rest, std::string_view(text).substr(column));
  if (!longest_) return;
  if (text.size() >= *longest_) {
    longest_ = text.size();
  } else if (before == *longest_) {
    longest_.reset();
  }
}

void Document::apply_one(const LineChange& change) {
  longest_.reset();
  const bool at_end = change.row + static_cast<std::int64_t>(change.removed.size()) == line_count();
  if (at_end) {
    const auto text_of = [](const std::vector<Line>& lines, std::size_t i) {
      return i < lines.size() ? std::string_view(lines[i].text) : std::string_view();
    };
    const std::size_t count = std::max(change.removed.size(), change.inserted.size());
    for (std::size_t i = 0; i < count; ++i) {
      changes_.add({0, change.row + static_cast<std::int64_t>(i)}, text_of(change.removed, i),
                   text_of(change.inserted, i));
    }
  } else {
    changes_.add_all();
  }
  const auto first = lines_.begin() + change.row;
  const auto after =
      lines_.erase(first, first + static_cast<std::ptrdiff_t>(change.removed.size()));
  lines_.insert(after, change.inserted.begin(), change.inserted.end());
}

SourceLocation Document::location_of(Point cell) const {
  return {options_.file, static_cast<std::uint64_t>(cell.y) + 1,
          static_cast<std::uint64_t>(cell.x) + 1};
}

void CellChanges::add(Point at, std::string_view before, std::string_view now) {
  const std::size_t size = std::max(before.size(), now.size());
  for (std::size_t i = 0; i < size && !all_; ++i) {
    const char old = i < before.size() ? before[i] : ' ';
    if (old == (i < now.size() ? now[i] : ' ')) continue;
    if (cells_.size() == max_cells) return add_all();
    cells_.push_back({{at.x + static_cast<std::int64_t>(i), at.y}, old});
  }
}

void CellChanges::add_all() {
  all_ = true;
  cells_.clear();
}

}  // namespace fungescope::editing
