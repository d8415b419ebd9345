#include "jit/wasm/wasm_code.h"

#include <array>
#include <initializer_list>
#include <string>

#include <fmt/format.h>

namespace fungescope::jit {
namespace {

std::string_view text_of(WasmOp op) {
  switch (op) {
#define FUNGESCOPE_WASM_TEXT(name, text, byte) \
  case WasmOp::name:                           \
    return text;
    FUNGESCOPE_WASM_OPS(FUNGESCOPE_WASM_TEXT)
#undef FUNGESCOPE_WASM_TEXT
  }
  return {};
}

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
  types.byte(0x60);
  types.unsigned_number(parameters.size());
  for (const WasmType type : parameters) types.byte(static_cast<std::uint8_t>(type));
  types.unsigned_number(1);
  types.byte(static_cast<std::uint8_t>(WasmType::i64));
}

void add_section(WasmBytes& module, std::uint8_t id, const WasmBytes& content) {
  module.byte(id);
  module.sized(content.bytes());
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
  imports.name("e");
  imports.name("m");
  imports.byte(0x02);  // a memory
  imports.byte(0x00);  // without a maximum
  imports.unsigned_number(0);
  for (std::size_t i = 0; i < wasm_import_count; ++i) {
    imports.name("e");
    imports.name(fmt::format("f{}", i));
    imports.byte(0x00);  // a function
    imports.unsigned_number(i < static_cast<std::size_t>(WasmImport::read_byte) ? 1 : 2);
  }
  return imports;
}

}  // namespace

void WasmBytes::unsigned_number(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) byte(static_cast<std::uint8_t>(value | 0x80U));
  byte(static_cast<std::uint8_t>(value));
}

void WasmBytes::signed_number(std::int64_t value) {
  for (; value < -64 || value >= 64; value >>= 7U)
    byte(static_cast<std::uint8_t>((static_cast<std::uint64_t>(value) & 0x7fU) | 0x80U));
  byte(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) & 0x7fU));
}

void WasmBytes::name(std::string_view text) {
  unsigned_number(text.size());
  for (const char letter : text) byte(static_cast<std::uint8_t>(letter));
}

void WasmBytes::append(std::span<const std::uint8_t> bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

void WasmBytes::sized(std::span<const std::uint8_t> bytes) {
  unsigned_number(bytes.size());
  append(bytes);
}

WasmCode& WasmCode::op(WasmOp op) {
  list(op);
  bytes_.byte(static_cast<std::uint8_t>(op));
  return *this;
}

WasmCode& WasmCode::op_with_index(WasmOp op, std::uint32_t index) {
  if (listing_ != nullptr) list(op, std::to_string(index));
  bytes_.byte(static_cast<std::uint8_t>(op));
  bytes_.unsigned_number(index);
  return *this;
}

WasmCode& WasmCode::begin(WasmOp op, WasmType result) {
  list(op, result == WasmType::i64 ? "(result i64)" : std::string_view());
  bytes_.byte(static_cast<std::uint8_t>(op));
  bytes_.byte(static_cast<std::uint8_t>(result));
  return *this;
}

WasmCode& WasmCode::access(WasmOp op, std::int64_t offset) {
  if (listing_ != nullptr) list(op, offset == 0 ? "" : fmt::format("offset={}", offset));
  bytes_.byte(static_cast<std::uint8_t>(op));
  bytes_.byte(alignment_of(op));
  bytes_.unsigned_number(static_cast<std::uint64_t>(offset));
  return *this;
}

WasmCode& WasmCode::i32(std::int64_t value) {
  return constant(WasmOp::i32_const, value);
}
WasmCode& WasmCode::i64(std::int64_t value) {
  return constant(WasmOp::i64_const, value);
}
WasmCode& WasmCode::constant(WasmOp op, std::int64_t value) {
  if (listing_ != nullptr) list(op, std::to_string(value));
  bytes_.byte(static_cast<std::uint8_t>(op));
  bytes_.signed_number(value);
  return *this;
}

void WasmCode::list(WasmOp op, std::string_view immediate) {
  if (listing_ == nullptr) return;
  if (op == WasmOp::end || op == WasmOp::else_block) --nesting_;
  line_.text = fmt::format("{:{}}{}{}{}", "", 2 * nesting_, text_of(op),
                           immediate.empty() ? "" : " ", immediate);
  listing_->push_back(line_);
  if (op == WasmOp::block || op == WasmOp::loop || op == WasmOp::if_block ||
      op == WasmOp::else_block)
    ++nesting_;
}

std::vector<std::uint8_t> wasm_module(const WasmCode& code, std::uint32_t i32_locals,
                                      std::uint32_t i64_locals) {
  WasmBytes functions;
  functions.unsigned_number(1);
  functions.unsigned_number(0);  // the type

  WasmBytes exports;
  exports.unsigned_number(1);
  exports.name("f");
  exports.byte(0x00);  // a function
  exports.unsigned_number(wasm_import_count);

  WasmBytes body;
  body.unsigned_number(2);
  body.unsigned_number(i32_locals);
  body.byte(static_cast<std::uint8_t>(WasmType::i32));
  body.unsigned_number(i64_locals);
  body.byte(static_cast<std::uint8_t>(WasmType::i64));
  body.append(code.bytes());
  body.byte(static_cast<std::uint8_t>(WasmOp::end));
  WasmBytes bodies;
  bodies.unsigned_number(1);
  bodies.sized(body.bytes());

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
