// The algorithm of setter.b93 in C++: the same decisions in the same order, from the same
// generator.
//
// It is compared with the program change by change (tests/programs). This file and
// programs/setter/README.md describe the same algorithm; the names of its parts are those of the
// program's blocks.
#pragma once

#include "base/random.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sudoku/solving/puzzle.h"

namespace fungescope::test {

using puzzles::cell_count;

// The regions whose changes are recorded, by their names in the program.
enum class SetterRegion : std::uint8_t { grid, clues, digits };

// A write that changed a cell; writing the value that a cell already has is not recorded.
struct SetterChange {
  SetterRegion region = SetterRegion::grid;
  std::uint8_t cell = 0;  // y * 9 + x
  std::int64_t now = 0;
  friend bool operator==(const SetterChange&, const SetterChange&) = default;
};

struct SetterKind {
  static constexpr std::int64_t minimal = 0;
  static constexpr std::int64_t rows = 1;
  std::int64_t value = minimal;  // or a number of clues
};

// Makes one puzzle after the other, as one run of the program does.
class SetterModel {
 public:
  explicit SetterModel(std::uint64_t seed);

  // Returns the next puzzle, 81 characters.
  [[nodiscard]] std::string next(SetterKind kind);

  // Returns the changes so far.
  [[nodiscard]] const std::vector<SetterChange>& changes() const { return changes_; }

 private:
  using Board = std::array<std::int64_t, cell_count>;
  // A value for each digit, 1 to 9, in each of nine rows, columns or boxes.
  using Units = std::array<std::array<std::int64_t, 10>, 9>;
  struct Place {
    std::size_t cell;
    std::size_t digit;
  };
  struct Frame {
    std::int64_t trail_head;
    std::int64_t guess;
  };

  void change(SetterRegion region, Board& board, std::size_t cell, std::int64_t now);
  std::size_t random_below(std::size_t n);
  void fill();
  void shuffle(SetterKind kind);
  void dig();
  void remove_clue(std::size_t cell);
  void load(std::size_t from, std::size_t to);
  [[nodiscard]] bool has_second_solution(std::size_t cell);

  // Empties the to-do list; returns false at a conflict.
  bool solve();
  void set(Place place);
  void rule_out(Place place);
  void add_to_tally(std::int64_t& tally, std::int64_t amount);
  [[nodiscard]] Place find_guess() const;
  void undo(std::int64_t mark);

  Random random_;
  std::vector<SetterChange> changes_;

  Board grid_{};
  Board clues_{};
  Board digits_{};
  std::array<std::array<std::size_t, 9>, cell_count> orders_{};
  std::array<std::size_t, cell_count> order_{};
  std::array<std::size_t, 9> room_{};
  std::size_t rest_ = 0;

  std::array<std::array<std::int64_t, 10>, cell_count> places_{};  // links of the trail
  std::array<std::int64_t, cell_count> cells_{};
  Units rows_{};
  Units columns_{};
  Units boxes_{};
  std::int64_t trail_head_ = 1;
  std::size_t solved_ = 0;
  std::vector<std::int64_t> to_do_;
};

}  // namespace fungescope::test
