#include "debugger_ui/panels/playfield/cell_colours.h"

#include "lang/analysis/static_analysis.h"

namespace fungescope::ui {

void CodeCells::learn(const ViewSnapshot& snapshot) {
  if (snapshot.program != program_) {
    program_ = snapshot.program;
    executed_.clear();
    heat_.reset();
  }
  reachable_ = snapshot.reachable;
  // Reachability of the previous program may still be in flight.
  const Size field = snapshot.program->field();
  if (reachable_ && reachable_->reached.size() != static_cast<std::size_t>(field.area())) {
    reachable_.reset();
  }
  if (snapshot.serial == serial_ && !executed_.empty()) return;
  serial_ = snapshot.serial;
  if (executed_.empty()) executed_.resize(static_cast<std::size_t>(field.area()));
  const auto note = [&](Point at) {
    if (field.contains(at)) executed_[snapshot.program->source->index_of(at)] = true;
  };
  for (const Point at : snapshot.trail) note(at);
  if (snapshot.heat == nullptr || snapshot.heat == heat_) return;
  heat_ = snapshot.heat;
  if (heat_->block_bits > 0) return;
  const Rectangle& area = heat_->area;
  for (std::size_t i = 0; i < heat_->cells.size(); ++i) {
    const auto offset = static_cast<std::int64_t>(i);
    if (heat_->cells[i].executions == 0) continue;
    note({area.corner.x + offset % area.size.width, area.corner.y + offset / area.size.width});
  }
}

CellColours::CellColours(const Theme& theme, const Dialect& dialect)
    : text_(theme.of(InstructionClass::string)),
      data_(theme.text),
      prose_(theme.faint),
      low_byte_(dialect.instruction_is_low_byte) {
  for (std::int64_t value = 0; value < 256; ++value) {
    const Op op = decode_op(dialect, value);
    // Letters are nearly always executed in string mode.
    const bool text = op == Op::unknown && is_visible(value);
    code_[static_cast<std::size_t>(value)] =
        theme.of(text ? InstructionClass::string : class_of(op));
  }
  code_[256] = theme.of(InstructionClass::none);
}

}  // namespace fungescope::ui
