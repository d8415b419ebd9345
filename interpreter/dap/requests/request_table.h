// Requests as data: one table (name, when it may be answered, function). The functions are in
// requests_*.cpp, a file a group.
#pragma once

#include "dap/protocol/request_error.h"
#include "session/commands/command.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace fungescope::dap {

class Server;

struct DapResponse {
  Json body = Json::object();
  std::function<void()> then = {};  // what comes behind the response
};

// When a request may be answered.
enum class Schedule : std::uint8_t {
  immediate,       // in the middle of a run, too: it does not look at the session
  between_slices,  // while the machine stands still, if only between two legs of a run
  stopped,         // when the program has stopped, as far as the client knows
  ends_run,        // it ends the run that is at work
};

struct RequestHandler {
  std::string_view name;
  Schedule when = Schedule::stopped;
  RequestResult<DapResponse> (*answer)(Server& server, const Json& arguments);
};

// Null if there is none of that name.
[[nodiscard]] const RequestHandler* find_handler(std::string_view name);

// The rows, by groups.
[[nodiscard]] std::span<const RequestHandler> lifecycle_handlers();
[[nodiscard]] std::span<const RequestHandler> execution_handlers();
[[nodiscard]] std::span<const RequestHandler> breakpoint_handlers();
[[nodiscard]] std::span<const RequestHandler> data_handlers();
[[nodiscard]] std::span<const RequestHandler> evaluate_handlers();
[[nodiscard]] std::span<const RequestHandler> memory_handlers();
[[nodiscard]] std::span<const RequestHandler> time_handlers();

}  // namespace fungescope::dap
