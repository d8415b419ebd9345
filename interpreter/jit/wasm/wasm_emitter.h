// Emits the WebAssembly of a graph: a module with one function, the NativeFunction.
//
// Values are in locals, or on the operand stack (WasmLocals); the engine assigns registers.
// Control flow is structured (structured_flow.h). An exit stores the stack and returns where it is
// taken: a join of all exits would make the engine merge all locals there.
//
// Addresses have 32 bits. Offsets of loads and stores are unsigned, so slots are addressed from
// `low`, the address of the lowest slot that the graph names. Offsets of NativeContext are those of
// the platform that this is compiled for, so the module runs only in an Emscripten build.
//
// Test: tests/jit/wasm/wasm_module_test.cpp for its form; tests/jit/backend_test.cpp runs it.
#pragma once

#include "jit/ir/ir.h"
#include "jit/tier/machine_code.h"
#include "jit/wasm/structured_flow.h"
#include "jit/wasm/wasm_code.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace fungescope::jit {

// Decides where the values of a graph are kept: in locals, or nowhere.
//
// A value that is used once, in the block that computes it, is computed where it is used, on
// WebAssembly's operand stack. All others get locals. Values that are never live at the same time
// share one: engines copy the state of all locals wherever control flow splits or joins. In static
// single assignment form, assigning the first free local in reverse post-order needs no more locals
// than values are live at a time (S. Hack, D. Grund, G. Goos, "Register Allocation for Programs in
// SSA-Form", 2006). The engine assigns registers.
//
// Cost: as liveness.h. Test: the differential tests of the back end.
struct WasmLocals {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<bool> is_inline;          // by value: it is computed where it is used
  std::vector<std::uint32_t> local_of;  // by value; none if it is never used
  std::uint32_t count = 0;
};
[[nodiscard]] WasmLocals choose_locals(const Graph& graph);

class WasmEmitter final : public StructuredEmitter {
 public:
  // `source_bytes`: the bytes of the program, by cell.
  WasmEmitter(const Graph& graph, const unsigned char* source_bytes);

  std::vector<std::uint8_t> emit();

 private:
  // The first six are the function's parameters.
  enum Local : std::uint32_t {
    left,
    deltas,
    entry,
    context,
    source,
    marks,
    low,
    floor,
    ceiling,
    written,
    next,     // see structured_flow.h
    index,    // of a cell that is loaded
    address,  // that is accessed twice
    wide,     // of 64 bits, for one operation
    first_value,
  };
  static constexpr std::uint32_t i32_locals = wide - low;

  // The frame and control flow
  void emit_prologue();
  PartEnd emit_part(FlowNode node, std::size_t number) override;
  void emit_begin(bool loop) override { code_.begin(loop ? WasmOp::loop : WasmOp::block); }
  void emit_end() override { code_.op(WasmOp::end); }
  void emit_branch(std::uint32_t depth) override { code_.op_with_index(WasmOp::br, depth); }
  PartEnd emit_entry(std::size_t number);
  PartEnd emit_dispatcher(FlowNode node, std::size_t number);
  PartEnd emit_terminator(BlockId id, std::size_t number);
  PartEnd emit_branch_of(BlockId id, std::size_t number);
  PartEnd emit_quarter(BlockId id, std::size_t number);
  // Emit all of an edge but the jump.
  PartEnd emit_edge(BlockId id, std::size_t number, bool is_last, bool charges = true);
  PartEnd follow(const FlowEdge& edge, bool is_last);
  [[nodiscard]] const FlowEdge& flow_edge(BlockId id, std::size_t number) const;
  [[nodiscard]] FlowNode root() const { return static_cast<FlowNode>(graph_.blocks.size()); }
  [[nodiscard]] bool is_bare_branch(BlockId id, std::size_t number, bool charges) const;
  [[nodiscard]] bool is_move(ValueId phi, ValueId arg) const;
  void move_args(const Edge& edge);
  void begin_if();
  void end_if();
  void charge(std::uint64_t ticks);
  void store_stack(const StackState& stack);
  void leave(ExitId exit);

  // Values, onto the operand stack
  WasmCode& push(ValueId id);
  WasmCode& compute(ValueId id);
  [[nodiscard]] bool push_comparison(ValueId id);  // as i32: 0, or not
  WasmCode& push_binary(WasmOp op, const Instr& instr);
  WasmCode& divide(const Instr& instr);
  WasmCode& multiply_high(const Instr& instr);
  WasmCode& draw_quarter();
  WasmCode& load_cell(std::int64_t cell);
  WasmCode& load_at_index();
  WasmCode& load_or_zero(const Instr& instr);
  WasmCode& push_index(ValueId cell) { return push(cell).op(WasmOp::i32_wrap_i64); }
  WasmCode& push_index_in_bounds(const Instr& instr);
  WasmCode& push_delta_address(Local cell);
  WasmCode& push_source_byte(Local cell);
  void push_is_inside(const Instr& instr);
  template <class Field>
  WasmCode& load_member(WasmOp op, Field NativeContext::*field) {
    return code_.get(context).access(op, offset_of(field));
  }

  // Operations
  void emit_instr(ValueId id);
  void emit_value(ValueId id, const Instr& instr);
  void guard(const Instr& instr);  // leaves if the i32 on the operand stack is not 0
  void guard_stack(const Instr& instr);
  void raise_ceiling(const Instr& instr);
  void test_marks(std::uint8_t mask);  // of the cell whose index, an i32, is on the operand stack
  void call(WasmImport function, const Instr& instr);
  void put_byte(const Instr& instr);
  void store_cell(const Instr& instr);
  void store_at(Local cell, ValueId value);
  void store_inside(const Instr& instr);
  void update_cell(const Instr& instr);
  void mark_written(std::int64_t cell);
  void mark_written_at(Local cell);
  [[nodiscard]] bool marks_chunks() const;

  [[nodiscard]] std::uint32_t local_of(ValueId id) const {
    return first_value + locals_.local_of[id];
  }
  [[nodiscard]] std::int64_t offset_of_slot(std::int64_t slot) const {
    return (slot - lowest_slot_) * 8;
  }

  const Graph& graph_;
  const unsigned char* source_bytes_;
  WasmLocals locals_;
  WasmCode code_;
  std::vector<std::uint32_t> entry_numbers_;  // in the order of the root's edges
  std::int64_t lowest_slot_;                  // that is addressed; at most 0
};

// Larger modules are compiled asynchronously, which takes a turn of the event loop at least.
[[nodiscard]] std::unique_ptr<Backend> make_wasm_backend(std::size_t max_synchronous_bytes);

}  // namespace fungescope::jit
