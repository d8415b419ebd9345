#include "debugger_ui/panels/playfield/playfield.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {
namespace {

// Documents up to this size are analysed and copied whole at each change: below a millisecond.
constexpr std::int64_t small_document = 1 << 16;

std::shared_ptr<const Playfield> field_of(const editing::Document& document) {
  const Size size = document.canvas();
  Playfield::Bytes bytes(static_cast<std::size_t>(size.area()), ' ');
  std::size_t row = 0;
  for (const editing::Line& line : document.lines()) {
    if (row == static_cast<std::size_t>(size.height)) break;
    const auto width = std::min(line.text.size(), static_cast<std::size_t>(size.width));
    std::copy_n(
        line.text.begin(), width,
        bytes.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(size.width)));
    ++row;
  }
  return std::make_shared<const Playfield>(size, std::move(bytes),
                                           document.options().dialect.signed_8_bit_cells);
}

}  // namespace

void EditView::show_program(const ViewSnapshot& run, const editing::Document& document,
                            bool changed) {
  const Size size = document.canvas();
  const bool small = size.area() <= small_document;
  const bool same = !changed && base_ == run.program && program_ != nullptr;
  if (!same) {
    const bool rebuilds = small || program_ == nullptr || program_->field() != size;
    std::shared_ptr<const Playfield> field = rebuilds ? field_of(document) : program_->source;
    auto program = std::make_shared<ProgramInfo>(*run.program);
    reachable_ =
        small ? std::make_shared<const Reachability>(compute_reachability(*field, program->dialect))
              : nullptr;
    program->source = std::move(field);
    program_ = std::move(program);
  }
  base_ = run.program;
  shown_.program = program_;
  shown_.reachable = reachable_;
}

void EditView::show_cells(const ViewSnapshot& run, const editing::Document& document) {
  CellsSnapshot& cells = shown_.cells;
  cells.area = area_;
  cells.values.clear();
  cells.flags.clear();
  for (std::int64_t y = area_.corner.y; y < area_.corner.y + area_.size.height; ++y) {
    for (std::int64_t x = area_.corner.x; x < area_.corner.x + area_.size.width; ++x) {
      const std::int64_t value = document.at({x, y});
      const bool differs =
          run.cells.area.contains({x, y}) && run.cells.values[run.cells.index_of({x, y})] != value;
      cells.values.push_back(value);
      cells.flags.push_back(differs ? CellsSnapshot::modified : 0);
    }
  }
}

const ViewSnapshot& EditView::update(const ViewSnapshot& run, const editing::Document& document,
                                     std::uint64_t generation, const Rectangle& visible) {
  const Size size = document.canvas();
  const Rectangle area = size.area() <= small_document ? Rectangle{{0, 0}, size} : visible;
  const bool changed = revision_ != document.revision() || generation_ != generation;
  if (!changed && serial_ == run.serial && area == area_ && shown_.program != nullptr) {
    return shown_;
  }
  area_ = area;
  shown_ = run;
  show_program(run, document, changed);
  show_cells(run, document);
  serial_ = run.serial;
  revision_ = document.revision();
  generation_ = generation;
  // The pointer may be outside a document that is smaller than the run's field.
  if (!size.contains(shown_.ip)) shown_.ip = {0, 0};
  std::erase_if(shown_.trail, [size](Point cell) { return !size.contains(cell); });
  if (shown_.heat != nullptr && run.program->field() != size) shown_.heat = nullptr;
  return shown_;
}

}  // namespace fungescope::ui
