// Generates seeded pseudo-random numbers from 64 bits of copyable state, with the same sequence on
// every platform. `?` draws from it, so a run is a function of (program, input, seed), and a copied
// machine repeats the draws.
//
// The generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
// generators", OOPSLA 2014): period 2^64, and every seed is good.
#pragma once

#include <cstdint>

namespace fungescope {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed = 0) : state_(seed) {}

  // Returns a number uniform over all 64-bit values.
  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  // Returns a number uniform over 0..3: the top two bits of one draw.
  constexpr unsigned next_two_bits() { return static_cast<unsigned>(next() >> 62U); }

  // Returns the address of the state, for native code that draws inline.
  [[nodiscard]] std::uint64_t* state_address() { return &state_; }

  // Returns the whole state: equal states give equal sequences.
  [[nodiscard]] constexpr std::uint64_t state() const { return state_; }

  friend constexpr bool operator==(const Random&, const Random&) = default;

 private:
  std::uint64_t state_;
};

}  // namespace fungescope
