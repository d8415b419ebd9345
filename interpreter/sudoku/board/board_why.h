// Answers why a cell of a sudoku board holds its digit, or which digits are ruled out there, in
// terms of the puzzle: the digits that ruled out the others, what these follow from, and so on,
// down to givens and guesses. What is told is what the run did, from its own stores: a digit is
// that of the grid, and a candidate was ruled out by the digit after whose store its cell of pspace
// was marked.
//
//     const auto answer = why_on_board(session, {2, 4}, options, monitor);   // r5c3
//
// docs/why.md describes it for users.
#pragma once

#include "base/result.h"
#include "session/session.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sudoku/board/board_events.h"

namespace fungescope {

// Units 0 to 26 as unit_cell counts them (board_events.h), and the cell itself.
inline constexpr std::size_t cell_unit = 27;

// A digit that had been ruled out in a cell.
struct BoardExclusion {
  Point cell;
  int digit = 0;
  std::optional<Tick> tick;            // the instant after its cell of pspace was marked
  std::optional<std::size_t> because;  // index in BoardWhy::facts; none: not known
};

struct BoardDigit {
  Point cell;
  int digit = 0;
  std::optional<Tick> tick;  // the instant after its store
};

// What holds on the board, or held when it was used.
struct BoardFact {
  enum class Kind : std::uint8_t {
    blank,    // the cell asked about has no digit
    given,    // a digit of the puzzle
    deduced,  // a digit that was the last one possible somewhere
    guessed,  // a guess that still stands
    refuted,  // a guess that was undone: the digit is ruled out in this cell
    edited,   // the user set the digit, or marked the candidate
  };
  Kind kind = Kind::blank;
  Point cell;                    // (x,y) of the grid
  int digit = 0;                 // 0: blank
  bool excludes = false;         // it is that the digit is ruled out: refuted, or an edit of pspace
  std::optional<Tick> tick;      // the instant after the store; of a refuted guess, of its undoing
  std::int64_t depth = 0;        // of a guess: 1 is the first
  std::uint16_t candidates = 0;  // of a blank cell or a guess: bit v - 1, the digit v was possible

  // Of a deduced digit: the unit in which it was the last one possible, and since when. None if
  // pspace does not say.
  std::optional<std::size_t> unit;
  std::optional<Tick> since;

  // Of a given: the bytes of the input that it was made of.
  std::vector<std::uint64_t> input;
  // Of a guess that stands: the one before it.
  std::optional<BoardDigit> after;

  // Of a refuted guess: when it was made, and the contradiction that it led to.
  std::optional<Tick> guessed_at;
  std::optional<FoundConflict> contradiction;

  std::size_t level = 0;                   // facts from the one asked about
  bool expanded = true;                    // false: it lies at the maximum depth
  std::vector<BoardExclusion> exclusions;  // of other digits, or in other cells of the unit
};
[[nodiscard]] std::string_view to_string(BoardFact::Kind kind);

struct BoardWhyOptions {
  std::size_t depth = 3;  // facts from the cell asked about
  bool to_input = false;  // only what leads to input
};

struct BoardWhy {
  Tick tick = 0;  // the instant of the question
  Point grid;     // the corner of the grid in the field
  // In the order in which a walk meets them that goes down first; the first is the cell asked
  // about.
  std::vector<BoardFact> facts;

  struct Summary {
    std::array<std::size_t, 6> kinds{};  // by BoardFact::Kind, without the cell asked about
    std::vector<std::uint64_t> input;    // ascending positions
    std::size_t depth = 0;
    std::size_t unexpanded = 0;
    [[nodiscard]] std::size_t of(BoardFact::Kind kind) const {
      return kinds[static_cast<std::size_t>(kind)];
    }
  };
  Summary summary;
};

// Leaves the present instant unchanged. Fails when interrupted, and while the board means nothing
// (BoardView::ready). Cost: searches backwards for the stores of the present board, of all that is
// ruled out in it, and two for each refuted guess that is shown.
[[nodiscard]] Result<BoardWhy> why_on_board(Session& session, const BoardMap& map, Point cell,
                                            const BoardWhyOptions& options, Monitor* monitor);

}  // namespace fungescope
