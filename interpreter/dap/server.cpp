// One thing at a time: a message is answered, and what it sets going is done before the next is
// taken from the queue. What comes in meanwhile is looked at in `attend`, which every run of the
// history calls every few milliseconds.
#include "dap/server.h"

#include "base/printable.h"
#include "dap/fields.h"
#include "dap/motions.h"
#include "dap/presentation.h"
#include "dap/stop_report.h"
#include "dap/utf8.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

using namespace std::chrono_literals;

constexpr auto output_interval = 40ms;
constexpr auto patience = 300ms;
constexpr auto progress_interval = 250ms;
constexpr std::size_t most_output = std::size_t{64} << 10U;  // bytes an event
// Messages that wait for the end of a search; a client that sends more is not listening.
constexpr std::size_t most_waiting = 10'000;

std::string_view short_message(const Failure& failure) {
  // Words of the protocol, by which clients know these two.
  if (failure.is(Failure::Id::not_stopped)) return "notStopped";
  if (failure.is(Failure::Id::cancelled)) return "cancelled";
  return failure.text;
}

tl::unexpected<Failure> refuse_running() {
  return refuse(Failure::Id::not_stopped, "the program is running; pause it first");
}

}  // namespace

class Server::Watcher final : public Monitor {
 public:
  explicit Watcher(Server& server) : server_(server) {}
  bool go_on(Tick now, Tick goal) override { return server_.attend(now, goal); }

 private:
  Server& server_;
};

Server::Server(Client& client, Files& files, std::function<Clock::time_point()> now)
    : client_(client),
      files_(files),
      now_(std::move(now)),
      watcher_(std::make_unique<Watcher>(*this)) {}

Server::~Server() = default;

Monitor& Server::monitor() {
  return *watcher_;
}

// ---- Messages

namespace {

// More is no message of the protocol, and copying what is nested without end would overflow.
constexpr int most_nesting = 64;

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
      if (++depth > most_nesting) return true;
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
    respond(request, refuse(Failure::Id::malformed, std::move(what)));
    return std::nullopt;
  };
  if (is_nested_too_deeply(message)) {
    return refuse_message(
        fmt::format("the message is nested more than {} deep; send a request", most_nesting));
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
  request.kind = find_request(request.command);
  return request;
}

void Server::receive(const std::string& message) {
  if (const auto request = parse(message)) handle(*request);
  answer_waiting(false);
}

void Server::handle(const Request& request) {
  const Outcome<Answered> outcome = answer(request);
  respond(request, outcome);
  try {
    if (outcome && outcome->then) outcome->then();
    if (stop_is_owed_ && !activity_) after_travel("pause", {});
  } catch (const std::exception& error) {
    activity_.reset();
    say(fmt::format("the debugger gave up: {}\n", error.what()), "important");
    finish();
  }
}

Outcome<Answered> Server::answer(const Request& request) {
  if (request.kind == nullptr) {
    return refuse(Failure::Id::unknown_request,
                  fmt::format("there is no request {}", in_quotes(request.command)));
  }
  if (auto refusal = refusal_of(*request.kind)) return tl::unexpected(*std::move(refusal));
  const auto outer = std::exchange(at_work_, request.seq);
  Outcome<Answered> outcome;
  try {
    outcome = request.kind->answer(*this, request.arguments);
  } catch (const std::bad_alloc&) {
    outcome = refuse(Failure::Id::refused, "out of memory; ask for less");
  } catch (const std::exception& error) {
    outcome = refuse(Failure::Id::refused, error.what());
  }
  at_work_ = outer;
  return outcome;
}

std::optional<Failure> Server::refusal_of(const RequestKind& kind) const {
  using Id = Failure::Id;
  if (!initialized_ && kind.name != "initialize" && kind.when != When::ending) {
    return Failure{Id::wrong_order, "this comes before initialize; send that first"};
  }
  if (kind.when != When::stopped) return std::nullopt;
  if (finished_) return Failure{Id::wrong_order, "the program has ended; restart it"};
  if (debuggee_ == nullptr) return Failure{Id::wrong_order, "there is no program; launch one"};
  if (!started_) {
    return Failure{Id::wrong_order, "the program has not started; send configurationDone"};
  }
  if (activity_ && activity_->is_run) return refuse_running().value();
  return std::nullopt;
}

