// sudoku1k.b93 as a function: the same decisions with the same random numbers, the same writes to
// its regions in the same order, and the same output.
#pragma once

#include "base/random.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::test {

// A cell of the page, and the value it gets.
struct Sudoku1kWrite {
  std::size_t x = 0;
  std::size_t y = 0;
  std::int64_t value = 0;

  friend bool operator==(const Sudoku1kWrite&, const Sudoku1kWrite&) = default;
};

class Sudoku1kModel {
 public:
  explicit Sudoku1kModel(std::uint64_t seed) : random_(seed) {}

  // Plays one game. `input` holds all that is typed.
  void play(std::string_view input);

  [[nodiscard]] const std::string& output() const { return output_; }
  [[nodiscard]] const std::vector<Sudoku1kWrite>& writes() const { return writes_; }
  [[nodiscard]] bool is_open(std::size_t row, std::size_t column) const {
    return open_[row][column];
  }
  // Returns the digit of the solution, as a character.
  [[nodiscard]] char solution(std::size_t row, std::size_t column) const;

 private:
  static constexpr std::size_t size = 9;
  enum class Order : std::uint8_t { digits, rows, columns };

  std::size_t draw();
  void mix();
  // Hides a cell if one of nine equally likely numbers, from 9 on, is below `limit`.
  void deal(std::size_t limit);
  // Prints the board and the two counts; returns whether both are 0.
  bool show();
  // Obeys the digits of a line; returns whether the game is over.
  bool obey(std::string_view line);
  // Moves by any number of digits but one; returns whether they are a move.
  bool move(std::string_view line);
  [[nodiscard]] bool is_wrong(std::size_t row, std::size_t column) const;
  [[nodiscard]] std::size_t order(Order order, std::size_t place) const;

  Random random_;
  std::array<std::array<std::size_t, size>, 3> orders_{};
  bool transposed_ = false;
  std::array<std::array<char, size>, size> digits_{};
  std::array<std::array<bool, size>, size> open_{};
  std::vector<Sudoku1kWrite> writes_;
  std::string output_;
};

}  // namespace fungescope::test
