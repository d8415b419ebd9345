#include "jit/evaluator.h"

#include "support/test.h"
#include "vm/arithmetic.h"
#include "vm/write_map.h"

#include <stdexcept>

namespace fungescope::jit::test {
namespace {

class Evaluator {
 public:
  Evaluator(const Graph& graph, const Registers& registers)
      : graph_(graph),
        in_(registers),
        context_(*registers.context),
        left_(registers.left),
        values_(graph.values.size()) {
    for (ValueId id = 0; id < graph.values.size(); ++id) values_[id] = graph.at(id).k;
  }

  std::uint64_t run() {
    BlockId block = entry();
    while (!taken_) {
      const Edge* edge = run_part(graph_.blocks[block]);
      if (edge == nullptr) break;
      follow(*edge);
      block = edge->to;
    }
    context_.left = left_;
    return *taken_;
  }

 private:
  static void require(bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
  }

  // The last entry needs no comparison.
  [[nodiscard]] BlockId entry() const {
    BlockId last = no_block;
    for (BlockId id = 0; id < graph_.blocks.size(); ++id) {
      if (graph_.blocks[id].entry == 0) continue;
      last = id;
      if (graph_.blocks[id].entry == in_.entry) return id;
    }
    require(last != no_block, "a graph without an entry");
    return last;
  }

  [[nodiscard]] std::int64_t value(ValueId id) const { return values_[id]; }

  // The edge taken; null after an exit.
  const Edge* run_part(const BasicBlock& block) {
    require(!block.dead, "in a dead block");
    for (const ValueId id : block.code) {
      run_instr(id, graph_.at(id));
      if (taken_) return nullptr;
    }
    switch (block.terminator) {
      case TerminatorKind::jump:
        return &block.edges[0];
      case TerminatorKind::quarter:
        return &block.edges[static_cast<std::size_t>(value(block.a))];
      case TerminatorKind::branch:
        break;
    }
    const bool holds = block.condition == Condition::greater ? value(block.a) > value(block.b)
                                                             : value(block.a) != value(block.b);
    return &block.edges[holds ? 1 : 0];
  }

  void follow(const Edge& edge) {
    if (edge.to == no_block) return leave(edge.exit);
    std::vector<std::int64_t> args;
    for (const ValueId arg : edge.args) {
      if (graph_.is_edge_load(arg)) run_instr(arg, graph_.at(arg));
      args.push_back(value(arg));
    }
    if (edge.rebase) store_stack(edge.stack);
    left_ -= edge.ticks;
    const BasicBlock& to = graph_.blocks[edge.to];
    for (std::size_t i = 0; i < args.size(); ++i) values_[to.phis[i]] = args[i];
  }

  void leave(ExitId id) {
    const Exit& exit = graph_.exits[id];
    store_stack(exit.stack);
    left_ -= exit.ticks;
    taken_ = id;
  }
  void leave_unless(bool stays, const Instr& instr) {
    if (!stays) leave(instr.exit);
  }

  void store_stack(const StackState& stack) {
    for (const SlotValue& stored : stack.stored) *slot(stored.slot) = value(stored.value);
    context_.base += stack.depth;
  }
  [[nodiscard]] std::int64_t* slot(std::int64_t number) const {
    require(context_.base + number < context_.ceiling, "a slot above the ceiling");
    return context_.base + number;
  }

  bool has_room(const Instr& guard) {
    if (guard.reach == unlimited) return true;
    const std::int64_t* const needed = context_.base + guard.reach;
    const std::uint64_t remaining = left_ - graph_.exits[guard.exit].ticks;
    return needed <= context_.ceiling ||
           (guard.k == 1 && context_.raise_ceiling(needed, remaining));
  }

  // ---- Cells

