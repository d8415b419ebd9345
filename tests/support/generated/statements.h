// Writes straight-line statements for random programs: assignments, tables, output, strings, the
// stack, and code that overwrites code. Branches and loops are in realistic_programs.cpp.
#pragma once

#include "support/generated/expressions.h"
#include "support/generated/layout.h"

namespace fungescope::test {

// The context of a statement.
struct Context {
  int nesting = 0;       // enclosing loops
  int next_counter = 0;  // the first free one
  // The top value belongs to the enclosing code: it may be duplicated and must be kept.
  bool top_is_ours = false;
  bool prints = true;
};

class StatementWriter {
 public:
  StatementWriter(Random& random, const DataPlan& data, bool tidy)
      : random_(random), data_(data), tidy_(tidy), write_(random, data, tidy) {}

  [[nodiscard]] layout::Path simple(const Context& context, layout::Flips flips);

  void print(layout::Path& path, const Context& context, layout::Flips flips);
  // Writes a random value to a random cell.
  void scatter(layout::Path& path);
  [[nodiscard]] std::int16_t new_label() { return ++labels_; }

 private:
  void assignment(layout::Path& path, const Context& context);
  void sequence_step(layout::Path& path);
  void copy(layout::Path& path);
  void touch(layout::Path& path);
  void extremes(layout::Path& path);
  void modify_operand(layout::Path& path);
  void modify_instruction(layout::Path& path);
  void letters(layout::Path& path);
  void stack_play(layout::Path& path, const Context& context);

  bool chance(std::uint64_t one_in) { return write_.chance(one_in); }
  std::int64_t between(std::int64_t a, std::int64_t b) { return write_.between(a, b); }

  Random& random_;
  const DataPlan& data_;
  bool tidy_;
  ExpressionWriter write_;
  std::int16_t labels_ = 0;
};

}  // namespace fungescope::test
