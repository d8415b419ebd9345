// A program's way from `initialize` to `terminated`, with its runs and tasks. The server does one
// of these at a time: a message is answered, and the run that it starts is finished before the next
// message is taken from the queue. During a run, `should_continue` handles new messages; every run
// of the history calls it every few milliseconds.
#include "base/escape.h"
#include "base/text_table.h"
#include "dap/presentation.h"
#include "dap/server.h"
#include "session/commands/run_report.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {

// ---- From `initialize` to `terminated`

RequestResult<Debuggee*> Server::debuggee() {
  if (debuggee_ != nullptr) return debuggee_.get();
  return no_program_error();
}

RequestResult<void> Server::initialize(const ClientCapabilities& capabilities) {
  if (connection_ != Connection::open) {
    return request_error(RequestError::Id::wrong_order, "initialize has come before");
  }
  connection_ = Connection::initialized;
  capabilities_ = capabilities;
  return {};
}

RequestResult<void> Server::launch(std::optional<LaunchOptions> options) {
  if (!options) {
    if (debuggee_ == nullptr) return no_program_error();
    options = debuggee_->options();
  }
  auto session = open_session(*options, files_);
  if (!session) return request_error(session.error());
  invalidate_references();
  unsent_.clear();
  debuggee_ = std::make_unique<Debuggee>(*std::move(options), std::move(*session), files_,
                                         static_cast<Monitor&>(*this));
  debuggee_->debugger().set_log_sink([this](const LogMessage& message) { log(message.text); });
  program_state_ = ProgramState::loaded;
  live_source_announced_ = false;
  return {};
}

RequestResult<void> Server::configuration_done() {
  if (connection_ == Connection::configured) {
    return request_error(RequestError::Id::wrong_order, "configurationDone has come before");
  }
  connection_ = Connection::configured;
  return {};
}

void Server::announce_program() {
  send_event("process",
             {{"name", debuggee_->path()}, {"isLocalProcess", true}, {"startMethod", "launch"}});
  const Source& source = debuggee_->session().source();
  if (source.notice) send_output(fmt::format("note: {}\n", to_string(*source.notice)));
  for (const Error& warning : source.warnings) {
    send_output(fmt::format("warning: {}\n", to_string(warning)));
  }
  for (const ClientBreakpoint* const changed : breakpoints_.set_in_session(*debuggee_)) {
    send_event("breakpoint", {{"reason", "changed"},
                              {"breakpoint", to_json(*changed, debuggee_.get(), capabilities_)}});
  }
  begin_program();
}

namespace {

// Returns the breakpoints that hold at the present instruction, for the beginning of a program: run
// control only checks instants after the present one. Their log messages go to `log`.
std::vector<std::uint32_t> breakpoints_at_present(Session& session, const LogSink& log) {
  TrapEvent event;
  event.kinds = TrapEvent::execute;
  std::vector<std::uint32_t> ids;
  for (Breakpoint& breakpoint : session.breakpoints().all()) {
    if (!is_active(breakpoint) || breakpoint.kind != BreakpointKind::cell) continue;
    if (!is_hit(breakpoint, session.machine(), event) || ++breakpoint.hits % breakpoint.every != 0)
      continue;
    if (breakpoint.log.empty()) {
      ids.push_back(breakpoint.id);
    } else {
      log({breakpoint.id, session.machine().tick,
           format_log_message(breakpoint.log, session.machine(), event, session.symbols())});
    }
  }
  return ids;
}

}  // namespace

void Server::begin_program() {
  if (connection_ != Connection::configured || program_state_ != ProgramState::loaded) return;
  program_state_ = ProgramState::running;
  if (debuggee_->options().stop_on_entry && !debuggee_->options().no_debug) {
    return send_stopped_event({"entry"});
  }
  const RunPlan plan = continue_plan(*debuggee_, RunDirection::forward);
  auto hits = breakpoints_at_present(debuggee_->session(), debuggee_->debugger().log_sink());
  if (hits.empty()) {
    run(plan);
  } else {
    const Tick tick = debuggee_->machine().tick;
    report_stop({StopInfo::Reason::breakpoint, tick, std::move(hits), {}}, plan);
  }
}

