// What the window's thread and the session's thread share: the work to be done and its results.
#pragma once

#include "debugger_ui/background/background_thread.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "session/run_control/pace.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fungescope::ui {

// Whether the session's thread continues its present work, in order of urgency.
enum class Signal : std::uint8_t {
  none,
  queued,       // work is queued: all but jobs give way to it
  superseded,   // a newer query replaces the current one
  interrupted,  // stop the current work
  quit,         // end the thread
};

// What the session's thread does.
enum class SessionTask : std::uint8_t {
  none,  // waits for work
  choose_next,
  job,
  seek,
  slice,
  event_search,  // a few milliseconds, after a slice
  background_task,
};

struct SessionThread::Queue {
  struct Job {
    Slot slot = slot::none;
    std::string line;  // the command, for the progress display; empty for queries
    Work work;
  };
  struct Seek {
    Tick tick = 0;
    Visit visit = Visit::next;
    std::string question;
  };
  struct Play {
    RunDirection direction = RunDirection::forward;
    PlaySettings settings;
    std::chrono::steady_clock::time_point since;  // of the last update of the pace
  };
  struct Pause {};

  // Changes the queue under the lock, then wakes the thread. `change` returns the signal to send.
  template <class Change>
  void post(const Change& change) {
    {
      const std::lock_guard lock(mutex);
      signal = std::max(signal.load(), change(*this));
    }
    wake.notify_all();
  }
  // With `mutex` held.
  [[nodiscard]] bool is_settled() const {
    return task == SessionTask::none && signal == Signal::none;
  }

  // ---- Guarded by `mutex`

  std::mutex mutex;
  ConditionVariable wake;
  ConditionVariable settled;
  std::deque<Job> jobs;
  std::optional<Seek> seek;
  std::variant<std::monostate, Play, Pause> transport;
  std::optional<SessionStart> replacement;
  ViewRequest request;
  std::vector<std::function<void()>> callbacks;
  std::vector<LogMessage> messages;  // of logpoints, not taken yet
  std::shared_ptr<const ViewSnapshot> snapshot;
  double virtual_seconds = 0;  // that have not been played yet

  // Written with `mutex` held where both threads write. Runs read the signal every millisecond.
  std::atomic<Signal> signal{Signal::none};
  std::atomic<SessionTask> task{SessionTask::choose_next};
  std::atomic<Slot> running_slot{slot::none};
  std::atomic<bool> snapshot_taken{true};  // the window has the newest snapshot
  std::atomic<bool> virtual_time{false};   // see SessionThread::use_virtual_time
};

}  // namespace fungescope::ui
