// Generates programs of which much has no effect on any one value: several variables, streams of
// input and output, branches whose arms come together again, and loops that end.
#pragma once

#include "support/generated/random_programs.h"
#include "support/test.h"

namespace fungescope::test {

class BranchingProgram {
 public:
  explicit BranchingProgram(Random& random) : random_(random) {}

  std::string make() {
    rows_[upper] = "v";
    rows_[middle] = std::string(">1234567").substr(0, 1 + below(random_, 8));
    for (std::uint64_t parts = 4 + below(random_, 14); parts > 0; --parts) add_part();
    add(middle, "@");
    for (std::size_t i = 0; i < 20; ++i) rows_[variables + i / 10] += pick("0123456789abcz +,@v");
    std::string text;
    for (const std::string& row : rows_) text += row + '\n';
    return text;
  }

 private:
  static constexpr std::size_t upper = 0;
  static constexpr std::size_t middle = 1;
  static constexpr std::size_t lower = 2;
  static constexpr std::size_t variables = 3;  // and the row after it

  char pick(std::string_view from) { return from[below(random_, from.size())]; }
  char digit() { return pick("0123456789"); }
  std::string address() { return std::string{digit(), pick("34")}; }

  // Fills the other rows up with blanks, or with what is never executed.
  void align(std::string_view fill = "    z7@+") {
    const std::size_t width =
        std::max({rows_[upper].size(), rows_[middle].size(), rows_[lower].size()});
    for (const std::size_t row : {upper, middle, lower}) {
      while (rows_[row].size() < width) rows_[row] += pick(fill);
    }
  }
  void add(std::size_t row, std::string_view text) {
    align();
    rows_[row] += text;
  }

  void add_part() {
    switch (below(random_, 8)) {
      case 0:
      case 1:
        return add_branch();
      case 2:
        return add_loop();
      default:
        for (std::uint64_t count = 1 + below(random_, 5); count > 0; --count) {
          add(middle, operation());
        }
    }
  }

  // On a row by itself.
  std::string operation() {
    switch (below(random_, 14)) {
      case 0:
      case 1:
        return "~" + address() + "p";
      case 2:
        return below(random_, 2) == 0 ? "&" : "~";
      case 3:
      case 4:
      case 5:
        return address() + "g,";
      case 6:
        return below(random_, 3) == 0 ? "." : ",";
      case 7:
        return std::string{digit(), pick("+-*%/`")};
      case 8:
        return address() + "g" + pick("+-*`\\");
      case 9:
        return address() + "g" + digit() + pick("+-") + address() + "p";
      case 10:
        return below(random_, 4) == 0 ? "\"a4\"" : std::string{digit()};
      case 11:
        return code_change();
      case 12:
        return std::string{digit()} + address() + "p";
      default:
        return below(random_, 2) == 0 ? ":" : std::string{digit(), digit()};
    }
  }

  // Mostly drops a value instead.
  std::string code_change() {
    switch (below(random_, 8)) {
      case 0:
        return "9%3p";
      case 1:  // an instruction from the input, to a cell of an arm
        return std::string{'~', pick("456789"), digit(), '*', pick("02"), 'p'};
      default:
        return "$";
    }
  }

  // Without an effect but on the stack, and mostly of the same height.
  std::string arm() {
    if (below(random_, 6) == 0) return operation();
    static constexpr std::array arms{"1", "2", "34+", "93g", "9", "04g1+", "\"x\"", " 7 "};
    return arms[below(random_, arms.size())];
  }

  // `|` up and down, and together again.
  void add_branch() {
    add(middle, address() + "g" + (below(random_, 2) == 0 ? "5`" : ""));
    if (below(random_, 4) == 0) add(middle, "$");
    align();
    rows_[upper] += ">" + arm();
    rows_[middle] += "|";
    rows_[lower] += ">" + arm();
    align(" ");
    rows_[upper] += "v";
    rows_[middle] += ">";
    rows_[lower] += "^";
    if (below(random_, 3) == 0) add(middle, "$");
    if (below(random_, 3) == 0) add(middle, ",");
  }

  // Counts a variable down to zero, or a digit on the stack.
  void add_loop() {
    const std::string counter = address();
    add(middle, std::string{pick("123"), ' '} + counter + "p");
    align();
    rows_[upper] += "v";
    rows_[middle] += ">";
    rows_[lower] += " ";
    for (std::uint64_t count = below(random_, 3); count > 0; --count) rows_[middle] += operation();
    rows_[middle] += counter + "g1-:" + counter + "p";
    align(" ");
    rows_[upper] += "< ";
    rows_[middle] += "|>";
    rows_[lower] += ">^";
  }

  Random& random_;
  std::array<std::string, 5> rows_;
};

// Five rows: the program runs east on the second one, its arms and loops use the first and the
// third, and the last two hold variables. It ends with `@`. Cost: some microseconds.
[[nodiscard]] inline std::string branching_program(Random& random) {
  return BranchingProgram(random).make();
}

}  // namespace fungescope::test