void Server::terminate() {
  if (program_state_ == ProgramState::none || program_state_ == ProgramState::ended) return;
  program_state_ = ProgramState::ended;
  flush_output(true);
  const bool faulted = debuggee_->machine().status == Status::faulted;
  send_event("exited", {{"exitCode", faulted ? 4 : 0}});
  send_event("terminated");
}

namespace {

using namespace std::chrono_literals;

constexpr auto output_interval = 40ms;
// How long a task runs before it is reported as progress, or as a run.
constexpr auto announce_delay = 300ms;
constexpr auto progress_interval = 250ms;
constexpr std::size_t max_output = std::size_t{64} << 10U;  // bytes in one event

}  // namespace

// ---- During a run or task

// Returns false if the run is to end, for good or for a slice.
bool Server::should_continue(Tick now, Tick goal) {
  if (!task_) return true;
  poll_messages();
  if (!unsent_logs_.empty() && now_() - logs_flushed_ >= output_interval) flush_logs();
  if (is_interrupted()) return false;
  if (task_->kind == TaskKind::navigates && now_() - task_->start >= announce_delay) {
    task_->kind = TaskKind::run;
    program_state_ = ProgramState::running;
    send_continued_event();
    requeue_for_run();
  }
  if (task_->reports_progress) report_progress(now, goal);
  return !task_->resumable || (!slice_end_requested() && !is_output_due());
}

void Server::report_progress(Tick now, Tick goal) {
  const Clock::time_point time = now_();
  RunningTask& task = *task_;
  const bool announced = !task.progress_id.empty();
  if (announced ? time - task.updated < progress_interval : time - task.start < announce_delay) {
    return;
  }
  task.updated = time;
  std::string message = fmt::format("tick {}", with_separators(now));
  if (task.kind != TaskKind::run && goal != no_limit) message += " of " + with_separators(goal);
  Json body{{"progressId", task.progress_id}, {"message", std::move(message)}};
  if (announced) return send_event("progressUpdate", std::move(body));
  task.progress_id = fmt::format("progress {}", next_progress_++);
  body["progressId"] = task.progress_id;
  body["title"] = task.title;
  body["cancellable"] = true;
  if (task.request) body["requestId"] = *task.request;
  send_event("progressStart", std::move(body));
}

void Server::end_task() {
  if (!task_) return;
  const std::string progress_id = task_->progress_id;
  task_.reset();
  flush_logs();
  if (!progress_id.empty()) send_event("progressEnd", {{"progressId", progress_id}});
}

bool Server::run_task(TaskKind kind, const std::string& title,
                      const std::function<void(Monitor&)>& task) {
  clear_interrupt();
  task_ =
      RunningTask{kind, false, capabilities_.supports_progress, title, now_(), current_request_};
  task(*this);
  end_task();
  const bool completed = !is_interrupted();
  clear_interrupt();
  return completed;
}

void Server::run(const RunPlan& plan, bool announced) {
  const bool is_over = debuggee_->machine().status != Status::running;
  if (is_over && plan.direction == RunDirection::forward) return terminate();
  if (announced) send_continued_event();
  invalidate_references();
  clear_interrupt();
  if (std::exchange(pause_next_run_, false)) raise(Interrupt::pause);
  program_state_ = ProgramState::running;
  Session& session = debuggee_->session();
  session.mark_previous();
  output_flushed_ = now_();
  const bool reports_progress =
      plan.direction == RunDirection::reverse && capabilities_.supports_progress;
  task_ = RunningTask{TaskKind::run, plan.resumable, reports_progress, plan.title, output_flushed_};
  requeue_for_run();
  StopInfo stop;
  do {
    stop = plan.run(session, this, debuggee_->debugger().log_sink());
    flush_output(stop.reason != StopInfo::Reason::interrupted);
    handle_queued(true);
  } while (stop.reason == StopInfo::Reason::interrupted && plan.resumable && !is_interrupted());
  end_task();
  if (interrupt_ == Interrupt::end_of_run) {
    // The client still expects a stop, in case the request that ended the run fails.
    interrupt_ = Interrupt::none;
    return;
  }
  flush_output(true);
  debuggee_->debugger().set_last_stop(stop);
  report_stop(stop, plan);
  interrupt_ = Interrupt::none;
}

