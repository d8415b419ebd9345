// Computes 64-bit hashes of plain values, for hash tables and for comparing machine states.
//
// Deterministic across runs, machines and compilers, because values are fed as 64-bit numbers and
// never as raw memory: a hash may be written into a test or a saved file. Not for security, since
// collisions are easy to construct. Cost: one 64x64->128 multiplication per value.
#pragma once

#include <cstdint>
#include <string_view>

namespace fungescope {

class Hasher {
 public:
  constexpr void add(std::uint64_t value) { state_ = mix(state_ ^ value, 0x9e3779b97f4a7c15U); }
  constexpr void add_signed(std::int64_t value) { add(static_cast<std::uint64_t>(value)); }
  constexpr void add_text(std::string_view text) {
    add(text.size());
    for (const char c : text) add(static_cast<unsigned char>(c));
  }

  // Returns the hash of everything added so far, in this order.
  [[nodiscard]] constexpr std::uint64_t value() const { return mix(state_, 0xd6e8feb86659fd93U); }

 private:
  // Folded multiplication, as in wyhash: every bit of both inputs affects every output bit. The
  // constants are odd and unstructured. Adding the rotated input back keeps a zero operand from
  // collapsing the state.
  static constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a + 0x2545f4914f6cdd1dU) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U) ^
           (a << 1U | a >> 63U);
  }

  std::uint64_t state_ = 0x243f6a8885a308d3U;
};

}  // namespace fungescope
