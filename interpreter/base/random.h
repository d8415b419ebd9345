// Seeded pseudo-random numbers as a plain value: 64 bits of state, copyable,
// the same sequence on every platform. `?` draws from it, so a run is a
// function of (program, input, seed), and a copied machine repeats the draws.
//
// The generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable
// pseudorandom number generators", OOPSLA 2014): period 2^64, every seed good.
#pragma once

#include <cstdint>

namespace fungescope {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed = 0) : state_(seed) {}

  // Uniform over all 64-bit values.
  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  // Uniform over 0..3, from the top bits. One draw.
  constexpr unsigned next_two_bits() { return static_cast<unsigned>(next() >> 62U); }

  // For native code, which draws by itself.
  [[nodiscard]] std::uint64_t* state_address() { return &state_; }

  // The whole state: equal states give equal sequences.
  [[nodiscard]] constexpr std::uint64_t state() const { return state_; }

  friend constexpr bool operator==(const Random&, const Random&) = default;

 private:
  std::uint64_t state_;
};

}  // namespace fungescope
