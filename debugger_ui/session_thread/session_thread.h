// The debugger's session on a thread of its own. The window's thread hands commands over and
// takes pictures; it never waits.
//
//     Vm vm(std::move(start), [&] { window.wake(); });
//     vm.look(look);                              // each frame: what is on the screen
//     vm.submit("break 10,3", [](const Answer& answer) { ... });
//     vm.play(Way::forward, Vm::unlimited);
//     vm.deliver();                               // each frame: runs the callbacks
//     const auto picture = vm.picture();
//
// Work is done in this order: what was submitted, in its order; then seeks, of which only the
// newest counts; then playing, in legs of a frame's length, between which submitted work is
// done; then, while nothing else is to do, what refines the picture (heat, strip, comparison with
// the reference), which gives way to everything. `interrupt` ends what is at work.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"
#include "session/commands/command.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fungescope::ui {

// What became of a submitted line.
struct CommandOutcome {
  std::string line;
  Result<Response> response;
};

struct SessionStart {
  std::unique_ptr<Session> session;
  std::string file;                  // as it was opened; empty: the built-in solver
  std::vector<std::string> watched;  // free expressions
};

class SessionThread {
 public:
  static constexpr double unlimited = 0;  // as fast as the machine can

  // `updated` is called from the other thread when there is something to see.
  SessionThread(SessionStart start, std::function<void()> updated);
  ~SessionThread();  // ends what is at work
  SessionThread(const SessionThread&) = delete;
  SessionThread& operator=(const SessionThread&) = delete;

  // ---- What there is to see

  // The newest; never null.
  [[nodiscard]] std::shared_ptr<const ViewSnapshot> snapshot() const;
  void request(const ViewRequest& request);
  // Runs the callbacks of what was finished.
  void deliver();
  // The texts of logs since the last call.
  [[nodiscard]] std::vector<std::string> take_messages();

  // ---- What there is to do

  using Done = std::function<void(const CommandOutcome&)>;
  // One line of the table of commands. Travelling ends playing; all else leaves it alone.
  void submit(std::string line, Done done = {});

  // Goes there, as soon as it can; a newer seek replaces one that is not over. Ends playing.
  void seek(Tick tick);

  // Plays from here: `speed` ticks a second, or `unlimited`. Stops at stops, at the ends of the
  // run, and where input is missing.
  void play(RunDirection direction, double speed);
  void pause();
  // Ends the command at work, the seek, or playing.
  void interrupt();

  // A question about the session, asked on its thread. Of questions in one slot only the newest
  // counts: an older one is dropped, or interrupted. `answered` runs in `deliver`.
  using Slot = std::uint32_t;
  template <class T>
  void ask(Slot slot, std::function<T(Debugger&, Monitor&)> question,
           std::function<void(T)> answered) {
    ask_work(slot,
             [question = std::move(question), answered = std::move(answered)](
                 Debugger& debugger, Monitor& monitor) -> std::function<void()> {
               auto result = std::make_shared<T>(question(debugger, monitor));
               return [answered, result] { answered(std::move(*result)); };
             });
  }

  // Another program in place of this one; playing and all questions end.
  void replace(SessionStart start);

  // Waits until nothing is left to do, refinements included; then the picture shows it. For tests
  // and pictures without a window. Not while playing forwards without an end.
  void settle();
  // Is nothing left to do? Then `snapshot` shows it. Does not wait.
  [[nodiscard]] bool settled() const;

 private:
  using Work = std::function<std::function<void()>(Debugger&, Monitor&)>;
  void ask_work(Slot slot, Work work);

  class Worker;
  std::unique_ptr<Worker> thread_;
};

// The slots in use, one a purpose.
namespace slot {
inline constexpr SessionThread::Slot none = 0;  // all of them count
inline constexpr SessionThread::Slot hover = 1;
inline constexpr SessionThread::Slot pushed = 2;
inline constexpr SessionThread::Slot profile = 3;
inline constexpr SessionThread::Slot comparison = 4;
inline constexpr SessionThread::Slot trace = 5;
inline constexpr SessionThread::Slot find = 6;
inline constexpr SessionThread::Slot cell_history = 7;
inline constexpr SessionThread::Slot completion = 8;
inline constexpr SessionThread::Slot output_tick = 9;
inline constexpr SessionThread::Slot curves = 10;
}  // namespace slot

}  // namespace fungescope::ui