void Server::respond(const Request& request, const Outcome<Answered>& outcome) {
  Json message{{"type", "response"},
               {"request_seq", request.seq},
               {"success", outcome.has_value()},
               {"command", request.command}};
  if (outcome) {
    message["body"] = outcome->body;
  } else {
    const Failure& failure = outcome.error();
    message["message"] = short_message(failure);
    // `format` holds variables in braces.
    Json error{{"id", static_cast<int>(failure.id)}, {"format", "{text}"}};
    error["variables"] = {{"text", failure.text}};
    if (failure.text.find_first_of("{}") == std::string::npos) {
      error.erase("variables");
      error["format"] = failure.text;
    }
    error["showUser"] = failure.is(Failure::Id::refused);
    message["body"]["error"] = std::move(error);
  }
  send(std::move(message));
}

void Server::send_event(std::string_view name, Json body) {
  send({{"type", "event"}, {"event", name}, {"body", std::move(body)}});
}

void Server::send(Json message) {
  Json numbered{{"seq", next_seq_++}};
  numbered.update(message);
  // A program's bytes may be anything; what leaves is UTF-8.
  client_.send(numbered.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void Server::say(const std::string& text, std::string_view category) {
  send_event("output", {{"category", category}, {"output", text}});
}

// ---- While something is at work

bool Server::attend(Tick now, Tick goal) {
  if (!activity_) return true;
  take_messages();
  if (!logged_.empty() && now_() - logs_flushed_ >= output_interval) flush_logs();
  if (is_interrupted()) return false;
  if (activity_->travels && !activity_->is_run && now_() - activity_->began >= patience) {
    become_run();
  }
  if (activity_->shows_progress) show_progress(now, goal);
  return !activity_->resumable || (!calm_wanted_ && !output_is_due());
}

void Server::take_messages() {
  while (auto message = client_.poll()) arrived(*message);
  if (!client_.gone()) return;
  ending_ = true;
  done_ = true;
}

void Server::arrived(const std::string& message) {
  auto request = parse(message);
  if (!request) return;
  const bool at_once = request->kind == nullptr || request->kind->when == When::at_once ||
                       (activity_->is_run && refusal_of(*request->kind));
  if (at_once) {
    handle(*request);
    return;
  }
  if (waiting_.size() >= most_waiting) {
    respond(*request, refuse(Failure::Id::refused, "too many requests are waiting; wait for some"));
    return;
  }
  const bool is_job = activity_->travels && activity_->is_run;
  if (is_job && request->kind->when != When::ending) {
    respond(*request, refuse_running());
    return;
  }
  if (request->kind->when == When::ending) ending_ = true;
  if (request->kind->when == When::calm) calm_wanted_ = true;
  waiting_.push_back(*std::move(request));
}

void Server::answer_waiting(bool calm_only) {
  calm_wanted_ = false;
  if (!calm_only) ending_ = false;
  while (!waiting_.empty() && !done_) {
    if (calm_only && waiting_.front().kind->when != When::calm) return;
    const Request request = std::move(waiting_.front());
    waiting_.pop_front();
    handle(request);
  }
  if (!calm_only) pause_waits_ = false;
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
  if (found == waiting_.end() || found->kind->when == When::ending) return;
  const Request removed = std::move(*found);
  waiting_.erase(found);
  respond(removed, refuse(Failure::Id::cancelled, "the request was cancelled"));
}

void Server::show_progress(Tick now, Tick goal) {
  const Clock::time_point time = now_();
  Activity& activity = *activity_;
  const bool announced = !activity.progress.empty();
  if (announced ? time - activity.updated < progress_interval : time - activity.began < patience) {
    return;
  }
  activity.updated = time;
  Json body{{"progressId", activity.progress},
            {"message", describe_progress(now, activity.is_run ? no_limit : goal)}};
  if (announced) {
    send_event("progressUpdate", std::move(body));
    return;
  }
  activity.progress = fmt::format("progress {}", next_progress_++);
  body["progressId"] = activity.progress;
  body["title"] = activity.title;
  body["cancellable"] = true;
  if (activity.request) body["requestId"] = *activity.request;
  send_event("progressStart", std::move(body));
}

void Server::become_run() {
  activity_->is_run = true;
  stop_is_owed_ = true;
  send_event("continued", {{"threadId", 1}, {"allThreadsContinued", true}});
  sort_waiting();
}

// A run begins: what it keeps from being answered is refused, what ends it does so.
void Server::sort_waiting() {
  calm_wanted_ = false;
  std::deque<Request> waiting;
  std::swap(waiting, waiting_);
  for (Request& request : waiting) {
    const When when = request.kind->when;
    if (when == When::stopped || (when == When::calm && activity_->travels)) {
      respond(request, refuse_running());
      continue;
    }
    ending_ = ending_ || when == When::ending;
    calm_wanted_ = calm_wanted_ || when == When::calm;
    waiting_.push_back(std::move(request));
  }
}

void Server::end_activity() {
  if (!activity_) return;
  const std::string progress = activity_->progress;
  activity_.reset();
  flush_logs();
  if (!progress.empty()) send_event("progressEnd", {{"progressId", progress}});
}

bool Server::work(Job job, const std::string& title, const std::function<void(Monitor&)>& run) {
  pause_ = false;
  cancelled_ = false;
  activity_ = Activity{};
  activity_->shows_progress = traits_.shows_progress;
  activity_->title = title;
  activity_->travels = job == Job::travels;
  activity_->request = at_work_;
  activity_->began = now_();
  run(*watcher_);
  end_activity();
  return !std::exchange(cancelled_, false) && !std::exchange(pause_, false) && !ending_;
}

// ---- Running

void Server::move(Motion motion) {
  nodes_.forget();
  ++frame_;
  // One that has overtaken the request for this run.
  pause_ = std::exchange(pause_waits_, false);
  cancelled_ = false;
  Session& session = debuggee_->session();
  session.mark_stop();
  activity_ = Activity{};
  activity_->is_run = true;
  activity_->resumable = motion.resumable;
  activity_->shows_progress = motion.is_search && traits_.shows_progress;
  activity_->title = motion.title;
  activity_->began = flushed_ = now_();
  sort_waiting();
  Stopped stopped;
  do {
    stopped = motion.go(session, watcher_.get(), debuggee_->debugger().log_sink());
    flush_output(stopped.why != Stopped::Why::interrupted);
    answer_waiting(true);
  } while (stopped.why == Stopped::Why::interrupted && motion.resumable && !is_interrupted());
  end_activity();
  if (std::exchange(ending_, false)) return;
  flush_output(true);
  debuggee_->debugger().set_last_stop(stopped);
  tell_stopped(stopped, motion);
  pause_ = false;
  cancelled_ = false;
}

// A log point in a loop says much: not each line is a message.
void Server::log(const std::string& text) {
  logged_ += text + '\n';
  if (!activity_ || logged_.size() >= most_output) flush_logs();
}

void Server::flush_logs() {
  if (!logged_.empty()) say(std::exchange(logged_, {}));
  logs_flushed_ = now_();
}

bool Server::output_is_due() {
  const std::uint64_t size = debuggee_->printed();
  return size >= most_output || (size > 0 && now_() - flushed_ >= output_interval);
}

// A character that is printed byte by byte is sent as a whole, unless it stays unfinished.
void Server::flush_output(bool all) {
  flush_logs();
  while (debuggee_->printed() > 0 || (all && !unsent_.empty())) {
    std::string text = std::exchange(unsent_, {}) + debuggee_->take_output(most_output);
    if (is_cut_off(text) && (debuggee_->printed() > 0 || !all)) {
      unsent_ = text.substr(valid_prefix(text));
      text.resize(text.size() - unsent_.size());
    }
    if (!text.empty()) say(text, "stdout");
    if (debuggee_->printed() == 0) break;
    // A client that is slow to read must not wait for the answers as well.
    if (activity_) take_messages();
  }
  flushed_ = now_();
}

void Server::after_travel(const std::string& reason, const std::string& description,
                          const std::vector<std::int64_t>& hits) {
  nodes_.forget();
  ++frame_;
  flush_output(true);
  send_stopped(reason, description, hits);
}

void Server::note_edit(bool moves) {
  // Of a branch that begins here, what was printed before was sent.
  static_cast<void>(debuggee_->printed());
  if (traits_.takes_invalidated) {
    Json areas = Json::array({"variables"});
    if (moves) areas.push_back("stacks");
    send_event("invalidated", {{"areas", std::move(areas)}, {"threadId", 1}});
  }
  if (!traits_.takes_memory_events) return;
  const std::int64_t size = debuggee_->machine().field.size().area() * bytes_of_cell;
  send_event("memory", {{"memoryReference", "0x0"}, {"offset", 0}, {"count", size}});
}

void Server::tell_stopped(const Stopped& stopped, const Motion& motion) {
  const LaunchOptions& options = debuggee_->options();
  const bool fault_stops = breakpoints_.stops_on_fault() && !options.no_debug;
  const bool at_end =
      stopped.why == Stopped::Why::ended || (stopped.why == Stopped::Why::faulted && !fault_stops);
  if (at_end && (options.no_debug || !options.stop_at_end)) {
    finish();
    return;
  }
  const StopReport report = report_of(*debuggee_, breakpoints_, stopped, motion, cancelled_);
  send_stopped(report.reason, report.description, report.hits);
}

void Server::send_stopped(const std::string& reason, const std::string& description,
                          const std::vector<std::int64_t>& hits) {
  stop_is_owed_ = false;
  const std::string text = describe_place(*debuggee_);
  Json body{{"reason", reason},
            {"description", description.empty() ? text : description},
            {"threadId", 1},
            {"allThreadsStopped", true},
            {"text", text}};
  if (!hits.empty()) body["hitBreakpointIds"] = hits;
  send_event("stopped", std::move(body));
}

// ---- The life of a session

Outcome<Debuggee*> Server::debuggee() {
  if (debuggee_ != nullptr) return debuggee_.get();
  return refuse(Failure::Id::wrong_order, "there is no program; launch one");
}

Outcome<void> Server::initialize() {
  if (initialized_) return refuse(Failure::Id::wrong_order, "initialize has come before");
  initialized_ = true;
  return {};
}

Outcome<void> Server::launch(LaunchOptions options) {
  if (debuggee_ != nullptr) {
    return refuse(Failure::Id::wrong_order, "a program was launched before; use restart");
  }
  return restart(std::move(options));
}

Outcome<void> Server::restart(std::optional<LaunchOptions> options) {
  if (!options) {
    if (debuggee_ == nullptr) return tl::unexpected(debuggee().error());
    options = debuggee_->options();
  }
  auto session = open_session(*options, files_);
  if (!session) return refuse(session.error());
  nodes_.forget();
  ++frame_;
  unsent_.clear();
  debuggee_ =
      std::make_unique<Debuggee>(*std::move(options), std::move(*session), files_, *watcher_);
  debuggee_->debugger().set_log_sink([this](const std::string& text) { log(text); });
  finished_ = false;
  started_ = false;
  return {};
}

Outcome<void> Server::configuration_done() {
  if (configured_) return refuse(Failure::Id::wrong_order, "configurationDone has come before");
  configured_ = true;
  return {};
}

void Server::announce_program() {
  send_event("process",
             {{"name", debuggee_->path()}, {"isLocalProcess", true}, {"startMethod", "launch"}});
  for (const Error& warning : debuggee_->session().source().warnings) {
    say(fmt::format("warning: {}\n", to_string(warning)));
  }
  for (const Breakpoint* const changed : breakpoints_.load(*debuggee_)) {
    send_event("breakpoint", {{"reason", "changed"},
                              {"breakpoint", to_json(*changed, debuggee_.get(), traits_)}});
  }
}

void Server::begin_program() {
  if (!configured_ || debuggee_ == nullptr || started_) return;
  started_ = true;
  if (debuggee_->options().stop_on_entry) {
    send_stopped("entry", {});
    return;
  }
  Motion motion = continue_motion(*debuggee_, Way::forward);
  if (auto here = stops_here(debuggee_->session()); !here.empty()) {
    tell_stopped({Stopped::Why::stop, debuggee_->machine().tick, std::move(here), {}}, motion);
    return;
  }
  move(std::move(motion));
}

void Server::finish() {
  if (finished_ || debuggee_ == nullptr) return;
  finished_ = true;
  flush_output(true);
  const bool faulted = debuggee_->machine().status == Status::faulted;
  send_event("exited", {{"exitCode", faulted ? 4 : 0}});
  send_event("terminated");
}

}  // namespace fungescope::dap
