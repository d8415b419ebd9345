#include "jit/c/c_backend.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace fungescope::jit {
namespace {

// The C of an operation: the expression of a value, the condition on which a guard leaves, or the
// statement of another effect.
struct CForm {
  IrOp op;
  const char* text;
};
constexpr std::array c_forms{
    CForm{IrOp::load_slot, "base[{k}]"},
    CForm{IrOp::load_cell, "cells[{k}]"},
    CForm{IrOp::load, "cells[{a}]"},
    CForm{IrOp::load_or_zero, "IS_INSIDE({a}, {b}) ? cells[{b} * WIDTH + {a}] : 0"},
    CForm{IrOp::add, "ADD({a}, {b})"},
    CForm{IrOp::subtract, "SUBTRACT({a}, {b})"},
    CForm{IrOp::multiply, "MULTIPLY({a}, {b})"},
    CForm{IrOp::divide, "divide({a}, {b})"},
    CForm{IrOp::remainder, "modulo({a}, {b})"},
    CForm{IrOp::shift_left, "SHIFT_LEFT({a}, {k})"},
    CForm{IrOp::shift_right, "{a} >> {k}"},
    CForm{IrOp::shift_right_logical, "SHIFT_DOWN({a}, {k})"},
    CForm{IrOp::bit_and, "{a} & {b}"},
    CForm{IrOp::greater, "{a} > {b}"},
    CForm{IrOp::is_zero, "{a} == 0"},
    CForm{IrOp::low_byte, "(signed char)({a} & 0xff)"},
    CForm{IrOp::select, "{a} ? {b} : {c}"},
    CForm{IrOp::read_byte, "read_byte()"},
    CForm{IrOp::read_number, "read_number()"},
    CForm{IrOp::random_quarter, "random_quarter()"},
    CForm{IrOp::store_cell, "cells[{k}] = {a}"},
    CForm{IrOp::store, "cells[{a}] = {b}"},
    CForm{IrOp::add_to_cell, "cells[{a}] = ADD(cells[{a}], {b})"},
    CForm{IrOp::subtract_from_cell, "cells[{a}] = SUBTRACT(cells[{a}], {b})"},
    CForm{IrOp::guard_below, "!IS_BELOW({a}, {k})"},
    CForm{IrOp::guard_nonnegative, "{a} < 0"},
    CForm{IrOp::guard_nonzero, "{a} == 0"},
    CForm{IrOp::guard_unmarked, "marks[{a}] & (IS_CODE | IS_DEPENDENCY)"},
    CForm{IrOp::guard_ticks, "MAX_TICKS - now < {k}"},
    CForm{IrOp::charge, "now += {k}"},
    CForm{IrOp::charge_by, "now += (uint64_t){a}"},
    CForm{IrOp::put_byte, "put_byte({a})"},
    CForm{IrOp::put_number, "put_number({a})"},
};

class FunctionWriter {
 public:
  FunctionWriter(const Graph& graph, bool counts_down, std::vector<CExit>& exits)
      : graph_(graph),
        counts_down_(counts_down),
        exits_(exits),
        first_exit_(exits.size()),
        used_(graph.exits.size()) {}

  std::string write(const std::string& name) {
    for (BlockId id = 0; id < graph_.blocks.size(); ++id) {
      if (!graph_.blocks[id].dead) block(id);
    }
    const std::string body = std::exchange(text_, {});
    leave();
    const std::string tail = std::exchange(text_, {});
    put("\nstatic unsigned {}(unsigned entry)\n{{\n", name);
    text_ += "    int64_t *base = top;\n    uint64_t now = ticks;\n    unsigned left;\n";
    declare();
    entries();
    return text_ + body + tail + "}\n";
  }

 private:
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  // How an exit is used: on an edge, or by a guard.
  enum class Use : std::uint8_t { none, edge, guard };

  // ---- The frame

  void declare() {
    std::size_t column = 0;
    const auto variable = [&](const std::string& name) {
      text_ += column == 0 ? "    int64_t " : ", ";
      text_ += name;
      column += name.size() + 2;
      if (column < 80) return;
      text_ += ";\n";
      column = 0;
    };
    for (const BasicBlock& block : graph_.blocks) {
      if (block.dead) continue;
      for (const ValueId phi : block.phis) variable(value(phi));
      for (const ValueId id : block.code) {
        if (has_value(graph_.at(id).op)) variable(value(id));
      }
    }
    for (std::size_t i = 0; i < cycle_size_; ++i) variable(fmt::format("t{}", i));
    if (column != 0) text_ += ";\n";
  }

