// Tests the parts of the machine's state, and the helpers of the interpreters.
#include "support/test.h"
#include "vm/arithmetic.h"
#include "vm/blocks/block_cache.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/io.h"
#include "vm/machine.h"
#include "vm/reference_interpreter.h"

TEST_CASE("popping an empty stack returns 0 and leaves it empty") {
  ValueStack stack;
  CHECK(stack.pop() == 0);
  CHECK(stack.peek() == 0);
  CHECK(stack.empty());
  stack.push(7);
  CHECK(stack.peek(1) == 0);
  CHECK(stack.pop() == 7);
  CHECK(stack.pop() == 0);
}

TEST_CASE("the stack has a high-water mark") {
  ValueStack stack;
  for (int i = 0; i < 1000; ++i) stack.push(i);
  for (int i = 0; i < 500; ++i) stack.pop();
  CHECK(stack.size() == 500);
  CHECK(stack.high_water() == 1000);
  CHECK(stack.values()[499] == 499);
}

TEST_CASE("stacks are copied, moved and compared by their values") {
  ValueStack a;
  a.push(1);
  a.push(2);
  ValueStack b = a;
  CHECK(a == b);
  b.push(3);
  CHECK(!(a == b));
  b.pop();
  CHECK(a == b);
  const ValueStack c = std::move(b);
  CHECK(a == c);
  ValueStack empty;
  a = empty;
  CHECK(a == empty);
  a.push(4);
  CHECK(a.pop() == 4);
}

TEST_CASE("a fast tier may write the stack's memory directly") {
  ValueStack stack;
  stack.push(1);
  std::int64_t* bottom = stack.reserve(500);
  bottom[-1] = 99;  // one element below the bottom may be used
  bottom[1] = 2;
  stack.set_size(2, 300);
  CHECK(stack.values()[0] == 1);
  CHECK(stack.pop() == 2);
  CHECK(stack.high_water() == 300);
  CHECK(stack.capacity() >= 500);
}

TEST_CASE("arithmetic wraps around") {
  constexpr auto min = std::numeric_limits<std::int64_t>::min();
  constexpr auto max = std::numeric_limits<std::int64_t>::max();
  CHECK(wrapping_add(max, 1) == min);
  CHECK(wrapping_subtract(min, 1) == max);
  CHECK(wrapping_multiply(max, 2) == -2);
  CHECK(wrapping_divide(min, -1) == min);
  CHECK(wrapping_remainder(min, -1) == 0);
  CHECK(wrapping_divide(7, 0) == 0);
  CHECK(wrapping_remainder(7, 0) == 0);
  CHECK(wrapping_divide(-7, 2) == -3);
  CHECK(wrapping_remainder(-7, 2) == -1);
  CHECK(low_byte_signed(255) == -1);
  CHECK(low_byte_signed(-129) == 127);
}

namespace {

// Provides the bytes up to a position, and then `not_yet`.
class PartialInput final : public Input {
 public:
  explicit PartialInput(std::string bytes) : bytes_(std::move(bytes)) {}
  int at(std::uint64_t position) override {
    return position < bytes_.size() ? static_cast<unsigned char>(bytes_[position]) : not_yet;
  }

 private:
  std::string bytes_;
};

void check_number(const char* text, NumberInput rule, NumberRead::Outcome outcome,
                  std::int64_t value, std::uint64_t position) {
  CAPTURE(std::string(text));
  StringInput input(text);
  const NumberRead read = read_number(input, 0, rule);
  CHECK(read.outcome == outcome);
  CHECK(read.value == value);
  CHECK(read.position == position);
}

}  // namespace

TEST_CASE("numbers end exactly after their digits") {
  using Outcome = NumberRead::Outcome;
  constexpr auto skip = NumberInput::skip_to_number;
  check_number("12 34", skip, Outcome::number, 12, 2);
  check_number("--5x", skip, Outcome::number, -5, 3);
  check_number("a-b+c7", skip, Outcome::number, 7, 6);
  check_number("+-+1", skip, Outcome::number, 1, 4);
  check_number("abc-", skip, Outcome::none, -1, 4);
  check_number("", skip, Outcome::none, -1, 0);
  check_number("9223372036854775808", skip, Outcome::number,
               std::numeric_limits<std::int64_t>::min(), 19);
  constexpr auto scan = NumberInput::scan;
  check_number(" \t\n\v\f\r42", scan, Outcome::number, 42, 8);
  check_number("  x42", scan, Outcome::none, -1, 2);
  check_number("-x", scan, Outcome::none, -1, 1);
  check_number("--5", scan, Outcome::none, -1, 1);
  check_number("  ", scan, Outcome::none, -1, 2);
}

