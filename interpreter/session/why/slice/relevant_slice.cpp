#include "session/why/slice/relevant_slice.h"

#include "lang/analysis/static_analysis.h"
#include "session/queries/edit_line.h"
#include "session/run_control/search.h"
#include "session/why/slice/executed_steps.h"
#include "session/why/why.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace fungescope {
namespace {

// Less is kept of a step than for a trace.
constexpr Tick windows_at_once = 16;

// Marks the cells that a run stores to.
struct StoredCells final : Observer {
  explicit StoredCells(const Playfield& its_field)
      : field(its_field), stored(static_cast<std::size_t>(field.size().area())) {}
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t /*now*/) override {
    stored[field.index_of(at)] = true;
  }
  const Playfield& field;
  std::vector<bool> stored;
};

// Walks backwards over the steps of a run with the set of the places (slots of the stack, cells)
// whose values matter at that instant.
class BackwardSweep {
 public:
  BackwardSweep(const Machine& machine, std::vector<bool> stored, std::uint64_t input_size)
      : dialect_(machine.dialect),
        stored_(std::move(stored)),
        live_cells_(stored_.size()),
        code_cells_(stored_.size()),
        literals_(stored_.size()),
        path_(stored_.size()),
        input_(input_size) {}

  void need_cell(std::size_t cell) { live_cells_[cell] = true; }
  void need_slot(std::size_t slot) {
    if (live_slots_.size() <= slot) live_slots_.resize(slot + 1);
    live_slots_[slot] = true;
  }
  // The last step of the sweep printed the byte. Where a byte is depends on the length of the
  // numbers before it.
  void need_output() { printed_ = printed_now_ = true; }

  void walk(const ExecutedSteps& window) {
    std::vector<bool> harmless(window.steps.size());
    auto joined = window.joined.rbegin();
    for (std::size_t i = window.steps.size();; --i) {
      for (; joined != window.joined.rend() && joined->join == i; ++joined) {
        if (is_any_live(joined->lowest, joined->end)) continue;
        harmless[joined->branch] = true;
        for (const std::size_t cell : joined->hammock->cells) path_[cell] = true;
      }
      if (i == 0) break;
      undo(window.steps[i - 1], harmless[i - 1]);
    }
  }

  // After the walk over the first step.
  void fill(RelevantSlice& slice, Size field) const {
    for (std::size_t cell = 0; cell < live_cells_.size(); ++cell) {
      const bool matters = live_cells_[cell] || literals_[cell];
      if (!matters && !path_[cell] && !code_cells_[cell]) continue;
      (matters ? slice.cells : slice.path).push_back(field.point_at(cell));
    }
    for (std::size_t at = 0; at < input_.size(); ++at) {
      if (input_[at]) slice.input_bytes.push_back(at);
    }
    for (std::size_t slot = 0; slot < live_slots_.size(); ++slot) {
      if (live_slots_[slot]) slice.slots.push_back(slot);
    }
    slice.decisions = decisions_;
    slice.relevant_decisions = relevant_decisions_;
  }

