// Programs with a `?` whose four arms join.
#pragma once

#include "support/test.h"

namespace fungescope::jit::test {

// Code before a `?`, on its four arms, and after them, on a torus.
struct Shape {
  std::string before;
  std::array<std::string_view, 4> arms;  // east, south, west, north
  std::string after;
};

//     v         >north v
//     > before#v?east  > after
//               >south ^
//              >west   ^
[[nodiscard]] inline std::string program_of(const std::vector<Shape>& shapes) {
  std::array<std::string, 4> rows{"v", ">", " ", " "};
  for (const Shape& shape : shapes) {
    rows[1] += shape.before + "#v?" + std::string(shape.arms[0]);
    const std::size_t at = rows[1].size() - shape.arms[0].size();
    const auto put = [&](std::size_t row, std::size_t x, std::string_view arm) {
      rows[row].resize(std::max(rows[row].size(), x - 1), ' ');
      rows[row] += ">" + std::string(arm);
    };
    put(0, at, shape.arms[3]);
    put(2, at, shape.arms[1]);
    put(3, at - 1, shape.arms[2]);
    std::size_t join = 0;
    for (const std::string& row : rows) join = std::max(join, row.size());
    for (std::size_t row = 0; row < 4; ++row) {
      rows[row].resize(join, ' ');
      rows[row] += "v>^^"[row];
    }
    rows[1] += shape.after;
  }
  return rows[0] + "\n" + rows[1] + "\n" + rows[2] + "\n" + rows[3];
}
[[nodiscard]] inline std::string program_of(const Shape& shape) {
  return program_of(std::vector<Shape>{shape});
}

}  // namespace fungescope::jit::test
