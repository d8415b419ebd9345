// The JIT's account: decides what it may spend, so that a program on which compiling does not pay
// is hardly slower than on the interpreter alone.
//
// All amounts are *work*: the time that the interpreter takes for one micro-operation, about a
// nanosecond. They are estimated from counts of nodes, micro-operations, entries and ticks, never
// measured, so that a program is compiled in the same way in every run.
//
// A region is compiled if two conditions hold:
//
// - Hotness: the interpreter has worked for a fraction of the time that compiling takes, so a short
//   program never pays for it.
// - Solvency: all that was spent so far, on searching, compiling, entering and leaving, exceeds
//   the savings of native code by at most an allowance plus a fraction of the interpreter's work.
//
// Regions have an account of their own: one whose entries cost more than it saves is given up.
//
// Test: tests/jit/ledger_test.cpp, and 'the tier ...' in tests/jit/tier_test.cpp.
#pragma once

#include "jit/lift/region.h"
#include "vm/blocks/superblock.h"
#include "vm/machine.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

namespace fungescope::jit {

using Work = std::int64_t;

// ---- Estimated costs

namespace cost {

// Entering and leaving native code, and resuming the interpreter's loop.
inline constexpr Work entry = 80;
// Looking for a region: for each attempt, and for each node that is found.
inline constexpr Work search = 1'000;
inline constexpr Work search_node = 400;
// Excluding a superblock from compilation for some time.
inline constexpr Work ban = 100;
// Compiling: for each node and micro-operation, and for a region in any case. Includes discarding
// it later.
inline constexpr Work node = 3'000;
inline constexpr Work micro_op = 1'200;
inline constexpr Work region = 60'000;
// A profile run: in any case, and for each cell or value of the copied machine.
inline constexpr Work profile_run = 60'000;
inline constexpr Work profiled_cell = 1;

[[nodiscard]] constexpr Work of_search(std::size_t nodes) {
  return search + static_cast<Work>(nodes) * search_node;
}
[[nodiscard]] constexpr Work of_code(std::size_t nodes, std::size_t micro_ops) {
  return static_cast<Work>(nodes) * node + static_cast<Work>(micro_ops) * micro_op;
}
[[nodiscard]] constexpr Work of_profile(std::size_t size) {
  return profile_run + static_cast<Work>(size) * profiled_cell;
}

}  // namespace cost

// ---- Rates

// Amounts of work per tick. Blanks and turns are ticks without work, so rates vary a hundredfold.
// Fixed point.
class Rate {
 public:
  constexpr Rate() = default;
  constexpr Rate(Work work, Tick ticks)
      : value_(work * one / static_cast<Work>(std::max<Tick>(ticks, 1))) {}

  // Returns the work of so many ticks.
  [[nodiscard]] constexpr Work of(Tick ticks) const {
    return static_cast<Work>(std::min(ticks, max_ticks)) * value_ / one;
  }
  [[nodiscard]] constexpr bool is_positive() const { return value_ > 0; }
  // Returns the ticks of so much work; at least 1.
  [[nodiscard]] constexpr Tick ticks(Work work) const {
    return static_cast<Tick>(std::max<Work>(work * one / std::max<Work>(value_, 1), 1));
  }
  [[nodiscard]] friend constexpr Rate operator-(Rate a, Rate b) {
    a.value_ -= b.value_;
    return a;
  }
  // Moves an average by an eighth of the way towards a sample.
  constexpr void average(Rate sample) { value_ += (sample.value_ - value_) / 8; }

 private:
  static constexpr Work one = 1 << 12U;
  static constexpr Tick max_ticks = Tick{1} << 40U;
  Work value_ = 0;
};

// Entering a superblock is work, too.
[[nodiscard]] inline Work work_of(const Superblock& superblock) {
  return 1 + static_cast<Work>(superblock.ops.size());
}
// Returns the work that native code can avoid, were it infinitely fast; negative if it is slower:
// reading input takes a call, where the interpreter only loads.
[[nodiscard]] Work avoidable_work_of(const Superblock& superblock);
// Returns the additional work of native code for a `?` that if-conversion does not remove. The
// processor predicts the interpreter's next operation, which is often the same in all four
// directions, but it cannot predict a native branch.
[[nodiscard]] inline Work random_branch_work_of(const Superblock& superblock) {
  constexpr Work misprediction = 12;
  return superblock.exits[3] != nullptr ? misprediction : 0;
}

// ---- Accounts

// The account of one region.
class RegionAccount {
 public:
  static constexpr std::uint32_t stays_per_review = 1'024;

  RegionAccount() = default;
  // `compiling`: what it costs; `avoidable`: of the ticks that it will execute.
  RegionAccount(Work compiling, Rate avoidable) : avoidable_(avoidable), owed_(compiling) {}

