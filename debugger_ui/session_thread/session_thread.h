// Runs the debugger's session on a thread of its own. The window's thread submits commands and
// reads snapshots; it never waits.
//
//     SessionThread session(std::move(start), [&] { window.wake(); });
//     session.set_request(request);               // each frame: the visible parts
//     session.submit("break 10,3", [](const CommandOutcome& outcome) { ... });
//     session.play(RunDirection::forward, SessionThread::unlimited);
//     session.run_callbacks();                    // each frame
//     const auto snapshot = session.snapshot();
//
// Order of execution: submitted commands and queries, first in, first out; then seeks, of which
// only the newest counts; then playing, in slices of a frame's length, between which queued work
// runs; then, when idle, the background tasks that complete the snapshot (heat, timeline,
// comparison with the reference solver). `interrupt` stops the current work.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"
#include "session/commands/command.h"
#include "session/run_control/pace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fungescope::ui {

// The result of a submitted command.
struct CommandOutcome {
  std::string line;
  Result<Response> response;
};

struct SessionStart {
  std::unique_ptr<Session> session;
  std::string file;  // the path it was opened with, or "@NAME"
};

// How a run is played.
struct PlaySettings {
  PaceSettings pace;
  // The events of the pace: changes of this region or variable. Empty: those of the board, if the
  // program has one.
  std::string events;
  friend bool operator==(const PlaySettings&, const PlaySettings&) = default;
};

class SessionThread {
 public:
  static constexpr double unlimited = 0;  // as fast as the machine allows

  // `on_update` is called from the session's thread after each new snapshot or result.
  SessionThread(SessionStart start, std::function<void()> on_update);
  ~SessionThread();  // interrupts the current work
  SessionThread(const SessionThread&) = delete;
  SessionThread& operator=(const SessionThread&) = delete;

  // ---- Results

  // The newest snapshot; never null.
  [[nodiscard]] std::shared_ptr<const ViewSnapshot> snapshot() const;
  void set_request(const ViewRequest& request);
  // Calls the callbacks of finished commands and queries, on the calling thread. Returns whether
  // there were any.
  bool run_callbacks();
  // Returns the messages of logpoints since the last call. ViewSnapshot::log keeps them.
  [[nodiscard]] std::vector<LogMessage> take_messages();

  // ---- Work

  using OnDone = std::function<void(const CommandOutcome&)>;
  // Submits one command. Commands that change the instant end playing. With `at`, a command that
  // does not change the run is executed at another instant of the present branch, and the present
  // instant stays.
  void submit(std::string line, OnDone on_done = {}, std::optional<Tick> at = {});

  // Seeks to a tick as soon as possible, and ends playing. Replaces an unfinished seek. Visit::same
  // continues a gesture, such as a drag along the timeline. `question` is the notebook's: what was
  // clicked, such as "click on the timeline".
  void seek(Tick tick, std::string question, Visit visit = Visit::next);
  void seek(Tick tick, Visit visit = Visit::next) { seek(tick, "jump", visit); }
  // Goes back or forward in the notebook (session/notebook.h), or to one of its entries, after the
  // commands submitted before. An entry is where the user has jumped, run or played to; single
  // steps move it.
  void go_to_visit(std::variant<VisitDirection, std::uint32_t> target);

  // Plays from the current instant. Stops at breakpoints, at the ends of the run, and where input
  // is missing.
  void play(RunDirection direction, const PlaySettings& settings);
  // At `speed` ticks per second, or `unlimited`.
  void play(RunDirection direction, double speed) {
    play(direction, {{PaceMode::ticks, speed}, {}});
  }
  // From the first call on, the time of playing is what is added here, and not that of a clock: the
  // same calls give the same snapshots. For tests and recorded pictures.
  void elapse(double seconds);
  void pause();
  // Stops the current command, seek, or playing.
  void interrupt();

  // Runs a query on the session's thread. A query replaces an older one in the same slot, which is
  // dropped or interrupted. `on_result` is called by `run_callbacks`.
  using Slot = std::uint32_t;
  template <class T>
  void ask(Slot slot, std::function<T(Debugger&, Monitor&)> query,
           std::function<void(T)> on_result) {
    enqueue_query(slot,
                  [query = std::move(query), on_result = std::move(on_result)](
                      Debugger& debugger, Monitor& monitor) -> std::function<void()> {
                    auto result = std::make_shared<T>(query(debugger, monitor));
                    return [on_result, result] { on_result(std::move(*result)); };
                  });
  }

  // Replaces the program; ends playing and drops all queries.
  void replace(SessionStart start);
  // The program is now that of another file; the run continues.
  void rename(std::string file);

  // Waits until all work, background tasks included, is done and published. For tests and for
  // rendering without a window. Must not be called while playing forwards without an end.
  void settle();
  // Whether all work is done and published. Does not wait.
  [[nodiscard]] bool settled() const;

 private:
  // Runs on the session's thread; returns a callback for the window's thread.
  using Work = std::function<std::function<void()>(Debugger&, Monitor&)>;
  void enqueue_query(Slot slot, Work work);

  struct Queue;
  class Worker;
  std::unique_ptr<Worker> worker_;
};

// The slots of queries, one for each purpose.
namespace slot {
inline constexpr SessionThread::Slot none = 0;  // never replaced
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
inline constexpr SessionThread::Slot timeline_values = 11;
inline constexpr SessionThread::Slot pair = 12;
inline constexpr SessionThread::Slot edit = 32;
}  // namespace slot

}  // namespace fungescope::ui
