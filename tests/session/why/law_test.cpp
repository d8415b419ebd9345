// The law of relevant slices: what is outside of the slice of a value cannot change it, and what is
// inside mostly can.
#include "session/why/slice/relevant_slice.h"
#include "support/differential.h"
#include "support/generated/random_programs.h"
#include "support/generated/realistic_programs.h"
#include "vm/reference_interpreter.h"

#include "../sessions.h"
#include "branching_programs.h"

namespace {

constexpr Tick law_run_length = 1500;

// What a run has where the question was asked.
using Outcome = std::optional<std::int64_t>;

struct LawCounts {
  std::uint64_t questions = 0;
  std::uint64_t read = 0;  // input bytes
  std::uint64_t read_outside = 0;
  std::uint64_t digits = 0;  // that were executed
  std::uint64_t digits_outside = 0;
  std::uint64_t tried = 0;  // things inside that were changed
  std::uint64_t mattered = 0;
  std::uint64_t decisions = 0;
  std::uint64_t harmless = 0;

  [[nodiscard]] static double part(std::uint64_t some, std::uint64_t all) {
    return all == 0 ? 0 : static_cast<double>(some) / static_cast<double>(all);
  }
  [[nodiscard]] std::string text() const {
    return fmt::format(
        "{} questions; outside: {:.2f} of {} input bytes read, {:.2f} of {} digits; inside: {:.2f} "
        "of {} mattered; {:.3f} of {} decisions without an effect",
        questions, part(read_outside, read), read, part(digits_outside, digits), digits,
        part(mattered, tried), tried, part(harmless, decisions), decisions);
  }
};

class LawCase {
 public:
  enum class Source : std::uint8_t { random, realistic, branching };

  LawCase(std::uint64_t seed, Source source) : random_(seed * 31 + static_cast<int>(source)) {
    input_ = random_input();
    SessionOptions options = sized_by_source();
    if (below(random_, 2) == 0) options.load.dialect = random_dialect(random_);
    options.seed = below(random_, 100);
    options.max_stack = below(random_, 8) == 0 ? 12 : 1000;
    options.history.first_interval = 1 + below(random_, 200);
    options.load.annotations = false;
    session_ =
        open_session(program(source), InputLog(input_, InputLog::End::closed), std::move(options));
    start_.emplace(session_->machine());
    session_->history().run(law_run_length);
  }

  void check(LawCounts& counts) {
    const auto asked = random_question();
    if (!asked) return;
    TraceLimits limits{.window_ticks = 1 + below(random_, 60)};
    const auto found = relevant_slice(*session_, *asked, limits, nullptr).value();
    const RelevantSlice& slice = found;
    REQUIRE_FALSE(slice.cut);
    ++counts.questions;
    counts.decisions += slice.decisions;
    counts.harmless += slice.decisions - slice.relevant_decisions;
    const Outcome original = outcome(*start_, input_, slice);
    REQUIRE(original == slice.value);
    CAPTURE(asked->name);
    CAPTURE(slice.to);
    sort_by_slice(slice, counts);
    for (int i = 0; i < 4; ++i) {
      Machine machine = *start_;
      std::string input = input_;
      // All at once, or one of them.
      const bool all = i == 0;
      change_outside(machine, input, all);
      if (outcome(machine, input, slice) != original) {
        FAIL("changed by something outside:\n", picture(machine), "input ", input, "\nwas:\n",
             picture(*start_), "input ", input_);
      }
    }
    for (int i = 0; i < 2; ++i) try_inside(slice, original, counts);
  }

 private:
  std::string random_input() {
    static constexpr std::string_view bytes = "0123456789 -+\n\nabcz!";
    std::string input;
    for (std::uint64_t size = below(random_, 40); size > 0; --size) {
      input += bytes[below(random_, bytes.size())];
    }
    return input;
  }

  std::string program(Source source) {
    if (source == Source::random) return random_source(random_);
    if (source == Source::branching) return branching_program(random_);
    return source_of(realistic_program(random_, {}));
  }

  static std::string picture(const Machine& machine) { return source_of(machine.field); }

  // A byte of the output, or how a run that has ended has left a cell or the stack.
  std::optional<AskedValue> random_question() {
    const Machine& machine = session_->machine();
    if (machine.output_size > 0 && below(random_, 4) != 0) {
      const std::uint64_t position = below(random_, machine.output_size);
      return AskedValue{AskedOutput{position}, fmt::format("output {}", position)};
    }
    if (machine.status == Status::running) return std::nullopt;
    if (!machine.stack.empty() && below(random_, 2) == 0) {
      const std::size_t from_top = below(random_, machine.stack.size());
      return AskedValue{AskedSlot{from_top}, fmt::format("stack({})", from_top)};
    }
    const Point at = random_point(random_, start_->field.size());
    return AskedValue{AskedCell{at}, to_string(at)};
  }
  static Outcome outcome(const Machine& start, const std::string& bytes,
                         const RelevantSlice& slice) {
    Machine machine = start;
    StringInput input(bytes);
    StringOutput output;
    // Ways that have no effect may take longer.
    const Tick until = 4 * law_run_length + 1000;
    if (const auto* const one = std::get_if<AskedOutput>(&slice.asked.what)) {
      while (output.text.size() <= one->position) {
        if (run_reference(machine, {input, output}, machine.tick + 1) != StopReason::tick_reached ||
            machine.tick >= until) {
          break;
        }
      }
      if (output.text.size() <= one->position) return std::nullopt;
      return static_cast<unsigned char>(output.text[one->position]);
    }
    run_reference(machine, {input, output}, until);
    if (machine.status == Status::running) return std::nullopt;
    if (const auto* const cell = std::get_if<AskedCell>(&slice.asked.what)) {
      return machine.field.at(cell->at);
    }
    const std::size_t from_top = std::get<AskedSlot>(slice.asked.what).from_top;
    if (from_top >= machine.stack.size()) return std::nullopt;
    return machine.stack.peek(from_top);
  }

