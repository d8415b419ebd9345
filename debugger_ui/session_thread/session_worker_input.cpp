// Runs that wait for input, and go on when they are answered.
#include "debugger_ui/session_thread/session_worker.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace fungescope::ui {
namespace {

bool is_continue(const std::string& line) {
  const auto match = find_command(std::string_view(line).substr(0, line.find(' ')));
  return match && match->command->name == "continue" && match->direction == RunDirection::forward;
}

std::string_view unread_input(const Session& session) {
  const std::string_view bytes = session.history().input().bytes();
  return bytes.substr(std::min<std::size_t>(session.machine().input_position, bytes.size()));
}

bool stopped_for_input(Debugger& debugger) {
  const auto& stop = debugger.last_stop();
  return stop && stop->reason == StopInfo::Reason::input_wait &&
         stop->tick == debugger.session().machine().tick;
}

}  // namespace

// After a job: a run that waited for input goes on if there is some, and ends if it was left.
// `continue` is such a run too.
void SessionThread::Worker::resume_if_answered(const std::string& line) {
  const Session& session = debugger_->session();
  const Machine& machine = session.machine();
  if (resume_ && (machine.tick != resume_at_ || !reads_next(machine))) resume_.reset();
  if (is_continue(line) && stopped_for_input(*debugger_)) {
    return wait_for_input({RunDirection::forward, {{PaceMode::ticks, unlimited}, {}}, {}, {}});
  }
  const bool answered =
      session.history().input().closed() || unread_input(session) != resume_unread_;
  if (!resume_ || !answered) return;
  playing_ = std::exchange(resume_, std::nullopt);
  playing_->since = Clock::now();
  playing_->pace.reset();
}

void SessionThread::Worker::wait_for_input(Play run) {
  const Session& session = debugger_->session();
  resume_ = std::move(run);
  resume_at_ = session.machine().tick;
  resume_unread_ = unread_input(session);
}

}  // namespace fungescope::ui