 private:
  [[nodiscard]] bool is_any_live(std::size_t begin, std::size_t end) const {
    for (std::size_t slot = begin; slot < std::min(end, live_slots_.size()); ++slot) {
      if (live_slots_[slot]) return true;
    }
    return false;
  }
  bool take_slot(std::size_t slot) {
    if (slot >= live_slots_.size() || !live_slots_[slot]) return false;
    live_slots_[slot] = false;
    return true;
  }
  // `operand` counts from the deepest of those that the instruction pops.
  void need_operand(std::size_t operand) {
    if (height_ + operand >= pops_) need_slot(height_ + operand - pops_);
  }
  void need_operands(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) need_operand(i);
  }

  // Changes the set from that after the step to that before it.
  void undo(const ExecutedStep& step, bool harmless) {
    path_[step.cell] = true;
    height_ = step.height;
    pops_ = pops_of(step.op, step.string_mode);
    if (step.refused) {
      need_operands(0, pops_);
    } else {
      std::array<bool, 2> live{};
      const std::size_t base = height_ - std::min(height_, pops_);
      const std::size_t pushes = pushes_of(step.op, step.string_mode);
      for (std::size_t i = 0; i < pushes; ++i) live[i] = take_slot(base + i);
      if (!step.string_mode) need_for_control(step);
      undo_effect(step, live, harmless);
    }
    // With another value the cell could be any instruction.
    if (stored_[step.cell]) code_cells_[step.cell] = true;
    printed_now_ = false;
  }

  // What decides whether the instruction stops the run, asks for input, or how much it prints.
  void need_for_control(const ExecutedStep& step) {
    switch (step.op) {
      case Op::put:  // elsewhere it could overwrite anything
        need_operands(1, 3);
        break;
      case Op::get:
        if (dialect_.outside_get == OnUndefined::stop) need_operands(0, 2);
        break;
      case Op::divide:
      case Op::remainder:
        if (dialect_.division_by_zero != DivisionByZero::zero) need_operand(1);
        if (step.asked && printed_) need_operand(0);
        break;
      case Op::output_character:
        if (dialect_.output_out_of_byte == OnUndefined::stop) need_operand(0);
        break;
      case Op::output_number:
        if (printed_) need_operand(0);
        break;
      default:
        break;
    }
  }

  void undo_effect(const ExecutedStep& step, const std::array<bool, 2>& live, bool harmless) {
    switch (transfer_of(step.op, step.string_mode)) {
      case Transfer::none:
        break;
      case Transfer::use:
        if (is_branch(step.op)) {
          ++decisions_;
          if (harmless) break;
          ++relevant_decisions_;
          need_operand(0);
        } else if (printed_now_) {
          need_operand(0);
        }
        break;
      case Transfer::make:
        if (live[0]) need_operands(0, pops_);
        if (step.asked) undo_read(step, live[0]);
        break;
      case Transfer::literal:
      case Transfer::own_cell:
        if (live[0]) literals_[step.cell] = true;
        break;
      case Transfer::read_input:
        undo_read(step, live[0]);
        break;
      case Transfer::read_cell:
        if (!live[0]) break;
        if (step.inside) live_cells_[step.target] = true;
        need_operands(0, 2);
        break;
      case Transfer::write_cell:
        if (step.inside && (live_cells_[step.target] || code_cells_[step.target])) {
          live_cells_[step.target] = code_cells_[step.target] = false;
          need_operand(0);
        }
        break;
      case Transfer::duplicate:
        if (live[0] || live[1]) need_operand(0);
        break;
      case Transfer::swap:
        if (live[0]) need_operand(1);
        if (live[1]) need_operand(0);
        break;
    }
  }

  // A number ends at the byte after it, so that this byte decides too. Where a later read begins
  // depends on how much all numbers before it took.
  void undo_read(const ExecutedStep& step, bool live) {
    const bool number = step.op != Op::input_character;
    if (live || (number && later_read_)) {
      const std::uint64_t end = step.input_end + (number ? 1 : 0);
      for (std::uint64_t at = step.input_begin; at < std::min<std::uint64_t>(end, input_.size());
           ++at) {
        input_[at] = true;
      }
    }
    later_read_ = later_read_ || live;
  }

  Dialect dialect_;
  std::vector<bool> stored_;  // cells that the run stores to
  std::vector<bool> live_slots_;
  std::vector<bool> live_cells_;
  std::vector<bool> code_cells_;  // executed later, and stored to at some time
  std::vector<bool> literals_;    // digits and characters whose value matters
  std::vector<bool> path_;
  std::vector<bool> input_;
  // Of the step that is being undone: its operands are in the slots below the height, but for those
  // that came from the empty stack.
  std::size_t height_ = 0;
  std::size_t pops_ = 0;
  bool printed_ = false;      // the question is about output
  bool printed_now_ = false;  // the next step printed it
  bool later_read_ = false;
  std::uint64_t decisions_ = 0;
  std::uint64_t relevant_decisions_ = 0;
};

