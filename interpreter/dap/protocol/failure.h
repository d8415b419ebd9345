// Why a request failed, as its response says it.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace fungescope::dap {

struct Failure {
  // The `id` of the response's error.
  enum class Id : std::uint8_t {
    malformed = 1,  // no message of the protocol
    unknown_request = 2,
    wrong_order = 3,     // before launch, or twice
    wrong_argument = 4,  // missing, of another type, or out of range
    not_stopped = 5,     // the program is running
    cancelled = 6,
    no_longer_valid = 7,  // a reference from before the last resume
    refused = 8,          // the session says no: a bad expression, a missing file
  };
  Id id = Id::refused;
  std::string text;  // what is wrong; what to do about it

  [[nodiscard]] bool is(Id other) const { return id == other; }
};

template <class T>
using Outcome = tl::expected<T, Failure>;

[[nodiscard]] inline tl::unexpected<Failure> refuse(Failure::Id id, std::string text) {
  return tl::unexpected<Failure>(Failure{id, std::move(text)});
}
[[nodiscard]] inline tl::unexpected<Failure> refuse(const Error& error) {
  return refuse(Failure::Id::refused, to_string(error));
}
// Without a place, which would be one in a command that the client has not written.
[[nodiscard]] inline tl::unexpected<Failure> refuse_plain(Error error) {
  if (error.where.file.empty()) error.where = {};
  return refuse(error);
}
[[nodiscard]] inline tl::unexpected<Failure> refuse_cancelled() {
  return refuse(Failure::Id::cancelled, "the request was cancelled");
}

}  // namespace fungescope::dap
