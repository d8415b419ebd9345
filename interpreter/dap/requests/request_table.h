// The table of requests: name, schedule, handler. The handlers are in requests_*.cpp, one file for
// each group.
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
  std::function<void()> after_send = {};  // called after the response was sent; may be empty
};

// When a request may be answered.
enum class Schedule : std::uint8_t {
  immediate,       // at any time, even during a run: it does not access the session
  between_slices,  // while the machine stands still, if only between two slices of a run
  stopped,         // when the client knows the program as stopped
  ends_run,        // at any time: it ends the current run
};

struct RequestHandler {
  std::string_view name;
  Schedule schedule = Schedule::stopped;
  RequestResult<DapResponse> (*function)(Server& server, const Json& arguments);
};

// Returns null for an unknown request.
[[nodiscard]] const RequestHandler* find_handler(std::string_view name);

// The rows, by group.
[[nodiscard]] std::span<const RequestHandler> lifecycle_handlers();
[[nodiscard]] std::span<const RequestHandler> execution_handlers();
[[nodiscard]] std::span<const RequestHandler> breakpoint_handlers();
[[nodiscard]] std::span<const RequestHandler> data_handlers();
[[nodiscard]] std::span<const RequestHandler> evaluate_handlers();
[[nodiscard]] std::span<const RequestHandler> memory_handlers();
[[nodiscard]] std::span<const RequestHandler> time_handlers();
[[nodiscard]] std::span<const RequestHandler> command_handlers();

}  // namespace fungescope::dap
