// squares.b93 as a function: reads the same requests and moves, and answers them as it does.
#pragma once

#include "programs/squares/squares_maker.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::test {

class SquaresModel {
 public:
  SquaresModel(std::string_view input, std::uint64_t seed) : input_(input), maker_(seed) {}

  void run();

  [[nodiscard]] const std::string& output() const { return output_; }
  [[nodiscard]] const SquaresMaker& square() const { return maker_; }

 private:
  struct Counts {
    std::size_t hidden = 0;
    std::size_t tries = 0;
    std::size_t hits = 0;
    std::size_t revealed = 0;
  };

  void read_line();
  [[nodiscard]] bool line_is_empty() const { return word_.empty() && numbers_.empty(); }
  // Returns false after a complaint.
  bool make_square();
  void play();
  void move();
  void show();
  void say(std::string_view text) { output_.append(text) += '\n'; }

  std::string_view input_;
  bool ended_ = false;  // no line is left
  std::string word_;
  std::vector<std::size_t> numbers_;
  SquaresMaker maker_;
  std::size_t share_ = 0;
  std::size_t left_ = 0;  // hidden now
  Counts counts_;
  std::string output_;
};

}  // namespace fungescope::test
