#include "programs/setter_model.h"

#include <utility>

namespace fungescope::test {
namespace {

constexpr std::int64_t weight = 20000;
constexpr std::int64_t trail_bottom = 1;  // of the trail
constexpr std::int64_t first_column = '!';
constexpr std::int64_t removed = '.';

constexpr std::size_t cell_row(std::size_t cell) {
  return cell / 9;
}
constexpr std::size_t cell_column(std::size_t cell) {
  return cell % 9;
}
constexpr std::size_t cell_box(std::size_t cell) {
  return cell / 27 * 3 + cell % 9 / 3;
}

constexpr bool are_peers(std::size_t a, std::size_t b) {
  return cell_row(a) == cell_row(b) || cell_column(a) == cell_column(b) ||
         cell_box(a) == cell_box(b);
}

using Peers = std::array<std::array<std::size_t, 20>, cell_count>;
Peers find_peers() {
  Peers peers{};
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    std::size_t count = 0;
    for (std::size_t other = 0; other < cell_count; ++other) {
      if (other != cell && are_peers(cell, other)) peers[cell][count++] = other;
    }
  }
  return peers;
}

std::int64_t code_of(std::size_t cell, std::size_t digit) {
  return 16 * (first_column + static_cast<std::int64_t>(cell)) + static_cast<std::int64_t>(digit);
}
std::size_t cell_of(std::int64_t code) {
  return static_cast<std::size_t>(code / 16 - first_column);
}
std::size_t digit_of(std::int64_t code) {
  return static_cast<std::size_t>(code % 16);
}
std::size_t digit_of_character(std::int64_t c) {
  return static_cast<std::size_t>(c - '0');
}

}  // namespace

SetterModel::SetterModel(std::uint64_t seed) : random_(seed) {
  // The program's page before the run, and what CLEAR makes of it.
  grid_.fill(' ');
  clues_.fill(' ');
  digits_.fill('.');
  cells_.fill(weight);
  for (Units* units : {&rows_, &columns_, &boxes_}) {
    for (auto& unit : *units) unit.fill(weight);
  }
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    order_[cell] = cell;
    for (std::size_t i = 0; i < 9; ++i) orders_[cell][i] = i + 1;
    change(SetterRegion::digits, digits_, cell, 0);
    for (std::size_t digit = 1; digit <= 9; ++digit) {
      places_[cell][digit] = std::exchange(trail_head_, code_of(cell, digit));
    }
  }
  undo(trail_bottom);
}

std::string SetterModel::next(SetterKind kind) {
  do {
    fill();
    shuffle(kind);
    dig();
  } while (kind.value != SetterKind::minimal && rest_ != 0);
  std::string line;
  for (const std::int64_t c : clues_) line += static_cast<char>(c);
  return line;
}

void SetterModel::change(SetterRegion region, Board& board, std::size_t cell, std::int64_t now) {
  if (board[cell] != now) changes_.push_back({region, static_cast<std::uint8_t>(cell), now});
  board[cell] = now;
}

std::size_t SetterModel::random_below(std::size_t n) {
  for (;;) {
    std::size_t number = 0;
    for (std::size_t power = 1; power < n; power *= 3) {
      // East, south, west, north: west asks again.
      unsigned way = random_.next_two_bits();
      while (way == 2) way = random_.next_two_bits();
      number = 3 * number + (way == 3 ? 0 : way + 1);
    }
    if (number < n) return number;
  }
}

void SetterModel::fill() {
  Units used_rows{};
  Units used_columns{};
  Units used_boxes{};
  std::array<std::size_t, cell_count + 1> tried{};
  for (std::size_t cell = 0; cell < cell_count;) {
    const auto use = [&](std::size_t digit, std::int64_t value) {
      used_rows[cell_row(cell)][digit] = value;
      used_columns[cell_column(cell)][digit] = value;
      used_boxes[cell_box(cell)][digit] = value;
    };
    if (tried[cell] == 9) {
      --cell;
      use(digit_of_character(grid_[cell]), 0);
      continue;
    }
    auto& order = orders_[cell];
    const std::size_t i = tried[cell]++;
    std::swap(order[i], order[i + random_below(9 - i)]);
    const std::size_t digit = order[i];
    if (used_rows[cell_row(cell)][digit] != 0 || used_columns[cell_column(cell)][digit] != 0 ||
        used_boxes[cell_box(cell)][digit] != 0) {
      continue;
    }
    change(SetterRegion::grid, grid_, cell, '0' + static_cast<std::int64_t>(digit));
    use(digit, 1);
    tried[++cell] = 0;
  }
}

void SetterModel::shuffle(SetterKind kind) {
  const bool by_row = kind.value == SetterKind::rows;
  rest_ = by_row ? 54 : cell_count - static_cast<std::size_t>(kind.value);
  for (std::size_t i = 0; i < 9; ++i) room_[i] = by_row ? 5 + i / 3 : 9;
  for (std::size_t i = 9; i-- > 0;) std::swap(room_[i], room_[random_below(i + 1)]);
  for (std::size_t i = cell_count; i-- > 0;) {
    std::swap(order_[i], order_[random_below(i + 1)]);
    change(SetterRegion::clues, clues_, i, grid_[i]);
  }
}

