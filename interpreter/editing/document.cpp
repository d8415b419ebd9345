#include "editing/document.h"

#include "lang/source_text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <utility>

namespace fungescope::editing {
namespace {

std::string_view bytes_of(LineEnd end) {
  constexpr std::array<std::string_view, 3> bytes{"\n", "\r\n", "\r"};
  return bytes[static_cast<std::size_t>(end)];
}

}  // namespace

Change inverse(Change change) {
  std::visit([](auto& one) { std::swap(one.removed, one.inserted); }, change);
  return change;
}

Document::Document(LoadOptions options) : options_(std::move(options)) {}

Document Document::parse(std::string_view bytes, LoadOptions options) {
  Document document(std::move(options));
  const Dialect& dialect = document.options_.dialect;
  const SourceText source = split_source(bytes, dialect);
  document.before_ = source.before;
  document.after_ = source.after;
  document.first_line_ = source.first_line;
  bytes = source.text;
  LineReader reader = lines_of(bytes, dialect);
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
    document.lines_.push_back({decode_characters(*text, dialect), line_end});
  }
  return document;
}

std::string Document::bytes() const {
  std::string result = before_;
  for (const Line& line : lines_) {
    result += encode_characters(line.text, options_.dialect);
    if (last_line_ends_ || &line != &lines_.back()) result += bytes_of(line.end);
  }
  return result + after_;
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

char32_t Document::at(Point cell) const {
  if (cell.y < 0 || cell.y >= line_count() || cell.x < 0) return U' ';
  const std::u32string& text = text_of(cell.y);
  if (cell.x >= static_cast<std::int64_t>(text.size())) return U' ';
  return text[static_cast<std::size_t>(cell.x)];
}

std::int64_t Document::value_of(char32_t character) const {
  return cell_value(character, options_.dialect);
}

Playfield Document::playfield(Size size) const {
  const auto width = static_cast<std::size_t>(size.width);
  const auto area = static_cast<std::size_t>(size.area());
  Playfield::Cells cells;
  cells.bytes.reserve(area);
  for (const Line& line : lines_) {
    if (cells.bytes.size() == area) break;
    const std::size_t row_end = cells.bytes.size() + width;
    for (const char32_t character : std::u32string_view(line.text).substr(0, width)) {
      cells.add(value_of(character));
    }
    cells.bytes.resize(row_end, ' ');
  }
  cells.bytes.resize(area, ' ');
  return {size, std::move(cells)};
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
  std::u32string& text = lines_[static_cast<std::size_t>(change.row)].text;
  const auto column = static_cast<std::size_t>(change.column);
  assert(text.compare(column, change.removed.size(), change.removed) == 0);
  const std::size_t before = text.size();
  if (change.removed.size() == change.inserted.size()) {
    changes_.add({change.column, change.row}, change.removed, change.inserted);
    text.replace(column, change.removed.size(), change.inserted);
    return;
  }
  const std::u32string rest = text.substr(column);
  text.replace(column, change.removed.size(), change.inserted);
  changes_.add({change.column, change.row}, rest, std::u32string_view(text).substr(column));
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
    std::int64_t row = change.row;
    for (const Line& line : change.removed) changes_.add({0, row++}, line.text, {});
    row = change.row;
    for (const Line& line : change.inserted) changes_.add({0, row++}, {}, line.text);
  } else {
    changes_.add_all();
  }
  const auto first = lines_.begin() + change.row;
  const auto after =
      lines_.erase(first, first + static_cast<std::ptrdiff_t>(change.removed.size()));
  lines_.insert(after, change.inserted.begin(), change.inserted.end());
}

SourceLocation Document::location_of(Point cell) const {
  return {options_.file, static_cast<std::uint64_t>(cell.y) + first_line_,
          static_cast<std::uint64_t>(cell.x) + 1};
}

void CellChanges::add(Point at, std::u32string_view before, std::u32string_view now) {
  const std::size_t size = std::max(before.size(), now.size());
  for (std::size_t i = 0; i < size && !all_; ++i) {
    const char32_t old = i < before.size() ? before[i] : U' ';
    if (old == (i < now.size() ? now[i] : U' ')) continue;
    if (cells_.size() == max_cells) return add_all();
    cells_.push_back({{at.x + static_cast<std::int64_t>(i), at.y}, old});
  }
}

