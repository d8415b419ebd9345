#include "programs/cats/cats_board.h"

#include "support/test.h"

namespace fungescope::test {
namespace {

constexpr std::string_view columns = "       a b c d e f g h  ";
constexpr std::string_view piece_names = "M1234";

// Returns a board as it should be printed.
Lines printed(const CatsPieces& board) {
  Lines lines{std::string(columns), "     . - - - - - - - - ."};
  for (int y = 0; y < 8; ++y) {
    std::string line = fmt::format(" {}   |", 8 - y);
    for (int square = 8 * y; square < 8 * y + 8; ++square) {
      const auto* const piece = std::find(board.begin(), board.end(), square);
      line += ' ';
      line += piece != board.end() ? piece_names[static_cast<std::size_t>(piece - board.begin())]
              : is_cats_square(square) ? '.'
                                       : ' ';
    }
    lines.push_back(line + " |");
  }
  lines.insert(lines.end(), {"     ' - - - - - - - - '", std::string(columns)});
  return lines;
}

}  // namespace

std::string keys_of(CatsMove move) {
  const int key = move.step == -9 ? 7 : move.step == -7 ? 9 : move.step == 7 ? 1 : 3;
  return move.piece == 0 ? fmt::format("{}", key) : fmt::format("{}{}", move.piece, key);
}

Lines moves_of(const CatsPieces& board, CatsTurn turn) {
  Lines moves;
  for_each_move(board, turn, [&](CatsMove move) { moves.push_back(keys_of(move)); });
  return moves;
}

std::string run_cats(const std::string& input) {
  const ProgramRun run =
      run_program("cats/cats.b93", input, {.dialect = "strict", .until = 10'000'000'000});
  CHECK(run.stopped == StopReason::ended);
  return run.output;
}

std::vector<CatsPieces> boards_of(const std::string& output) {
  const Lines lines = lines_of(output);
  std::vector<CatsPieces> boards;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != columns) continue;
    REQUIRE(i + 12 <= lines.size());
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(i);
    const Lines text(first, first + 12);
    CatsPieces board{};
    for (std::size_t square = 0; square < 64; ++square) {
      const std::string& line = text[square / 8 + 2];
      const std::size_t at = 2 * (square % 8) + 7;
      const std::size_t piece = at < line.size() ? piece_names.find(line[at]) : board.size();
      if (piece < board.size()) board[piece] = static_cast<int>(square);
    }
    CHECK(text == printed(board));
    boards.push_back(board);
    i += 11;
  }
  return boards;
}

Lines words_of(const std::string& output) {
  Lines lines = lines_of(output);
  REQUIRE(lines.size() >= 6);
  lines.erase(lines.begin(), lines.begin() + 6);
  std::erase_if(lines, [](const std::string& line) { return line.front() == ' '; });
  return lines;
}

}  // namespace fungescope::test
