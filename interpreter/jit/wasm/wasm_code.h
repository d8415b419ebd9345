// Encodes WebAssembly: instructions with their immediates, and modules of one function.
//
// "WebAssembly Core Specification", version 2.0 (2022), chapter 5, binary format. Of the features
// after version 1.0 only the sign-extension operators are used, which browsers have had since 2019.
//
// Test: tests/jit/wasm/wasm_module_test.cpp.
#pragma once

#include "jit/tier/machine_code.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fungescope::jit {

// X(name in C++, name in the text format, byte)
#define FUNGESCOPE_WASM_OPS(X)                  \
  X(unreachable, "unreachable", 0x00)           \
  X(block, "block", 0x02)                       \
  X(loop, "loop", 0x03)                         \
  X(if_block, "if", 0x04)                       \
  X(else_block, "else", 0x05)                   \
  X(end, "end", 0x0b)                           \
  X(br, "br", 0x0c)                             \
  X(br_if, "br_if", 0x0d)                       \
  X(return_value, "return", 0x0f)               \
  X(call, "call", 0x10)                         \
  X(drop, "drop", 0x1a)                         \
  X(select, "select", 0x1b)                     \
  X(local_get, "local.get", 0x20)               \
  X(local_set, "local.set", 0x21)               \
  X(local_tee, "local.tee", 0x22)               \
  X(i32_load, "i32.load", 0x28)                 \
  X(i64_load, "i64.load", 0x29)                 \
  X(i32_load8_u, "i32.load8_u", 0x2d)           \
  X(i64_load8_u, "i64.load8_u", 0x31)           \
  X(i32_store, "i32.store", 0x36)               \
  X(i64_store, "i64.store", 0x37)               \
  X(i32_store8, "i32.store8", 0x3a)             \
  X(i64_store8, "i64.store8", 0x3c)             \
  X(i32_const, "i32.const", 0x41)               \
  X(i64_const, "i64.const", 0x42)               \
  X(i32_eqz, "i32.eqz", 0x45)                   \
  X(i32_eq, "i32.eq", 0x46)                     \
  X(i32_ne, "i32.ne", 0x47)                     \
  X(i32_lt_u, "i32.lt_u", 0x49)                 \
  X(i32_gt_u, "i32.gt_u", 0x4b)                 \
  X(i64_eqz, "i64.eqz", 0x50)                   \
  X(i64_eq, "i64.eq", 0x51)                     \
  X(i64_ne, "i64.ne", 0x52)                     \
  X(i64_lt_s, "i64.lt_s", 0x53)                 \
  X(i64_lt_u, "i64.lt_u", 0x54)                 \
  X(i64_gt_s, "i64.gt_s", 0x55)                 \
  X(i64_le_s, "i64.le_s", 0x57)                 \
  X(i64_le_u, "i64.le_u", 0x58)                 \
  X(i64_ge_s, "i64.ge_s", 0x59)                 \
  X(i64_ge_u, "i64.ge_u", 0x5a)                 \
  X(i32_add, "i32.add", 0x6a)                   \
  X(i32_and, "i32.and", 0x71)                   \
  X(i32_shl, "i32.shl", 0x74)                   \
  X(i32_shr_u, "i32.shr_u", 0x76)               \
  X(i32_div_u, "i32.div_u", 0x6e)               \
  X(i32_rem_u, "i32.rem_u", 0x70)               \
  X(i64_add, "i64.add", 0x7c)                   \
  X(i64_sub, "i64.sub", 0x7d)                   \
  X(i64_mul, "i64.mul", 0x7e)                   \
  X(i64_div_s, "i64.div_s", 0x7f)               \
  X(i64_rem_s, "i64.rem_s", 0x81)               \
  X(i64_and, "i64.and", 0x83)                   \
  X(i64_or, "i64.or", 0x84)                     \
  X(i64_xor, "i64.xor", 0x85)                   \
  X(i64_shl, "i64.shl", 0x86)                   \
  X(i64_shr_s, "i64.shr_s", 0x87)               \
  X(i64_shr_u, "i64.shr_u", 0x88)               \
  X(i32_wrap_i64, "i32.wrap_i64", 0xa7)         \
  X(i64_extend_i32_u, "i64.extend_i32_u", 0xad) \
  X(i64_extend8_s, "i64.extend8_s", 0xc2)

enum class WasmOp : std::uint8_t {
#define FUNGESCOPE_WASM_OP(name, text, byte) name = (byte),
  FUNGESCOPE_WASM_OPS(FUNGESCOPE_WASM_OP)
#undef FUNGESCOPE_WASM_OP
};

enum class WasmType : std::uint8_t { i32 = 0x7f, i64 = 0x7e, none = 0x40 };

// Bytes in the encodings of the format. Functions that append return this.
class WasmBytes {
 public:
  template <class Byte>  // or an enumeration
  WasmBytes& byte(Byte value) {
    bytes_.push_back(static_cast<std::uint8_t>(value));
    return *this;
  }
  WasmBytes& unsigned_number(std::uint64_t value);  // LEB128
  WasmBytes& signed_number(std::int64_t value);
  WasmBytes& name(std::string_view text);
  WasmBytes& append(std::span<const std::uint8_t> bytes);
  // A size, and these bytes.
  WasmBytes& sized(std::span<const std::uint8_t> bytes) {
    return unsigned_number(bytes.size()).append(bytes);
  }

  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

// The instructions of a function. Functions that append return the code, so that an expression is
// a chain of them.
class WasmCode {
 public:
  // `listing`, if not null, receives the instructions in the text format.
  explicit WasmCode(Listing* listing) : listing_(listing) {}

  // The instructions that follow implement this item of the graph.
  void annotate(ListingLine::Kind of, std::uint32_t id) { line_ = {of, id, {}}; }

  WasmCode& op(WasmOp op);
  WasmCode& op_with_index(WasmOp op, std::uint32_t index);  // of a local, a label or a function
  WasmCode& begin(WasmOp op, WasmType result = WasmType::none);  // block, loop, if
  WasmCode& access(WasmOp op, std::int64_t offset);              // a load or a store; 32 bits
  WasmCode& i32(std::int64_t value) { return constant(WasmOp::i32_const, value); }  // of 32 bits
  WasmCode& i64(std::int64_t value) { return constant(WasmOp::i64_const, value); }
  WasmCode& get(std::uint32_t local) { return op_with_index(WasmOp::local_get, local); }
  WasmCode& set(std::uint32_t local) { return op_with_index(WasmOp::local_set, local); }
  WasmCode& tee(std::uint32_t local) { return op_with_index(WasmOp::local_tee, local); }

  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_.bytes(); }

 private:
  WasmCode& constant(WasmOp op, std::int64_t value);
  void list(WasmOp op, std::string_view immediate = {});

  WasmBytes bytes_;
  Listing* listing_;
  ListingLine line_;
  std::size_t nesting_ = 0;
};

// The functions that a module imports, in the order of their indices. As `e.m`, the memory is
// imported, and as `e.f0` and so on these functions.
enum class WasmImport : std::uint8_t { put_byte, put_number, read_byte, read_number };
inline constexpr std::size_t wasm_import_count = 4;

// Returns a module that exports, as `f`, a function with the signature of a NativeFunction on a
// 32-bit target, with that many locals besides its six parameters.
[[nodiscard]] std::vector<std::uint8_t> wasm_module(const WasmCode& code, std::uint32_t i32_locals,
                                                    std::uint32_t i64_locals);

}  // namespace fungescope::jit
