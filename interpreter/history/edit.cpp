#include "history/edit.h"

#include "history/live_state.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace fungescope {
namespace {

Result<void> check_inside(const Machine& machine, Point at) {
  if (machine.field.contains(at)) return {};
  const Size size = machine.field.size();
  return fail({}, fmt::format("the cell {} is outside the field", to_string(at)),
              fmt::format("x is 0 to {}, y is 0 to {}", size.width - 1, size.height - 1));
}

struct EditApplier {
  LiveState& live;
  InputLog& input;
  Machine& machine = live.machine();

  Result<void> operator()(const SetCell& edit) {
    TRY(check_inside(machine, edit.at));
    const bool narrow = machine.dialect.signed_8_bit_cells;
    if (narrow && (edit.value < -128 || edit.value > 127)) {
      return fail({},
                  fmt::format("{} does not fit into a cell of the dialect {}", edit.value,
                              machine.dialect.name),
                  "its cells hold -128 to 127");
    }
    live.set_cell(machine.field.index_of(edit.at), edit.value);
    return {};
  }

  Result<void> operator()(const SetStack& edit) {
    if (edit.kept > machine.stack.size()) {
      return fail({}, fmt::format("the stack has {} values, and {} are to be kept",
                                  machine.stack.size(), edit.kept));
    }
    const auto kept = static_cast<std::size_t>(edit.kept);
    if (edit.values.size() > machine.max_stack - std::min(kept, machine.max_stack)) {
      return fail({}, fmt::format("the stack holds at most {} values", machine.max_stack),
                  "raise --max-stack");
    }
    if (kept == 0) machine.stack = {};
    machine.stack.set_size(kept);
    for (const std::int64_t value : edit.values) machine.stack.push(value);
    live.adopt();
    return {};
  }

  Result<void> operator()(const SetPointer& edit) {
    TRY(check_inside(machine, edit.at));
    machine.ip = edit.at;
    machine.direction = edit.direction;
    machine.string_mode = edit.string_mode;
    machine.status = Status::running;  // though it may have ended or faulted
    machine.fault = {};
    live.adopt();
    return {};
  }

  Result<void> operator()(const SetInput& edit) {
    input = edited(input, edit, machine);
    return {};
  }

  Result<void> operator()(const SetSource& edit) {
    const Playfield& old = machine.field;
    if (!edit.field->contains(machine.ip)) {
      return fail({},
                  fmt::format("the instruction pointer is at ({}, {}), outside the new field",
                              machine.ip.x, machine.ip.y),
                  "go back to where it is inside, or restart");
    }
    Playfield field = *edit.field;
    for (std::size_t now = 0; now < static_cast<std::size_t>(field.size().area()); ++now) {
      const Point at = field.size().point_at(now);
      if (!old.contains(at)) continue;
      const std::size_t before = old.index_of(at);
      if (old.changed(before) && old.loaded(before) == field.loaded(now)) {
        field.set(now, old.at(before));
      }
    }
    live.set_field(field);
    return {};
  }
};

}  // namespace

InputLog edited(const InputLog& input, const SetInput& edit, const Machine& machine) {
  std::string bytes(input.bytes().substr(0, machine.input_position));
  bytes += edit.bytes;
  return InputLog(std::move(bytes), edit.closed ? InputLog::End::closed : InputLog::End::open);
}

Result<void> apply(const Edit& edit, LiveState& live, InputLog& input) {
  return std::visit(EditApplier{live, input}, edit);
}

}  // namespace fungescope
