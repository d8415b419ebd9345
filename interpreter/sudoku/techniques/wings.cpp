// XY-wing (4.2): a cell with the candidates x and y sees a cell with x and z and a cell with y
// and z. Whichever digit the first cell takes, one of the others is z, so that cells that see both
// lose z.
// XYZ-wing (4.4): the first cell has x, y and z, and cells that see all three lose z.
//
// Source: Sudoku Explainer, "XY-Wing" and "XYZ-Wing".
#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

// Returns the wing's z, or 0 if the three cells are not one.
DigitMask shared_digit(DigitMask pivot, DigitMask first, DigitMask second, int pivot_size) {
  if (count(first) != 2 || count(second) != 2) return 0;
  if (count(pivot | first | second) != 3) return 0;
  const DigitMask z = first & second;
  if (count(z) != 1) return 0;
  const bool in_pivot = (pivot & z) != 0;
  return in_pivot == (pivot_size == 3) ? z : DigitMask{0};
}

std::optional<Step> find_wing(const Candidates& board, int pivot_size) {
  for (const Cell pivot : board.open()) {
    if (count(board.at(pivot)) != pivot_size) continue;
    for (const Cell first : geometry.peers[pivot] & board.open()) {
      for (const Cell second : geometry.peers[pivot] & board.open()) {
        if (second == first) continue;
        const DigitMask z =
            shared_digit(board.at(pivot), board.at(first), board.at(second), pivot_size);
        if (z == 0) continue;
        CellSet victims = geometry.peers[first] & geometry.peers[second];
        if (pivot_size == 3) victims &= geometry.peers[pivot];
        victims.erase(pivot);
        Step step;
        step.eliminations = candidates_in(board, victims, z);
        if (step.eliminations.empty()) continue;
        step.technique = pivot_size == 3 ? Technique::xyz_wing : Technique::xy_wing;
        step.rating = pivot_size == 3 ? 44 : 42;
        step.digits = z;
        step.pattern = {
            {pivot, board.at(pivot)}, {first, board.at(first)}, {second, board.at(second)}};
        return step;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Step> find_xy_wing(const Candidates& board) {
  return find_wing(board, 2);
}

std::optional<Step> find_xyz_wing(const Candidates& board) {
  return find_wing(board, 3);
}

}  // namespace fungescope::techniques