  [[nodiscard]] std::size_t checked(std::int64_t index) const {
    require(index >= 0 && index < graph_.field.area(), "a cell outside the field");
    return static_cast<std::size_t>(index);
  }
  [[nodiscard]] bool inside(const Instr& instr) const {
    return graph_.field.contains({value(instr.a), value(instr.b)});
  }
  [[nodiscard]] std::int64_t index_of(const Instr& instr) const {
    return value(instr.b) * graph_.field.width + value(instr.a);
  }
  [[nodiscard]] std::int64_t load(std::int64_t index) const {
    const std::size_t cell = checked(index);
    return wrapping_add(in_.deltas[cell], in_.source[cell]);
  }
  void store(std::int64_t index, std::int64_t what) {
    const std::size_t cell = checked(index);
    in_.deltas[cell] = wrapping_subtract(what, in_.source[cell]);
  }
  void note(std::int64_t index) {
    const std::size_t cell = checked(index);
    context_.written_cells[cell] = 1;
    context_.written_chunks[cell >> WriteMap::chunk_bits] = 1;
  }
  [[nodiscard]] bool is_marked(std::int64_t index, std::uint8_t marks) const {
    return (in_.marks[checked(index)] & marks) != 0;
  }

  void run_instr(ValueId id, const Instr& instr) {
    const std::int64_t a = instr.a == no_value ? 0 : value(instr.a);
    const std::int64_t b = instr.b == no_value ? 0 : value(instr.b);
    const auto bits = static_cast<std::uint64_t>(a);
    std::int64_t& result = values_[id];
    switch (instr.op) {
      case IrOp::constant:
      case IrOp::phi:
        throw std::logic_error("what computes nothing is in the code");
      case IrOp::load_slot:
        result = *slot(instr.k);
        return;
      case IrOp::load_cell:
        result = load(instr.k);
        return;
      case IrOp::load:
        result = load(a);
        return;
      case IrOp::add:
        result = wrapping_add(a, b);
        return;
      case IrOp::subtract:
        result = wrapping_subtract(a, b);
        return;
      case IrOp::multiply:
        result = wrapping_multiply(a, b);
        return;
      case IrOp::divide:
        result = wrapping_divide(a, b);
        return;
      case IrOp::remainder:
        result = wrapping_remainder(a, b);
        return;
      case IrOp::multiply_high: {
        __extension__ using Wide = __int128;
        result = static_cast<std::int64_t>(static_cast<Wide>(a) * b >> 64U);
        return;
      }
      case IrOp::reduce:
        result = a >= instr.k ? a - instr.k : a;
        return;
      case IrOp::shift_left:
        result = static_cast<std::int64_t>(bits << static_cast<unsigned>(instr.k));
        return;
      case IrOp::shift_right:
        result = a >> static_cast<unsigned>(instr.k);
        return;
      case IrOp::shift_right_logical:
        result = static_cast<std::int64_t>(bits >> static_cast<unsigned>(instr.k));
        return;
      case IrOp::bit_and:
        result = a & b;
        return;
      case IrOp::greater:
        result = a > b ? 1 : 0;
        return;
      case IrOp::is_zero:
        result = a == 0 ? 1 : 0;
        return;
      case IrOp::low_byte:
        result = low_byte_signed(a);
        return;
      case IrOp::select:
        result = a != 0 ? b : value(instr.c);
        return;
      case IrOp::load_or_zero:
        result = inside(instr) ? load(index_of(instr)) : 0;
        return;
      case IrOp::store_cell:
        return store(instr.k, a);
      case IrOp::store:
        return store(a, b);
      case IrOp::add_to_cell:
        return store(a, wrapping_add(load(a), b));
      case IrOp::subtract_from_cell:
        return store(a, wrapping_subtract(load(a), b));
      case IrOp::store_inside:
        if (!inside(instr)) return;
        if (is_marked(index_of(instr), BlockCache::store_marks)) return leave(instr.exit);
        store(index_of(instr), value(instr.c));
        if (graph_.marks_writes) note(index_of(instr));
        return;
      case IrOp::guard_below:
        return leave_unless(a >= 0 && a < instr.k, instr);
      case IrOp::guard_nonnegative:
        return leave_unless(a >= 0, instr);
      case IrOp::guard_nonzero:
        return leave_unless(a != 0, instr);
      case IrOp::guard_unmarked:
        return leave_unless(!is_marked(a, BlockCache::store_marks), instr);
      case IrOp::guard_untrapped:
        return leave_unless(!is_marked(a, BlockCache::read_trap), instr);
      case IrOp::guard_stack: {
        const bool deep = instr.need == unlimited || context_.base - instr.need >= context_.floor;
        return leave_unless(deep && has_room(instr), instr);
      }
      case IrOp::guard_ticks:
        return leave_unless(left_ >= static_cast<std::uint64_t>(instr.k), instr);
      case IrOp::charge:
        left_ -= static_cast<std::uint64_t>(instr.k);
        return;
      case IrOp::charge_by:
        left_ -= bits;
        return;
      case IrOp::mark_written:
        return note(instr.k);
      case IrOp::mark_written_at:
        return note(a);
      case IrOp::put_byte:
        if (context_.output_buffer.next == context_.output_buffer.end) {
          return leave_unless(fungescope_put_byte(&context_, a) != 0, instr);
        }
        *context_.output_buffer.next++ = static_cast<char>(a & 0xff);
        return;
      case IrOp::put_number:
        return leave_unless(fungescope_put_number(&context_, a) != 0, instr);
      case IrOp::read_byte:
        leave_unless(fungescope_read_byte(&context_) != 0, instr);
        result = context_.input;
        return;
      case IrOp::read_number:
        leave_unless(fungescope_read_number(&context_) != 0, instr);
        result = context_.input;
        return;
      case IrOp::random_quarter: {
        Random random(*context_.random);
        result = random.next_two_bits();
        *context_.random = random.state();
        return;
      }
    }
  }

