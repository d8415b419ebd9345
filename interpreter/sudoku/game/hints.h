// Hints for the player's present board, in three strengths.
//
//     const Hint hint = find_hint(game.board(), game.puzzle());   // on a background thread
//     show(hint.text(HintStrength::where), hint.focus);
//     ... the player asks for more ...
//     show(hint.text(HintStrength::step), hint.step->pattern, hint.step->eliminations);
//     ... and for the move ...
//     apply(hint, game, PeerMarks::clean);
//
// A hint is derived from the digits. If one of them is wrong, that is the hint. The player's marks
// are not trusted: they only show which eliminations are already made, so that a hint is never one
// that would change nothing.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sudoku/game/game.h"
#include "sudoku/techniques/step.h"
#include "sudoku/techniques/words/explanation.h"

namespace fungescope::game {

using techniques::HintStrength;

enum class HintKind : std::uint8_t {
  step,          // of a technique, or of search if none applies
  wrong_digits,  // some digits are to be erased first
  none,          // the board is solved, or has no solution or several; the texts say which
};

struct Hint {
  HintKind kind = HintKind::none;
  std::array<std::string, 3> texts;  // by HintStrength, on one line without a full stop

  // What to light up for HintStrength::where and technique: units, or cells if there are none.
  techniques::Focus focus;
  // For HintStrength::step: its pattern, eliminations, placement and chains.
  std::optional<techniques::Step> step;
  CellSet cited;  // for HintStrength::step: filled cells that its reason rests on
  CellSet wrong;  // cells with wrong digits
  // The candidates that are left in the cells of a step's eliminations.
  std::vector<techniques::CellDigits> left;

  [[nodiscard]] const std::string& text(HintStrength strength) const {
    return texts[static_cast<std::size_t>(strength)];
  }
};

// Cost: about a millisecond for easy steps; up to some tenths of a second for forcing chains.
// True from `stopped` ends the count of solutions of a board without a single known one, with an
// incomplete result.
[[nodiscard]] Hint find_hint(const Board& board, const Puzzle& puzzle,
                             const std::function<bool()>& stopped = {});

// Makes the hint's move on the board for which it was found, as one step of undo: places the digit,
// erases wrong digits, or removes the eliminated marks. Cells without centre marks get those that
// are left. Returns false if the hint has no move.
bool apply(const Hint& hint, Game& game, PeerMarks peers = PeerMarks::keep);

}  // namespace fungescope::game
