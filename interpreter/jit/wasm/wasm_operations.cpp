// Operations with an effect, and accesses to memory.
#include "jit/wasm/wasm_emitter.h"
#include "vm/blocks/block_cache.h"
#include "vm/write_map.h"

namespace fungescope::jit {
namespace {

template <class Field>
std::uint32_t offset_in_context(Field NativeContext::*field) {
  return static_cast<std::uint32_t>(offset_of(field));
}

}  // namespace

void WasmEmitter::emit_instr(ValueId id) {
  const Instr& instr = graph_.at(id);
  switch (instr.op) {
    case IrOp::store_cell:
      return store_cell(instr);
    case IrOp::store:
      push_index(instr.a);
      code_.set(address);
      return store_at(address, instr.b);
    case IrOp::add_to_cell:
    case IrOp::subtract_from_cell:
      return update_cell(instr);
    case IrOp::store_inside:
      return store_inside(instr);
    case IrOp::guard_below:
      push(instr.a);
      code_.i64(instr.k);
      code_.op(WasmOp::i64_ge_u);
      return guard(instr);
    case IrOp::guard_nonzero:
      push(instr.a);
      code_.op(WasmOp::i64_eqz);
      return guard(instr);
    case IrOp::guard_nonnegative:
      push(instr.a);
      code_.i64(0);
      code_.op(WasmOp::i64_lt_s);
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
      code_.get(left);
      code_.i64(instr.k);
      code_.op(WasmOp::i64_lt_u);
      return guard(instr);
    case IrOp::charge:
      return charge(static_cast<std::uint64_t>(instr.k));
    case IrOp::charge_by:
      code_.get(left);
      push(instr.a);
      code_.op(WasmOp::i64_sub);
      return code_.set(left);
    case IrOp::mark_written:
      return mark_written(instr.k);
    case IrOp::mark_written_at:
      push_index(instr.a);
      code_.set(address);
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
      if (!is_used) return;
      code_.get(context);
      code_.access(WasmOp::i64_load, offset_in_context(&NativeContext::input));
      return code_.set(local_of(id));
    case IrOp::random_quarter:
      compute(id);
      return is_used ? code_.set(local_of(id)) : code_.op(WasmOp::drop);
    default:
      if (!is_used) return;
      compute(id);
      code_.set(local_of(id));
  }
}

// ---- Guards

void WasmEmitter::guard(const Instr& instr) {
  code_.begin(WasmOp::if_block);
  leave(instr.exit);
  code_.op(WasmOp::end);
}

void WasmEmitter::test_marks(std::uint8_t mask) {
  code_.get(marks);
  code_.op(WasmOp::i32_add);
  code_.access(WasmOp::i32_load8_u, 0);
  code_.i32(mask);
  code_.op(WasmOp::i32_and);
}

void WasmEmitter::guard_stack(const Instr& instr) {
  const auto push_slot = [this](std::int64_t slot) {
    code_.get(low);
    code_.i32(static_cast<std::int32_t>((slot - lowest_slot_) * 8));
    code_.op(WasmOp::i32_add);
  };
  if (instr.need != unlimited) {
    push_slot(-instr.need);
    code_.get(floor);
    code_.op(WasmOp::i32_lt_u);
    guard(instr);
  }
  if (instr.reach == unlimited) return;
  push_slot(instr.reach);
  if (instr.k == 1) code_.tee(address);
  code_.get(ceiling);
  code_.op(WasmOp::i32_gt_u);
  if (instr.k != 1) return guard(instr);
  code_.begin(WasmOp::if_block);
  raise_ceiling(instr);
  code_.op(WasmOp::end);
}

// NativeContext::raise_ceiling up to `address`, or leaves.
void WasmEmitter::raise_ceiling(const Instr& instr) {
  code_.get(address);
  code_.get(context);
  code_.access(WasmOp::i32_load, offset_in_context(&NativeContext::max_ceiling));
  code_.op(WasmOp::i32_gt_u);
  guard(instr);
  code_.get(context);
  code_.get(ceiling);
  code_.access(WasmOp::i32_store, offset_in_context(&NativeContext::ceiling_before));
  code_.get(context);
  code_.get(address);
  code_.tee(ceiling);
  code_.access(WasmOp::i32_store, offset_in_context(&NativeContext::ceiling));
  code_.get(context);
  code_.get(left);
  code_.i64(graph_.exits[instr.exit].ticks);
  code_.op(WasmOp::i64_sub);
  code_.access(WasmOp::i64_store, offset_in_context(&NativeContext::raised_at));
}

// ---- Calls

// Leaves if the call fails.
void WasmEmitter::call(WasmImport function, const Instr& instr) {
  code_.get(context);
  if (instr.a != no_value) push(instr.a);
  code_.op_with_index(WasmOp::call, static_cast<std::uint32_t>(function));
  code_.op(WasmOp::i64_eqz);
  guard(instr);
}

// Stores the byte in the output buffer; calls out only if that is full.
void WasmEmitter::put_byte(const Instr& instr) {
  const auto next_byte =
      static_cast<std::uint32_t>(offset_of(&NativeContext::output_buffer, &OutputBuffer::next));
  const auto end =
      static_cast<std::uint32_t>(offset_of(&NativeContext::output_buffer, &OutputBuffer::end));
  code_.get(context);
  code_.access(WasmOp::i32_load, next_byte);
  code_.tee(address);
  code_.get(context);
  code_.access(WasmOp::i32_load, end);
  code_.op(WasmOp::i32_eq);
  code_.begin(WasmOp::if_block);
  call(WasmImport::put_byte, instr);
  code_.op(WasmOp::else_block);
  code_.get(address);
  push(instr.a);
  code_.access(WasmOp::i64_store8, 0);
  code_.get(context);
  code_.get(address);
  code_.i32(1);
  code_.op(WasmOp::i32_add);
  code_.access(WasmOp::i32_store, next_byte);
  code_.op(WasmOp::end);
}

// ---- Loads

void WasmEmitter::load_slot(std::int64_t slot) {
  code_.get(low);
  code_.access(WasmOp::i64_load, offset_of_slot(slot));
}

// The value of a cell is its source byte plus its delta.
void WasmEmitter::load_cell(std::int64_t cell) {
  code_.get(deltas);
  code_.access(WasmOp::i64_load, static_cast<std::uint32_t>(cell) << 3U);
  if (source_bytes_[cell] == 0) return;
  code_.i64(source_bytes_[cell]);
  code_.op(WasmOp::i64_add);
}

void WasmEmitter::load(ValueId cell) {
  push_index(cell);
  code_.set(index);
  load_at_index();
}

void WasmEmitter::push_index(ValueId cell) {
  push(cell);
  code_.op(WasmOp::i32_wrap_i64);
}

void WasmEmitter::load_at_index() {
  code_.get(index);
  code_.i32(3);
  code_.op(WasmOp::i32_shl);
  code_.get(deltas);
  code_.op(WasmOp::i32_add);
  code_.access(WasmOp::i64_load, 0);
  code_.get(index);
  code_.get(source);
  code_.op(WasmOp::i32_add);
  code_.access(WasmOp::i64_load8_u, 0);
  code_.op(WasmOp::i64_add);
}

// Whether cell (a, b) is in the field.
void WasmEmitter::push_is_inside(const Instr& instr) {
  push(instr.a);
  code_.i64(graph_.field.width);
  code_.op(WasmOp::i64_lt_u);
  push(instr.b);
  code_.i64(graph_.field.height);
  code_.ops({WasmOp::i64_lt_u, WasmOp::i32_and});
}

void WasmEmitter::push_index_in_bounds(const Instr& instr) {
  push(instr.b);
  code_.i64(graph_.field.width);
  code_.op(WasmOp::i64_mul);
  push(instr.a);
  code_.ops({WasmOp::i64_add, WasmOp::i32_wrap_i64});
}

void WasmEmitter::load_or_zero(const Instr& instr) {
  push_is_inside(instr);
  code_.begin(WasmOp::if_block, WasmType::i64);
  push_index_in_bounds(instr);
  code_.set(index);
  load_at_index();
  code_.op(WasmOp::else_block);
  code_.i64(0);
  code_.op(WasmOp::end);
}

// ---- Stores

void WasmEmitter::store_cell(const Instr& instr) {
  const std::int64_t byte = source_bytes_[instr.k];
  code_.get(deltas);
  if (graph_.is_constant(instr.a)) {
    const auto value = static_cast<std::uint64_t>(graph_.at(instr.a).k);
    code_.i64(static_cast<std::int64_t>(value - static_cast<std::uint64_t>(byte)));
  } else {
    push(instr.a);
    if (byte != 0) {
      code_.i64(byte);
      code_.op(WasmOp::i64_sub);
    }
  }
  code_.access(WasmOp::i64_store, static_cast<std::uint32_t>(instr.k) << 3U);
}

// To the cell whose index is `cell`. Computing the value may change `index`.
void WasmEmitter::store_at(Local cell, ValueId value) {
  code_.get(cell);
  code_.i32(3);
  code_.op(WasmOp::i32_shl);
  code_.get(deltas);
  code_.op(WasmOp::i32_add);
  push(value);
  code_.get(cell);
  code_.get(source);
  code_.op(WasmOp::i32_add);
  code_.access(WasmOp::i64_load8_u, 0);
  code_.op(WasmOp::i64_sub);
  code_.access(WasmOp::i64_store, 0);
}

void WasmEmitter::update_cell(const Instr& instr) {
  push_index(instr.a);
  code_.i32(3);
  code_.op(WasmOp::i32_shl);
  code_.get(deltas);
  code_.op(WasmOp::i32_add);
  code_.tee(address);
  code_.get(address);
  code_.access(WasmOp::i64_load, 0);
  push(instr.b);
  code_.op(instr.op == IrOp::add_to_cell ? WasmOp::i64_add : WasmOp::i64_sub);
  code_.access(WasmOp::i64_store, 0);
}

void WasmEmitter::store_inside(const Instr& instr) {
  push_is_inside(instr);
  code_.begin(WasmOp::if_block);
  push_index_in_bounds(instr);
  code_.tee(address);
  test_marks(BlockCache::store_marks);
  guard(instr);
  store_at(address, instr.c);
  if (graph_.marks_writes) mark_written_at(address);
  code_.op(WasmOp::end);
}

// ---- The write map

bool WasmEmitter::marks_chunks() const {
  return WriteMap::has_chunks(static_cast<std::size_t>(graph_.field.width) *
                              static_cast<std::size_t>(graph_.field.height));
}

void WasmEmitter::mark_written(std::int64_t cell) {
  code_.get(written);
  code_.i32(1);
  code_.access(WasmOp::i32_store8, static_cast<std::uint32_t>(cell));
  if (!marks_chunks()) return;
  code_.get(context);
  code_.access(WasmOp::i32_load, offset_in_context(&NativeContext::written_chunks));
  code_.i32(1);
  code_.access(WasmOp::i32_store8, static_cast<std::uint32_t>(cell >> WriteMap::chunk_bits));
}

void WasmEmitter::mark_written_at(Local cell) {
  code_.get(written);
  code_.get(cell);
  code_.op(WasmOp::i32_add);
  code_.i32(1);
  code_.access(WasmOp::i32_store8, 0);
  if (!marks_chunks()) return;
  code_.get(context);
  code_.access(WasmOp::i32_load, offset_in_context(&NativeContext::written_chunks));
  code_.get(cell);
  code_.i32(WriteMap::chunk_bits);
  code_.ops({WasmOp::i32_shr_u, WasmOp::i32_add});
  code_.i32(1);
  code_.access(WasmOp::i32_store8, 0);
}

}  // namespace fungescope::jit
