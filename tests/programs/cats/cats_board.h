// The board of cats.b93, the rules of its game, and what the program prints as boards and words.
#pragma once

#include "programs/program_run.h"
#include "support/test.h"

namespace fungescope::test {

// The squares of the mouse and of the cats 1 to 4, from 0 (a8) to 63 (h1).
using CatsPieces = std::array<int, 5>;

inline constexpr CatsPieces cats_start{59, 0, 2, 4, 6};

// A move of the mouse or of a cat: which of the five pieces, and by how much its square changes.
struct CatsMove {
  std::size_t piece;
  int step;
};

// Whose turn it is; the mouse wants high values.
enum class CatsTurn : int { mouse = 1, cats = -1 };

[[nodiscard]] constexpr CatsTurn other(CatsTurn turn) {
  return turn == CatsTurn::mouse ? CatsTurn::cats : CatsTurn::mouse;
}

// Is it one of the board's squares on which pieces stand? Any number may be asked for.
[[nodiscard]] constexpr bool is_cats_square(int square) {
  return square >= 0 && square < 64 && (square / 8 + square % 8) % 2 == 0;
}

// Calls `use(move)` for each move of a side, in the order in which the program looks at them.
template <class Use>
void for_each_move(const CatsPieces& pieces, CatsTurn turn, Use use) {
  const bool mouse = turn == CatsTurn::mouse;
  for (std::size_t piece = mouse ? 0 : 1; piece < (mouse ? 1U : pieces.size()); ++piece) {
    for (const int step : {-9, -7, 7, 9}) {
      const int target = pieces[piece] + step;
      if ((!mouse && step < 0) || !is_cats_square(target)) continue;
      if (std::find(pieces.begin(), pieces.end(), target) != pieces.end()) continue;
      use(CatsMove{piece, step});
    }
  }
}

[[nodiscard]] inline CatsPieces moved(CatsPieces pieces, CatsMove move) {
  pieces[move.piece] += move.step;
  return pieces;
}

// Returns a move, or all moves of a side, as they are typed.
[[nodiscard]] inline std::string keys_of(CatsMove move) {
  const int key = move.step == -9 ? 7 : move.step == -7 ? 9 : move.step == 7 ? 1 : 3;
  return move.piece == 0 ? fmt::format("{}", key) : fmt::format("{}{}", move.piece, key);
}
[[nodiscard]] inline Lines moves_of(const CatsPieces& board, CatsTurn turn) {
  Lines moves;
  for_each_move(board, turn, [&](CatsMove move) { moves.push_back(keys_of(move)); });
  return moves;
}

// Runs the program in the strict dialect, to its end.
[[nodiscard]] inline std::string run_cats(const std::string& input) {
  const ProgramRun run =
      run_program("cats/cats.b93", input, {.dialect = "strict", .until = 10'000'000'000});
  CHECK(run.stopped == StopReason::ended);
  return run.output;
}

inline constexpr std::string_view cats_columns = "       a b c d e f g h  ";
inline constexpr std::string_view cats_names = "M1234";

// Returns a board as it should be printed.
inline Lines printed(const CatsPieces& board) {
  Lines lines{std::string(cats_columns), "     . - - - - - - - - ."};
  for (int y = 0; y < 8; ++y) {
    std::string line = fmt::format(" {}   |", 8 - y);
    for (int square = 8 * y; square < 8 * y + 8; ++square) {
      const auto* const piece = std::find(board.begin(), board.end(), square);
      line += ' ';
      line += piece != board.end()     ? cats_names[static_cast<std::size_t>(piece - board.begin())]
              : is_cats_square(square) ? '.'
                                       : ' ';
    }
    lines.push_back(line + " |");
  }
  lines.insert(lines.end(), {"     ' - - - - - - - - '", std::string(cats_columns)});
  return lines;
}

// Returns all boards that were printed, and checks their form.
[[nodiscard]] inline std::vector<CatsPieces> boards_of(const std::string& output) {
  const Lines lines = lines_of(output);
  std::vector<CatsPieces> boards;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != cats_columns) continue;
    REQUIRE(i + 12 <= lines.size());
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(i);
    const Lines text(first, first + 12);
    CatsPieces board{};
    for (std::size_t square = 0; square < 64; ++square) {
      const std::string& line = text[square / 8 + 2];
      const std::size_t at = 2 * (square % 8) + 7;
      const std::size_t piece = at < line.size() ? cats_names.find(line[at]) : board.size();
      if (piece < board.size()) board[piece] = static_cast<int>(square);
    }
    CHECK(text == printed(board));
    boards.push_back(board);
    i += 11;
  }
  return boards;
}

// Returns the lines that are not part of a board or of the title.
[[nodiscard]] inline Lines words_of(const std::string& output) {
  Lines lines = lines_of(output);
  REQUIRE(lines.size() >= 6);
  lines.erase(lines.begin(), lines.begin() + 6);
  std::erase_if(lines, [](const std::string& line) { return line.front() == ' '; });
  return lines;
}

}  // namespace fungescope::test
