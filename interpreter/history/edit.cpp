#include "history/edit.h"

#include "history/live_state.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace fungescope {
namespace {

Result<void> check_inside(const Machine& machine, Point at, std::string_view what) {
  if (machine.field.contains(at)) return {};
  const Size size = machine.field.size();
  return fail({}, fmt::format("{} {} is outside the field", what, to_string(at)),
              fmt::format("x is 0 to {}, y is 0 to {}", size.width - 1, size.height - 1));
}

// Lets a machine that has ended or faulted run again.
void resume(Machine& machine) {
  machine.status = Status::running;
  machine.fault = {};
}

class EditApplier {
 public:
  EditApplier(LiveState& live, InputLog& input)
      : live_(live), machine_(live.machine()), input_(input) {}

  Result<void> operator()(const SetCell& edit) {
    if (auto inside = check_inside(machine_, edit.at, "the cell"); !inside) return inside;
    const bool narrow = machine_.dialect.signed_8_bit_cells;
    if (narrow && (edit.value < -128 || edit.value > 127)) {
      return fail({},
                  fmt::format("{} does not fit into a cell of the dialect {}", edit.value,
                              machine_.dialect.name),
                  "its cells hold -128 to 127");
    }
    live_.set_cell(machine_.field.index_of(edit.at), edit.value);
    return {};
  }

  Result<void> operator()(const SetStack& edit) {
    if (edit.kept > machine_.stack.size()) {
      return fail({}, fmt::format("the stack has {} values, and {} are to be kept",
                                  machine_.stack.size(), edit.kept));
    }
    const auto kept = static_cast<std::size_t>(edit.kept);
    if (edit.values.size() > machine_.max_stack - std::min(kept, machine_.max_stack)) {
      return fail({}, fmt::format("the stack holds at most {} values", machine_.max_stack),
                  "raise --max-stack");
    }
    if (kept == 0) machine_.stack = {};
    machine_.stack.set_size(kept);
    for (const std::int64_t value : edit.values) machine_.stack.push(value);
    live_.adopt();
    return {};
  }

  Result<void> operator()(const SetPointer& edit) {
    if (auto inside = check_inside(machine_, edit.at, "the cell"); !inside) return inside;
    machine_.ip = edit.at;
    machine_.direction = edit.direction;
    machine_.string_mode = edit.string_mode;
    resume(machine_);
    live_.adopt();
    return {};
  }

  Result<void> operator()(const SetInput& edit) {
    std::string bytes(input_.bytes().substr(0, machine_.input_position));
    bytes += edit.bytes;
    input_ = InputLog(std::move(bytes), edit.closed ? InputLog::End::closed : InputLog::End::open);
    return {};
  }

  Result<void> operator()(const SetSource& edit) {
    const Playfield& old = machine_.field;
    if (!edit.field->contains(machine_.ip)) {
      return fail({},
                  fmt::format("the instruction pointer is at ({}, {}), outside the new field",
                              machine_.ip.x, machine_.ip.y),
                  "go back to where it is inside, or restart");
    }
    Playfield field = *edit.field;
    const Size size = field.size();
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        const Point at{x, y};
        if (!old.contains(at)) continue;
        const std::size_t before = old.index_of(at);
        const std::size_t now = field.index_of(at);
        if (old.changed(before) && old.source()[before] == field.source()[now]) {
          field.set(now, old.at(before));
        }
      }
    }
    live_.set_field(field);
    return {};
  }

 private:
  LiveState& live_;
  Machine& machine_;
  InputLog& input_;
};

}  // namespace

Result<void> apply(const Edit& edit, LiveState& live, InputLog& input) {
  return std::visit(EditApplier(live, input), edit);
}

}  // namespace fungescope
