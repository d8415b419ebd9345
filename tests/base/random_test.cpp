#include "support/test.h"

TEST_CASE("the generator is SplitMix64: its published sequence for seed 0") {
  Random random(0);
  CHECK(random.next() == 0xe220a8397b1dcdafU);
  CHECK(random.next() == 0x6e789e6aa1b965f4U);
  CHECK(random.next() == 0x06c45d188009454fU);
}

TEST_CASE("a copy repeats the draws, and has an equal state") {
  Random random(99);
  random.next();
  Random copy = random;
  CHECK(copy == random);
  CHECK(copy.state() == random.state());
  CHECK(copy.next() == random.next());
  random.next();
  CHECK(copy != random);
}

TEST_CASE("next_two_bits returns the top two bits of one draw") {
  Random quarters(5);
  Random draws(5);
  for (int i = 0; i < 100; ++i) CHECK(quarters.next_two_bits() == draws.next() >> 62U);
}

TEST_CASE("next_two_bits is about uniform") {
  Random random(1);
  std::array<int, 4> counts{};
  for (int i = 0; i < 40'000; ++i) ++counts.at(random.next_two_bits());
  for (const int count : counts) {
    CHECK(count > 9'500);
    CHECK(count < 10'500);
  }
}
