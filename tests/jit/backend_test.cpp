#include "jit/machine_code.h"
#include "jit/random_graph.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::jit;
using namespace fungescope::jit::test;

namespace {

// All that native code can change.
struct Outcome {
  std::array<std::int64_t, 64> stack{};
  std::array<std::int64_t, 100> deltas{};
  std::array<std::uint8_t, 100> written{};
  std::uint64_t random = 11;
  std::ptrdiff_t depth = 0;
  std::uint64_t left = 0;
  std::uint64_t exit = 0;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

constexpr std::ptrdiff_t below = 24;  // values under slot 0

using Source = std::array<unsigned char, 100>;
Source random_source(std::uint64_t seed) {
  Source source{};
  Random random(seed);
  for (unsigned char& byte : source) byte = static_cast<unsigned char>(random.next());
  return source;
}

// `function` takes what a NativeFunction takes.
template <class F>
Outcome outcome_of(F function, const Source& source, std::uint64_t seed, std::uint64_t ticks) {
  Outcome outcome;
  std::array<std::uint8_t, 100> marks{};
  Random random(seed);
  for (std::int64_t& value : outcome.stack) {
    value = static_cast<std::int64_t>(random.next()) >> (random.next() % 64);
  }
  for (std::size_t i = 0; i < marks.size(); ++i) {
    outcome.deltas[i] = static_cast<std::int64_t>(random.next() % 1000) - 500;
    marks[i] = random.next() % 30 == 0 ? 0xff : 0;
  }
  NativeContext context;
  context.floor = outcome.stack.data();
  context.ceiling = outcome.stack.data() + outcome.stack.size();
  context.base = outcome.stack.data() + below;
  context.written_cells = outcome.written.data();
  std::uint8_t chunks = 0;  // the evaluator fills it for small fields too
  context.written_chunks = &chunks;
  context.random = &outcome.random;
  outcome.exit = function(ticks, outcome.deltas.data(), 1, &context, source.data(), marks.data());
  outcome.left = context.left;
  outcome.depth = context.base - outcome.stack.data();
  return outcome;
}

}  // namespace

TEST_CASE("native code does what its graph says, with too few registers too") {
  const auto backend = make_backend();
  if (backend == nullptr) return;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const Graph graph = random_graph(seed, {static_cast<int>(seed % below) + 1, 12});
    REQUIRE(verify(graph) == "");
    const Source source = random_source(seed);
    const auto code = backend->compile(graph, source.data(), nullptr);
    REQUIRE(code != nullptr);
    const auto evaluated = [&](std::uint64_t left, std::int64_t* deltas, std::uint64_t entry,
                               NativeContext* context, const unsigned char* bytes,
                               const std::uint8_t* marks) {
      return evaluate(graph, {left, deltas, entry, context, bytes, marks});
    };
    for (const std::uint64_t ticks : {4, 60, 100'000}) {
      CAPTURE(seed);
      CAPTURE(ticks);
      CHECK((outcome_of(code->function(), source, seed, ticks) ==
             outcome_of(evaluated, source, seed, ticks)));
    }
  }
}

TEST_CASE("native code saves the registers of its caller that it uses") {
  const auto backend = make_backend();
  if (backend == nullptr) return;
  const Source source{};
  for (const int slots : {1, 20}) {
    Listing listing;
    const auto code = backend->compile(random_graph(3, {slots, 6}), source.data(), &listing);
    REQUIRE(code != nullptr);
    const auto count = [&](const std::string& text) {
      return std::count_if(listing.begin(), listing.end(), [&](const ListingLine& line) {
        return line.text.find(text) != std::string::npos;
      });
    };
    for (const std::string name : {"rbx", "rbp", "r12", "r13", "r14", "r15"}) {
      CAPTURE(name);
      const bool used = count(name) != 0;
      CHECK(count("push " + name) == (used ? 1 : 0));
      CHECK(count("pop " + name) == (used ? 1 : 0));
    }
    CHECK(count("push") == count("pop"));
  }
}
