// cats.b93 as a function: reads the same lines, answers them as it does, and makes the same writes.
#pragma once

#include "programs/cats/cats_tree.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::test {

class CatsModel {
 public:
  // `keeps_writes` fills the log.
  explicit CatsModel(std::string_view input, bool keeps_writes = false)
      : input_(input), log_(keeps_writes), tree_(log_) {}

  void run();

  [[nodiscard]] const std::string& output() const { return output_; }
  [[nodiscard]] const std::vector<CatsWrite>& writes() const { return log_.writes(); }
  // How many moves the program has chosen.
  [[nodiscard]] std::size_t choices() const { return choices_; }

 private:
  // Reads lines until one is not empty. Returns false at the end of the input.
  bool read_line();
  bool read_request();
  void play();
  // Prints the board, and returns false if the mouse has reached rank 8.
  bool draw();
  // Returns false if the game is over.
  bool choose();
  // Reads lines until one changes what is on the board, or asks for it. Returns false at the end.
  bool follow_orders();
  bool judge_keys();
  bool judge_squares();
  bool judge(CatsMove move);
  bool undo();
  void write_game(std::size_t column, std::size_t piece, int square);
  void say(std::string_view text) { output_.append(text) += '\n'; }

  [[nodiscard]] CatsTurn turn() const {
    return (game_.size() - 1) % 2 == 0 ? CatsTurn::mouse : CatsTurn::cats;
  }
  [[nodiscard]] bool is_persons_turn() const {
    return turn() == CatsTurn::mouse ? mouse_is_person_ : cats_are_person_;
  }

  std::string_view input_;
  std::string letters_;  // of the line, in lower case
  int number_ = 0;       // that its digits form, or -1
  bool mouse_is_person_ = false;
  bool cats_are_person_ = false;
  int level_ = 0;
  CatsLog log_;
  CatsTree tree_;
  std::vector<CatsPieces> game_{cats_start};
  CatsPieces shown_ = cats_start;
  std::size_t choices_ = 0;
  std::string output_;
};

}  // namespace fungescope::test
