#include "programs/sudoku1k_model.h"

#include <fmt/format.h>

namespace fungescope::test {
namespace {

constexpr std::size_t blank = 32;           // a place of an order that is not taken
constexpr std::size_t no_cell_shown = 9;    // the limit below which no cell is hidden
constexpr std::size_t before_levels = 'L';  // the limit before the first level is chosen

// The column and the line of a cell's digit.
std::size_t x_of(std::size_t column) {
  return 51 + 3 * column;
}
std::size_t y_of(std::size_t row) {
  return 4 * (row + 3) / 3;
}

}  // namespace

// Draws the four digits to base 3 of a number from 81 to 161; a throw to the north is repeated.
std::size_t Sudoku1kModel::draw() {
  constexpr unsigned north = 3;
  constexpr std::array<std::size_t, 3> digits{1, 0, 2};  // to the east, the south and the west
  std::size_t number = 1;
  while (number < 81) {
    unsigned direction = north;
    while (direction == north) direction = random_.next_two_bits();
    number = number * 3 + digits.at(direction);
  }
  return number;
}

void Sudoku1kModel::mix() {
  std::size_t previous = 0;
  for (auto& order : orders_) order.fill(blank);
  for (std::size_t step = 0; step < 3 * size; ++step) {
    auto& order = orders_.at(step / size);
    const bool banded = step >= size && step % 3 != 0;
    std::size_t place = 0;
    do {
      const std::size_t number = draw();
      transposed_ = number % 2 == 0;
      place = number % size;
    } while (order.at(place) != blank || (banded && place / 3 != previous / 3));
    order.at(place) = step;
    writes_.push_back({place, step / size, static_cast<std::int64_t>(step)});
    previous = place;
  }
}

std::size_t Sudoku1kModel::order(Order order, std::size_t place) const {
  return orders_.at(static_cast<std::size_t>(order)).at(place);
}

char Sudoku1kModel::solution(std::size_t row, std::size_t column) const {
  const std::size_t r = order(Order::rows, (row + 3) % size);  // steps 27 on are rows 3 on
  const std::size_t c = order(Order::columns, column);
  const std::size_t digit = transposed_ ? c * 10 / 3 + r : r * 10 / 3 + c;
  return static_cast<char>('1' + order(Order::digits, digit % size));
}

void Sudoku1kModel::deal(std::size_t limit) {
  const bool marking = limit > no_cell_shown;
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column < size; ++column) {
      const bool hidden = draw() / size < limit;
      const char digit = hidden ? ' ' : solution(row, column);
      if (marking) open_[row][column] = hidden;
      digits_[row][column] = digit;
      writes_.push_back({x_of(column) + (marking ? 1U : 0U), y_of(row), hidden ? '.' : ' '});
      writes_.push_back({x_of(column), y_of(row), digit});
    }
  }
}

bool Sudoku1kModel::is_wrong(std::size_t row, std::size_t column) const {
  const char digit = digits_[row][column];
  if (digit == ' ' || !open_[row][column]) return false;
  for (std::size_t y = 0; y < size; ++y) {
    for (std::size_t x = 0; x < size; ++x) {
      const bool same_box = y / 3 == row / 3 && x / 3 == column / 3;
      const bool same = y == row && x == column;
      if (!same && (y == row || x == column || same_box) && digits_[y][x] == digit) return true;
    }
  }
  return false;
}

bool Sudoku1kModel::show() {
  const std::string frame = "    +--------+--------+--------+\n";
  std::size_t empty = 0;
  std::size_t wrong = 0;
  output_ +=
      "\n    SUDOKU   level 1-9, 0 solves\n    row, column, digit; 0 erases\n"
      "     0  1  2  3  4  5  6  7  8  \n";
  for (std::size_t row = 0; row < size; ++row) {
    if (row % 3 == 0) output_ += frame;
    output_ += fmt::format("  {} |", row);
    for (std::size_t column = 0; column < size; ++column) {
      const bool bad = is_wrong(row, column);
      const bool open = open_[row][column];
      wrong += bad ? 1 : 0;
      empty += open && digits_[row][column] == ' ' ? 1 : 0;
      output_ += digits_[row][column];
      output_ += bad ? '!' : open ? '.' : ' ';
      output_ += column % 3 == 2 ? '|' : ' ';
    }
    output_ += '\n';
  }
  output_ += frame + fmt::format("    open: {}  wrong: {} \n", empty, wrong);
  return empty == 0 && wrong == 0;
}

bool Sudoku1kModel::move(std::string_view line) {
  if (line.empty()) return false;
  const bool erases = line.size() == 2;
  if (!erases) line.remove_prefix(line.size() - 3);
  if (line[0] == '9' || line[1] == '9') return false;
  const auto row = static_cast<std::size_t>(line[0] - '0');
  const auto column = static_cast<std::size_t>(line[1] - '0');
  if (!open_.at(row).at(column)) return false;
  const char digit = erases || line[2] == '0' ? ' ' : line[2];
  digits_[row][column] = digit;
  writes_.push_back({x_of(column), y_of(row), digit});
  return true;
}

bool Sudoku1kModel::obey(std::string_view line) {
  if (line.size() == 1) {
    deal(static_cast<std::size_t>(line[0] - '0') + no_cell_shown);
  } else if (!move(line)) {
    output_ += "?\n";
    return false;
  }
  if (!show()) return false;
  if (line != "0") output_ += "Well done!\n";
  return true;
}

void Sudoku1kModel::play(std::string_view input) {
  mix();
  deal(before_levels);
  show();
  std::string line;
  for (const char c : input) {
    if (c == '\n') {
      if (obey(line)) return;
      line.clear();
    } else if (c >= '0' && c <= '9') {
      line += c;
    }
  }
}

}  // namespace fungescope::test