  void entries() {
    text_ += "    switch (entry) {\n";
    for (BlockId id = 0; id < graph_.blocks.size(); ++id) {
      const BasicBlock& block = graph_.blocks[id];
      if (block.entry == 0 || block.dead) continue;
      if (block.depth == 0)
        put("    case {}: goto b{};\n", block.entry, id);
      else
        put("    case {}: base -= {}; goto b{};\n", block.entry, block.depth, id);
    }
    text_ += "    default: abort();\n    }\n";
  }

  void leave() {
    for (ExitId id = 0; id < graph_.exits.size(); ++id) {
      if (used_[id] == Use::none) continue;
      const Exit& exit = graph_.exits[id];
      put("x{}:\n", id);
      store_stack(exit.stack, 1);
      if (exit.ticks != 0) put("    now += {};\n", exit.ticks);
      put("    left = {};\n    goto leave;\n", exits_.size());
      exits_.push_back(
          {position_of(exit), exit.kind != ExitKind::before_block || used_[id] == Use::guard});
    }
    // A region without exits is an infinite loop.
    if (exits_.size() == first_exit_) return;
    text_ += "leave:\n    top = base;\n    ticks = now;\n    return left;\n";
  }

  // ---- Blocks

  void block(BlockId id) {
    const BasicBlock& block = graph_.blocks[id];
    if (block.superblock != nullptr) comment(*block.superblock);
    put("b{}:;\n", id);
    for (const ValueId of : block.code) instr(of, graph_.at(of));
    // An edge from an entry to an exit makes no progress: the interpreter must execute the cell.
    exit_use_ = block.entry != 0 ? Use::guard : Use::edge;
    switch (block.terminator) {
      case TerminatorKind::jump:
        return edge(block.edges[0], 1);
      case TerminatorKind::branch:
        return branch(block);
      case TerminatorKind::quarter:
        return quarter(block);
    }
  }

  void comment(const Superblock& superblock) {
    const auto width = static_cast<CellIndex>(graph_.field.width);
    put("    /* ({}, {}) {}{} */\n", superblock.cell % width, superblock.cell / width,
        to_string(superblock.heading.direction()),
        superblock.heading.string_mode() ? ", in a string" : "");
  }

  void branch(const BasicBlock& block) {
    put("    if ({} {} {}) {{\n", value(block.a),
        block.condition == Condition::greater ? ">" : "!=", value(block.b));
    edge(block.edges[1], 2);
    text_ += "    }\n";
    edge(block.edges[0], 1);
  }

  void quarter(const BasicBlock& block) {
    put("    switch ({}) {{\n", value(block.a));
    for (std::size_t i = 0; i < block.edges.size(); ++i) {
      text_ += i + 1 < block.edges.size() ? fmt::format("    case {}:\n", i) : "    default:\n";
      edge(block.edges[i], 2);
    }
    text_ += "    }\n";
  }

  void edge(const Edge& edge, int depth) {
    if (edge.to == no_block) {
      use(edge.exit, exit_use_);
      indent(depth);
      put("goto x{};\n", edge.exit);
      return;
    }
    if (edge.rebase) store_stack(edge.stack, depth);
    move_args(edge, depth);
    if (edge.ticks != 0) {
      indent(depth);
      put("now += {};\n", edge.ticks);
    }
    indent(depth);
    put("goto b{};\n", edge.to);
  }

  // Phis are assigned in parallel: one that another move reads is set after it, and a cycle goes
  // through temporaries.
  void move_args(const Edge& edge, int depth) {
    using Move = std::pair<ValueId, ValueId>;
    const std::vector<ValueId>& phis = graph_.blocks[edge.to].phis;
    std::vector<Move> moves;
    for (std::size_t i = 0; i < phis.size(); ++i) {
      if (edge.args[i] != phis[i]) moves.emplace_back(phis[i], edge.args[i]);
    }
    while (!moves.empty()) {
      const auto is_read = [&](const Move& move) {
        return std::any_of(moves.begin(), moves.end(), [&](const Move& other) {
          return &other != &move && other.second == move.first;
        });
      };
      const auto free = std::find_if_not(moves.begin(), moves.end(), is_read);
      if (free == moves.end()) return move_cycle(moves, depth);
      assign(value(free->first), value(free->second), depth);
      moves.erase(free);
    }
  }

  void move_cycle(const std::vector<std::pair<ValueId, ValueId>>& moves, int depth) {
    cycle_size_ = std::max(cycle_size_, moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      assign(fmt::format("t{}", i), value(moves[i].second), depth);
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      assign(value(moves[i].first), fmt::format("t{}", i), depth);
    }
  }

