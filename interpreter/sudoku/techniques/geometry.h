// Cells, digits and units of a sudoku, as small numbers and bit sets.
//
// A cell is its index in reading order, 0 to 80. A unit is a box, a column or a row: 0 to 8 are the
// boxes in reading order, 9 to 17 the columns, 18 to 26 the rows. That is the order in which
// Sudoku Explainer searches units, so a loop over all units finds the same step first.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope::techniques {

using Cell = std::uint8_t;
using Unit = std::uint8_t;
using Digit = std::uint8_t;       // 1 to 9
using DigitMask = std::uint16_t;  // bit d-1: the digit d
using Places = std::uint16_t;     // bit i: the cell i of a unit, in reading order

inline constexpr std::size_t board_cells = 81;
inline constexpr std::size_t unit_count = 27;
inline constexpr DigitMask all_digits = 0x1ff;

enum class UnitKind : std::uint8_t { box, column, row };

constexpr UnitKind kind_of(Unit unit) {
  return static_cast<UnitKind>(unit / 9);
}
constexpr Unit unit_of(UnitKind kind, std::size_t number) {
  return static_cast<Unit>(static_cast<std::size_t>(kind) * 9 + number);
}
constexpr std::size_t row_of(Cell cell) {
  return cell / 9U;
}
constexpr std::size_t column_of(Cell cell) {
  return cell % 9U;
}
constexpr std::size_t box_of(Cell cell) {
  return cell / 27U * 3U + cell % 9U / 3U;
}

// Returns "r5c3", the name of a cell everywhere: its row and column from 1. From 0 in the
// arguments.
inline std::string cell_name(std::size_t row, std::size_t column) {
  return "r" + std::to_string(row + 1) + "c" + std::to_string(column + 1);
}
inline std::string to_text(Cell cell) {
  return cell_name(row_of(cell), column_of(cell));
}
constexpr std::string_view kind_name(Unit unit) {
  return std::array<std::string_view, 3>{"box", "column", "row"}[unit / 9U];
}
// Returns "row 5", "column 3" or "box 4": counted from 1, boxes row by row.
inline std::string unit_text(Unit unit) {
  return std::string(kind_name(unit)) + ' ' + std::to_string(unit % 9 + 1);
}

constexpr DigitMask mask_of(Digit digit) {
  return static_cast<DigitMask>(1U << (digit - 1U));
}
constexpr DigitMask without(DigitMask mask, DigitMask removed) {
  return static_cast<DigitMask>(mask & ~removed);
}
// A table, since processors need not have an instruction for it.
inline constexpr auto bit_counts = [] {
  std::array<std::uint8_t, 512> counts{};
  for (std::size_t i = 1; i < counts.size(); ++i) {
    counts[i] = static_cast<std::uint8_t>(counts[i / 2] + i % 2);
  }
  return counts;
}();
// Returns the number of digits, or of places.
constexpr int count(std::uint16_t mask) {
  return bit_counts[mask];
}
// Returns the smallest digit of a mask that is not empty.
constexpr Digit first_digit(DigitMask mask) {
  return static_cast<Digit>(std::countr_zero(mask) + 1);
}

// The members of a 16-bit mask, lowest first, as bit numbers; `digits_in` as digits.
template <int offset>
class Bits {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint16_t rest) : rest_(rest) {}
    constexpr std::uint8_t operator*() const {
      return static_cast<std::uint8_t>(std::countr_zero(rest_) + offset);
    }
    constexpr Iterator& operator++() {
      rest_ = static_cast<std::uint16_t>(rest_ & (rest_ - 1U));
      return *this;
    }
    friend constexpr bool operator==(const Iterator&, const Iterator&) = default;

   private:
    std::uint16_t rest_;
  };
  constexpr explicit Bits(std::uint16_t mask) : mask_(mask) {}
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(mask_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }

 private:
  std::uint16_t mask_;
};
constexpr Bits<1> digits_in(DigitMask mask) {
  return Bits<1>(mask);
}
constexpr Bits<0> places_in(Places places) {
  return Bits<0>(places);
}

class CellSet {
 public:
  constexpr CellSet() = default;
  [[nodiscard]] static constexpr CellSet of(Cell cell) {
    CellSet set;
    set.insert(cell);
    return set;
  }

