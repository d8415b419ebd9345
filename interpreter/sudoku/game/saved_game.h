// Games as text, to be saved at every move and resumed.
//
//     replace_file(path, to_text(game, now));          // front_end/file_output.h
//     Result<Game> resumed = parse_saved_game(bytes);  // its timer is paused
//
// The text holds all of a game: the puzzle, every step including those that were undone, the time
// and the help used. The board is not in it: replaying the steps makes it, so that the two cannot
// disagree. A step is a line, the last line is a hash of all before it, and the file is replaced as
// a whole: a program that is killed while it saves leaves the text of the move before.
//
//     fungescope game 1
//     givens 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//     solutions 1
//     solution 534678912672195348198342567859761423426853791713924856961537284287419635345286179
//     level easy 12                  the rating in tenths, 0 for search
//     time 247000                    milliseconds
//     help hints 1 checks 0 shown 0
//     finished 0
//     steps 2                        those that hold; the rest was undone
//     digit r1c3=4///                the cell's digit/centre marks/corner marks/colours after it
//     centre-mark r1c4=/26// r1c6=/268//
//     end 89abcdef01234567
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

#include "sudoku/game/game.h"

namespace fungescope::game {

// Cost: about 50 bytes a move, and a microsecond for each.
[[nodiscard]] std::string to_text(const Game& game, double now);

// Errors have the line, but no file: the text may come from anywhere. A damaged text is never taken
// for another game: it should be kept aside.
[[nodiscard]] Result<Game> parse_saved_game(std::string_view text);

// Returns whether the text is a game that a later version has saved, which must not be replaced.
[[nodiscard]] bool is_later_version(std::string_view text);

}  // namespace fungescope::game