void SetterModel::dig() {
  std::array<std::int64_t, 65> marks{};  // by the size of the half that was loaded
  std::size_t size = 128;
  for (std::size_t clue = 0; clue < cell_count && rest_ != 0; ++clue) {
    if (clue > 0) {
      for (size = 1; clue % (2 * size) == 0;) size *= 2;
      undo(marks[size]);
      load(clue - size, clue);
    }
    while (size > 1) {
      size /= 2;
      marks[size] = trail_head_;
      load(clue + size, clue + 2 * size);
    }
    const std::size_t cell = order_[clue];
    if (room_[cell_row(cell)] == 0) continue;
    if (digits_[cell] != 0 || !has_second_solution(cell)) remove_clue(cell);
  }
  undo(trail_bottom);
}

void SetterModel::remove_clue(std::size_t cell) {
  change(SetterRegion::clues, clues_, cell, removed);
  --room_[cell_row(cell)];
  --rest_;
}

void SetterModel::load(std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to && i < cell_count; ++i) {
    const std::size_t cell = order_[i];
    if (clues_[cell] != removed) {
      to_do_.push_back(code_of(cell, digit_of_character(clues_[cell])));
    }
  }
  solve();
}

bool SetterModel::has_second_solution(std::size_t cell) {
  std::vector<Frame> frames;
  rule_out({cell, digit_of_character(grid_[cell])});
  for (;;) {
    if (solve()) {
      if (solved_ == cell_count) return true;
      const Place guess = find_guess();
      const std::int64_t code = code_of(guess.cell, guess.digit);
      frames.push_back({trail_head_, code});
      to_do_.push_back(code);
    } else {
      if (frames.empty()) return false;
      const Frame frame = frames.back();
      frames.pop_back();
      undo(frame.trail_head);
      rule_out({cell_of(frame.guess), digit_of(frame.guess)});
    }
  }
}

bool SetterModel::solve() {
  while (!to_do_.empty()) {
    const std::int64_t code = to_do_.back();
    to_do_.pop_back();
    if (code == weight) {
      to_do_.clear();
      return false;
    }
    const Place place{cell_of(code), digit_of(code)};
    if (places_[place.cell][place.digit] == 0) set(place);
  }
  return true;
}

void SetterModel::set(Place place) {
  static const Peers peers = find_peers();
  const auto& [cell, digit] = place;
  change(SetterRegion::digits, digits_, cell, static_cast<std::int64_t>(digit));
  ++solved_;
  places_[cell][digit] = std::exchange(trail_head_, code_of(cell, digit));
  if (cells_[cell] < 0) {
    for (std::size_t other = 1; other <= 9; ++other) {
      if (places_[cell][other] == 0) rule_out({cell, other});
    }
  }
  for (const std::size_t peer : peers[cell]) {
    if (places_[peer][digit] == 0) rule_out({peer, digit});
  }
}

void SetterModel::rule_out(Place place) {
  const auto& [cell, digit] = place;
  const std::int64_t code = code_of(cell, digit);
  places_[cell][digit] = std::exchange(trail_head_, code);
  add_to_tally(rows_[cell_row(cell)][digit], weight - code);
  add_to_tally(boxes_[cell_box(cell)][digit], weight - code);
  add_to_tally(columns_[cell_column(cell)][digit], weight - code);
  add_to_tally(cells_[cell], weight - code);
}

void SetterModel::add_to_tally(std::int64_t& tally, std::int64_t amount) {
  tally += amount;
  if (tally > 0) to_do_.push_back(tally);
}

SetterModel::Place SetterModel::find_guess() const {
  std::int64_t best = -10 * weight;
  Place guess{0, 1};
  for (std::size_t cell = 0; cell < cell_count && best <= -weight; ++cell) {
    if (cells_[cell] >= 0 || cells_[cell] <= best) continue;
    best = cells_[cell];
    guess.cell = cell;
  }
  while (places_[guess.cell][guess.digit] != 0) ++guess.digit;
  return guess;
}

void SetterModel::undo(std::int64_t mark) {
  while (trail_head_ != mark) {
    const std::int64_t code = trail_head_;
    const std::size_t cell = cell_of(code);
    const std::size_t digit = digit_of(code);
    trail_head_ = std::exchange(places_[cell][digit], 0);
    if (digits_[cell] == static_cast<std::int64_t>(digit)) {
      change(SetterRegion::digits, digits_, cell, 0);
      --solved_;
      continue;
    }
    for (std::int64_t* tally : {&rows_[cell_row(cell)][digit], &boxes_[cell_box(cell)][digit],
                                &columns_[cell_column(cell)][digit], &cells_[cell]}) {
      *tally -= weight - code;
    }
  }
}

}  // namespace fungescope::test
