// Messages: reading them, answering them, and the queue of those that have to wait. What is at work
// is in server_run.cpp, and the life of a session in server_life.cpp.
#include "dap/server.h"

#include "base/escape.h"
#include "dap/protocol/fields.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

// Messages that wait for the end of a search; a client that sends more is not listening.
constexpr std::size_t max_waiting = 10'000;

std::string_view short_message(const RequestError& failure) {
  // Words of the protocol, by which clients know these two.
  if (failure.is(RequestError::Id::not_stopped)) return "notStopped";
  if (failure.is(RequestError::Id::cancelled)) return "cancelled";
  return failure.text;
}

tl::unexpected<RequestError> running_error() {
  return request_error(RequestError::Id::not_stopped, "the program is running; pause it first");
}

}  // namespace

class Server::RunMonitor final : public Monitor {
 public:
  explicit RunMonitor(Server& server) : server_(server) {}
  bool should_continue(Tick now, Tick goal) override { return server_.on_progress(now, goal); }

 private:
  Server& server_;
};

Server::Server(Client& client, Files& files, std::function<Clock::time_point()> now)
    : client_(client),
      files_(files),
      now_(std::move(now)),
      watcher_(std::make_unique<RunMonitor>(*this)) {}

Server::~Server() = default;

Monitor& Server::monitor() {
  return *watcher_;
}

// ---- Messages

namespace {

// More is no message of the protocol, and copying what is nested without end would overflow.
constexpr int max_nesting = 64;

bool is_nested_too_deeply(std::string_view json) {
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_text = !in_text;
    } else if (!in_text && (c == '[' || c == '{')) {
      if (++depth > max_nesting) return true;
    } else if (!in_text && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return false;
}

}  // namespace

std::optional<Server::Request> Server::parse(const std::string& message) {
  Request request;
  const auto refuse_message = [&](std::string what) {
    respond(request, request_error(RequestError::Id::malformed, std::move(what)));
    return std::nullopt;
  };
  if (is_nested_too_deeply(message)) {
    return refuse_message(
        fmt::format("the message is nested more than {} deep; send a request", max_nesting));
  }
  const Json json = Json::parse(message, nullptr, false);
  if (json.is_discarded()) return refuse_message("the message is no JSON; send an object");
  Fields fields(json);
  request.seq = fields.number("seq");
  const std::string type = fields.text("type");
  if (fields.wrong()) {
    return refuse_message("the message has no seq or no type; send a request of the protocol");
  }
  // Nothing is ever asked of the client, so that an answer of it answers nothing.
  if (type != "request") return std::nullopt;
  request.command = fields.text("command");
  if (fields.wrong()) return refuse_message("the request has no command; name one");
  request.arguments = fields.object("arguments");
  if (fields.wrong())
    return refuse_message("the arguments are no object; leave them out, or name them");
  request.kind = find_handler(request.command);
  return request;
}

void Server::receive(const std::string& message) {
  if (const auto request = parse(message)) handle(*request);
  handle_queued(false);
}

void Server::handle(const Request& request) {
  const RequestResult<DapResponse> outcome = answer(request);
  respond(request, outcome);
  try {
    if (outcome && outcome->then) outcome->then();
    if (stop_is_owed_ && !activity_ && !is_end_requested()) on_travel("pause", {});
  } catch (const std::exception& error) {
    activity_.reset();
    send_output(fmt::format("the debugger gave up: {}\n", error.what()), "important");
    finish();
  }
}

RequestResult<DapResponse> Server::answer(const Request& request) {
  if (request.kind == nullptr) {
    return request_error(RequestError::Id::unknown_request,
                         fmt::format("there is no request {}", single_quoted(request.command)));
  }
  if (auto refusal = check_order(*request.kind)) return tl::unexpected(*std::move(refusal));
  const auto outer = std::exchange(at_work_, request.seq);
  RequestResult<DapResponse> outcome;
  try {
    outcome = request.kind->answer(*this, request.arguments);
  } catch (const std::bad_alloc&) {
    outcome = request_error(RequestError::Id::refused, "out of memory; ask for less");
  } catch (const std::exception& error) {
    outcome = request_error(RequestError::Id::refused, error.what());
  }
  at_work_ = outer;
  return outcome;
}

