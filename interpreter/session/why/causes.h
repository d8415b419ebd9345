// Builds the graph of causes of a value, nearest first.
#pragma once

#include "session/why/why.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace fungescope {

class CauseGraph {
 public:
  CauseGraph(Provenance& provenance, const WhyOptions& options)
      : provenance_(provenance), options_(options) {}

  // Follows a value to its causes, to the depth and the limits of the options.
  Use follow(const Origin& origin, std::int64_t value);
  // The same for a byte that an instruction printed.
  Use follow_output(const Step& step, std::int64_t byte);

  // What ended it early.
  [[nodiscard]] std::optional<CutBy> cut() const { return cut_; }
  // The dependences other than operands that were not followed, for lack of WhyOptions::all.
  [[nodiscard]] std::uint64_t folded() const { return folded_; }
  // Takes the causes, in the order in which they were found.
  [[nodiscard]] std::vector<Cause> take() { return std::move(causes_); }

 private:
  struct Pending {
    std::size_t cause = 0;
    Step step;
    std::uint8_t part = 0;
  };
  struct Maker {  // of a value, after copies
    Origin origin;
    std::uint64_t copies = 0;
  };

  void expand_all();
  void expand(const Pending& pending);
  Use use_of(UseRole role, const ValueRef& ref, std::int64_t value, Tick tick, std::size_t depth);
  Use use_of(UseRole role, const Origin& origin, std::int64_t value, std::size_t depth);
  Use unknown_use(UseRole role, std::int64_t value, std::size_t depth, CutBy by);
  Traced<Maker> behind_copies(const Origin& origin);
  Traced<std::size_t> add(const Origin& origin, std::int64_t value, std::size_t depth);
  std::size_t add_made(Cause cause, const Step& step, std::uint8_t part);

  Provenance& provenance_;
  const WhyOptions& options_;
  std::vector<Cause> causes_;
  std::map<Origin, std::size_t> known_;
  std::map<Origin, Maker> makers_;
  std::deque<Pending> pending_;  // by depth; a copy is as deep as the value that it copies
  std::optional<CutBy> cut_;
  std::uint64_t folded_ = 0;
};

}  // namespace fungescope
