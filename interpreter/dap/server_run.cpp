// One thing at a time: a message is answered, and what it sets going is done before the next is
// taken from the queue. What comes in meanwhile is looked at in `on_progress`, which every run of
// the history calls every few milliseconds.
#include "base/utf8.h"
#include "dap/presentation.h"
#include "dap/server.h"
#include "dap/stop_report.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

using namespace std::chrono_literals;

constexpr auto output_interval = 40ms;
constexpr auto patience = 300ms;
constexpr auto progress_interval = 250ms;
constexpr std::size_t max_output = std::size_t{64} << 10U;  // bytes an event

}  // namespace

// ---- While something is at work

bool Server::on_progress(Tick now, Tick goal) {
  if (!activity_) return true;
  poll_messages();
  if (!logged_.empty() && now_() - logs_flushed_ >= output_interval) flush_logs();
  if (is_interrupted()) return false;
  if (activity_->travels && !activity_->is_run && now_() - activity_->began >= patience) {
    convert_to_run();
  }
  if (activity_->shows_progress) show_progress(now, goal);
  return !activity_->resumable || (!calm_wanted_ && !output_is_due());
}

void Server::show_progress(Tick now, Tick goal) {
  const Clock::time_point time = now_();
  RunningTask& activity = *activity_;
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

void Server::convert_to_run() {
  activity_->is_run = true;
  stop_is_owed_ = true;
  send_event("continued", {{"threadId", 1}, {"allThreadsContinued", true}});
  requeue_for_run();
}

void Server::end_task() {
  if (!activity_) return;
  const std::string progress = activity_->progress;
  activity_.reset();
  flush_logs();
  if (!progress.empty()) send_event("progressEnd", {{"progressId", progress}});
}

bool Server::run_task(TaskKind job, const std::string& title,
                      const std::function<void(Monitor&)>& run) {
  pause_ = false;
  cancelled_ = false;
  activity_ = RunningTask{};
  activity_->shows_progress = traits_.shows_progress;
  activity_->title = title;
  activity_->travels = job == TaskKind::travels;
  activity_->request = at_work_;
  activity_->began = now_();
  run(monitor());
  end_task();
  return !std::exchange(cancelled_, false) && !std::exchange(pause_, false) && !ending_;
}

// ---- Running

void Server::move(const RunPlan& motion) {
  nodes_.forget();
  ++frame_;
  // One that has overtaken the request for this run.
  pause_ = std::exchange(pause_waits_, false);
  cancelled_ = false;
  Session& session = debuggee_->session();
  session.mark_previous();
  activity_ = RunningTask{};
  activity_->is_run = true;
  activity_->resumable = motion.resumable;
  activity_->shows_progress = motion.is_long_search && traits_.shows_progress;
  activity_->title = motion.title;
  activity_->began = flushed_ = now_();
  requeue_for_run();
  StopInfo stopped;
  do {
    stopped = motion.go(session, &monitor(), debuggee_->debugger().log_sink());
    flush_output(stopped.reason != StopInfo::Reason::interrupted);
    handle_queued(true);
  } while (stopped.reason == StopInfo::Reason::interrupted && motion.resumable &&
           !is_interrupted());
  end_task();
  if (std::exchange(ending_, false)) {
    stop_is_owed_ = true;  // unless what has ended the run succeeds
    return;
  }
  flush_output(true);
  debuggee_->debugger().set_last_stop(stopped);
  report_stop(stopped, motion);
  pause_ = false;
  cancelled_ = false;
}

// ---- Output

// A log point in a loop says much: not each line is a message.
void Server::log(const std::string& text) {
  logged_ += text + '\n';
  if (!activity_ || logged_.size() >= max_output) flush_logs();
}

void Server::flush_logs() {
  if (!logged_.empty()) send_output(std::exchange(logged_, {}));
  logs_flushed_ = now_();
}

bool Server::output_is_due() {
  const std::uint64_t size = debuggee_->printed();
  return size >= max_output || (size > 0 && now_() - flushed_ >= output_interval);
}

// A character that is printed byte by byte is sent as a whole, unless it stays unfinished.
void Server::flush_output(bool all) {
  flush_logs();
  while (debuggee_->printed() > 0 || (all && !unsent_.empty())) {
    std::string text = std::exchange(unsent_, {}) + debuggee_->take_output(max_output);
    if (is_truncated_utf8(text) && (debuggee_->printed() > 0 || !all)) {
      unsent_ = text.substr(valid_utf8_prefix(text));
      text.resize(text.size() - unsent_.size());
    }
    if (!text.empty()) send_output(text, "stdout");
    if (debuggee_->printed() == 0) break;
    // A client that is slow to read must not wait for the answers as well.
    if (activity_) poll_messages();
  }
  flushed_ = now_();
}

// ---- What the client is told

void Server::on_travel(const std::string& reason, const std::string& description,
                       const std::vector<std::int64_t>& hits) {
  nodes_.forget();
  ++frame_;
  flush_output(true);
  send_stopped_event(reason, description, hits);
}

void Server::on_edit(bool moves) {
  // Of a branch that begins here, what was printed before was sent.
  static_cast<void>(debuggee_->printed());
  if (traits_.supports_invalidated) {
    Json areas = Json::array({"variables"});
    if (moves) areas.push_back("stacks");
    send_event("invalidated", {{"areas", std::move(areas)}, {"threadId", 1}});
  }
  if (!traits_.supports_memory_events) return;
  const std::int64_t size = debuggee_->machine().field.size().area() * bytes_per_cell;
  send_event("memory", {{"memoryReference", "0x0"}, {"offset", 0}, {"count", size}});
}

void Server::report_stop(const StopInfo& stopped, const RunPlan& motion) {
  const LaunchOptions& options = debuggee_->options();
  const bool fault_stops = breakpoints_.stops_on_fault() && !options.no_debug;
  const bool at_end = stopped.reason == StopInfo::Reason::ended ||
                      (stopped.reason == StopInfo::Reason::faulted && !fault_stops);
  if (at_end && (options.no_debug || !options.stop_at_end)) {
    finish();
    return;
  }
  const StopReport report = make_stop_report(*debuggee_, breakpoints_, stopped, motion, cancelled_);
  send_stopped_event(report.reason, report.description, report.hits);
}

void Server::send_stopped_event(const std::string& reason, const std::string& description,
                                const std::vector<std::int64_t>& hits) {
  stop_is_owed_ = false;
  const std::string text = describe_position(*debuggee_);
  Json body{{"reason", reason},
            {"description", description.empty() ? text : description},
            {"threadId", 1},
            {"allThreadsStopped", true},
            {"text", text}};
  if (!hits.empty()) body["hitBreakpointIds"] = hits;
  send_live_source_event();
  send_event("stopped", std::move(body));
}

// Once the program has changed itself there is a second source, and another text of it at each
// stop.
void Server::send_live_source_event() {
  // To find out that nothing has changed is a look at every cell.
  constexpr std::int64_t most_cells = 1'000'000;
  if (debuggee_->machine().field.size().area() > most_cells) return;
  if (!debuggee_->is_self_modified()) return;
  send_event("loadedSource", {{"reason", std::exchange(shows_live_, true) ? "changed" : "new"},
                              {"source", live_source_json(*debuggee_)}});
}

}  // namespace fungescope::dap
