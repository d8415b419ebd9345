// From a graph to instructions on virtual registers. For x64_backend.cpp only.
#pragma once

#include "jit/ir.h"
#include "jit/machine_code.h"

#include <cstdint>
#include <utility>
#include <vector>

#include <asmjit/x86.h>

namespace fungescope::jit {

class X64Emitter {
 public:
  // `marks`: a comment before what each value, end and exit becomes, for a listing.
  X64Emitter(asmjit::x86::Compiler& compiler, const Graph& graph, const unsigned char* source,
             bool marks);

  // The whole function.
  void emit();

 private:
  using Gp = asmjit::x86::Gp;
  using Mem = asmjit::x86::Mem;
  using Label = asmjit::Label;
  using CondCode = asmjit::x86::CondCode;

  void make_fixed_registers();
  void mark(ListingLine::Of of, std::uint32_t id);
  [[nodiscard]] Label named_label(char kind, std::uint32_t id);  // for a listing
  void emit_entries();
  void emit_part(PartId id);
  void emit_instr(ValueId id);
  void emit_arithmetic(ValueId id, const Instr& instr);
  void emit_load(Gp to, const Instr& instr);
  void emit_store(const Instr& instr);
  void emit_guard(const Instr& instr);
  void emit_call(ValueId id, const Instr& instr);
  void put_byte(ValueId id, const Instr& instr);
  void emit_calls_aside();
  // Of cell (a, b); code that goes on at `outside` where there is none.
  [[nodiscard]] Gp index_inside(const Instr& instr, const Label& outside);
  [[nodiscard]] bool notes_chunks() const;
  void draw_quarter(Gp to);
  void emit_exits();

  // Arithmetic
  void add(Gp to, const Instr& instr);
  void subtract(Gp to, const Instr& instr);
  void multiply(Gp to, const Instr& instr);
  void divide(Gp to, const Instr& instr);
  void compare(ValueId a, ValueId b);

  // Ends of parts
  void emit_branch(const Part& whole, PartId next);
  void emit_quarter(const Part& part);
  void jump_to(const Edge& edge, PartId next);
  void move_args(const Edge& edge);
  [[nodiscard]] bool is_bare(const Edge& edge) const;
  [[nodiscard]] Label label_of(const Edge& edge);
  void store_stack(const StackState& stack);

  // Operands
  [[nodiscard]] Gp reg(ValueId id);  // where a value is made
  [[nodiscard]] Gp use(ValueId id);  // a value in a register, constants loaded into one
  void move(Gp to, ValueId from);
  [[nodiscard]] Gp fresh();      // a virtual register for good, or until it is given back
  [[nodiscard]] Gp temporary();  // one until the end of the instruction
  void end_instr(ValueId id, std::size_t place);
  void find_last_uses();
  [[nodiscard]] static bool splits(const Instr& instr);
  [[nodiscard]] bool small(ValueId id) const;  // a constant that fits an immediate operand
  [[nodiscard]] std::int32_t k32(ValueId id) const;
  [[nodiscard]] Mem delta_of_cell(std::int64_t cell) const;
  [[nodiscard]] Mem delta_at(ValueId index);
  [[nodiscard]] Mem source_at(ValueId index);
  [[nodiscard]] Mem mark_at(ValueId index);
  [[nodiscard]] Mem slot(int slot) const;
  [[nodiscard]] Mem byte_at(Gp base, ValueId index, unsigned scale_bits);
  [[nodiscard]] Label exit_label(ExitId exit);

  asmjit::x86::Compiler& cc_;
  const Graph& graph_;
  const unsigned char* source_bytes_;
  bool marks_wanted_;
  static constexpr std::size_t not_local = ~std::size_t{0};
  std::vector<Gp> regs_;
  std::vector<std::size_t> last_use_;
  std::vector<std::size_t> stretch_;  // of code without a branch, in which a value is made
  std::vector<Gp> free_;              // virtual registers that hold nothing any more
  std::vector<Gp> borrowed_;          // for the present instruction
  std::vector<Label> part_labels_;
  std::vector<std::pair<Label, bool>> exit_labels_;  // and whether it is used
  // A byte that is printed by a call, if it has to be, out of the way.
  struct CallAside {
    ValueId id = no_value;
    Gp printed;  // or a constant
    Label begin;
    Label back;
  };
  std::vector<CallAside> calls_aside_;
  Gp entry_;
  Gp context_;
  Gp base_;
  Gp left_;
  Gp deltas_;
  Gp source_;
  Gp marks_;
  Gp written_;  // the write map's cells, if there is one
};

}  // namespace fungescope::jit
