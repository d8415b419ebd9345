#include "editing/transaction.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fungescope::editing {

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

void Transaction::write(Point at, std::string_view text) {
  const bool below = at.y >= document_.line_count();
  const auto size = below ? 0 : text_of(at.y).size();
  const auto column = static_cast<std::size_t>(at.x);
  // What exists is overwritten; beyond it only up to the last character that is not blank.
  const std::size_t existing = size > column ? size - column : 0;
  const std::size_t visible = text.find_last_not_of(' ') + 1;  // npos + 1 is 0
  text = text.substr(0, std::max(std::min(existing, text.size()), visible));
  if (text.empty()) return;
  need_line(at.y);
  const std::string& line = text_of(at.y);
  const std::size_t from = std::min(column, line.size());
  std::string inserted(column - from, ' ');
  inserted += text;
  std::string removed = line.substr(from, text.size());
  if (removed == inserted) return;
  apply(TextChange{at.y, static_cast<std::int64_t>(from), std::move(removed), std::move(inserted)});
}

void Transaction::write(Point at, const Block& block) {
  const auto width = static_cast<std::size_t>(block.size.width);
  for (std::int64_t y = 0; y < block.size.height; ++y) {
    write({at.x, at.y + y},
          std::string_view(block.cells).substr(static_cast<std::size_t>(y) * width, width));
  }
}

void Transaction::insert(Point at, std::string_view text) {
  if (at.y >= document_.line_count()) return write(at, text);
  const auto size = static_cast<std::int64_t>(text_of(at.y).size());
  if (at.x >= size) return write(at, text);
  apply(TextChange{at.y, at.x, {}, std::string(text)});
}

void Transaction::erase(Point at, std::int64_t count) {
  if (at.y >= document_.line_count()) return;
  const std::string& line = text_of(at.y);
  const auto column = static_cast<std::size_t>(at.x);
  if (column >= line.size() || count <= 0) return;
  apply(TextChange{at.y, at.x, line.substr(column, static_cast<std::size_t>(count)), {}});
}

void Transaction::replace_line(std::int64_t row, std::string_view text) {
  const std::string_view old = text_of(row);
  const std::size_t common = std::min(old.size(), text.size());
  const auto from = static_cast<std::size_t>(
      std::mismatch(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(common), text.begin())
          .first -
      old.begin());
  std::size_t tail = 0;
  while (tail < common - from && old[old.size() - 1 - tail] == text[text.size() - 1 - tail]) ++tail;
  if (from == old.size() && from == text.size()) return;
  apply(TextChange{row, static_cast<std::int64_t>(from),
                   std::string(old.substr(from, old.size() - from - tail)),
                   std::string(text.substr(from, text.size() - from - tail))});
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
  const auto smaller = [&] { return document_.field(); };
  if (smaller().width < size.width) {
    need_line(0);
    const auto length = static_cast<std::int64_t>(text_of(0).size());
    apply(
        TextChange{0, length, {}, std::string(static_cast<std::size_t>(size.width - length), ' ')});
  }
  if (smaller().height < size.height) need_line(size.height - 1);
}

std::vector<Change> Transaction::commit(bool may_shrink) {
  if (!may_shrink && !changes_.empty()) extend_field(field_);
  return std::exchange(changes_, {});
}

}  // namespace fungescope::editing
