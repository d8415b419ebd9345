// Builds the graph of causes of a value, the latest first.
#pragma once

#include "session/why/why.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

namespace fungescope {

class CauseGraph {
 public:
  CauseGraph(Provenance& provenance, const WhyOptions& options)
      : provenance_(provenance), options_(options) {}

  // Follows a value to its causes, to the depth and the limits of the options.
  Use follow(const Origin& origin, std::int64_t value) {
    return expand_all({UseRole::operand, value, add(origin, value, 0), 0});
  }
  // The same for a byte that an instruction printed.
  Use follow_output(const Step& step, std::int64_t byte);

  // What ended it early.
  [[nodiscard]] std::optional<CutBy> cut() const { return cut_; }
  // The dependences other than operands that were not followed, for lack of WhyOptions::all.
  [[nodiscard]] std::uint64_t folded() const { return folded_; }
  // Takes the causes, in the order in which they were found.
  [[nodiscard]] std::vector<Cause> take() { return std::move(causes_); }

 private:
  Use expand_all(Use root);
  void expand(std::size_t index, const Step& step);
  Use use_of(UseRole role, const ValueRef& ref, std::int64_t value, Tick tick, std::size_t depth);
  std::size_t add(const Origin& origin, std::int64_t value, std::size_t depth);
  void skip_copies(Use& use);

  Provenance& provenance_;
  const WhyOptions& options_;
  std::vector<Cause> causes_;  // with the copies
  std::map<Origin, std::size_t> known_;
  std::priority_queue<std::pair<Tick, std::size_t>> pending_;  // causes to expand, by their tick
  std::optional<CutBy> cut_;
  std::uint64_t folded_ = 0;
};

}  // namespace fungescope
