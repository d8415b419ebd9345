#include "debugger_ui/session_thread/session_thread.h"

#include "debugger_ui/session_thread/session_worker.h"

#include <utility>

namespace fungescope::ui {

SessionThread::SessionThread(SessionStart start, std::function<void()> updated)
    : thread_(std::make_unique<Worker>(std::move(start), std::move(updated))) {}
SessionThread::~SessionThread() = default;

std::shared_ptr<const ViewSnapshot> SessionThread::snapshot() const {
  return thread_->newest_snapshot();
}
void SessionThread::request(const ViewRequest& request) {
  thread_->set_request(request);
}
void SessionThread::deliver() {
  for (const auto& answer : thread_->take_answers()) answer();
}
std::vector<std::string> SessionThread::take_messages() {
  return thread_->take_messages();
}

void SessionThread::submit(std::string line, Done done) {
  auto shown = line;
  thread_->add_job(
      slot::none, std::move(shown),
      [line = std::move(line), done = std::move(done)](
          Debugger& debugger, Monitor& /*monitor*/) -> std::function<void()> {
        auto answer = std::make_shared<CommandOutcome>(CommandOutcome{line, debugger.submit(line)});
        return [answer, done] {
          if (done) done(*answer);
        };
      });
}
void SessionThread::ask_work(Slot slot, Work work) {
  thread_->add_job(slot, "", std::move(work));
}

void SessionThread::seek(Tick tick) {
  thread_->seek(tick);
}
void SessionThread::play(RunDirection direction, double speed) {
  thread_->play(direction, speed);
}
void SessionThread::pause() {
  thread_->pause();
}
void SessionThread::interrupt() {
  thread_->interrupt();
}
void SessionThread::replace(SessionStart start) {
  thread_->replace(std::move(start));
}
void SessionThread::settle() {
  thread_->settle();
}
bool SessionThread::settled() const {
  return thread_->settled();
}

}  // namespace fungescope::ui
