// The window's half of the session thread: every function changes the worker's queue, or takes
// results from it, under the worker's lock.
#include "debugger_ui/session_thread/session_thread.h"

#include "debugger_ui/session_thread/session_worker.h"
#include "session/commands/visits.h"
#include "session/run_control/search.h"

namespace fungescope::ui {

SessionThread::SessionThread(SessionStart start, std::function<void()> on_update)
    : worker_(std::make_unique<Worker>(std::move(start), std::move(on_update))) {}
SessionThread::~SessionThread() = default;

// ---- Results

std::shared_ptr<const ViewSnapshot> SessionThread::snapshot() const {
  const std::lock_guard lock(worker_->queue().mutex);
  worker_->queue().snapshot_taken = true;
  return worker_->queue().snapshot;
}

void SessionThread::set_request(const ViewRequest& request) {
  worker_->queue().post([&](Queue& queue) {
    if (request == queue.request) return Signal::none;
    queue.request = request;
    return Signal::queued;
  });
}

bool SessionThread::run_callbacks() {
  std::vector<std::function<void()>> callbacks;
  {
    const std::lock_guard lock(worker_->queue().mutex);
    callbacks.swap(worker_->queue().callbacks);
  }
  for (const auto& callback : callbacks) callback();
  return !callbacks.empty();
}

std::vector<LogMessage> SessionThread::take_messages() {
  const std::lock_guard lock(worker_->queue().mutex);
  return std::exchange(worker_->queue().messages, {});
}

// ---- Work

void SessionThread::submit(std::string line, OnDone on_done, std::optional<Tick> at) {
  auto shown = line;
  Work work = [at, line = std::move(line), on_done = std::move(on_done)](
                  Debugger& debugger, Monitor& monitor) -> std::function<void()> {
    const auto execute = [&]() -> Result<Response> {
      if (!at) return debugger.submit(line);
      ScopedSeek there(debugger.session().history());
      TRY(there.seek(*at, &monitor));
      return debugger.submit(line);
    };
    auto outcome = std::make_shared<CommandOutcome>(CommandOutcome{line, execute()});
    return [outcome, on_done] {
      if (on_done) on_done(*outcome);
    };
  };
  worker_->queue().post([&](Queue& queue) {
    queue.jobs.push_back({slot::none, std::move(shown), std::move(work)});
    return Signal::queued;
  });
}

void SessionThread::enqueue_query(Slot slot, Work work) {
  worker_->queue().post([&](Queue& queue) {
    const bool exclusive = slot != slot::none;
    if (exclusive) {
      std::erase_if(queue.jobs, [slot](const Queue::Job& job) { return job.slot == slot; });
    }
    queue.jobs.push_back({slot, "", std::move(work)});
    return exclusive && queue.running_slot == slot ? Signal::superseded : Signal::queued;
  });
}

void SessionThread::go_to_visit(std::variant<VisitDirection, std::uint32_t> target) {
  worker_->queue().post([&](Queue& queue) {
    queue.seek.reset();
    queue.transport = std::monostate();
    Work work = [target](Debugger& debugger, Monitor& monitor) -> std::function<void()> {
      Session& session = debugger.session();
      const auto* const number = std::get_if<std::uint32_t>(&target);
      const auto gone =
          number != nullptr
              ? fungescope::go_to_visit(session, *number, &monitor)
              : fungescope::go_to_visit(session, std::get<VisitDirection>(target), &monitor);
      if (gone) {
        debugger.set_last_stop({StopInfo::Reason::arrived, session.machine().tick, {}, {}, {}});
      }
      return {};
    };
    queue.jobs.push_back({slot::none, "", std::move(work)});
    return Signal::queued;
  });
}

void SessionThread::seek(Tick tick, std::string question, Visit visit) {
  worker_->queue().post([&](Queue& queue) {
    // A seek that was replaced may have begun a visit.
    const bool jumps = visit == Visit::next || (queue.seek && queue.seek->visit == Visit::next);
    queue.seek = {tick, jumps ? Visit::next : Visit::same, std::move(question)};
    queue.transport = std::monostate();
    // Queries that a panel made about the old instant are obsolete; those that the user asked for
    // are not.
    const Slot running = queue.running_slot;
    const bool obsolete =
        running != slot::none && running != slot::profile && running != slot::comparison;
    return obsolete ? Signal::superseded : Signal::queued;
  });
}

void SessionThread::play(RunDirection direction, const PlaySettings& settings) {
  worker_->queue().post([&](Queue& queue) {
    queue.transport = Player::Run{direction, settings, Player::Clock::now(), {}};
    return Signal::queued;
  });
}

void SessionThread::elapse(double seconds) {
  worker_->queue().post([&](Queue& queue) {
    queue.virtual_time = true;
    queue.virtual_seconds += seconds;
    return Signal::queued;
  });
}

void SessionThread::pause() {
  worker_->queue().post([&](Queue& queue) {
    queue.transport = Queue::Pause();
    const bool plays = queue.task == SessionTask::slice || queue.task == SessionTask::event_search;
    return plays ? Signal::interrupted : Signal::queued;
  });
}

void SessionThread::interrupt() {
  worker_->queue().post([&](Queue& queue) {
    queue.transport = Queue::Pause();
    queue.seek.reset();
    return Signal::interrupted;
  });
}

void SessionThread::replace(SessionStart start) {
  worker_->queue().post([&](Queue& queue) {
    queue.replacement = std::move(start);
    queue.jobs.clear();
    queue.seek.reset();
    queue.transport = std::monostate();
    return Signal::interrupted;
  });
}

void SessionThread::rename(std::string file) {
  enqueue_query(slot::none,
                [worker = worker_.get(), file = std::move(file)](
                    Debugger& /*debugger*/, Monitor& /*monitor*/) -> std::function<void()> {
                  worker->rename(file);
                  return [] {};
                });
}

void SessionThread::settle() {
  std::unique_lock lock(worker_->queue().mutex);
  worker_->queue().settled.wait(lock, [this] { return worker_->queue().is_settled(); });
}

bool SessionThread::settled() const {
  const std::lock_guard lock(worker_->queue().mutex);
  return worker_->queue().is_settled();
}

}  // namespace fungescope::ui
