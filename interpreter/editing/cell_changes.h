// The cells of a document that have another byte than at an earlier revision, so that an edit of a
// few cells need not be passed on as a whole source.
#pragma once

#include "lang/geometry.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fungescope::editing {

struct CellChange {
  Point at;
  char before = ' ';
};

class CellChanges {
 public:
  // Further cells are not listed one by one.
  static constexpr std::size_t max_cells = 4096;

  // The cells from `at` on, eastwards, held `before` and hold `now`. After the end of either text
  // they are blank.
  void add(Point at, std::string_view before, std::string_view now);
  // Any cell may have changed.
  void add_all();

  [[nodiscard]] bool all() const { return all_; }
  // In the order of the edits; a cell may be listed repeatedly, the earliest byte first. Empty if
  // `all`.
  [[nodiscard]] const std::vector<CellChange>& cells() const { return cells_; }

 private:
  bool all_ = false;
  std::vector<CellChange> cells_;
};

}  // namespace fungescope::editing