std::optional<RequestError> Server::check_order(const RequestHandler& kind) const {
  using Id = RequestError::Id;
  if (!initialized_ && kind.name != "initialize" && kind.when != Schedule::ends_run) {
    return RequestError{Id::wrong_order, "this comes before initialize; send that first"};
  }
  if (kind.when != Schedule::stopped) return std::nullopt;
  if (finished_) return RequestError{Id::wrong_order, "the program has ended; restart it"};
  if (debuggee_ == nullptr) return RequestError{Id::wrong_order, "there is no program; launch one"};
  if (!started_) {
    return RequestError{Id::wrong_order, "the program has not started; send configurationDone"};
  }
  if (activity_ && activity_->is_run) return running_error().value();
  return std::nullopt;
}

void Server::respond(const Request& request, const RequestResult<DapResponse>& outcome) {
  Json message{{"type", "response"},
               {"request_seq", request.seq},
               {"success", outcome.has_value()},
               {"command", request.command}};
  if (outcome) {
    message["body"] = outcome->body;
  } else {
    const RequestError& failure = outcome.error();
    message["message"] = short_message(failure);
    // `format` holds variables in braces.
    Json error{{"id", static_cast<int>(failure.id)}, {"format", "{text}"}};
    error["variables"] = {{"text", failure.text}};
    if (failure.text.find_first_of("{}") == std::string::npos) {
      error.erase("variables");
      error["format"] = failure.text;
    }
    error["showUser"] = failure.is(RequestError::Id::refused);
    message["body"]["error"] = std::move(error);
  }
  send(message);
}

void Server::send_event(std::string_view name, Json body) {
  send({{"type", "event"}, {"event", name}, {"body", std::move(body)}});
}

void Server::send(const Json& message) {
  Json numbered{{"seq", next_seq_++}};
  numbered.update(message);
  // A program's bytes may be anything; what leaves is UTF-8.
  client_.send(numbered.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void Server::send_output(const std::string& text, std::string_view category) {
  send_event("output", {{"category", category}, {"output", text}});
}

// ---- What comes in while something is at work

void Server::poll_messages() {
  while (auto message = client_.poll()) receive_during_run(*message);
  if (!client_.is_closed()) return;
  ending_ = true;
  done_ = true;
}

void Server::receive_during_run(const std::string& message) {
  auto request = parse(message);
  if (!request) return;
  const bool immediate = request->kind == nullptr || request->kind->when == Schedule::immediate ||
                         (activity_->is_run && check_order(*request->kind));
  if (immediate) {
    handle(*request);
    return;
  }
  if (waiting_.size() >= max_waiting) {
    respond(*request, request_error(RequestError::Id::refused,
                                    "too many requests are waiting; wait for some"));
    return;
  }
  const bool is_job = activity_->travels && activity_->is_run;
  if (is_job && request->kind->when == Schedule::stopped) {
    respond(*request, running_error());
    return;
  }
  if (request->kind->when == Schedule::ends_run) ending_ = true;
  if (request->kind->when == Schedule::between_slices) calm_wanted_ = true;
  waiting_.push_back(*std::move(request));
}

void Server::handle_queued(bool calm_only) {
  calm_wanted_ = false;
  if (!calm_only) ending_ = false;
  while (!waiting_.empty() && !done_) {
    if (calm_only && waiting_.front().kind->when != Schedule::between_slices) return;
    const Request request = std::move(waiting_.front());
    waiting_.pop_front();
    handle(request);
  }
  if (!calm_only) pause_waits_ = false;
}

bool Server::is_end_requested() const {
  return done_ || finished_ ||
         std::any_of(waiting_.begin(), waiting_.end(), [](const Request& request) {
           return request.kind->when == Schedule::ends_run;
         });
}

void Server::pause() {
  pause_ = true;
  pause_waits_ = !waiting_.empty();
}

void Server::cancel(std::optional<std::int64_t> request, const std::string& progress) {
  if (activity_ && ((request && activity_->request == request) ||
                    (!progress.empty() && activity_->progress == progress))) {
    cancelled_ = true;
  }
  if (!request) return;
  const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const Request& one) { return one.seq == *request; });
  if (found == waiting_.end() || found->kind->when == Schedule::ends_run) return;
  const Request removed = std::move(*found);
  waiting_.erase(found);
  respond(removed, request_error(RequestError::Id::cancelled, "the request was cancelled"));
}

// A run begins: what it keeps from being answered is refused, what ends it does so.
void Server::requeue_for_run() {
  calm_wanted_ = false;
  std::deque<Request> waiting;
  std::swap(waiting, waiting_);
  for (Request& request : waiting) {
    const Schedule when = request.kind->when;
    if (when == Schedule::stopped) {
      respond(request, running_error());
      continue;
    }
    ending_ = ending_ || when == Schedule::ends_run;
    calm_wanted_ = calm_wanted_ || when == Schedule::between_slices;
    waiting_.push_back(std::move(request));
  }
}

}  // namespace fungescope::dap
