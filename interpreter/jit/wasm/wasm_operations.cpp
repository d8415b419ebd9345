// Operations with an effect, and accesses to memory.
#include "jit/wasm/wasm_emitter.h"
#include "vm/arithmetic.h"
#include "vm/blocks/block_cache.h"
#include "vm/write_map.h"

namespace fungescope::jit {

void WasmEmitter::emit_instr(ValueId id) {
  const Instr& instr = graph_.at(id);
  switch (instr.op) {
    case IrOp::store_cell:
      return store_cell(instr);
    case IrOp::store:
      push_index(instr.a).set(address);
      return store_at(address, instr.b);
    case IrOp::add_to_cell:
    case IrOp::subtract_from_cell:
      return update_cell(instr);
    case IrOp::store_inside:
      return store_inside(instr);
    case IrOp::guard_below:
      push(instr.a).i64(instr.k).op(WasmOp::i64_ge_u);
      return guard(instr);
    case IrOp::guard_nonzero:
      push(instr.a).op(WasmOp::i64_eqz);
      return guard(instr);
    case IrOp::guard_nonnegative:
      push(instr.a).i64(0).op(WasmOp::i64_lt_s);
      return guard(instr);
    case IrOp::guard_unmarked:
    case IrOp::guard_untrapped:
      push_index(instr.a);
      test_marks(instr.op == IrOp::guard_unmarked ? BlockCache::store_marks
                                                  : BlockCache::read_trap);
      return guard(instr);
    case IrOp::guard_stack:
      return guard_stack(instr);
    case IrOp::guard_ticks:
      code_.get(left).i64(instr.k).op(WasmOp::i64_lt_u);
      return guard(instr);
    case IrOp::charge:
      return charge(static_cast<std::uint64_t>(instr.k));
    case IrOp::charge_by:
      code_.get(left);
      push(instr.a).op(WasmOp::i64_sub).set(left);
      return;
    case IrOp::mark_written:
      return mark_written(instr.k);
    case IrOp::mark_written_at:
      push_index(instr.a).set(address);
      return mark_written_at(address);
    case IrOp::put_byte:
      return put_byte(instr);
    case IrOp::put_number:
      return call(WasmImport::put_number, instr);
    default:
      return emit_value(id, instr);
  }
}

void WasmEmitter::emit_value(ValueId id, const Instr& instr) {
  if (locals_.is_inline[id]) return;
  const bool is_used = locals_.local_of[id] != WasmLocals::none;
  switch (instr.op) {
    case IrOp::read_byte:
    case IrOp::read_number:
      call(instr.op == IrOp::read_byte ? WasmImport::read_byte : WasmImport::read_number, instr);
      if (is_used) load_member(WasmOp::i64_load, &NativeContext::input).set(local_of(id));
      return;
    case IrOp::random_quarter:
      compute(id);
      if (!is_used) code_.op(WasmOp::drop);
      break;
    default:
      if (is_used) compute(id);
  }
  if (is_used) code_.set(local_of(id));
}

// ---- Guards

void WasmEmitter::guard(const Instr& instr) {
  code_.begin(WasmOp::if_block);
  leave(instr.exit);
  code_.op(WasmOp::end);
}

void WasmEmitter::test_marks(std::uint8_t mask) {
  code_.get(marks).op(WasmOp::i32_add).access(WasmOp::i32_load8_u, 0);
  code_.i32(mask).op(WasmOp::i32_and);
}

void WasmEmitter::guard_stack(const Instr& instr) {
  const auto push_slot = [this](std::int64_t slot) -> WasmCode& {
    return code_.get(low).i32((slot - lowest_slot_) * 8).op(WasmOp::i32_add);
  };
  if (instr.need != unlimited) {
    push_slot(-instr.need).get(floor).op(WasmOp::i32_lt_u);
    guard(instr);
  }
  if (instr.reach == unlimited) return;
  push_slot(instr.reach);
  if (instr.k == 1) code_.tee(address);
  code_.get(ceiling).op(WasmOp::i32_gt_u);
  if (instr.k != 1) return guard(instr);
  code_.begin(WasmOp::if_block);
  raise_ceiling(instr);
  code_.op(WasmOp::end);
}

// NativeContext::raise_ceiling up to `address`, or leaves.
void WasmEmitter::raise_ceiling(const Instr& instr) {
  code_.get(address);
  load_member(WasmOp::i32_load, &NativeContext::max_ceiling).op(WasmOp::i32_gt_u);
  guard(instr);
  code_.get(context).get(ceiling);
  code_.access(WasmOp::i32_store, offset_of(&NativeContext::ceiling_before));
  code_.get(context).get(address).tee(ceiling);
  code_.access(WasmOp::i32_store, offset_of(&NativeContext::ceiling));
  code_.get(context).get(left).i64(graph_.exits[instr.exit].ticks).op(WasmOp::i64_sub);
  code_.access(WasmOp::i64_store, offset_of(&NativeContext::raised_at));
}

// ---- Calls

// Leaves if the call fails.
void WasmEmitter::call(WasmImport function, const Instr& instr) {
  code_.get(context);
  if (instr.a != no_value) push(instr.a);
  code_.op_with_index(WasmOp::call, static_cast<std::uint32_t>(function)).op(WasmOp::i64_eqz);
  guard(instr);
}

// Stores the byte in the output buffer; calls out only if that is full.
void WasmEmitter::put_byte(const Instr& instr) {
  const auto next_byte = offset_of(&NativeContext::output_buffer, &OutputBuffer::next);
  const auto end = offset_of(&NativeContext::output_buffer, &OutputBuffer::end);
  code_.get(context).access(WasmOp::i32_load, next_byte).tee(address);
  code_.get(context).access(WasmOp::i32_load, end).op(WasmOp::i32_eq);
  code_.begin(WasmOp::if_block);
  call(WasmImport::put_byte, instr);
  code_.op(WasmOp::else_block);
  code_.get(address);
  push(instr.a).access(WasmOp::i64_store8, 0);
  code_.get(context).get(address).i32(1).op(WasmOp::i32_add).access(WasmOp::i32_store, next_byte);
  code_.op(WasmOp::end);
}

// ---- Loads

// The value of a cell is its source byte plus its delta.
WasmCode& WasmEmitter::load_cell(std::int64_t cell) {
  code_.get(deltas).access(WasmOp::i64_load, cell * 8);
  return source_bytes_[cell] == 0 ? code_ : code_.i64(source_bytes_[cell]).op(WasmOp::i64_add);
}

WasmCode& WasmEmitter::push_delta_address(Local cell) {
  return code_.get(cell).i32(3).op(WasmOp::i32_shl).get(deltas).op(WasmOp::i32_add);
}

WasmCode& WasmEmitter::push_source_byte(Local cell) {
  return code_.get(cell).get(source).op(WasmOp::i32_add).access(WasmOp::i64_load8_u, 0);
}

WasmCode& WasmEmitter::load_at_index() {
  push_delta_address(index).access(WasmOp::i64_load, 0);
  return push_source_byte(index).op(WasmOp::i64_add);
}

// Whether cell (a, b) is in the field.
void WasmEmitter::push_is_inside(const Instr& instr) {
  push(instr.a).i64(graph_.field.width).op(WasmOp::i64_lt_u);
  push(instr.b).i64(graph_.field.height).op(WasmOp::i64_lt_u).op(WasmOp::i32_and);
}

WasmCode& WasmEmitter::push_index_in_bounds(const Instr& instr) {
  push(instr.b).i64(graph_.field.width).op(WasmOp::i64_mul);
  return push(instr.a).op(WasmOp::i64_add).op(WasmOp::i32_wrap_i64);
}

WasmCode& WasmEmitter::load_or_zero(const Instr& instr) {
  push_is_inside(instr);
  code_.begin(WasmOp::if_block, WasmType::i64);
  push_index_in_bounds(instr).set(index);
  return load_at_index().op(WasmOp::else_block).i64(0).op(WasmOp::end);
}

// ---- Stores

void WasmEmitter::store_cell(const Instr& instr) {
  const std::int64_t byte = source_bytes_[instr.k];
  code_.get(deltas);
  if (graph_.is_constant(instr.a)) {
    code_.i64(wrapping_subtract(graph_.at(instr.a).k, byte));
  } else {
    push(instr.a);
    if (byte != 0) code_.i64(byte).op(WasmOp::i64_sub);
  }
  code_.access(WasmOp::i64_store, instr.k * 8);
}

// To the cell whose index is `cell`. Computing the value may change `index`.
void WasmEmitter::store_at(Local cell, ValueId value) {
  push_delta_address(cell);
  push(value);
  push_source_byte(cell).op(WasmOp::i64_sub).access(WasmOp::i64_store, 0);
}

void WasmEmitter::update_cell(const Instr& instr) {
  push_index(instr.a).i32(3).op(WasmOp::i32_shl).get(deltas).op(WasmOp::i32_add).tee(address);
  code_.get(address).access(WasmOp::i64_load, 0);
  push(instr.b).op(instr.op == IrOp::add_to_cell ? WasmOp::i64_add : WasmOp::i64_sub);
  code_.access(WasmOp::i64_store, 0);
}

void WasmEmitter::store_inside(const Instr& instr) {
  push_is_inside(instr);
  code_.begin(WasmOp::if_block);
  push_index_in_bounds(instr).tee(address);
  test_marks(BlockCache::store_marks);
  guard(instr);
  store_at(address, instr.c);
  if (graph_.marks_writes) mark_written_at(address);
  code_.op(WasmOp::end);
}

// ---- The write map

bool WasmEmitter::marks_chunks() const {
  return WriteMap::has_chunks(static_cast<std::size_t>(graph_.field.area()));
}

void WasmEmitter::mark_written(std::int64_t cell) {
  code_.get(written).i32(1).access(WasmOp::i32_store8, cell);
  if (!marks_chunks()) return;
  load_member(WasmOp::i32_load, &NativeContext::written_chunks);
  code_.i32(1).access(WasmOp::i32_store8, cell >> WriteMap::chunk_bits);
}

void WasmEmitter::mark_written_at(Local cell) {
  code_.get(written).get(cell).op(WasmOp::i32_add).i32(1).access(WasmOp::i32_store8, 0);
  if (!marks_chunks()) return;
  load_member(WasmOp::i32_load, &NativeContext::written_chunks);
  code_.get(cell).i32(WriteMap::chunk_bits).op(WasmOp::i32_shr_u).op(WasmOp::i32_add);
  code_.i32(1).access(WasmOp::i32_store8, 0);
}

}  // namespace fungescope::jit
