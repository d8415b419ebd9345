#include "programs/cats/cats_model.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace fungescope::test {
namespace {

constexpr std::string_view title =
    "The mouse M wants to reach rank 8, the four cats want to shut it in. All move along\n"
    "diagonals, to the next square if that is empty: the mouse in every direction, the\n"
    "cats only down. The mouse begins. A side that cannot move has lost.\n"
    "Type a move as on a keypad: 7 9 1 3 for the mouse, 21 or 23 for cat 2. Or from where\n"
    "to where: d1 e2. Other words: undo, board, quit.\n"
    "Who are you, cats, mouse, both or none? And which level, 1 to 11? For example: cats 4";
constexpr std::string_view not_a_move =
    "That is not a move. Type 7 9 1 3, 21 or 23 for cat 2, or d1 e2; or undo, board, quit.";
constexpr std::string_view piece_names = "M1234";
constexpr int no_number = -1;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string square_name(int square) {
  return {static_cast<char>('a' + square % 8), static_cast<char>('8' - square / 8)};
}

}  // namespace

bool CatsModel::read_line() {
  bool is_empty = true;
  while (is_empty) {
    if (input_.empty()) return false;
    const std::size_t end = std::min(input_.find('\n'), input_.size());
    const std::string_view line = input_.substr(0, end);
    input_.remove_prefix(std::min(end + 1, input_.size()));
    letters_.clear();
    number_ = no_number;
    for (const char c : line) {
      if (static_cast<unsigned char>(c) <= ' ') continue;
      is_empty = false;
      if (is_digit(c)) {
        if (number_ < 100) number_ = std::max(number_, 0) * 10 + (c - '0');
      } else {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (lower >= 'a' && lower <= 'z') letters_ += lower;
      }
    }
  }
  return true;
}

void CatsModel::run() {
  for (int k = 16 * 80; k-- > 0;) {
    const int x = k % 80;
    const int y = k / 80;
    if (y < 10) log_.add(CatsRegion::tree, x, y, 0);
    if (y > 10 && x >= 3 && x < 61) log_.add(CatsRegion::game, x - 3, y - 11, 0);
  }
  for (std::size_t i = 0; i < cats_start.size(); ++i) write_game(0, i, cats_start[i]);
  say(title);
  if (read_request()) play();
}

bool CatsModel::read_request() {
  while (true) {
    if (!read_line()) {
      say("The input has ended, and with it the game.");
      return false;
    }
    if (letters_ == "quit") {
      say("You leave the game.");
      return false;
    }
    mouse_is_person_ = letters_ == "mouse" || letters_ == "both";
    cats_are_person_ = letters_ == "cats" || letters_ == "both";
    level_ = number_ == no_number ? 4 : number_;
    if ((mouse_is_person_ || cats_are_person_ || letters_ == "none") && level_ >= 1 &&
        level_ <= 11) {
      return true;
    }
    say("Say cats, mouse, both or none, and a level from 1 to 11. For example: cats 4");
  }
}

void CatsModel::play() {
  while (true) {
    if (!draw()) {
      say("The mouse has reached rank 8: the mouse wins.");
      return;
    }
    if (!choose()) {
      say(turn() == CatsTurn::mouse ? "The mouse cannot move: the cats win."
                                    : "The cats cannot move: the mouse wins.");
      return;
    }
    if (!is_persons_turn()) {
      game_.push_back(tree_.best());
      continue;
    }
    if (!follow_orders()) return;
  }
}

bool CatsModel::draw() {
  for (const int square : shown_) log_.add_square(CatsRegion::board, square, '.');
  shown_ = game_.back();
  std::string board;
  for (int square = 0; square < 64; ++square) board += is_cats_square(square) ? '.' : ' ';
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    board[static_cast<std::size_t>(shown_[i])] = piece_names[i];
    log_.add_square(CatsRegion::board, shown_[i], piece_names[i]);
  }
  const std::string_view columns = "       a b c d e f g h  \n";
  output_ += columns;
  output_ += "     . - - - - - - - - .\n";
  for (std::size_t row = 0; row < 8; ++row) {
    output_ += fmt::format(" {}   |", 8 - row);
    for (std::size_t x = 0; x < 8; ++x) output_ += fmt::format(" {}", board[8 * row + x]);
    output_ += " |\n";
  }
  output_ += "     ' - - - - - - - - '\n";
  output_ += columns;
  return shown_[0] >= 8;
}

