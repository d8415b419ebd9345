#include "jit/random_graph.h"

#include "base/random.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace fungescope::jit::test {
namespace {

constexpr std::array arithmetic{
    IrOp::add,        IrOp::subtract,     IrOp::multiply,      IrOp::divide,
    IrOp::remainder,  IrOp::shift_left,   IrOp::multiply_high, IrOp::shift_right,
    IrOp::shift_down, IrOp::bit_and,      IrOp::greater,       IrOp::is_zero,
    IrOp::low_byte,   IrOp::load_or_zero, IrOp::select,        IrOp::reduce};
constexpr std::array effects{IrOp::store_cell,    IrOp::store_inside,  IrOp::guard_nonzero,
                             IrOp::guard_natural, IrOp::guard_below,   IrOp::guard_stack,
                             IrOp::charge,        IrOp::charge_by,     IrOp::note_write,
                             IrOp::guard_ticks,   IrOp::store,         IrOp::add_to,
                             IrOp::take_from,     IrOp::note_write_at, IrOp::random_quarter};
constexpr std::array constants{std::int64_t{0}, std::int64_t{1}, std::int64_t{-7},
                               std::int64_t{1} << 40U};

class Maker {
 public:
  Maker(std::uint64_t seed, const RandomGraphSize& size) : random_(seed), size_(size) {}

  Graph make() {
    const PartId start = graph_.part();
    for (int slot_number = 1; slot_number <= size_.slots; ++slot_number) {
      known_.push_back(slot(graph_, start, -slot_number));
    }
    const std::vector<ValueId> outside = loop(start, 2);
    const PartId end = graph_.part();
    graph_.jump(last_, end);
    std::vector<SlotValue> stored;
    for (int i = 0; i < size_.slots; ++i) {
      stored.push_back({static_cast<std::int16_t>(-1 - i), any_of(outside)});
    }
    Edge edge;
    edge.exit = graph_.exit();
    graph_.graph.exits[edge.exit].stack.stored = stored;
    graph_.graph.parts[end].edges.push_back(edge);
    graph_.graph.maps_writes = true;
    graph_.graph.field = {10, 10};
    return std::move(graph_.graph);
  }

 private:
  std::uint64_t below(std::uint64_t limit) { return random_.next() % limit; }
  ValueId any_of(const std::vector<ValueId>& values) {
    return values[static_cast<std::size_t>(below(values.size()))];
  }
  ValueId any() {
    if (below(6) != 0) return any_of(known_);
    return graph_.constant(constants[static_cast<std::size_t>(below(constants.size()))]);
  }

  // Returns what is known behind it. It goes round three times.
  std::vector<ValueId> loop(PartId before, unsigned depth) {
    const PartId header = graph_.part();
    graph_.graph.parts[header].header = true;
    loops_ += 1;
    std::vector<ValueId> first{graph_.constant(3)};
    std::vector<ValueId> phis{graph_.phi(header)};
    for (int i = 0; i < 6; ++i) {
      first.push_back(any());
      phis.push_back(graph_.phi(header));
    }
    graph_.jump(before, header, first);
    const std::vector<ValueId> outside = known_;
    known_.insert(known_.end(), phis.begin() + 1, phis.end());
    fill(header);
    last_ = header;
    if (depth > 1) loop(header, depth - 1);
    const PartId join = diamond(last_);
    const PartId latch = graph_.part();
    graph_.jump(join, latch);
    fill(latch);
    const ValueId counter = graph_.add(latch, IrOp::add, phis[0], graph_.constant(-1));
    std::vector<ValueId> again{counter};
    // Some change places, so that all have to move at once.
    for (std::size_t i = 1; i < phis.size(); ++i) {
      again.push_back(below(3) == 0 ? phis[1 + static_cast<std::size_t>(below(phis.size() - 1))]
                                    : any());
    }
    const PartId after = graph_.part();
    graph_.branch(latch, counter, graph_.constant(0), after, header);
    graph_.graph.parts[latch].edges[1].args = again;
    graph_.graph.parts[latch].edges[1].ticks = 3;
    nest(header, latch);
    last_ = after;
    loops_ -= 1;
    std::vector<ValueId> behind = known_;
    known_ = outside;
    known_.insert(known_.end(), phis.begin(), phis.end());
    return behind;
  }

  void nest(PartId header, PartId latch) {
    for (PartId id = header; id <= latch; ++id) ++graph_.graph.parts[id].loop_depth;
  }