  constexpr void insert(Cell cell) { words_[cell / 64U] |= std::uint64_t{1} << (cell % 64U); }
  constexpr void erase(Cell cell) { words_[cell / 64U] &= ~(std::uint64_t{1} << (cell % 64U)); }
  [[nodiscard]] constexpr bool contains(Cell cell) const {
    return (words_[cell / 64U] >> (cell % 64U) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return (words_[0] | words_[1]) == 0; }
  [[nodiscard]] constexpr int size() const {
    return std::popcount(words_[0]) + std::popcount(words_[1]);
  }
  // Returns the first cell in reading order; the set must not be empty.
  [[nodiscard]] constexpr Cell first() const { return *begin(); }
  [[nodiscard]] constexpr bool is_subset_of(const CellSet& other) const {
    return (*this - other).empty();
  }

  constexpr CellSet& operator|=(const CellSet& other) {
    words_[0] |= other.words_[0];
    words_[1] |= other.words_[1];
    return *this;
  }
  constexpr CellSet& operator&=(const CellSet& other) {
    words_[0] &= other.words_[0];
    words_[1] &= other.words_[1];
    return *this;
  }
  constexpr CellSet& operator-=(const CellSet& other) {
    words_[0] &= ~other.words_[0];
    words_[1] &= ~other.words_[1];
    return *this;
  }
  friend constexpr CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend constexpr CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
  friend constexpr CellSet operator-(CellSet a, const CellSet& b) { return a -= b; }
  friend constexpr bool operator==(const CellSet& a, const CellSet& b) {
    return a.words_[0] == b.words_[0] && a.words_[1] == b.words_[1];
  }

  // Iterates in reading order over the set as it is at `begin`.
  class Iterator {
   public:
    constexpr explicit Iterator(const std::array<std::uint64_t, 2>& rest) : rest_(rest) {}
    constexpr Cell operator*() const {
      return static_cast<Cell>(rest_[0] != 0 ? std::countr_zero(rest_[0])
                                             : 64 + std::countr_zero(rest_[1]));
    }
    constexpr Iterator& operator++() {
      std::uint64_t& word = rest_[0] != 0 ? rest_[0] : rest_[1];
      word &= word - 1;
      return *this;
    }
    friend constexpr bool operator==(const Iterator& a, const Iterator& b) {
      return a.rest_[0] == b.rest_[0] && a.rest_[1] == b.rest_[1];
    }

   private:
    std::array<std::uint64_t, 2> rest_;
  };
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(words_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator({}); }

 private:
  std::array<std::uint64_t, 2> words_{};
};

inline constexpr CellSet every_cell = [] {
  CellSet cells;
  for (std::size_t i = 0; i < board_cells; ++i) cells.insert(static_cast<Cell>(i));
  return cells;
}();

struct Geometry {
  std::array<std::array<Cell, 9>, unit_count> cells{};   // of each unit, in reading order
  std::array<CellSet, unit_count> sets{};                // the same as sets
  std::array<std::array<Unit, 3>, board_cells> units{};  // box, column and row of each cell
  std::array<std::array<std::uint8_t, 3>, board_cells> places{};  // its index in each of them
  std::array<CellSet, board_cells> peers{};  // the cells that share a unit with it, without itself
};

inline constexpr Geometry geometry = [] {
  Geometry g;
  std::array<std::uint8_t, unit_count> filled{};
  for (std::size_t i = 0; i < board_cells; ++i) {
    const Cell cell = static_cast<Cell>(i);
    const std::array<Unit, 3> units{unit_of(UnitKind::box, box_of(cell)),
                                    unit_of(UnitKind::column, column_of(cell)),
                                    unit_of(UnitKind::row, row_of(cell))};
    g.units[cell] = units;
    for (std::size_t k = 0; k < 3; ++k) {
      g.places[cell][k] = filled[units[k]];
      g.cells[units[k]][filled[units[k]]++] = cell;
      g.sets[units[k]].insert(cell);
    }
  }
  for (std::size_t i = 0; i < board_cells; ++i) {
    for (const Unit unit : g.units[i]) g.peers[i] |= g.sets[unit];
    g.peers[i].erase(static_cast<Cell>(i));
  }
  return g;
}();

constexpr Unit unit_of(Cell cell, UnitKind kind) {
  return geometry.units[cell][static_cast<std::size_t>(kind)];
}
constexpr bool sees(Cell a, Cell b) {
  return geometry.peers[a].contains(b);
}
// Returns the cells that see every cell of a set.
constexpr CellSet common_peers(const CellSet& cells) {
  CellSet common = cells.empty() ? CellSet() : every_cell;
  for (const Cell cell : cells) common &= geometry.peers[cell];
  return common;
}

// Advances a mask to the next higher one of nine bits of which `size` are set; from 0, to the
// first. Returns whether there is one.
constexpr bool next_combination(std::uint16_t& mask, int size) {
  do {
    if (++mask > all_digits) return false;
  } while (count(mask) != size);
  return true;
}

}  // namespace fungescope::techniques
