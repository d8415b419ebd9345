// Runs that wait for input, and continue when they are answered.
#include "debugger_ui/session_thread/session_worker.h"

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

// After a job: a run that waited for input continues if there is some, and ends if it was left.
// `continue` is such a run too.
void SessionThread::Worker::resume_if_answered(const std::string& line) {
  const Session& session = debugger_->session();
  const Machine& machine = session.machine();
  if (waiting_ && (machine.tick != waiting_->at || !reads_next(machine))) waiting_.reset();
  if (is_continue(line) && stopped_for_input(*debugger_)) {
    return wait_for_input({RunDirection::forward, {{PaceMode::ticks, unlimited}, {}}, {}, {}});
  }
  if (!waiting_) return;
  const bool answered =
      session.history().input().closed() || unread_input(session) != waiting_->unread;
  if (!answered) return;
  Player::Run run = std::move(std::exchange(waiting_, std::nullopt)->run);
  run.since = Clock::now();
  run.pace.reset();
  player_.play(std::move(run));
}

void SessionThread::Worker::wait_for_input(Player::Run run) {
  const Session& session = debugger_->session();
  waiting_ = WaitingRun{std::move(run), session.machine().tick, std::string(unread_input(session))};
}

}  // namespace fungescope::ui
