// Requests as data: one table (name, when it may be answered, function). The functions are in
// requests_*.cpp, a file a group.
#pragma once

#include "dap/protocol/failure.h"
#include "session/commands/command.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace fungescope::dap {

class Server;

struct Answered {
  Json body = Json::object();
  std::function<void()> then = {};  // what comes behind the response
};

// When a request may be answered.
enum class When : std::uint8_t {
  at_once,  // in the middle of a run, too: it does not look at the session
  calm,     // while the machine stands still, if only between two legs of a run
  stopped,  // when the program has stopped, as far as the client knows
  ending,   // it ends the run that is at work
};

struct RequestKind {
  std::string_view name;
  When when = When::stopped;
  Outcome<Answered> (*answer)(Server& server, const Json& arguments);
};

// Null if there is none of that name.
[[nodiscard]] const RequestKind* find_request(std::string_view name);

// The rows, by groups.
[[nodiscard]] std::span<const RequestKind> lifecycle_requests();
[[nodiscard]] std::span<const RequestKind> execution_requests();
[[nodiscard]] std::span<const RequestKind> breakpoint_requests();
[[nodiscard]] std::span<const RequestKind> data_requests();
[[nodiscard]] std::span<const RequestKind> evaluate_requests();
[[nodiscard]] std::span<const RequestKind> memory_requests();
[[nodiscard]] std::span<const RequestKind> time_requests();

}  // namespace fungescope::dap
