// The tree of scopes and variables that a client can expand.
//
// A node identifies what it shows, without its values: those are read when it is expanded, so they
// are also right after an edit.
#pragma once

#include "dap/debuggee.h"
#include "dap/protocol/request.h"
#include "lang/annotations.h"
#include "session/commands/extension.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fungescope::dap {

// Integer handles for objects that a client may ask about later. They expire when the program
// resumes, so that a late request about the previous stop is an error and not a wrong answer.
template <class T>
class HandleTable {
 public:
  // Returns a new handle, from 1 as the protocol requires; none is reused.
  [[nodiscard]] std::int64_t add(T value) {
    values_.push_back(std::move(value));
    return first_ + size() - 1;
  }
  // Returns null for an unknown or expired handle. Valid until the next `add`.
  [[nodiscard]] const T* find(std::int64_t handle) const {
    if (handle < first_ || handle >= first_ + size()) return nullptr;
    return &values_[static_cast<std::size_t>(handle - first_)];
  }
  void invalidate_all() {
    first_ += size();
    values_.clear();
  }

 private:
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(values_.size()); }

  std::int64_t first_ = 1;
  std::vector<T> values_;
};

struct VariableNode {
  enum class Kind : std::uint8_t {
    machine,
    stack,      // `[0]` is the top
    variables,  // global ones, and a child for each scope
    scope,
    regions,
    region,  // rows
    row,     // cells
  };
  Kind kind = Kind::machine;
  std::string name = {};   // scope: "Solve"; regions: the board's region; below: the region
  Rectangle area = {};     // below regions: in the field
  Encoding encoding = {};  // region, row
  std::int64_t row = 0;    // row
  bool is_board = false;   // region, row: shown as the extension shows it
};

struct VariablePage {
  std::uint64_t start = 0;
  std::uint64_t count = 0;  // 0: all
  bool indexed = true;      // include indexed children
  bool named = true;        // include named children
  bool hex = false;

  // The maximum number of children returned at once.
  static constexpr std::uint64_t max_children = 10'000;
};

// These write variables as JSON, and add those that can be expanded to `nodes`.
[[nodiscard]] Json scopes_to_json(Debuggee& debuggee, HandleTable<VariableNode>& nodes);
[[nodiscard]] Json children_to_json(Debuggee& debuggee, HandleTable<VariableNode>& nodes,
                                    const VariableNode& node, const VariablePage& page);
// The value of a cell, or an expandable node for a region.
[[nodiscard]] Json place_to_json(Debuggee& debuggee, HandleTable<VariableNode>& nodes,
                                 const Place& place, bool hex);
[[nodiscard]] std::string format_number(std::int64_t value, bool hex);

// Returns the expression for the cells of a child, as parse_place accepts it, for data breakpoints;
// empty if it has no cells.
[[nodiscard]] std::string data_expression(const VariableNode& node, const std::string& child);

// Returns the expression for the value of a child; empty if it is not one value.
[[nodiscard]] std::string value_expression(const VariableNode& node, const std::string& child);

}  // namespace fungescope::dap
