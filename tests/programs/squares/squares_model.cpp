#include "programs/squares/squares_model.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

namespace fungescope::test {
namespace {

constexpr std::array<std::string_view, 5> kind_names{"magic", "latin", "true-latin", "sudoku",
                                                     "pseudo"};
constexpr std::array<std::string_view, 5> order_complaints{
    "A magic square has an odd order from 1 to 99.",
    "A Latin square, made from a magic one, has an odd order from 1 to 99.",
    "A true Latin square has an order from 2 to 99.", "A sudoku has order 9 or 25.",
    "A pseudo-sudoku has order 21 or 27."};

constexpr std::string_view moves =
    "A move is: row column value. Or: reveal row column. Or show, or quit.";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

void SquaresModel::read_line() {
  constexpr std::size_t max_word = 10;
  constexpr std::size_t max_number = 10000;
  const std::size_t end = input_.find('\n');
  ended_ = end == std::string_view::npos;
  const std::string_view line = input_.substr(0, end);
  input_.remove_prefix(ended_ ? input_.size() : end + 1);
  word_.clear();
  numbers_.clear();
  bool in_number = false;
  for (const char c : line) {
    if (is_digit(c)) {
      if (!in_number && numbers_.size() == 4) numbers_.pop_back();
      if (!in_number) numbers_.push_back(0);
      const auto digit = static_cast<std::size_t>(c - '0');
      numbers_.back() = std::min(numbers_.back() * 10 + digit, max_number);
      in_number = true;
      continue;
    }
    in_number = false;
    if (static_cast<unsigned char>(c) <= ' ') continue;
    word_.resize(std::min(word_.size(), max_word));
    word_ += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
}

void SquaresModel::run() {
  do {
    read_line();
  } while (line_is_empty() && !ended_);
  if (!make_square()) return;
  show();
  if (share_ != 0) play();
}

bool SquaresModel::make_square() {
  const auto* const name = std::find(kind_names.begin(), kind_names.end(), word_);
  if (name == kind_names.end()) {
    say("Say a kind: magic, latin, true-latin, sudoku or pseudo; then an order (if none, one is "
        "drawn) and, for a game, the per cent of cells to hide.");
    return false;
  }
  const auto row = static_cast<std::size_t>(std::distance(kind_names.begin(), name));
  const SquaresKind& kind = squares_kinds.at(row);
  const std::size_t order =
      numbers_.empty() ? kind.lowest + kind.step * maker_.draw(kind.choices) : numbers_[0];
  if (order < kind.lowest || (order - kind.lowest) % kind.step != 0 ||
      (order - kind.lowest) / kind.step >= kind.choices) {
    say(order_complaints.at(row));
    return false;
  }
  share_ = numbers_.size() > 1 ? numbers_[1] : 0;
  if (share_ > 100 || numbers_.size() > 2) {
    say("After the order comes, at most, the per cent of cells to hide, from 0 to 100.");
    return false;
  }
  maker_.make(kind, (order - kind.lowest) / kind.step);
  left_ = counts_.hidden = maker_.hide(share_);
  return true;
}

void SquaresModel::play() {
  if (left_ > 0) say(moves);
  while (left_ > 0) {
    read_line();
    if (word_ == "quit" || (line_is_empty() && ended_)) break;
    if (line_is_empty()) continue;
    if (word_ == "show") {
      show();
    } else {
      move();
    }
  }
  say(fmt::format("Cells hidden: {}", counts_.hidden));
  say(fmt::format("Tries: {}", counts_.tries));
  say(fmt::format("Hits: {}", counts_.hits));
  say(fmt::format("Revealed: {}", counts_.revealed));
}

void SquaresModel::move() {
  const bool reveals = word_ == "reveal" && numbers_.size() == 2;
  const bool tries = word_.empty() && numbers_.size() == 3;
  if (!(reveals || tries)) {
    say(moves);
    return;
  }
  const auto inside = [&](std::size_t n) { return n > 0 && n <= maker_.order(); };
  if (!inside(numbers_[0]) || !inside(numbers_[1])) {
    say(fmt::format("Rows and columns go from 1 to {}.", maker_.order()));
    return;
  }
  const std::size_t x = numbers_[1] - 1;
  const std::size_t y = numbers_[0] - 1;
  if (maker_.visible(x, y)) {
    say("That cell is visible already.");
    return;
  }
  const bool opens = reveals || static_cast<std::size_t>(maker_.at(x, y)) == numbers_[2];
  if (reveals) {
    ++counts_.revealed;
  } else {
    ++counts_.tries;
    if (opens) ++counts_.hits;
  }
  maker_.set_visible(x, y, opens);
  say(reveals ? "Revealed." : opens ? "Right." : "Wrong.");
  if (!opens) return;
  --left_;
  show();
}

void SquaresModel::show() {
  const std::size_t order = maker_.order();
  const std::size_t width = std::to_string(maker_.largest()).size();
  const std::size_t sum_width = std::to_string((maker_.largest() + 1) * order / 2).size();
  if (share_ != 0) {
    output_.append(width + 1, ' ');
    for (std::size_t x = 1; x <= order; ++x) output_ += fmt::format(" {:>{}}", x, width);
    output_ += '\n';
  }
  for (std::size_t y = 0; y < order; ++y) {
    output_ += fmt::format("{:>{}} ", y + 1, width);
    std::int64_t sum = 0;
    for (std::size_t x = 0; x < order; ++x) {
      const std::string text = maker_.visible(x, y) ? std::to_string(maker_.at(x, y)) : ".";
      output_ += fmt::format(" {:>{}}", text, width);
      sum += maker_.at(x, y);
    }
    output_ += fmt::format("  {:>{}}\n", sum, sum_width);
  }
}

}  // namespace fungescope::test