  PartId diamond(PartId from) {
    const PartId left = graph_.part();
    const PartId right = graph_.part();
    graph_.branch(from, any(), any(), left, right);
    if (below(2) == 0) graph_.graph.parts[from].condition = Condition::greater;
    const std::vector<ValueId> before = known_;
    fill(left);
    const ValueId made_left = any();
    known_ = before;
    fill(right);
    const ValueId made_right = any();
    known_ = before;
    const PartId join = graph_.part();
    const ValueId phi = graph_.phi(join);
    graph_.jump(left, join, {made_left});
    graph_.jump(right, join, {made_right});
    known_.push_back(phi);
    return join;
  }

  void fill(PartId part) {
    for (int i = 0; i < size_.operations; ++i) {
      if (below(4) == 0) {
        effect(part);
      } else {
        compute(part);
      }
    }
  }

  void compute(PartId part) {
    const IrOp op = arithmetic[static_cast<std::size_t>(below(arithmetic.size()))];
    const bool shifts = op == IrOp::shift_left || op == IrOp::shift_right || op == IrOp::shift_down;
    const bool single = shifts || op == IrOp::reduce || op == IrOp::is_zero || op == IrOp::low_byte;
    const auto bits = static_cast<std::int64_t>(shifts || op == IrOp::reduce ? 1 + below(63) : 0);
    const ValueId a = any_of(known_);
    const ValueId made = graph_.add(part, op, a, single ? no_value : any(), bits);
    if (op == IrOp::select) graph_.graph.at(made).c = any();
    known_.push_back(made);
  }

  // A value that is the index of a cell.
  ValueId index(PartId part) {
    return graph_.add(part, IrOp::bit_and, any_of(known_), graph_.constant(63));
  }

  void effect(PartId part) {
    const IrOp op = effects[static_cast<std::size_t>(below(effects.size()))];
    const auto cell = static_cast<std::int64_t>(below(100));
    switch (op) {
      case IrOp::store_cell:
        graph_.add(part, op, any(), no_value, cell);
        return;
      case IrOp::note_write:
        graph_.add(part, op, no_value, no_value, cell);
        return;
      case IrOp::store: {
        const ValueId place = index(part);
        known_.push_back(graph_.add(part, IrOp::load, place));
        guarded(graph_.add(part, IrOp::guard_plain, place));
        graph_.add(part, op, place, any());
        return;
      }
      case IrOp::add_to:
      case IrOp::take_from:
        graph_.add(part, op, index(part), any());
        return;
      case IrOp::note_write_at:
        graph_.add(part, op, index(part));
        return;
      case IrOp::store_inside: {
        const ValueId id = graph_.add(part, op, any(), any());
        graph_.graph.at(id).c = any();
        guarded(id);
        return;
      }
      case IrOp::guard_nonzero:
      case IrOp::guard_natural:
        return guarded(graph_.add(part, op, any_of(known_)));
      case IrOp::guard_below:
        return guarded(graph_.add(part, op, index(part), no_value, 63));
      case IrOp::charge_by:
        graph_.add(part, op, index(part));
        return;
      case IrOp::charge:
        graph_.add(part, op, no_value, no_value, 2);
        return;
      case IrOp::guard_ticks:
        return guarded(graph_.add(part, op, no_value, no_value, 5));
      case IrOp::random_quarter:
        known_.push_back(graph_.add(part, op));
        return;
      default: {  // guard_stack
        const ValueId id = graph_.add(part, op);
        graph_.graph.at(id).need = static_cast<std::int16_t>(size_.slots);
        graph_.graph.at(id).reach = 8;
        return guarded(id);
      }
    }
  }

  void guarded(ValueId id) {
    std::vector<SlotValue> stored;
    for (std::int16_t slot_number = -1; slot_number < 2; ++slot_number) {
      stored.push_back({slot_number, any()});
    }
    const ExitId exit = graph_.exit({}, static_cast<int>(below(3)));
    graph_.graph.exits[exit].stack.stored = stored;
    graph_.graph.exits[exit].ticks = static_cast<std::uint32_t>(below(3));
    graph_.graph.at(id).exit = exit;
  }

  Random random_;
  RandomGraphSize size_;
  SmallGraph graph_;
  std::vector<ValueId> known_;
  PartId last_ = 0;
  int loops_ = 0;
};

}  // namespace

Graph random_graph(std::uint64_t seed, const RandomGraphSize& size) {
  return Maker(seed, size).make();
}

}  // namespace fungescope::jit::test