// ---- Output

// Batches messages: a logpoint in a loop logs too often for one event each.
void Server::log(const std::string& text) {
  unsent_logs_ += text + '\n';
  if (!task_ || unsent_logs_.size() >= max_output) flush_logs();
}

void Server::flush_logs() {
  if (!unsent_logs_.empty()) send_output(std::exchange(unsent_logs_, {}));
  logs_flushed_ = now_();
}

bool Server::is_output_due() {
  const std::uint64_t size = debuggee_->pending_output();
  return size >= max_output || (size > 0 && now_() - output_flushed_ >= output_interval);
}

// Sends the program's output. A character that is printed byte by byte is sent once it is complete;
// `all` sends an incomplete one as well.
void Server::flush_output(bool all) {
  flush_logs();
  while (debuggee_->pending_output() > 0 || (all && !unsent_.empty())) {
    std::string text = std::exchange(unsent_, {}) + debuggee_->take_output(max_output);
    if (is_truncated_utf8(text) && (debuggee_->pending_output() > 0 || !all)) {
      unsent_ = text.substr(valid_utf8_prefix(text));
      text.resize(text.size() - unsent_.size());
    }
    if (!text.empty()) send_output(text, "stdout");
    if (debuggee_->pending_output() == 0) break;
    // A client that reads output slowly must still get responses.
    if (task_) poll_messages();
  }
  output_flushed_ = now_();
}

// ---- Stops and edits

void Server::invalidate_references() {
  variables_.invalidate_all();
  ++frame_;
}

void Server::on_travel(const StopReport& report) {
  invalidate_references();
  flush_output(true);
  // A client keeps the reason of a stop that it does not see end.
  if (program_state_ == ProgramState::stopped) send_continued_event();
  send_stopped_event(report);
}

void Server::on_edit(bool moved_pointer) {
  // If the edit began a branch, its output up to here counts as sent.
  static_cast<void>(debuggee_->pending_output());
  if (capabilities_.supports_invalidated) {
    Json areas = Json::array({"variables"});
    if (moved_pointer) areas.push_back("stacks");
    send_event("invalidated", {{"areas", std::move(areas)}, {"threadId", 1}});
  }
  if (!capabilities_.supports_memory_events) return;
  const std::int64_t size = debuggee_->machine().field.size().area() * bytes_per_cell;
  send_event("memory", {{"memoryReference", "0x0"}, {"offset", 0}, {"count", size}});
}

void Server::report_stop(const StopInfo& stop, const RunPlan& plan) {
  const LaunchOptions& options = debuggee_->options();
  const bool fault_stops = breakpoints_.stops_on_fault() && !options.no_debug;
  const bool at_end = stop.reason == StopInfo::Reason::ended ||
                      (stop.reason == StopInfo::Reason::faulted && !fault_stops);
  if (at_end && (options.no_debug || !options.stop_at_end)) return terminate();
  const bool cancelled = interrupt_ == Interrupt::cancel;
  send_stopped_event(make_stop_report(*debuggee_, breakpoints_, stop, plan, cancelled));
}

void Server::send_stopped_event(const StopReport& report) {
  program_state_ = ProgramState::stopped;
  const std::string text = describe_instant(debuggee_->machine());
  Json body{{"reason", report.reason},
            {"description", report.description.empty() ? text : report.description},
            {"threadId", 1},
            {"allThreadsStopped", true},
            {"text", text}};
  if (!report.hits.empty()) body["hitBreakpointIds"] = report.hits;
  send_live_source_event();
  send_event("stopped", std::move(body));
}

// Announces the live source of a program that has modified itself; its text is another at each
// stop.
void Server::send_live_source_event() {
  // Finding that nothing has changed costs a look at every cell.
  constexpr std::int64_t max_cells = 1'000'000;
  if (debuggee_->machine().field.size().area() > max_cells) return;
  if (!debuggee_->is_self_modified()) return;
  const bool announced = std::exchange(live_source_announced_, true);
  send_event("loadedSource",
             {{"reason", announced ? "changed" : "new"}, {"source", live_source_json(*debuggee_)}});
}

}  // namespace fungescope::dap
