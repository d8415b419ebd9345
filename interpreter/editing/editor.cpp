// The cursor, typing, and undo.
#include "editing/editor.h"

#include "lang/analysis/static_analysis.h"
#include "lang/instruction.h"

#include <algorithm>
#include <utility>

namespace fungescope::editing {
namespace {

Direction opposite(Direction direction) {
  return static_cast<Direction>((static_cast<int>(direction) + 2) % 4);
}

Point moved(Point cell, Point by) {
  return {cell.x + by.x, cell.y + by.y};
}
Point neighbour(Point cell, Direction direction) {
  return moved(cell, delta_of(direction));
}

// The area between two cells, both included.
Rectangle spanned(Point a, Point b) {
  const Point from{std::min(a.x, b.x), std::min(a.y, b.y)};
  return {from, {std::max(a.x, b.x) - from.x + 1, std::max(a.y, b.y) - from.y + 1}};
}

// Merges a change into one that it continues eastwards, so that typed text is stored as text.
bool merge(Change& earlier, const Change& later) {
  auto* const first = std::get_if<TextChange>(&earlier);
  const auto* const second = std::get_if<TextChange>(&later);
  if (first == nullptr || second == nullptr || first->row != second->row) return false;
  const auto end = first->column + static_cast<std::int64_t>(first->inserted.size());
  if (second->column != end) return false;
  first->removed += second->removed;
  first->inserted += second->inserted;
  return true;
}

}  // namespace

// ---- The cursor

std::optional<Rectangle> Editor::selection() const {
  if (!at_.anchor) return std::nullopt;
  return spanned(*at_.anchor, at_.corner);
}

Point Editor::clipped(Point cell) const {
  const Size size = document_.canvas();
  return {std::clamp<std::int64_t>(cell.x, 0, size.width - 1),
          std::clamp<std::int64_t>(cell.y, 0, size.height - 1)};
}

// Of several `#` in a row, each second one is jumped over itself.
bool Editor::is_jumped_over(Point cell, Direction direction) const {
  bool jumped = false;
  for (Point from = neighbour(cell, opposite(direction)); document_.at(from) == '#';
       from = neighbour(from, opposite(direction))) {
    jumped = !jumped;
  }
  return jumped;
}

void Editor::end_typing() {
  if (done_ > 0) steps_[done_ - 1].typing = false;
  at_.in_string = false;
  typing_from_ = at_.cursor;
  typed_.clear();
}

void Editor::move_to(Point cell, Extend extend) {
  if (extend == Extend::no) {
    at_.anchor.reset();
  } else if (!at_.anchor) {
    at_.anchor = at_.cursor;
  }
  at_.cursor = at_.corner = clipped(cell);
  at_.edge.reset();
  end_typing();
}

void Editor::move(Direction direction, std::int64_t cells, Extend extend) {
  const Point delta = delta_of(direction);
  move_to(moved(at_.cursor, {delta.x * cells, delta.y * cells}), extend);
}

void Editor::turn(Direction direction) {
  at_.direction = direction;
  end_typing();
}

void Editor::select(const Rectangle& area) {
  at_.anchor = clipped(area.corner);
  at_.corner = clipped({area.corner.x + area.size.width - 1, area.corner.y + area.size.height - 1});
  at_.cursor = *at_.anchor;
  at_.edge.reset();
  end_typing();
}

// The whole field if nothing is written.
Rectangle Editor::written_area() const {
  Size field = document_.field();
  Point first{field.width, field.height};
  Point last{-1, -1};
  for (std::int64_t y = 0; y < std::min(document_.line_count(), field.height); ++y) {
    const std::u32string_view text = document_.text_of(y);
    const std::size_t begin = text.find_first_not_of(U' ');
    if (begin == std::u32string_view::npos) continue;
    const auto end = static_cast<std::int64_t>(text.find_last_not_of(U' '));
    first = {std::min(first.x, static_cast<std::int64_t>(begin)), std::min(first.y, y)};
    last = {std::max(last.x, std::min(end, field.width - 1)), y};
  }
  if (last.y < 0 || first.x > last.x) return {{0, 0}, field};
  return {first, {last.x - first.x + 1, last.y - first.y + 1}};
}

void Editor::select_all() {
  const Point cursor = at_.cursor;
  const Rectangle written = written_area();
  select(selection() == written ? Rectangle{{0, 0}, document_.field()} : written);
  at_.cursor = cursor;
}

// ---- Recording

Result<Done> Editor::edit(const Recipe& recipe, const Write& write) {
  if (!recipe.typing) end_typing();
  const State before = at_;
  Done done;
  Transaction transaction(document_);
  Result<void> written = write(transaction, done);
  if (written) written = check_size(document_.field());
  if (!written) {
    at_ = before;
    if (!recipe.typing) end_typing();
    return tl::unexpected(written.error());
  }
  std::vector<Change> changes = transaction.commit(recipe.may_shrink);
  if (changes.empty()) return done;
  if (saved_ && *saved_ > done_) saved_.reset();
  steps_.resize(done_);
  const bool joins = recipe.typing && done_ > 0 && steps_.back().typing && saved_ != done_;
  if (!joins) {
    steps_.push_back({{}, {}, before, {}, recipe.typing});
    ++done_;
  }
  UndoStep& step = steps_.back();
  for (Change& change : changes) {
    if (step.changes.empty() || !recipe.typing || !merge(step.changes.back(), change)) {
      step.changes.push_back(std::move(change));
    }
  }
  step.map.add(done.map);
  step.after = at_;
  return done;
}

Done Editor::undo() {
  if (!can_undo()) return {};
  UndoStep& step = steps_[--done_];
  step.typing = false;
  for (auto change = step.changes.rbegin(); change != step.changes.rend(); ++change) {
    document_.apply(inverse(*change));
  }
  at_ = step.before;
  end_typing();
  return {step.map.inverse(), {}};
}

Done Editor::redo() {
  if (!can_redo()) return {};
  const UndoStep& step = steps_[done_++];
  for (const Change& change : step.changes) document_.apply(change);
  at_ = step.after;
  end_typing();
  return {step.map, {}};
}

void Editor::mark_saved() {
  end_typing();
  saved_ = done_;
}

// ---- Typing

Result<void> Editor::push_along(Transaction& transaction, Point from, Direction direction,
                                Done& done) {
  const Size size = document_.canvas();
  const Point delta = delta_of(direction);
  Point last = from;
  while (size.contains(moved(last, delta))) last = moved(last, delta);
  if (last == from) return {};
  if (document_.at(last) != ' ') {
    return fail(document_.location_of(last), "nothing can be pushed along: the last cell is in use",
                "overwrite (Insert), or make room at the edge");
  }
  const Point back = delta_of(opposite(direction));
  for (Point to = last; to != from; to = moved(to, back)) {
    transaction.write(to, document_.at(moved(to, back)));
  }
  // Without the last cell, which is overwritten.
  done.map.add(BlockShift{spanned(from, moved(last, back)), delta});
  return {};
}

void Editor::remove(Transaction& transaction, Point cell, Done& done) const {
  if (!typing.insert) return transaction.write(cell, U' ');
  const Size size = document_.canvas();
  const Point first = neighbour(cell, at_.direction);
  Point last = cell;
  for (Point next = first; size.contains(next); next = neighbour(next, at_.direction)) {
    transaction.write(last, document_.at(next));
    last = next;
  }
  transaction.write(last, U' ');
  if (last == cell) return;
  done.map.add(BlockShift{spanned(first, last), delta_of(opposite(at_.direction))});
}

Result<Done> Editor::type(char32_t character) {
  // The field may have grown, and the cursor turned, since.
  const Point from = is_past_edge() ? neighbour(at_.cursor, at_.direction) : at_.cursor;
  if (!document_.canvas().contains(from)) {
    return fail(document_.location_of(at_.cursor), "the field ends here",
                "move the cursor, or enlarge the field with Edit > enlarge the field");
  }
  const bool turns = typing.arrows_turn && !at_.in_string && is_turn(op_of(character)) &&
                     !is_jumped_over(from, at_.direction);
  const State before = at_;
  auto typed = edit({.typing = true}, [&](Transaction& transaction, Done& done) -> Result<void> {
    if (typing.insert) TRY(push_along(transaction, from, at_.direction, done));
    transaction.write(from, character);
    at_.anchor.reset();
    if (character == U'"') at_.in_string = !at_.in_string;
    if (turns) at_.direction = direction_after(op_of(character), at_.direction);
    at_.cursor = neighbour(from, at_.direction);
    at_.edge.reset();
    if (!document_.canvas().contains(at_.cursor)) at_.edge = at_.cursor = from;
    return {};
  });
  if (typed) typed_.push_back(before);
  return typed;
}

Result<Done> Editor::backspace() {
  if (at_.anchor) return erase();
  return edit({.typing = true}, [&](Transaction& transaction, Done& done) -> Result<void> {
    Point cell = is_past_edge() ? at_.cursor : neighbour(at_.cursor, opposite(at_.direction));
    at_.edge.reset();
    if (typed_.empty()) {
      if (!document_.canvas().contains(cell)) return {};
      if (document_.at(cell) == '"') at_.in_string = !at_.in_string;
    } else {
      cell = typed_.back().cursor;
      at_.direction = typed_.back().direction;
      at_.in_string = typed_.back().in_string;
      typed_.pop_back();
    }
    remove(transaction, cell, done);
    at_.cursor = cell;
    return {};
  });
}

Result<Done> Editor::erase() {
  if (const auto area = selection()) return fill(*area, U' ');
  return edit({.typing = true}, [&](Transaction& transaction, Done& done) -> Result<void> {
    remove(transaction, at_.cursor, done);
    return {};
  });
}

void Editor::new_line() {
  const bool along_x = delta_of(at_.direction).y == 0;
  move_to(along_x ? Point{typing_from_.x, at_.cursor.y + 1}
                  : Point{at_.cursor.x + 1, typing_from_.y});
}

}  // namespace fungescope::editing
