#include "programs/squares/squares_maker.h"

namespace fungescope::test {

std::size_t SquaresMaker::draw(std::size_t n) {
  // What the die on the page shows for east, south, west and north.
  constexpr std::array<std::size_t, 4> die{1, 2, 3, 0};
  while (true) {
    std::size_t number = 0;
    for (std::size_t range = 1; range < n; range *= 4) {
      number = number * 4 + die.at(random_.next_two_bits());
    }
    if (number < n) return number;
  }
}

void SquaresMaker::set(std::size_t x, std::size_t y, std::int64_t value) {
  square_[y][x] = value;
  writes_.push_back({SquaresRegion::square, x, y, value});
}

void SquaresMaker::swap(std::size_t x1, std::size_t y1, std::size_t x2, std::size_t y2) {
  const std::int64_t first = square_[y1][x1];
  set(x1, y1, square_[y2][x2]);
  set(x2, y2, first);
}

void SquaresMaker::set_visible(std::size_t x, std::size_t y, bool value) {
  visible_[y][x] = value;
  writes_.push_back({SquaresRegion::visible, x, y, value ? 1 : 0});
}

std::size_t SquaresMaker::largest() const {
  constexpr std::size_t of_true_latin = 4;
  return last_stage_ == of_true_latin ? order_ : box_ * box_;
}

void SquaresMaker::fill_magic() {
  std::size_t x = size_ / 2;
  std::size_t y = 0;
  for (std::size_t value = 1; value <= size_ * size_; ++value) {
    set(x, y, static_cast<std::int64_t>(value));
    if (value % size_ == 0) {
      y = (y + 1) % size_;
    } else {
      y = (y + size_ - 1) % size_;
      x = (x + 1) % size_;
    }
  }
}

void SquaresMaker::fill_cyclic() {
  for (std::size_t y = 0; y < size_; ++y) {
    for (std::size_t x = 0; x < size_; ++x) {
      set(x, y, static_cast<std::int64_t>((x + y) % size_ + 1));
    }
  }
}

void SquaresMaker::shuffle_rows() {
  constexpr std::size_t of_latin = 2;
  for (std::size_t i = 0; i < size_; ++i) {
    const std::size_t j = last_stage_ == of_latin ? 2 * i % size_ : draw(i + 1);
    for (std::size_t x = size_; x-- > 0;) swap(x, i, x, j);
  }
}

// Exchanges digits of rows p and q until what p got in column x is in it once.
void SquaresMaker::follow(std::size_t p, std::size_t q, std::size_t x) {
  while (true) {
    std::size_t other = 0;
    while (other < size_ && (other == x || square_[p][other] != square_[p][x])) ++other;
    if (other == size_) return;
    x = other;
    swap(x, p, x, q);
  }
}

void SquaresMaker::refine_rows() {
  for (std::size_t i = 0; i < size_; ++i) {
    const std::size_t drawn = draw((box_ - 1) * size_);
    const std::size_t x = drawn % size_;
    const std::size_t j = (drawn / size_ + 1 + i) % box_ + i / box_ * box_;
    swap(x, i, x, j);
    follow(i, j, x);
    follow(j, i, x);
  }
}

bool SquaresMaker::has_easy_pairs(std::size_t stage) {
  std::array<std::int64_t, side> right_of{};
  for (std::size_t k = box_ * box_; k-- > 0;) {
    const std::size_t x = k % box_;
    const std::size_t y = k / box_;
    const std::int64_t right = x + 1 < box_ ? square_[y][x + 1] : 0;
    const auto number = static_cast<std::size_t>(square_[y][x] - 1);
    right_of.at(number) = right;
    writes_.push_back({SquaresRegion::pairs, number, stage - 4, right});
  }
  for (std::size_t y = 0; y < box_; ++y) {
    for (std::size_t x = box_; x + 1 < size_; ++x) {
      const auto number = static_cast<std::size_t>(square_[y][x] - 1);
      if ((x + 1) % box_ != 0 && right_of.at(number) == square_[y][x + 1]) return true;
    }
  }
  return false;
}

void SquaresMaker::transpose() {
  for (std::size_t y = size_; y-- > 0;) {
    for (std::size_t x = y; x-- > 0;) swap(x, y, y, x);
  }
}

void SquaresMaker::replicate() {
  size_ = order_;
  for (std::size_t k = order_ * order_; k-- > 0;) {
    const std::size_t x = k % order_;
    const std::size_t y = k / order_;
    set(x, y, square_[(x / box_ + y) % box_][(y / box_ + x) % box_]);
  }
}

void SquaresMaker::make(const SquaresKind& kind, std::size_t index) {
  order_ = kind.lowest + kind.step * index;
  box_ = kind.box == 0 ? order_ : kind.box + 2 * index;
  size_ = box_;
  last_stage_ = kind.last_stage;
  if (kind.last_stage == 4) {
    fill_cyclic();
  } else {
    fill_magic();
  }
  for (std::size_t stage = 0; stage != last_stage_;) {
    if (stage < 2) {
      shuffle_rows();
    } else if (stage < 4) {
      refine_rows();
    } else if (has_easy_pairs(stage)) {
      stage = draw(100) == 0 ? 5 : 1;
    }
    transpose();
    ++stage;
    if (stage >= 2 && size_ != order_) replicate();
  }
}

std::size_t SquaresMaker::hide(std::size_t share) {
  const std::size_t hidden = order_ * order_ * share / 100;
  std::size_t needed = hidden;
  for (std::size_t k = order_ * order_; k > 0; --k) {
    const bool hides = share != 0 && draw(k) < needed;
    if (hides) --needed;
    set_visible((k - 1) % order_, (k - 1) / order_, !hides);
  }
  return hidden;
}

}  // namespace fungescope::test
