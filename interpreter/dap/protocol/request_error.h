// Why a request failed, as its response says it.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace fungescope::dap {

struct RequestError {
  // The `id` of the response's error.
  enum class Id : std::uint8_t {
    malformed = 1,  // no message of the protocol
    unknown_request = 2,
    wrong_order = 3,       // before launch, or twice
    invalid_argument = 4,  // missing, of another type, or out of range
    not_stopped = 5,       // the program is running
    cancelled = 6,
    stale_reference = 7,  // a reference from before the last resume
    refused = 8,          // the session says no: a bad expression, a missing file
  };
  Id id = Id::refused;
  std::string text;  // what is wrong; what to do about it

  [[nodiscard]] bool is(Id other) const { return id == other; }
};

template <class T>
using RequestResult = tl::expected<T, RequestError>;

[[nodiscard]] inline tl::unexpected<RequestError> request_error(RequestError::Id id,
                                                                std::string text) {
  return tl::unexpected<RequestError>(RequestError{id, std::move(text)});
}
[[nodiscard]] inline tl::unexpected<RequestError> request_error(const Error& error) {
  return request_error(RequestError::Id::refused, to_string(error));
}
// Without a place, which would be one in a command that the client has not written.
[[nodiscard]] inline tl::unexpected<RequestError> request_error_without_location(Error error) {
  if (error.where.file.empty()) error.where = {};
  return request_error(error);
}
[[nodiscard]] inline tl::unexpected<RequestError> cancelled_error() {
  return request_error(RequestError::Id::cancelled, "the request was cancelled");
}

}  // namespace fungescope::dap