// The slice of a part of the run: what is between two edits.
class SliceSearch {
 public:
  SliceSearch(Session& session, const AskedValue& asked, const TraceLimits& limits,
              Monitor* monitor)
      : session_(session), history_(session.history()), limits_(limits), monitor_(monitor) {
    slice_.asked = asked;
  }

  Result<RelevantSlice> run() {
    TRY(find_interval());
    if (slice_.to - slice_.from > limits_.max_ticks) {
      slice_.cut = CutBy::ticks;
    } else {
      TRY(sweep());
    }
    return std::move(slice_);
  }

 private:
  // Reads the value, and finds where the interval is.
  Result<void> find_interval() {
    const EditLine edits(session_);
    const Machine& machine = session_.machine();
    slice_.to = machine.tick;
    if (const auto* const cell = std::get_if<AskedCell>(&slice_.asked.what)) {
      slice_.value = machine.field.at(cell->at);
    } else if (const auto* const slot = std::get_if<AskedSlot>(&slice_.asked.what)) {
      slice_.value = machine.stack.peek(slot->from_top);
      slot_ = machine.stack.size() - 1 - slot->from_top;
    } else {
      const std::uint64_t position = std::get<AskedOutput>(slice_.asked.what).position;
      slice_.value = static_cast<unsigned char>(history_.output(position, position + 1).front());
      slice_.to = TRY(output_tick(history_, position, monitor_));
    }
    const bool printed = std::holds_alternative<AskedOutput>(slice_.asked.what);
    slice_.from = edits.boundary_before(printed ? slice_.to - 1 : slice_.to);
    const BranchId owner = edits.owner(slice_.from);
    const bool there = owner == history_.branch() || history_.switch_to(owner, monitor_);
    return there ? Result<void>() : interrupted_error();
  }

  Result<void> sweep() {
    TRY(seek_to(history_, slice_.from, monitor_));
    const Machine& machine = history_.machine();
    const Playfield field = machine.field;
    const PointerState start = pointer_of(machine);
    StoredCells observer(field);
    RunHooks hooks{.observer = &observer, .monitor = monitor_};
    if (history_.run(slice_.to, hooks) == StopReason::interrupted) return interrupted_error();
    const std::vector<bool>& stored = observer.stored;
    slice_.input_read = machine.input_position;
    BackwardSweep backward(machine, stored, history_.input().bytes().size());
    if (const auto* const cell = std::get_if<AskedCell>(&slice_.asked.what)) {
      backward.need_cell(field.index_of(cell->at));
    } else if (std::holds_alternative<AskedSlot>(slice_.asked.what)) {
      backward.need_slot(slot_);
    } else {
      backward.need_output();
    }
    Hammocks hammocks(field, machine.dialect, start, stored);
    const Tick window_ticks = limits_.window_ticks * windows_at_once;
    for (Tick end = slice_.to; end > slice_.from;) {
      const Tick begin = std::max(slice_.from, (end - 1) / window_ticks * window_ticks);
      TRY(seek_to(history_, begin, monitor_));
      const auto window = record_steps(history_, end, &hammocks, monitor_);
      if (!window) return interrupted_error();
      const bool last = end == slice_.to;
      if (last && std::holds_alternative<AskedOutput>(slice_.asked.what)) {
        slice_.by = field.size().point_at(window->steps.back().cell);
      }
      backward.walk(*window);
      end = begin;
    }
    backward.fill(slice_, field.size());
    return {};
  }

  Session& session_;
  History& history_;
  TraceLimits limits_;
  Monitor* monitor_;
  RelevantSlice slice_;
  std::size_t slot_ = 0;  // that is asked about
};

}  // namespace

Result<RelevantSlice> relevant_slice(Session& session, const AskedValue& asked,
                                     const TraceLimits& limits, Monitor* monitor) {
  const ScopedSeek scoped_seek(session.history());
  return SliceSearch(session, asked, limits, monitor).run();
}

}  // namespace fungescope
