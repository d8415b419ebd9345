// Encodes WebAssembly: instructions with their immediates, and modules of one function.
//
// "WebAssembly Core Specification", version 2.0 (2022), chapter 5, binary format. Of the features
// after version 1.0 only the sign-extension operators are used, which browsers have had since 2019.
//
// Test: tests/jit/wasm/wasm_module_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fungescope::jit {

// clang-format off
enum class WasmOp : std::uint8_t {
  unreachable = 0x00, block = 0x02, loop = 0x03, if_block = 0x04, else_block = 0x05, end = 0x0b,
  br = 0x0c, br_if = 0x0d, return_value = 0x0f, call = 0x10, drop = 0x1a, select = 0x1b,
  local_get = 0x20, local_set = 0x21, local_tee = 0x22,
  i32_load = 0x28, i64_load = 0x29, i32_load8_u = 0x2d, i64_load8_u = 0x31,
  i32_store = 0x36, i64_store = 0x37, i32_store8 = 0x3a, i64_store8 = 0x3c,
  i32_const = 0x41, i64_const = 0x42,
  i32_eqz = 0x45, i32_eq = 0x46, i32_ne = 0x47, i32_lt_u = 0x49, i32_gt_u = 0x4b,
  i64_eqz = 0x50, i64_eq = 0x51, i64_ne = 0x52, i64_lt_s = 0x53, i64_lt_u = 0x54, i64_gt_s = 0x55,
  i64_le_s = 0x57, i64_le_u = 0x58, i64_ge_s = 0x59, i64_ge_u = 0x5a,
  i32_add = 0x6a, i32_div_u = 0x6e, i32_rem_u = 0x70, i32_and = 0x71, i32_shl = 0x74,
  i32_shr_u = 0x76,
  i64_add = 0x7c, i64_sub = 0x7d, i64_mul = 0x7e, i64_div_s = 0x7f, i64_rem_s = 0x81,
  i64_and = 0x83, i64_or = 0x84, i64_xor = 0x85, i64_shl = 0x86, i64_shr_s = 0x87,
  i64_shr_u = 0x88,
  i32_wrap_i64 = 0xa7, i64_extend_i32_u = 0xad, i64_extend8_s = 0xc2,
};
// clang-format on

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
  WasmCode& op(WasmOp op) {
    bytes_.byte(op);
    return *this;
  }
  // Of a local, a label or a function.
  WasmCode& op_with_index(WasmOp op, std::uint32_t index) {
    bytes_.byte(op).unsigned_number(index);
    return *this;
  }
  // A block, a loop or an if.
  WasmCode& begin(WasmOp op, WasmType result = WasmType::none) {
    bytes_.byte(op).byte(result);
    return *this;
  }
  WasmCode& access(WasmOp op, std::int64_t offset);  // a load or a store; 32 bits
  WasmCode& i32(std::int64_t value) { return constant(WasmOp::i32_const, value); }  // of 32 bits
  WasmCode& i64(std::int64_t value) { return constant(WasmOp::i64_const, value); }
  WasmCode& get(std::uint32_t local) { return op_with_index(WasmOp::local_get, local); }
  WasmCode& set(std::uint32_t local) { return op_with_index(WasmOp::local_set, local); }
  WasmCode& tee(std::uint32_t local) { return op_with_index(WasmOp::local_tee, local); }

  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_.bytes(); }

 private:
  WasmCode& constant(WasmOp op, std::int64_t value) {
    bytes_.byte(op).signed_number(value);
    return *this;
  }

  WasmBytes bytes_;
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
