// Finds the input bytes that the digits of a puzzle were made of.
#pragma once

#include "base/result.h"
#include "session/why/causes.h"
#include "session/why/provenance.h"

#include <cstdint>
#include <vector>

namespace fungescope {

// For several digits, which are made in the same windows of the run. Moves the history while it
// works: the caller keeps the present (ScopedSeek).
class GivenInput {
 public:
  // At the present instant.
  GivenInput(Session& session, Monitor* monitor)
      : provenance_(session, options().limits, monitor), options_(options()) {}

  // The bytes of which the value of a cell at an instant was made; none if it comes from the source
  // or is not known. Fails when interrupted.
  [[nodiscard]] Result<std::vector<std::uint64_t>> of(Point at, Tick instant, std::int64_t value);

 private:
  static WhyOptions options();

  Provenance provenance_;
  WhyOptions options_;
};

}  // namespace fungescope
