// The history of a board in a recording: the stores that made it, and the input bytes that the
// digits of the puzzle were made of.
#pragma once

#include "base/result.h"
#include "session/queries/history_queries.h"
#include "session/why/causes.h"
#include "session/why/provenance.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sudoku/board/board.h"

namespace fungescope {

// The stores that made the present board: when each digit was set and each candidate ruled out.
// Moves the history while it works: the caller keeps the present (ScopedSeek).
class BoardStores {
 public:
  using Found = Result<std::optional<Write>>;

  BoardStores(Session& session, const BoardMap& map, Monitor* monitor)
      : session_(session), map_(map), monitor_(monitor), present_(session.machine().tick) {}

  // Finds the stores of the digits of the present board and of all that is ruled out in it, in one
  // search. To be called first, at the present. Fails when interrupted.
  [[nodiscard]] Result<void> search(const BoardView& view);

  // The last store at or before an instant to a cell of the grid, or the one that marked a
  // candidate; nothing if there is none, or if the candidate was possible then. Cost: none for what
  // still stands at the present, else a search. A program that follows the reference method undoes
  // the newest first: what has been marked again since was possible at a digit that still stands.
  Found digit(Point cell, Tick instant);
  Found mark(Point cell, int digit, Tick instant);

  // The cell of the board whose digit, of those that still stand, was set last at or before an
  // instant.
  [[nodiscard]] std::optional<Point> last_digit_before(Tick instant) const;

  [[nodiscard]] Tick present() const { return present_; }

 private:
  [[nodiscard]] Result<bool> is_marked(Point at, Tick instant);

  Session& session_;
  const BoardMap& map_;
  Monitor* monitor_;
  Tick present_;
  std::array<std::optional<Write>, 81> digits_;
  std::array<std::optional<Write>, 729> marks_;  // nine of each cell
};

// Finds the input bytes that the digits of a puzzle were made of. For several digits, which are
// made in the same windows of the run. Moves the history while it works: the caller keeps the
// present (ScopedSeek).
class GivenInput {
 public:
  // At the present instant.
  GivenInput(Session& session, Monitor* monitor)
      : provenance_(session, options().limits, monitor), options_(options()) {}

  // The bytes of which the value of a cell at an instant was made; none if it comes from the source
  // or is not known. Fails when interrupted.
  [[nodiscard]] Result<std::vector<std::uint64_t>> of(Point at, Tick instant, std::int64_t value);

 private:
  static WhyOptions options();

  Provenance provenance_;
  WhyOptions options_;
};

}  // namespace fungescope
