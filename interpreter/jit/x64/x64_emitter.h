// Emits the x86-64 instructions of a graph. Used by x64_backend.cpp only.
//
// Values are where register_allocation.h puts them: in registers or in the frame. rax and rdx are
// scratch registers of a single operation; the processor's multiplication and division need them
// anyway.
#pragma once

#include "jit/ir/ir.h"
#include "jit/regalloc/register_allocation.h"
#include "jit/tier/machine_code.h"

#include <cstdint>
#include <utility>
#include <vector>

#include <asmjit/x86.h>

namespace fungescope::jit {

inline constexpr unsigned cell_bits = 3;  // a delta and a stack slot have 2^3 bytes each

class X64Emitter {
 public:
  // `annotates`: writes a comment before the code of each value, terminator and exit, for a
  // listing.
  X64Emitter(asmjit::x86::Assembler& assembler, const Graph& graph, const unsigned char* source,
             bool annotates);

  // Emits the whole function.
  void emit();

 private:
  using Gp = asmjit::x86::Gp;
  using Mem = asmjit::x86::Mem;
  using Label = asmjit::Label;
  using Operand = asmjit::Operand;
  using CondCode = asmjit::x86::CondCode;
  using InstId = asmjit::InstId;
  struct Pinned {
    enum Id : std::uint8_t { left, deltas, context, source, marks, base, written };
  };

  // The frame and the pinned values
  [[nodiscard]] RegisterFile weigh_pinned_values() const;
  [[nodiscard]] std::vector<Pinned::Id> pinned_values_of(IrOp op) const;
  void emit_prologue();
  void emit_epilogue();
  void emit_entries();
  void annotate(ListingLine::Kind of, std::uint32_t id);
  [[nodiscard]] Label named_label(char kind, std::uint32_t id);  // for a listing

  // Operations
  void emit_block(BlockId id);
  // Each leaves the operations that it does not know to the next.
  void emit_instr(ValueId id);
  void emit_access(ValueId id, const Instr& instr);
  void emit_guard(ValueId id, const Instr& instr);
  void emit_call(ValueId id, const Instr& instr);
  void add(ValueId id, const Instr& instr);
  void subtract(ValueId id, const Instr& instr);
  void multiply(ValueId id, const Instr& instr);
  void reduce(ValueId id, const Instr& instr);
  void multiply_high(ValueId id, const Instr& instr);
  void divide(ValueId id, const Instr& instr);
  void shift(InstId op, ValueId id, const Instr& instr);
  void select(ValueId id, const Instr& instr);
  void set_if(ValueId id, CondCode condition);
  void compare(ValueId a, ValueId b);
  void load_into(const Gp& to, const Instr& instr);
  void load_or_zero(ValueId id, const Instr& instr);
  void store_cell(const Instr& instr);
  void store_inside(ValueId id, const Instr& instr);
  void store_at(ValueId store, const Gp& index, ValueId value);
  void mark_written_at(const Gp& index);
  // Computes the index of cell (a, b) in rax, or jumps to `outside` if there is no such cell.
  void index_in_bounds(const Instr& instr, const Label& outside);
  [[nodiscard]] bool marks_chunks() const;
  void guard_stack(ValueId id, const Instr& instr);
  void emit_stack_growths();
  void emit_raise_ceiling();
  void draw_quarter(ValueId id);
  void put_byte(ValueId id, const Instr& instr);
  void emit_out_of_line_calls();
  // Jumps to the exit if the call fails.
  void call(ValueId id, std::uint64_t function);
  [[nodiscard]] RegisterSet saved_over_call(ValueId id) const;