  void store_stack(const StackState& stack, int depth) {
    for (const SlotValue& stored : stack.stored) {
      assign(fmt::format("base[{}]", stored.slot), value(stored.value), depth);
    }
    if (stack.depth == 0) return;
    indent(depth);
    put("base += {};\n", stack.depth);
  }

  // ---- Values

  [[nodiscard]] std::string text_of(const Instr& instr) const {
    const auto operand = [this](ValueId id) { return id == no_value ? "" : value(id); };
    const bool divides = instr.op == IrOp::divide || instr.op == IrOp::remainder;
    if (divides && divides_plainly(graph_, instr)) {
      const char sign = instr.op == IrOp::divide ? '/' : '%';
      return fmt::format("{} {} {}", value(instr.a), sign, value(instr.b));
    }
    const auto* const form = std::find_if(c_forms.begin(), c_forms.end(),
                                          [&](const CForm& known) { return known.op == instr.op; });
    // multiply_high and reduce come from division lowering, which a C compiler does itself.
    if (form == c_forms.end()) return "abort()";
    return fmt::format(fmt::runtime(form->text), fmt::arg("a", operand(instr.a)),
                       fmt::arg("b", operand(instr.b)), fmt::arg("c", operand(instr.c)),
                       fmt::arg("k", instr.k));
  }

  void instr(ValueId id, const Instr& instr) {
    switch (instr.op) {
      case IrOp::store_inside:
        return store_inside(instr);
      case IrOp::guard_stack:
        if (instr.need != unlimited) guard(instr, fmt::format("base - ({}) < bottom", instr.need));
        if (instr.reach != unlimited)
          guard(instr, fmt::format("base + ({}) > ceiling", instr.reach));
        return;
      case IrOp::guard_ticks:
        if (counts_down_) guard(instr, text_of(instr));
        return;
      case IrOp::guard_below:
      case IrOp::guard_nonnegative:
      case IrOp::guard_nonzero:
      case IrOp::guard_unmarked:
        return guard(instr, text_of(instr));
      case IrOp::guard_untrapped:  // there are no traps
      case IrOp::mark_written:     // and no write map
      case IrOp::mark_written_at:
        return;
      default:
        if (has_value(instr.op)) return assign(value(id), text_of(instr), 1);
        return put("    {};\n", text_of(instr));
    }
  }

  void store_inside(const Instr& instr) {
    const std::string x = value(instr.a);
    const std::string y = value(instr.b);
    const std::string index = fmt::format("{} * WIDTH + {}", y, x);
    use(instr.exit, Use::guard);
    put("    if (IS_INSIDE({}, {})) {{\n", x, y);
    put("        if (marks[{}] & (IS_CODE | IS_DEPENDENCY)) goto x{};\n", index, instr.exit);
    assign(fmt::format("cells[{}]", index), value(instr.c), 2);
    text_ += "    }\n";
  }

  void guard(const Instr& instr, const std::string& fails) {
    use(instr.exit, Use::guard);
    put("    if ({}) goto x{};\n", fails, instr.exit);
  }

  // ---- Text

  void use(ExitId exit, Use how) { used_[exit] = std::max(used_[exit], how); }

  [[nodiscard]] std::string value(ValueId id) const {
    if (graph_.is_edge_load(id)) return text_of(graph_.at(id));
    if (!graph_.is_constant(id)) return fmt::format("v{}", id);
    const std::int64_t k = graph_.at(id).k;
    if (k == INT64_MIN) return "INT64_MIN";
    return k >= INT32_MIN / 2 && k <= INT32_MAX ? fmt::format("{}", k)
                                                : fmt::format("INT64_C({})", k);
  }

  void indent(int depth) { text_.append(static_cast<std::size_t>(depth) * 4, ' '); }
  void assign(const std::string& to, const std::string& from, int depth) {
    indent(depth);
    put("{} = {};\n", to, from);
  }

  const Graph& graph_;
  bool counts_down_;
  std::vector<CExit>& exits_;
  std::size_t first_exit_;
  std::vector<Use> used_;
  Use exit_use_ = Use::edge;
  std::size_t cycle_size_ = 0;  // the number of temporaries
  std::string text_;
};

}  // namespace

std::string c_function(const Graph& graph, const std::string& name, bool counts_down,
                       std::vector<CExit>& exits) {
  return FunctionWriter(graph, counts_down, exits).write(name);
}

}  // namespace fungescope::jit
