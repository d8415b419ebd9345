#include "jit/random_graph.h"
#include "jit/tier/machine_code.h"
#include "support/bounded_output.h"
#include "vm/blocks/block_cache.h"
#include "vm/machine.h"

using namespace fungescope::jit;
using namespace fungescope::jit::test;

namespace {

// Everything that native code can change.
struct Outcome {
  std::array<std::int64_t, 64> stack{};
  std::array<std::int64_t, 100> deltas{};
  std::array<std::uint8_t, 100> written{};
  std::uint64_t random = 11;
  std::ptrdiff_t depth = 0;
  std::uint64_t left = 0;
  std::uint64_t exit = 0;
  std::ptrdiff_t ceiling = 0;
  std::ptrdiff_t ceiling_before = 0;
  std::uint64_t raised_at = 0;
  std::string printed;
  std::uint64_t printed_size = 0;
  std::uint64_t bytes_read = 0;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

constexpr std::ptrdiff_t below = 24;  // values under slot 0

// Numbers and other bytes; the last one is not available yet.
class ShortInput final : public Input {
 public:
  explicit ShortInput(std::uint64_t limit) : limit_(limit) {}
  int at(std::uint64_t position) override {
    if (position >= limit_) return not_yet;
    return position % 4 == 3 ? ' ' : '0' + static_cast<int>(position % 10);
  }

 private:
  std::uint64_t limit_;
};

struct Start {
  std::uint64_t seed = 0;
  std::uint64_t ticks = 0;
  std::uint64_t entry = 1;
};

using Source = std::array<unsigned char, 100>;
Source random_source(std::uint64_t seed) {
  Source source{};
  Random random(seed);
  for (unsigned char& byte : source) byte = static_cast<unsigned char>(random.next());
  return source;
}

// `function` has the parameters of a NativeFunction.
template <class F>
Outcome outcome_of(F function, const Source& source, const Start& start) {
  Outcome outcome;
  std::array<std::uint8_t, 100> marks{};
  Random random(start.seed);
  for (std::int64_t& value : outcome.stack) {
    value = static_cast<std::int64_t>(random.next()) >> (random.next() % 64);
  }
  for (std::size_t i = 0; i < marks.size(); ++i) {
    outcome.deltas[i] = static_cast<std::int64_t>(random.next() % 1000) - 500;
    marks[i] = random.next() % 30 == 0 ? 0xff : 0;
  }
  NativeContext context;
  context.floor = outcome.stack.data();
  context.ceiling = outcome.stack.data() + below + 4 + start.seed % 12;
  context.max_ceiling = context.ceiling + 8;
  context.ceiling_before = outcome.stack.data();
  context.base = outcome.stack.data() + below;
  context.written_cells = outcome.written.data();
  std::uint8_t chunks = 0;  // the evaluator fills it for small fields too
  context.written_chunks = &chunks;
  context.random = &outcome.random;
  Machine machine(fungescope::test::program_from_text("@"));
  ShortInput input(start.seed % 3 == 0 ? 20 : 100'000);
  BoundedOutput output(start.seed % 3 == 1 ? 40 : 1'000'000, 5);
  const Ports ports{input, output};
  Probe probe;
  const StackBounds bounds(machine, nullptr);
  BlockCache cache(machine.field.size());
  const BlockRun run{machine, ports, 0, probe, bounds, cache};
  context.run = &run;
  outcome.exit = function(start.ticks, outcome.deltas.data(), start.entry, &context, source.data(),
                          marks.data());
  flush_output_buffer(context);
  outcome.printed = output.text;
  outcome.printed_size = machine.output_size;
  outcome.bytes_read = machine.input_position;
  outcome.left = context.left;
  outcome.ceiling = context.ceiling - outcome.stack.data();
  outcome.ceiling_before = context.ceiling_before - outcome.stack.data();
  outcome.raised_at = context.raised_at;
  outcome.depth = context.base - outcome.stack.data();
  return outcome;
}

auto evaluated(const Graph& graph) {
  return [&graph](std::uint64_t left, std::int64_t* deltas, std::uint64_t entry,
                  NativeContext* context, const unsigned char* bytes, const std::uint8_t* marks) {
    return evaluate(graph, {left, deltas, entry, context, bytes, marks});
  };
}

// All passes except if-conversion, which checks ticks earlier.
Graph after_passes(Graph graph) {
  remove_trivial_phis(graph);
  number_values(graph);
  propagate_ranges(graph, true);
  number_values(graph);
  remove_stack_checks(graph);
  compare_updated_counters(graph);
  remove_dead_code(graph);
  return graph;
}

// By the evaluator, and as native code if there is a back end.
void check_passes(const Graph& graph, std::uint64_t seed) {
  const auto backend = make_backend();
  REQUIRE(verify(graph) == "");
  const Graph optimised = after_passes(graph);
  REQUIRE(verify(optimised) == "");
  const Source source = random_source(seed);
  for (const std::uint64_t ticks : {4, 60, 1'000}) {
    const Start start{seed, ticks, 1 + seed / 3 % 2};
    CAPTURE(ticks);
    const Outcome expected = outcome_of(evaluated(graph), source, start);
    CHECK((outcome_of(evaluated(optimised), source, start) == expected));
    if (backend == nullptr) continue;
    const auto code = backend->compile(optimised, source.data(), nullptr);
    REQUIRE(code != nullptr);
    CHECK((outcome_of(code->function(), source, start) == expected));
  }
}

}  // namespace

TEST_CASE("native code does the same as its graph, also with too few registers") {
  const auto backend = make_backend();
  if (backend == nullptr) {
    MESSAGE("skipped: there is no back end for this processor");
    return;
  }
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const std::size_t entries = 1 + static_cast<std::size_t>(seed % 3);
    const Graph graph = random_graph(
        seed, {static_cast<int>(seed % below) + 1, static_cast<int>(1 + seed % 14), entries});
    REQUIRE(verify(graph) == "");
    const Source source = random_source(seed);
    const auto code = backend->compile(graph, source.data(), nullptr);
    REQUIRE(code != nullptr);
    for (const std::uint64_t ticks : {4, 60, 100'000}) {
      const Start start{seed, ticks, 1 + ticks % entries};
      CAPTURE(seed);
      CAPTURE(ticks);
      CHECK((outcome_of(code->function(), source, start) ==
             outcome_of(evaluated(graph), source, start)));
    }
  }
}

TEST_CASE("passes preserve the behaviour of a graph") {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const std::size_t entries = 1 + static_cast<std::size_t>(seed % 3);
    CAPTURE(seed);
    check_passes(random_graph(seed, {6, static_cast<int>(1 + seed % 14), entries, false}), seed);
  }
}

TEST_CASE("passes preserve the behaviour of irreducible control flow") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    check_passes(random_flow(seed), seed);
  }
}

TEST_CASE("native code saves the callee-saved registers that it uses") {
  const auto backend = make_backend();
  if (backend == nullptr) {
    MESSAGE("skipped: there is no back end for this processor");
    return;
  }
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