TEST_CASE("an incomplete number is not consumed") {
  for (const char* text : {"", "12", "-", "  ", "x-"}) {
    for (const NumberInput rule : {NumberInput::skip_to_number, NumberInput::scan}) {
      if (std::string(text) == "x-" && rule == NumberInput::scan) continue;  // garbage decides
      PartialInput input(text);
      const NumberRead read = read_number(input, 0, rule);
      CHECK(read.outcome == NumberRead::Outcome::not_yet);
      CHECK(read.position == 0);
    }
  }
}

TEST_CASE("comparison and hash cover every part of the state") {
  const Machine base(test::program_from_text("12+.@"));
  const auto differs = [&base](auto change) {
    Machine other = base;
    CHECK(other == base);
    CHECK(other.hash() == base.hash());
    change(other);
    CHECK(!(other == base));
    CHECK(other.hash() != base.hash());
  };
  differs([](Machine& m) { m.dialect.outside_get = OnUndefined::warn; });
  differs([](Machine& m) { m.max_stack = 3; });
  differs([](Machine& m) { m.field.set(Point{0, 0}, 5); });
  differs([](Machine& m) { m.stack.push(0); });
  differs([](Machine& m) { m.ip.x = 1; });
  differs([](Machine& m) { m.ip.y = 1; });
  differs([](Machine& m) { m.direction = Direction::west; });
  differs([](Machine& m) { m.string_mode = true; });
  differs([](Machine& m) { m.random.next(); });
  differs([](Machine& m) { m.input_position = 1; });
  differs([](Machine& m) { m.output_size = 1; });
  differs([](Machine& m) { m.tick = 1; });
  differs([](Machine& m) { m.status = Status::ended; });
  differs([](Machine& m) { m.fault.a = 1; });
}

TEST_CASE("a cell that keeps being rewritten becomes volatile") {
  BlockCache cache({10, 2});
  Superblock& block = cache.find({3, 1}, Heading(Direction::east, false));
  CHECK(&cache.find({3, 1}, Heading(Direction::east, false)) == &block);
  CHECK(&cache.find({3, 1}, Heading(Direction::east, true)) != &block);
  for (int rewritings = 0; rewritings < 2; ++rewritings) {
    CHECK(!cache.is_volatile(13));
    block.ticks = 2;
    block.cells = {13, 14};
    cache.add_code(block);
    CHECK((cache.marks()[14] & BlockCache::covered) != 0);
    cache.invalidate_rewritten(13);
    CHECK(!block.has_code());
    CHECK((cache.marks()[13] & BlockCache::covered) == 0);
    CHECK((cache.marks()[14] & BlockCache::covered) == 0);
  }
  CHECK(cache.is_volatile(13));
  CHECK(!cache.is_volatile(14));
}

TEST_CASE("replacing the field invalidates the blocks of changed cells and makes none volatile") {
  const Playfield now(Size{10, 2}, Playfield::Bytes(20, ' '));
  BlockCache cache({10, 2});
  Superblock& changed = cache.find({3, 1}, Heading(Direction::east, false));
  Superblock& kept = cache.find({5, 1}, Heading(Direction::east, false));
  kept.ticks = 1;
  kept.cells = {15};
  cache.add_code(kept);
  // As a copy, and as a field of the same values with another source.
  Playfield next = now;
  next.set(Point{4, 1}, '<');
  Playfield::Bytes bytes(20, ' ');
  bytes[14] = '<';
  const Playfield reread(Size{10, 2}, bytes);
  for (int times = 0; times < 5; ++times) {
    for (const Playfield* field : {static_cast<const Playfield*>(&next), &reread}) {
      changed.ticks = 2;
      changed.cells = {13, 14};
      cache.add_code(changed);
      cache.invalidate_changed(now, now);
      CHECK(changed.has_code());
      cache.invalidate_changed(now, *field);
      CHECK(!changed.has_code());
      CHECK((cache.marks()[13] & BlockCache::covered) == 0);
      CHECK(!cache.is_volatile(14));
      CHECK(kept.has_code());
    }
  }
}

TEST_CASE("assignment to a stack keeps its memory") {
  ValueStack small;
  small.push(5);
  ValueStack large;
  for (int i = 0; i < 100; ++i) large.push(i);
  const std::int64_t* const memory = large.values().data();
  large = small;
  CHECK(large == small);
  CHECK(large.values().data() == memory);
  CHECK(large.high_water() == 1);
  large = ValueStack();
  CHECK(large.empty());
}

TEST_CASE("a huge field costs only for the executed cells") {
  // 100 million cells. The test would not finish otherwise.
  const Size size{100'000, 1000};
  Machine machine(Playfield(size, Playfield::Bytes(static_cast<std::size_t>(size.area()), ' ')));
  machine.field.set(Point{99'999, 0}, '@');
  FastInterpreter interpreter;
  StringInput input("");
  StringOutput output;
  CHECK(interpreter.run(machine, {input, output}, no_limit) == StopReason::ended);
  CHECK(machine.tick == 100'000);
}
