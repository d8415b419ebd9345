// Lays out structured code on a field as boxes: joined in a row, closed to loops, forked, turned to
// the south and mirrored to the west.
//
// A box is entered at its left edge in row `entry`, heading east, and left at its right edge in row
// `exit`, heading east. Combinations of boxes are boxes. A mirrored box runs west, where `_`
// branches the opposite way, so code that lays out a branch takes the final orientation as `Flips`
// and negates the condition.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fungescope::test::layout {

// A cell may have a label, with which other code refers to its coordinates. It may also be one of
// the `place_size` cells that push one coordinate of a labelled cell.
struct Cell {
  unsigned char glyph = ' ';
  std::uint8_t part = 0;      // of the pushing text
  bool vertical = false;      // y, not x
  std::int16_t label = 0;     // 0: none
  std::int16_t place_of = 0;  // the label whose coordinate is pushed here; 0: none
};
inline constexpr int place_size = 5;

// Code in the order of execution.
struct Path {
  Path() = default;
  template <class Text>
  requires std::convertible_to<Text, std::string_view> Path(
      const Text& text) {  // NOLINT(google-explicit-constructor)
    for (const char c : std::string_view(text)) cells.push_back({static_cast<unsigned char>(c)});
  }
  Path& operator+=(const Path& more) {
    cells.insert(cells.end(), more.cells.begin(), more.cells.end());
    return *this;
  }
  // An operator whose operands are evaluated from left to right.
  friend Path operator<<(Path path, const Path& more) {
    path += more;
    return path;
  }
  std::vector<Cell> cells;
};

[[nodiscard]] Path labelled(char glyph, std::int16_t label);
// Pushes x and y of the labelled cell.
[[nodiscard]] Path place_of(std::int16_t label);

// The final orientation of a box: whether its east and its south are flipped.
struct Flips {
  bool east_west = false;
  bool north_south = false;
  [[nodiscard]] Flips mirrored() const { return {!east_west, north_south}; }
  [[nodiscard]] Flips turned() const { return {north_south, east_west}; }
};

class Box {
 public:
  Box(int width, int height, int entry, int exit);
  Box(const Path& path);  // NOLINT(google-explicit-constructor): one row

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] int entry() const { return entry_; }
  [[nodiscard]] int exit() const { return exit_; }
  [[nodiscard]] Cell& at(int x, int y) { return cells_[index(x, y)]; }
  [[nodiscard]] const Cell& at(int x, int y) const { return cells_[index(x, y)]; }
  void put(int x, int y, char glyph) { at(x, y).glyph = static_cast<unsigned char>(glyph); }
  void put(int x, int y, std::string_view text);
  void paste(int x, int y, const Box& other);

 private:
  [[nodiscard]] std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }
  int width_;
  int height_;
  int entry_;
  int exit_;
  std::vector<Cell> cells_;
};

// First one, then the other.
[[nodiscard]] Box beside(const Box& first, const Box& second);

// The body leaves a value that ends the loop if it is 0. Back below the body, or above it.
[[nodiscard]] Box loop_below(const Box& body, Flips flips);
[[nodiscard]] Box loop_above(const Box& body, Flips flips);
// `test` leaves a value; the body runs while it is not 0. The path out crosses the path back.
[[nodiscard]] Box while_loop(const Box& test, const Box& body, Flips flips);

// Pops a value. `if_below` uses `_`, `if_around` uses `|`.
[[nodiscard]] Box if_below(const Box& zero, const Box& other, Flips flips);
[[nodiscard]] Box if_around(const Box& zero, const Box& other, Flips flips);
// Branches at a labelled cell that holds `>` or `v`: `first` runs after a `>`, `second` after a
// `v`.
[[nodiscard]] Box fork(const Box& first, const Box& second, std::int16_t label);
// `?` until it takes one of three directions, each of which pushes a digit.
[[nodiscard]] Box random_digit(char north, char east, char south);
// `?` with four paths that join again.
[[nodiscard]] Box random_ways(const Path& north, const Path& east, const Path& south,
                              const Path& west);

// The body is called with a return number on the stack, first 1, which it leaves there; each of
// `sites` runs after the return to it. The sites are laid out with flips.mirrored().
[[nodiscard]] Box subroutine(const Box& body, const std::vector<Box>& sites, Flips flips);

// `there` to the east, `back` to the west, `on` to the east again. `back` is laid out with
// flips.mirrored().
[[nodiscard]] Box snake(const Box& there, const Box& back, const Box& on);
// The box runs south: it is laid out with flips.turned().
[[nodiscard]] Box turned(const Box& box);

// Pops a value; ends the program if it is 0. Only for a box that is not flipped.
[[nodiscard]] Box end_if_zero();

// Fills in the coordinates that labelled cells have in a box that is the whole field.
void resolve_places(Box& field);

}  // namespace fungescope::test::layout
