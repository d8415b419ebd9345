// Parses, dispatches and queues messages. Launch, runs, tasks and termination are in
// server_run.cpp.
#include "dap/server.h"

#include "base/escape.h"
#include "base/json.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {

std::array<std::span<const RequestHandler>, 4> request_groups() {
  return {execution_handlers(), breakpoint_handlers(), data_handlers(), console_handlers()};
}

namespace {

// Returns null for an unknown request.
const RequestHandler* find_handler(std::string_view name) {
  for (const auto group : request_groups()) {
    for (const RequestHandler& kind : group) {
      if (kind.name == name) return &kind;
    }
  }
  return nullptr;
}

// The maximum number of requests that wait for a task; a client that sends more does not wait for
// responses.
constexpr std::size_t max_queued = 10'000;

// Messages of the protocol are flat.
constexpr int max_nesting = 64;

std::string_view short_message(const RequestError& error) {
  // Words of the protocol, by which clients recognise these two.
  if (error.id == RequestError::Id::not_stopped) return "notStopped";
  if (error.id == RequestError::Id::cancelled) return "cancelled";
  return error.text;
}

}  // namespace

Server::Server(Client& client, Files& files, std::function<Clock::time_point()> now)
    : client_(client), files_(files), now_(std::move(now)) {}

// ---- Messages

std::optional<Server::Request> Server::parse(const std::string& message) {
  Request request;
  const auto reject = [&](std::string text) {
    respond(request, request_error(RequestError::Id::malformed, std::move(text)));
    return std::nullopt;
  };
  if (is_nested_deeper(message, max_nesting)) {
    return reject(
        fmt::format("the message is nested more than {} deep; send a request", max_nesting));
  }
  const Json json = Json::parse(message, nullptr, false);
  if (json.is_discarded()) return reject("the message is not JSON; send an object");
  ArgumentReader fields(json);
  request.seq = fields.number("seq");
  const std::string type = fields.text("type");
  if (fields.failed()) {
    return reject("the message has no seq or no type; send a request of the protocol");
  }
  // The server sends no requests, so a response answers nothing.
  if (type != "request") return std::nullopt;
  request.command = fields.text("command");
  if (fields.failed()) return reject("the request has no command; name one");
  request.arguments = fields.object("arguments");
  if (fields.failed())
    return reject("the arguments are not an object; leave them out, or name them");
  request.handler = find_handler(request.command);
  return request;
}

void Server::receive(const std::string& message) {
  if (const auto request = parse(message)) handle(*request);
  if (interrupt_ == Interrupt::end_of_run) interrupt_ = Interrupt::none;
  handle_queued(false);
  pause_next_run_ = false;
}

void Server::handle(const Request& request) {
  const RequestResult<DapResponse> result = call_handler(request);
  respond(request, result);
  try {
    if (result && result->after_send) result->after_send();
    const bool stop_is_due = program_state_ == ProgramState::running && !task_;
    if (stop_is_due && !is_end_requested()) on_travel({"pause"});
  } catch (const std::exception& error) {
    task_.reset();
    send_output(fmt::format("the debugger gave up: {}\n", error.what()), "important");
    terminate();
  }
}

RequestResult<DapResponse> Server::call_handler(const Request& request) {
  if (request.handler == nullptr) {
    return request_error(RequestError::Id::unknown_request,
                         fmt::format("there is no request {}", single_quoted(request.command)));
  }
  TRY(check_order(*request.handler));
  const auto outer = std::exchange(current_request_, request.seq);
  RequestResult<DapResponse> result;
  try {
    ArgumentReader arguments(request.arguments);
    result = request.handler->function(*this, arguments);
    if (arguments.failed()) result = arguments.error();
  } catch (const std::bad_alloc&) {
    result = refused("out of memory; ask for less");
  } catch (const std::exception& error) {
    result = request_error(RequestError::Id::failed, error.what());
  }
  current_request_ = outer;
  return result;
}