  // Terminators
  struct EdgeMoves {
    std::vector<LocationMove> moves;                  // in order
    std::vector<std::pair<Location, ValueId>> loads;  // constants and edge loads, after the moves
    [[nodiscard]] bool empty() const { return moves.empty() && loads.empty(); }
  };
  void emit_terminator(BlockId id);
  void emit_branch(const BasicBlock& block, BlockId next);
  void emit_quarter(const BasicBlock& block);
  void jump_to(const Edge& edge, BlockId next, bool charges = true);
  [[nodiscard]] EdgeMoves moves_of(const Edge& edge) const;
  void emit_moves(const EdgeMoves& moves);
  [[nodiscard]] bool is_plain_jump(const Edge& edge, bool charges) const;
  [[nodiscard]] Label label_of(const Edge& edge);
  void jump_if(CondCode is, const Label& to) { as_.emit(asmjit::x86::Inst::jccFromCond(is), to); }
  void charge(std::uint64_t ticks);

  // Exits
  void store_stack(const StackState& stack);
  void emit_exits();
  [[nodiscard]] Label exit_label(ExitId exit);

  // Operands
  [[nodiscard]] Location location_of(ValueId id) const { return allocation_.values[id]; }
  [[nodiscard]] bool is_in(ValueId id, const Gp& reg) const;
  // Whether the value is in a register that is not live after the operation `by`.
  [[nodiscard]] bool is_last_use(ValueId by, ValueId value) const;
  // Returns the value's register, or `scratch` after loading the value into it.
  [[nodiscard]] Gp in_register(ValueId id, const Gp& scratch);
  // Returns a register, memory or immediate operand; constants that are too large go to `scratch`.
  [[nodiscard]] Operand operand(ValueId id, const Gp& scratch);
  [[nodiscard]] static Operand place(Location location);  // a register or memory
  void move(const Gp& to, ValueId from);
  void move(Location to, Location from);
  // Returns the register to compute a value in: its own, or `scratch`, from which `store_result`
  // moves it to its location.
  [[nodiscard]] Gp target(ValueId id, const Gp& scratch) const;
  void store_result(ValueId id, const Gp& made);
  // Whether the value was stored to the frame just now, and is still in a register as well.
  [[nodiscard]] bool is_last_result(ValueId id) const {
    return id == last_result_.value && as_.offset() == last_result_.offset;
  }
  [[nodiscard]] Gp pinned_register(Pinned::Id id, const Gp& scratch);
  template <class Field>
  [[nodiscard]] Mem member(Field NativeContext::*field, const Gp& scratch) {
    return asmjit::x86::qword_ptr(pinned_register(Pinned::context, scratch), offset_of(field));
  }
  [[nodiscard]] bool is_imm32(ValueId id) const;  // a constant that fits an immediate operand
  [[nodiscard]] std::int32_t k32(ValueId id) const {
    return static_cast<std::int32_t>(graph_.at(id).k);
  }
  [[nodiscard]] static Mem in_frame(std::uint32_t number);
  [[nodiscard]] static Mem slot(const Gp& base, int slot) {
    return asmjit::x86::qword_ptr(base, slot * (1 << cell_bits));
  }
  [[nodiscard]] Mem delta_of_cell(std::int64_t cell);
  [[nodiscard]] Mem delta_at(const Gp& index);

  asmjit::x86::Assembler& as_;
  const Graph& graph_;
  const unsigned char* source_bytes_;
  bool annotates_;
  Allocation allocation_;
  struct {
    ValueId value = no_value;
    Gp reg;
    std::size_t offset = 0;  // of the code after it
  } last_result_;
  std::uint32_t scratch_location_ = 0;  // in the frame, for one operation
  std::uint32_t floor_location_ = 0;    // in the frame, as the next
  std::uint32_t ceiling_location_ = 0;
  std::uint32_t saved_locations_ = 0;  // in the frame, for registers during calls
  std::uint32_t frame_bytes_ = 0;
  std::vector<Label> block_labels_;
  std::vector<std::pair<Label, bool>> exit_labels_;  // and whether they are used
  // Code for rare cases of an operation, emitted after the blocks.
  struct OutOfLine {
    ValueId id = no_value;
    Label begin;
    Label back;
  };
  std::vector<OutOfLine> out_of_line_calls_;  // that print a byte if the output buffer is full
  std::vector<OutOfLine> stack_growths_;
};

}  // namespace fungescope::jit
