#include "jit/wasm/wasm_code.h"

#include <array>
#include <initializer_list>

#include <fmt/format.h>

namespace fungescope::jit {
namespace {

// The binary logarithm of the size of an access: the alignment hint.
std::uint8_t alignment_of(WasmOp op) {
  switch (op) {
    case WasmOp::i64_load:
    case WasmOp::i64_store:
      return 3;
    case WasmOp::i32_load:
    case WasmOp::i32_store:
      return 2;
    default:
      return 0;
  }
}

constexpr std::uint8_t type_section = 1;
constexpr std::uint8_t import_section = 2;
constexpr std::uint8_t function_section = 3;
constexpr std::uint8_t export_section = 7;
constexpr std::uint8_t code_section = 10;

void add_type(WasmBytes& types, std::initializer_list<WasmType> parameters) {
  types.byte(0x60).unsigned_number(parameters.size());
  for (const WasmType type : parameters) types.byte(type);
  types.unsigned_number(1).byte(WasmType::i64);
}

void add_section(WasmBytes& module, std::uint8_t id, const WasmBytes& content) {
  module.byte(id).sized(content.bytes());
}

WasmBytes type_list() {
  using enum WasmType;
  WasmBytes types;
  types.unsigned_number(3);
  add_type(types, {i64, i32, i64, i32, i32, i32});
  add_type(types, {i32, i64});  // prints
  add_type(types, {i32});       // reads
  return types;
}

WasmBytes import_list() {
  WasmBytes imports;
  imports.unsigned_number(1 + wasm_import_count);
  imports.name("e").name("m").byte(0x02);  // a memory
  imports.byte(0x00).unsigned_number(0);   // without a maximum
  for (std::size_t i = 0; i < wasm_import_count; ++i) {
    imports.name("e").name(fmt::format("f{}", i)).byte(0x00);  // a function
    imports.unsigned_number(i < static_cast<std::size_t>(WasmImport::read_byte) ? 1 : 2);
  }
  return imports;
}

}  // namespace

WasmBytes& WasmBytes::unsigned_number(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) byte(value | 0x80U);
  return byte(value);
}

WasmBytes& WasmBytes::signed_number(std::int64_t value) {
  for (; value < -64 || value >= 64; value >>= 7U)
    byte((static_cast<std::uint64_t>(value) & 0x7fU) | 0x80U);
  return byte(static_cast<std::uint64_t>(value) & 0x7fU);
}

WasmBytes& WasmBytes::name(std::string_view text) {
  unsigned_number(text.size());
  for (const char letter : text) byte(letter);
  return *this;
}

WasmBytes& WasmBytes::append(std::span<const std::uint8_t> bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return *this;
}

WasmCode& WasmCode::access(WasmOp op, std::int64_t offset) {
  bytes_.byte(op).byte(alignment_of(op)).unsigned_number(static_cast<std::uint64_t>(offset));
  return *this;
}

std::vector<std::uint8_t> wasm_module(const WasmCode& code, std::uint32_t i32_locals,
                                      std::uint32_t i64_locals) {
  WasmBytes functions;
  functions.unsigned_number(1).unsigned_number(0);  // the type

  WasmBytes exports;
  exports.unsigned_number(1).name("f").byte(0x00).unsigned_number(wasm_import_count);  // a function

  WasmBytes body;
  body.unsigned_number(2);
  body.unsigned_number(i32_locals).byte(WasmType::i32);
  body.unsigned_number(i64_locals).byte(WasmType::i64);
  body.append(code.bytes()).byte(WasmOp::end);
  WasmBytes bodies;
  bodies.unsigned_number(1).sized(body.bytes());

  WasmBytes module;
  constexpr std::array<std::uint8_t, 8> magic_and_version{0x00, 'a', 's', 'm', 1, 0, 0, 0};
  module.append(magic_and_version);
  add_section(module, type_section, type_list());
  add_section(module, import_section, import_list());
  add_section(module, function_section, functions);
  add_section(module, export_section, exports);
  add_section(module, code_section, bodies);
  return module.bytes();
}

}  // namespace fungescope::jit
