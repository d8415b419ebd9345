// Classifies cells and gives each class its colour.
#pragma once

#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/theme.h"
#include "lang/dialect.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace fungescope::ui {

enum class CellKind : std::uint8_t {
  code,   // reachable by the instruction pointer, or executed
  text,   // reachable in string mode only
  data,   // not executed, but written by the program, or named
  prose,  // neither
};

// The cells that are known to be code: statically reachable ones, and those that were executed,
// since a program may write its own code.
class CodeCells {
 public:
  // Adds the cells that a snapshot reports as executed: its trail and its execution counts.
  void learn(const ViewSnapshot& snapshot);
  // Whether the pointer passes a cell in string mode only.
  [[nodiscard]] bool is_text(std::size_t index) const {
    return reachable_ != nullptr && reachable_->text[index];
  }
  // Until reachability is computed, every cell counts as code.
  [[nodiscard]] bool has(std::size_t index) const {
    return (reachable_ == nullptr || reachable_->reached[index]) ||
           (index < executed_.size() && executed_[index]);
  }

 private:
  std::shared_ptr<const ProgramInfo> program_;
  std::shared_ptr<const Reachability> reachable_;
  std::shared_ptr<const HeatSnapshot> heat_;
  std::uint64_t serial_ = 0;
  std::vector<bool> executed_;
};

class CellColours {
 public:
  CellColours(const Theme& theme, const Dialect& dialect);

  [[nodiscard]] ImU32 of(std::int64_t value, CellKind kind) const {
    if (kind == CellKind::code)
      return code_[low_byte_ || (value >= 0 && value < 256) ? static_cast<std::size_t>(value & 0xff)
                                                            : 256];
    return kind == CellKind::text ? text_ : kind == CellKind::data ? data_ : prose_;
  }

 private:
  std::array<ImU32, 257> code_{};  // 256: any other value
  ImU32 text_;
  ImU32 data_;
  ImU32 prose_;
  bool low_byte_;
};

}  // namespace fungescope::ui