void CellChanges::add_all() {
  all_ = true;
  cells_.clear();
}

Transaction::~Transaction() {
  for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) {
    document_.apply(inverse(std::move(*change)));
  }
}

void Transaction::apply(Change change) {
  document_.apply(change);
  changes_.push_back(std::move(change));
}

void Transaction::need_line(std::int64_t row) {
  if (row >= document_.line_count()) {
    insert_lines(document_.line_count(), row + 1 - document_.line_count());
  }
}

void Transaction::write(Point at, std::u32string_view text) {
  const bool below = at.y >= document_.line_count();
  const auto size = below ? 0 : document_.text_of(at.y).size();
  const auto column = static_cast<std::size_t>(at.x);
  // What exists is overwritten; beyond it only up to the last character that is not blank.
  const std::size_t existing = size > column ? size - column : 0;
  const std::size_t visible = text.find_last_not_of(U' ') + 1;  // npos + 1 is 0
  text = text.substr(0, std::max(std::min(existing, text.size()), visible));
  if (text.empty()) return;
  need_line(at.y);
  const std::u32string& line = document_.text_of(at.y);
  const std::size_t from = std::min(column, line.size());
  std::u32string inserted(column - from, U' ');
  inserted += text;
  std::u32string removed = line.substr(from, text.size());
  if (removed == inserted) return;
  apply(TextChange{at.y, static_cast<std::int64_t>(from), std::move(removed), std::move(inserted)});
}

void Transaction::write(Point at, const Block& block) {
  const auto width = static_cast<std::size_t>(block.size.width);
  for (std::int64_t y = 0; y < block.size.height; ++y) {
    write({at.x, at.y + y},
          std::u32string_view(block.cells).substr(static_cast<std::size_t>(y) * width, width));
  }
}

void Transaction::insert(Point at, std::u32string_view text) {
  const bool below = at.y >= document_.line_count();
  if (below || at.x >= static_cast<std::int64_t>(document_.text_of(at.y).size())) {
    return write(at, text);
  }
  apply(TextChange{at.y, at.x, {}, std::u32string(text)});
}

void Transaction::erase(Point at, std::int64_t count) {
  if (at.y >= document_.line_count()) return;
  const std::u32string& line = document_.text_of(at.y);
  const auto column = static_cast<std::size_t>(at.x);
  if (column >= line.size() || count <= 0) return;
  apply(TextChange{at.y, at.x, line.substr(column, static_cast<std::size_t>(count)), {}});
}

void Transaction::replace_line(std::int64_t row, std::u32string_view text) {
  const std::u32string_view old = document_.text_of(row);
  if (old == text) return;
  const std::size_t common = std::min(old.size(), text.size());
  std::size_t from = 0;
  while (from < common && old[from] == text[from]) ++from;
  std::size_t tail = 0;
  while (tail < common - from && old[old.size() - 1 - tail] == text[text.size() - 1 - tail]) ++tail;
  apply(TextChange{row, static_cast<std::int64_t>(from),
                   std::u32string(old.substr(from, old.size() - from - tail)),
                   std::u32string(text.substr(from, text.size() - from - tail))});
}

void Transaction::insert_lines(std::int64_t row, std::int64_t count) {
  if (count <= 0) return;
  apply(LineChange{
      row,
      {},
      std::vector<Line>(static_cast<std::size_t>(count), Line{{}, document_.end_for(row)})});
}

void Transaction::erase_lines(std::int64_t row, std::int64_t count) {
  count = std::min(count, document_.line_count() - row);
  if (count <= 0) return;
  const auto first = document_.lines().begin() + row;
  apply(LineChange{row, {first, first + count}, {}});
}

void Transaction::extend_field(Size size) {
  if (document_.has_fixed_size()) return;
  if (document_.field().width < size.width) {
    need_line(0);
    const auto length = static_cast<std::int64_t>(document_.text_of(0).size());
    apply(TextChange{
        0, length, {}, std::u32string(static_cast<std::size_t>(size.width - length), U' ')});
  }
  if (document_.field().height < size.height) need_line(size.height - 1);
}

std::vector<Change> Transaction::commit(bool may_shrink) {
  if (!may_shrink && !changes_.empty()) extend_field(field_);
  return std::exchange(changes_, {});
}

}  // namespace fungescope::editing
