#include "differential/survey.h"

#include "support/generated/realistic_cases.h"
#include "vm/reference_interpreter.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::test {
namespace {

constexpr std::uint32_t warm_after = 20;  // executions

class Counter final : public Observer {
 public:
  explicit Counter(const Machine& machine)
      : machine_(machine), executions_(static_cast<std::size_t>(machine.field.size().area())) {}
  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_execute(Tick /*tick*/, Point at) override {
    std::uint32_t& executions = executions_[machine_.field.index_of(at)];
    if (++executions > warm_after) {
      ++warm_ticks;
      ++headings[static_cast<std::size_t>(machine_.direction)];
      const Op op = op_of(machine_.field.at(at));
      if (!machine_.string_mode) ++ops[static_cast<std::size_t>(op)];
    }
    wrapped |= std::abs(at.x - last_.x) + std::abs(at.y - last_.y) > 2;
    last_ = at;
  }
  void on_write(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t /*now*/) override {
    wrote_code |= executions_[machine_.field.index_of(at)] > 0;
  }
  [[nodiscard]] std::uint64_t distinct() const {
    return executions_.size() -
           static_cast<std::uint64_t>(std::count(executions_.begin(), executions_.end(), 0U));
  }
  [[nodiscard]] std::uint64_t max_count() const {
    return *std::max_element(executions_.begin(), executions_.end());
  }

  bool wrote_code = false;
  bool wrapped = false;
  std::uint64_t warm_ticks = 0;
  std::array<std::uint64_t, 4> headings{};
  std::array<std::uint64_t, instructions.size()> ops{};

 private:
  const Machine& machine_;
  std::vector<std::uint32_t> executions_;
  Point last_;
};

std::uint64_t quantile(std::vector<std::uint64_t> values, double share) {
  if (values.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

}  // namespace

void Survey::add(std::uint64_t seed) {
  const DifferentialCase c = realistic_case(seed);
  Machine machine(c.field, {c.dialect, c.seed});
  StringInput input(c.input);
  StringOutput output;
  Counter counter(machine);
  run_reference(machine, {input, output}, ticks_, &counter);
  ++programs_;
  ended_ += machine.status == Status::ended ? 1 : 0;
  faulted_ += machine.status == Status::faulted ? 1 : 0;
  wrote_code_ += counter.wrote_code ? 1 : 0;
  wrapped_ += counter.wrapped ? 1 : 0;
  went_deep_ += machine.stack.high_water() >= 200 ? 1 : 0;
  warm_ticks_ += counter.warm_ticks;
  all_ticks_ += machine.tick;
  cells_.push_back(counter.distinct());
  rounds_.push_back(counter.max_count());
  for (std::size_t i = 0; i < ops_.size(); ++i) ops_[i] += counter.ops[i] > 0 ? 1 : 0;
  for (std::size_t i = 0; i < headings_.size(); ++i)
    headings_[i] += counter.headings[i] > 200 ? 1 : 0;
}

double Survey::ran_on() const {
  return 1 - static_cast<double>(ended_ + faulted_) / static_cast<double>(programs_);
}

std::uint64_t Survey::median_rounds() const {
  return quantile(rounds_, 0.5);
}

std::string Survey::report() const {
  const auto percent = [](std::uint64_t part, std::uint64_t all) {
    return 100.0 * static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(all, 1));
  };
  const auto line = [](std::string_view what, const std::vector<std::uint64_t>& values) {
    return fmt::format("{}: 10 % have at most {}, half {}, 90 % {}\n", what, quantile(values, 0.1),
                       quantile(values, 0.5), quantile(values, 0.9));
  };
  std::string text = fmt::format(
      "{} programs, to tick {}: {:.1f} % ran on, {:.1f} % ended, {:.1f} % faulted\n", programs_,
      ticks_, 100 * ran_on(), percent(ended_, programs_), percent(faulted_, programs_));
  text += line("rounds of the hottest cell", rounds_);
  text += line("distinct cells executed", cells_);
  text += fmt::format("{:.1f} % of all ticks on cells executed {} times before\n",
                      percent(warm_ticks_, all_ticks_), warm_after);
  text += "programs that ran an instruction warm, in percent:";
  for (const Instruction& i : instructions) {
    const std::uint64_t programs = ops_[static_cast<std::size_t>(i.op)];
    text += fmt::format(" {} {:.0f}", i.op == Op::unknown ? "other" : std::string(1, i.glyph),
                        percent(programs, programs_));
  }
  text += fmt::format(
      "\nprograms that wrote to executed cells {:.1f} %, held 200 values {:.1f} %, wrapped {:.1f} "
      "%\n",
      percent(wrote_code_, programs_), percent(went_deep_, programs_),
      percent(wrapped_, programs_));
  text += fmt::format(
      "programs hot to the east {:.1f} %, south {:.1f} %, west {:.1f} %, north {:.1f} %\n",
      percent(headings_[0], programs_), percent(headings_[1], programs_),
      percent(headings_[2], programs_), percent(headings_[3], programs_));
  return text;
}

}  // namespace fungescope::test