  void sort_by_slice(const RelevantSlice& slice, LawCounts& counts) {
    const auto area = static_cast<std::size_t>(start_->field.size().area());
    std::vector<char> cells(area, 'o');
    for (const Point at : slice.path) cells[start_->field.index_of(at)] = 'p';
    for (const Point at : slice.cells) cells[start_->field.index_of(at)] = 'c';
    free_cells_.clear();
    free_digits_.clear();
    free_bytes_.clear();
    for (std::size_t cell = 0; cell < area; ++cell) {
      const std::int64_t value = start_->field.at(cell);
      const bool digit = value >= '0' && value <= '9';
      if (cells[cell] == 'o') free_cells_.push_back(cell);
      if (cells[cell] == 'p' && digit) free_digits_.push_back(cell);
      if (cells[cell] != 'o' && digit) ++counts.digits;
    }
    counts.digits_outside += free_digits_.size();
    for (std::size_t at = 0; at < input_.size(); ++at) {
      if (std::binary_search(slice.input_bytes.begin(), slice.input_bytes.end(), at)) continue;
      free_bytes_.push_back(at);
      if (at < slice.input_read) ++counts.read_outside;
    }
    counts.read += slice.input_read;
  }

  // Values that programs could hold there, and seldom others.
  std::int64_t random_value() {
    static constexpr std::string_view values = " 0123456789+-*/%!`<>^v?_|\":\\$.,#gp&~@zA";
    return below(random_, 20) == 0 && !start_->dialect.signed_8_bit_cells
               ? static_cast<std::int64_t>(below(random_, 2000)) - 1000
               : values[below(random_, values.size())];
  }
  char random_byte() {
    static constexpr std::string_view values = "0123456789 -+\nabcxyz@";
    return values[below(random_, values.size())];
  }

  void change_outside(Machine& machine, std::string& input, bool all) {
    const std::uint64_t count =
        all ? ~std::uint64_t{0} : free_cells_.size() + free_digits_.size() + free_bytes_.size();
    const std::uint64_t one = count == 0 ? 0 : below(random_, count);
    std::uint64_t index = 0;
    const auto chosen = [&] { return all ? below(random_, 8) != 0 : index++ == one; };
    for (const std::size_t cell : free_cells_) {
      if (chosen()) machine.field.set(cell, random_value());
    }
    for (const std::size_t cell : free_digits_) {
      if (chosen()) machine.field.set(cell, '0' + static_cast<std::int64_t>(below(random_, 10)));
    }
    for (const std::size_t at : free_bytes_) {
      if (chosen()) input[at] = random_byte();
    }
  }

  // Changes one byte or cell of the slice in several ways.
  void try_inside(const RelevantSlice& slice, const Outcome& original, LawCounts& counts) {
    const std::size_t all = slice.input_bytes.size() + slice.cells.size();
    if (all == 0) return;
    const std::size_t chosen = below(random_, all);
    ++counts.tried;
    for (int way = 0; way < 12; ++way) {
      Machine machine = *start_;
      std::string input = input_;
      if (chosen < slice.input_bytes.size()) {
        input[slice.input_bytes[chosen]] = random_byte();
      } else {
        machine.field.set(slice.cells[chosen - slice.input_bytes.size()], random_value());
      }
      if (outcome(machine, input, slice) == original) continue;
      ++counts.mattered;
      return;
    }
  }

  Random random_;
  std::string input_;
  std::unique_ptr<Session> session_;
  std::optional<Machine> start_;
  std::vector<std::size_t> free_cells_;
  std::vector<std::size_t> free_digits_;
  std::vector<std::size_t> free_bytes_;
};

LawCounts check_law(LawCase::Source source, std::uint64_t cases) {
  LawCounts counts;
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    CAPTURE(seed);
    LawCase one(seed, source);
    one.check(counts);
  }
  MESSAGE(counts.text());
  return counts;
}

}  // namespace

// Each asserts that a good part is outside, and that what is inside mostly matters.

TEST_CASE("what is outside of a relevant slice cannot change the value: random programs") {
  const LawCounts counts =
      check_law(LawCase::Source::random, random_cases(FUNGESCOPE_SANITIZED ? 100 : 4000));
  CHECK(LawCounts::part(counts.read_outside, counts.read) > 0.3);
  CHECK(LawCounts::part(counts.digits_outside, counts.digits) > 0.3);
  CHECK(LawCounts::part(counts.mattered, counts.tried) > 0.7);
}

TEST_CASE("what is outside of a relevant slice cannot change the value: realistic programs") {
  const LawCounts counts =
      check_law(LawCase::Source::realistic, random_cases(FUNGESCOPE_SANITIZED ? 20 : 500));
  CHECK(counts.questions > 0);
}

TEST_CASE("what is outside of a relevant slice cannot change the value: programs that branch") {
  const LawCounts counts =
      check_law(LawCase::Source::branching, random_cases(FUNGESCOPE_SANITIZED ? 60 : 2000));
  CHECK(LawCounts::part(counts.read_outside, counts.read) > 0.5);
  CHECK(LawCounts::part(counts.digits_outside, counts.digits) > 0.3);
  CHECK(LawCounts::part(counts.mattered, counts.tried) > 0.7);
  CHECK(LawCounts::part(counts.harmless, counts.decisions) > 0.15);
}
