#include "support/generated/page.h"

#include "support/generated/random_programs.h"

#include <algorithm>
#include <utility>

namespace fungescope::test {
namespace {

using layout::Box;

class Page {
 public:
  Page(const std::vector<Box>& lines, Size data, Random& random)
      : lines_(lines), random_(random), top_(static_cast<int>(data.height)) {
    int inner = static_cast<int>(data.width);
    int height = top_ + 1;
    for (const Box& line : lines_) {
      inner = std::max(inner, line.width());
      height += line.height() + rows_between;
    }
    right_ = left + 1 + inner;
    field_ = Box(right_ + 3 + static_cast<int>(below(random, 4)), height, 0, 0);
  }

  Box lay_out() {
    field_.put(0, 0, 'v');
    field_.put(0, top_, '>');
    field_.put(left, top_, 'v');
    field_.put(right_, top_, '<');
    int row = top_ + 1;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const Box& line = lines_[i];
      field_.put(left, row + line.entry(), '>');
      field_.paste(left + 1, row, line);
      field_.put(right_, row + line.exit(), 'v');
      const int exit = row + line.exit();
      row += line.height();
      if (i + 1 < lines_.size()) connect(exit, row, row + rows_between + lines_[i + 1].entry());
      row += rows_between;
    }
    // Returns over the lower edge and the first row.
    if (below(random_, 3) == 0) field_.put(right_, field_.height() - 1, '#');
    return field_;
  }

 private:
  static constexpr int left = 2;
  static constexpr int rows_between = 2;

  void connect(int exit, int row, int next) {
    const int last = field_.width() - 1;
    const auto kind = below(random_, 6);
    if (kind == 0) return over_the_east(row, next, 0);
    if (kind == 2) return over_the_west(row, last);
    if (kind == 1) {
      field_.put(last, row, '#');
      over_the_east(row, next, 1);
    } else if (kind == 3) {
      field_.put(0, row, '#');
      over_the_west(row, last - 1);
    } else if (kind != 4 || !over_the_north(exit, row)) {
      back(row);
    }
  }

  void back(int row) {
    field_.put(right_, row, '<');
    field_.put(left, row, 'v');
  }

  void over_the_east(int row, int next, int column) {
    field_.put(right_, row, '>');
    field_.put(column, row, 'v');
    field_.put(column, next, '>');
  }

  void over_the_west(int row, int column) {
    field_.put(right_, row, '<');
    field_.put(column, row, 'v');
    field_.put(column, row + 1, '<');
    field_.put(left, row + 1, 'v');
  }

  // Returns up a column of its own. There is only one.
  bool over_the_north(int exit, int row) {
    if (std::exchange(north_taken_, true)) return false;
    field_.put(right_, exit, '>');
    field_.put(right_ + 1, exit, '^');
    if (below(random_, 2) == 0) field_.put(right_ + 1, 0, '#');
    field_.put(right_ + 1, row, '<');
    field_.put(left, row, 'v');
    return true;
  }

  const std::vector<Box>& lines_;
  Random& random_;
  int top_;  // the row of the path to the first line
  int right_ = 0;
  bool north_taken_ = false;
  Box field_{1, 1, 0, 0};
};

}  // namespace

Box lay_out_page(const std::vector<Box>& lines, Size data, Random& random) {
  return Page(lines, data, random).lay_out();
}

}  // namespace fungescope::test
