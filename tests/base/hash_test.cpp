#include "base/hash.h"

#include "support/test.h"

#include <unordered_set>

namespace {

std::uint64_t hash_of(std::initializer_list<std::uint64_t> values) {
  Hasher hasher;
  for (const std::uint64_t value : values) hasher.add(value);
  return hasher.value();
}

std::uint64_t hash_of_text(std::initializer_list<std::string_view> texts) {
  Hasher hasher;
  for (const std::string_view text : texts) hasher.add_text(text);
  return hasher.value();
}

}  // namespace

TEST_CASE("equal values hash equally, and order and number count") {
  CHECK(hash_of({1, 2}) == hash_of({1, 2}));
  CHECK(hash_of({1, 2}) != hash_of({2, 1}));
  CHECK(hash_of({}) != hash_of({0}));
  CHECK(hash_of({0}) != hash_of({0, 0}));
}

TEST_CASE("a signed value hashes as its two's complement") {
  Hasher hasher;
  hasher.add_signed(-1);
  CHECK(hasher.value() == hash_of({~std::uint64_t{0}}));
}

TEST_CASE("the boundary between two texts changes the hash") {
  CHECK(hash_of_text({"ab", "c"}) != hash_of_text({"a", "bc"}));
  CHECK(hash_of_text({"ab", ""}) != hash_of_text({"", "ab"}));
}

TEST_CASE("hashes are stable and may be stored in a file") {
  CHECK(hash_of({}) == 0x3944429e84a871ddU);
  CHECK(hash_of({42}) == 0x2d3045173069bc56U);
}

TEST_CASE("small numbers do not collide") {
  std::unordered_set<std::uint64_t> seen;
  for (std::uint64_t a = 0; a < 200; ++a) {
    for (std::uint64_t b = 0; b < 200; ++b) seen.insert(hash_of({a, b}));
  }
  CHECK(seen.size() == 200 * 200);
}

TEST_CASE("each bit of a value reaches about half of the hash") {
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::uint64_t difference = hash_of({7}) ^ hash_of({7 ^ (std::uint64_t{1} << bit)});
    const int flipped = __builtin_popcountll(difference);
    CHECK(flipped > 12);
    CHECK(flipped < 52);
  }
}