  const Graph& graph_;
  const Registers in_;
  NativeContext& context_;
  std::uint64_t left_;  // ticks
  std::vector<std::int64_t> values_;
  std::optional<std::uint64_t> taken_;  // the exit
};

// ---- As a back end: a native function has no object, so there is a function for each slot.

constexpr std::size_t place_count = 128;
std::array<const Graph*, place_count> places{};

template <std::size_t place>
std::uint64_t evaluate_place(std::uint64_t left, std::int64_t* deltas, std::uint64_t entry,
                             NativeContext* context, const unsigned char* source,
                             const std::uint8_t* marks) {
  return evaluate(*places[place], {left, deltas, entry, context, source, marks});
}
template <std::size_t... place>
constexpr std::array<NativeFunction, place_count> functions_of(
    std::index_sequence<place...> /*all*/) {
  return {evaluate_place<place>...};
}
constexpr auto functions = functions_of(std::make_index_sequence<place_count>{});

class KeptGraph final : public MachineCode {
 public:
  KeptGraph(Graph graph, std::size_t place) : graph_(std::move(graph)), place_(place) {
    places[place_] = &graph_;
  }
  ~KeptGraph() override { places[place_] = nullptr; }
  KeptGraph(const KeptGraph&) = delete;
  KeptGraph& operator=(const KeptGraph&) = delete;

  [[nodiscard]] NativeFunction function() const override { return functions[place_]; }
  [[nodiscard]] std::size_t size() const override { return 4 * graph_.values.size(); }

 private:
  Graph graph_;
  std::size_t place_;
};

class EvaluatorBackend final : public Backend {
 public:
  std::unique_ptr<MachineCode> compile(const Graph& graph, const unsigned char* /*source*/,
                                       Listing* /*listing*/) override {
    for (std::size_t place = 0; place < place_count; ++place) {
      if (places[place] == nullptr) return std::make_unique<KeptGraph>(graph, place);
    }
    return nullptr;
  }
};

}  // namespace

std::uint64_t evaluate(const Graph& graph, const Registers& registers) {
  return Evaluator(graph, registers).run();
}

std::unique_ptr<Backend> make_evaluator() {
  return std::make_unique<EvaluatorBackend>();
}

const std::vector<NamedBackend>& backends() {
  static const std::vector<NamedBackend> all = [] {
    std::vector<NamedBackend> found{{"the evaluator", make_evaluator}};
    if (make_backend() != nullptr) found.push_back({"native code", make_backend});
    return found;
  }();
  return all;
}

}  // namespace fungescope::jit::test
