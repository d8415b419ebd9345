#include "debugger_ui/session_thread/vm.h"

#include "debugger_ui/session_thread/vm_thread.h"

#include <utility>

namespace fungescope::ui {

Vm::Vm(VmStart start, std::function<void()> news)
    : thread_(std::make_unique<Thread>(std::move(start), std::move(news))) {}
Vm::~Vm() = default;

std::shared_ptr<const Picture> Vm::picture() const {
  return thread_->take_picture();
}
void Vm::look(const Look& look) {
  thread_->set_look(look);
}
void Vm::deliver() {
  for (const auto& answer : thread_->take_answers()) answer();
}
std::vector<std::string> Vm::take_messages() {
  return thread_->take_messages();
}

void Vm::submit(std::string line, Done done) {
  auto shown = line;
  thread_->add_job(slot::none, std::move(shown),
                   [line = std::move(line), done = std::move(done)](
                       Debugger& debugger, Monitor& /*monitor*/) -> std::function<void()> {
                     auto answer = std::make_shared<Answer>(Answer{line, debugger.submit(line)});
                     return [answer, done] {
                       if (done) done(*answer);
                     };
                   });
}
void Vm::ask_work(Slot slot, Work work) {
  thread_->add_job(slot, "", std::move(work));
}

void Vm::seek(Tick tick) {
  thread_->seek(tick);
}
void Vm::play(Way way, double speed) {
  thread_->play(way, speed);
}
void Vm::pause() {
  thread_->pause();
}
void Vm::interrupt() {
  thread_->interrupt();
}
void Vm::replace(VmStart start) {
  thread_->replace(std::move(start));
}
void Vm::settle() {
  thread_->settle();
}
bool Vm::settled() const {
  return thread_->settled();
}

}  // namespace fungescope::ui
