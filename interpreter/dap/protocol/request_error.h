// Why a request failed, as its response reports it.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <utility>

namespace fungescope::dap {

struct RequestError {
  // The `id` of the response's error.
  enum class Id : std::uint8_t {
    malformed = 1,  // not a message of the protocol
    unknown_request = 2,
    wrong_order = 3,       // before launch, or twice
    invalid_argument = 4,  // missing, of another type, or out of range
    not_stopped = 5,       // the program is running
    cancelled = 6,
    stale_reference = 7,  // from before the program resumed
    failed = 8,           // in the session: a bad expression, a missing file
  };
  Id id = Id::failed;
  std::string text;  // "what is wrong; what to do about it"

  [[nodiscard]] bool is(Id other) const { return id == other; }
};

template <class T>
using RequestResult = Expected<T, RequestError>;

[[nodiscard]] inline tl::unexpected<RequestError> request_error(RequestError::Id id,
                                                                std::string text) {
  return tl::unexpected<RequestError>(RequestError{id, std::move(text)});
}
[[nodiscard]] inline tl::unexpected<RequestError> request_error(const Error& error) {
  return request_error(RequestError::Id::failed, to_string(error));
}
// Drops a location in a command that the server composed, since the client has not written it.
[[nodiscard]] inline tl::unexpected<RequestError> request_error_without_location(Error error) {
  if (error.where.file.empty()) error.where = {};
  return request_error(error);
}
[[nodiscard]] inline tl::unexpected<RequestError> cancelled_error() {
  return request_error(RequestError::Id::cancelled, "the request was cancelled");
}
[[nodiscard]] inline tl::unexpected<RequestError> no_program_error() {
  return request_error(RequestError::Id::wrong_order, "there is no program; launch one");
}
[[nodiscard]] inline tl::unexpected<RequestError> running_error() {
  return request_error(RequestError::Id::not_stopped, "the program is running; pause it first");
}
[[nodiscard]] inline tl::unexpected<RequestError> stale_reference_error() {
  return request_error(
      RequestError::Id::stale_reference,
      "this reference is from before the program went on; ask for the scopes again");
}

}  // namespace fungescope::dap