bool CatsModel::choose() {
  if (is_persons_turn()) return tree_.make_moves(game_.back(), turn());
  const CatsPieces& board = game_.back();
  if (!tree_.search(board, turn(), level_, static_cast<int>(game_.size()))) return false;
  output_ += "Records";
  ++choices_;
  for (const int record : tree_.worked_at()) output_ += fmt::format(" {}", record);
  const auto changed = std::mismatch(board.begin(), board.end(), tree_.best().begin());
  say(fmt::format(": {} boards. I move {} {}.", tree_.boards(), square_name(*changed.first),
                  square_name(*changed.second)));
  return true;
}

bool CatsModel::follow_orders() {
  while (true) {
    say(turn() == CatsTurn::mouse ? "Mouse, your move:" : "Cats, your move:");
    if (!read_line()) {
      say("The input has ended, and with it the game.");
      return false;
    }
    if (letters_ == "quit") {
      say("You leave the game.");
      return false;
    }
    if (letters_ == "board") return true;
    if (letters_ == "undo") {
      if (undo()) return true;
    } else if (letters_.empty() ? judge_keys() : judge_squares()) {
      return true;
    }
  }
}

bool CatsModel::judge_keys() {
  const int key = number_ % 10;
  const int cat = number_ / 10;
  const bool is_mouse = turn() == CatsTurn::mouse;
  if (number_ < 0 || number_ > 49 || key % 2 == 0 || key == 5) {
    say(not_a_move);
  } else if (is_mouse != (cat == 0)) {
    say(is_mouse ? "It is the turn of the mouse: 7, 9, 1 or 3."
                 : "It is the turn of the cats: the number of a cat, and 1 or 3.");
  } else {
    const int row = key > 5 ? -8 : 8;
    return judge({static_cast<std::size_t>(cat), row + (key % 6 == 1 ? -1 : 1)});
  }
  return false;
}

bool CatsModel::judge_squares() {
  const auto is_column = [](char c) { return c >= 'a' && c <= 'h'; };
  const auto is_row = [](int digit) { return digit >= 1 && digit <= 8; };
  const int first_row = number_ / 10;
  const int second_row = number_ % 10;
  if (letters_.size() != 2 || !is_column(letters_[0]) || !is_column(letters_[1]) ||
      !is_row(first_row) || !is_row(second_row)) {
    say(not_a_move);
    return false;
  }
  const int from = (8 - first_row) * 8 + (letters_[0] - 'a');
  const int to = (8 - second_row) * 8 + (letters_[1] - 'a');
  const CatsPieces& pieces = game_.back();
  const auto piece =
      static_cast<std::size_t>(std::find(pieces.begin(), pieces.end(), from) - pieces.begin());
  if (piece == pieces.size() || (piece == 0) != (turn() == CatsTurn::mouse)) {
    say("The side to move has no piece there.");
    return false;
  }
  const int distance = std::abs(to - from);
  if ((distance != 7 && distance != 9) || !is_cats_square(to)) {
    say("A move goes to the next square along a diagonal.");
    return false;
  }
  return judge({piece, to - from});
}

bool CatsModel::judge(CatsMove move) {
  const CatsPieces pieces = game_.back();
  if (move.piece > 0 && move.step < 0) {
    say("Cats only move down: 1 or 3.");
  } else if (!is_cats_square(pieces[move.piece] + move.step)) {
    say("The board ends there.");
  } else if (!is_legal(pieces, move)) {
    say("That square is taken.");
  } else {
    game_.push_back(moved(pieces, move));
    for (std::size_t i = 0; i < pieces.size(); ++i) write_game(game_.size() - 1, i, pieces[i]);
    write_game(game_.size() - 1, move.piece, game_.back()[move.piece]);
    return true;
  }
  return false;
}

bool CatsModel::undo() {
  const std::size_t count = mouse_is_person_ && cats_are_person_ ? 1 : 2;
  if (game_.size() <= count) {
    say("You have not moved yet.");
    return false;
  }
  game_.resize(game_.size() - count);
  return true;
}

void CatsModel::write_game(std::size_t column, std::size_t piece, int square) {
  log_.add(CatsRegion::game, static_cast<int>(column), static_cast<int>(piece), square);
}

}  // namespace fungescope::test