  // Adds an execution of native code from entry to exit. Returns the work that it saved; negative
  // if that is less than the cost of the entry.
  Work add_stay(Tick ticks) {
    // Conservative: native code usually takes less than a quarter of the interpreter's time.
    const Work saved = avoidable_.of(ticks) / 2 - cost::entry;
    recent_ += saved;
    ++stays_;
    return saved;
  }
  // Once enough stays have been added to judge them, starts the next review, and returns whether
  // they saved nothing in total; false before.
  [[nodiscard]] bool review() {
    if (stays_ < stays_per_review) return false;
    const bool poor = recent_ <= 0;
    owed_ -= recent_;
    recent_ = 0;
    stays_ = 0;
    return poor;
  }
  // Takes over the debt of a region that this one replaces.
  void add_debt(Work debt) { owed_ += debt; }
  // What compiling cost, and was not saved yet; negative once it is a profit.
  [[nodiscard]] Work debt() const { return owed_ - recent_; }

 private:
  Rate avoidable_;
  Work owed_ = 0;
  Work recent_ = 0;  // saved since the last review
  std::uint32_t stays_ = 0;
};

class Ledger {
 public:
  // `hotness`: interpreted work before a region is compiled, in percent of the cost of its code.
  // `allowance`: what may be lost in any case.
  Ledger(unsigned hotness, Work allowance);

  // Everything that happens is reported by one of these.
  void add_interpreted(Work work);
  void add_stay(Work saved) {  // see RegionAccount::add_stay
    unpaid_ += cost::entry;
    balance_ = std::min(balance_ + saved, max_balance_);
  }
  // A search found a region that would never pay.
  void add_vain_search(Work cost);
  void charge(Work cost) { balance_ -= cost; }
  // A region is discarded, with that debt.
  void close(const RegionAccount& account);

  // Whether the search for a region may pay: compiling what was refused last time would be allowed.
  [[nodiscard]] bool may_search() const {
    return unpaid_ >= retry_unpaid_ && balance_ >= retry_balance_;
  }
  // Whether compiling may cost so much, `code` of it for the code itself (cost::of_code). If so, it
  // is charged; if not, `may_search` is false until it would be allowed.
  [[nodiscard]] bool spend(Work cost, Work code);

  // Forgets hotness and refusals, for another program; grants the allowance again.
  void restart();

  [[nodiscard]] Work interpreted() const { return interpreted_; }

 private:
  unsigned hotness_;
  Work allowance_;
  Work max_balance_;
  Work balance_;
  Work interpreted_ = 0;     // in total
  Work unpaid_ = 0;          // interpreted work that has not paid for compiling yet
  Work retry_unpaid_ = 0;    // the lowest amounts
  Work retry_balance_ = 0;   // for the next search
  Work backoff_ = 1;         // raises the hotness after losses
  Work search_backoff_ = 1;  // delays searches after vain ones
};

// ---- Estimates

// What compiling a region costs and what its native code saves, from its superblocks and from
// samples of the interpreter, which show where the program spends its time.
struct RegionEstimate {
  std::vector<const Superblock*> superblocks;  // each once, in ascending order
  Work code = 0;                               // see cost::of_code
  std::size_t random_branches = 0;
  // Rates of the ticks that the region will execute.
  Rate avoidable;     // see avoidable_work_of
  Rate mispredicted;  // see random_branch_work_of

  // Returns the rate of the work that native code avoids, with random branches or, after
  // if-conversion has removed them, without.
  [[nodiscard]] Rate gain(bool with_random_branches) const {
    return with_random_branches ? avoidable - mispredicted : avoidable;
  }
  // Whether native code may pay. Where there are only a few random branches, if-conversion may
  // remove them all.
  [[nodiscard]] bool is_promising() const {
    constexpr std::size_t max_convertible = 8;
    return gain(random_branches > max_convertible).is_positive();
  }
};

// The superblocks that the interpreter was in, at the last samples.
class Samples {
 public:
  void add(const Superblock& superblock);
  void clear() { samples_ = {}; }
  // `nodes` may be incomplete: see form_region.
  [[nodiscard]] RegionEstimate estimate(std::span<const RegionNode> nodes) const;

 private:
  struct Sample {
    const Superblock* superblock = nullptr;  // may have lost its code since
    Rate avoidable;
    Rate mispredicted;
  };
  std::array<Sample, 256> samples_{};
  std::size_t next_ = 0;
};

// ---- Bans

// Remembers the superblocks from which no region is compiled for some time, because entering native
// code there did not pay. Each failure doubles the time: the program may behave differently later.
class Bans {
 public:
  // `now`: the interpreter's work so far; `cost`: of compiling.
  void add(const Superblock& superblock, Work now, Work cost) {
    Ban& ban = bans_[&superblock];
    ban.length = std::max(2 * ban.length, work_per_cost * cost);
    ban.until = now + ban.length;
  }
  void add_forever(const Superblock& superblock) {
    bans_[&superblock].until = std::numeric_limits<Work>::max();
  }
  // The superblock loses its code.
  void remove(const Superblock& superblock) { bans_.erase(&superblock); }
  void clear() { bans_.clear(); }
  [[nodiscard]] bool contains(const Superblock& superblock, Work now) const {
    const auto found = bans_.find(&superblock);
    return found != bans_.end() && now < found->second.until;
  }

 private:
  static constexpr Work work_per_cost = 64;
  struct Ban {
    Work until = 0;
    Work length = 0;
  };
  std::unordered_map<const Superblock*, Ban> bans_;  // also those that are over
};

}  // namespace fungescope::jit
