// Named constants: comments in the source that name a value and the code that pushes it, in a form
// of other people's programs (docs/semantics.md, 'Constants').
//
//     [1,1] CONST   rows              20            =>   45*
//     //            all cells         20*20 = 400   =>   45*:*
#pragma once

#include "base/result.h"
#include "lang/geometry.h"
#include "lang/playfield.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

struct Constant {
  std::string name;
  std::int64_t value = 0;
  std::string code;      // leaves `value` alone on an empty stack
  SourceLocation where;  // the start of its line
};

// Finds the constants in the lines of a source.
class ConstantScanner {
 public:
  // To be called with all lines, in order. Returns a constant, or an error for a line of the form
  // that has none or whose code leaves another value; nothing for any other line.
  [[nodiscard]] std::optional<Result<Constant>> scan(std::string_view line,
                                                     const SourceLocation& start);

 private:
  bool in_list_ = false;  // after a CONST, where `//` may take its place
};

// A constant whose code is read across a cell in a direction.
struct ConstantUse {
  const Constant* constant;
  Direction direction = Direction::east;
};
// Returns for each direction the one with the longest code there, of at least two cells: a single
// digit stands for too much. Cost: the lengths of all codes.
[[nodiscard]] std::vector<ConstantUse> constants_at(const Playfield& field,
                                                    const std::vector<Constant>& constants,
                                                    Point at);

}  // namespace fungescope