RequestResult<void> Server::check_order(const RequestHandler& handler) const {
  using Id = RequestError::Id;
  if (connection_ == Connection::open && handler.name != "initialize" &&
      handler.schedule != Schedule::ends_run) {
    return request_error(Id::wrong_order, "this comes before initialize; send that first");
  }
  if (handler.schedule != Schedule::stopped) return {};
  switch (program_state_) {
    case ProgramState::none:
      return no_program_error();
    case ProgramState::loaded:
      return request_error(Id::wrong_order, "the program has not started; send configurationDone");
    case ProgramState::running:
      return running_error();
    case ProgramState::stopped:
      break;
    case ProgramState::ended:
      return request_error(Id::wrong_order, "the program has ended; restart it");
  }
  return {};
}

void Server::respond(const Request& request, const RequestResult<DapResponse>& result) {
  Json message{{"type", "response"},
               {"request_seq", request.seq},
               {"success", result.has_value()},
               {"command", request.command}};
  if (result) {
    message["body"] = result->body;
  } else {
    const RequestError& error = result.error();
    message["message"] = short_message(error);
    // `format` may refer to variables in braces, so text with braces is passed as a variable.
    Json json{{"id", static_cast<int>(error.id)}, {"format", error.text}};
    if (error.text.find_first_of("{}") != std::string::npos) {
      json["format"] = "{text}";
      json["variables"] = {{"text", error.text}};
    }
    json["showUser"] = error.id == RequestError::Id::failed;
    message["body"]["error"] = std::move(json);
  }
  send(message);
}

void Server::send_event(std::string_view name, Json body) {
  send({{"type", "event"}, {"event", name}, {"body", std::move(body)}});
}

void Server::send(const Json& message) {
  Json numbered{{"seq", next_seq_++}};
  numbered.update(message);
  client_.send(json_text(numbered));
}

// ---- Messages during a run or task

void Server::poll_messages() {
  while (auto message = client_.poll()) receive_during_run(*message);
  if (!client_.is_closed()) return;
  raise(Interrupt::end_of_run);
  disconnect();
}

void Server::receive_during_run(const std::string& message) {
  auto request = parse(message);
  if (!request) return;
  const bool is_run = task_->kind == TaskKind::run;
  if (request->handler == nullptr || request->handler->schedule == Schedule::immediate ||
      (is_run && !check_order(*request->handler))) {
    return handle(*request);
  }
  if (queue_.size() >= max_queued) {
    respond(*request, refused("too many requests are waiting; wait for some"));
    return;
  }
  if (request->handler->schedule == Schedule::ends_run) raise(Interrupt::end_of_run);
  queue_.push_back(*std::move(request));
}

void Server::handle_queued(bool between_slices) {
  while ((between_slices ? slice_end_requested() : !queue_.empty()) && !done()) {
    const Request request = std::move(queue_.front());
    queue_.pop_front();
    handle(request);
  }
}

// During a run the queue has only requests for the end of a slice and for the end of the run.
bool Server::is_end_requested() const {
  return done() || program_state_ == ProgramState::ended ||
         std::any_of(queue_.begin(), queue_.end(), [](const Request& request) {
           return request.handler->schedule == Schedule::ends_run;
         });
}

void Server::clear_interrupt() {
  if (interrupt_ != Interrupt::end_of_run) interrupt_ = Interrupt::none;
}

void Server::pause() {
  raise(Interrupt::pause);
  pause_next_run_ = !queue_.empty();
}

void Server::cancel(std::optional<std::int64_t> request, const std::string& progress) {
  if (task_ && ((request && task_->request == request) ||
                (!progress.empty() && task_->progress_id == progress))) {
    raise(Interrupt::cancel);
  }
  if (!request) return;
  const auto found = std::find_if(queue_.begin(), queue_.end(),
                                  [&](const Request& queued) { return queued.seq == *request; });
  if (found == queue_.end() || found->handler->schedule == Schedule::ends_run) return;
  const Request removed = std::move(*found);
  queue_.erase(found);
  respond(removed, cancelled_error());
}

// Called when a run begins: refuses the queued requests that need a stopped program.
void Server::requeue_for_run() {
  std::deque<Request> queue;
  std::swap(queue, queue_);
  for (Request& request : queue) {
    if (request.handler->schedule == Schedule::stopped) {
      respond(request, running_error());
      continue;
    }
    if (request.handler->schedule == Schedule::ends_run) raise(Interrupt::end_of_run);
    queue_.push_back(std::move(request));
  }
}

}  // namespace fungescope::dap
