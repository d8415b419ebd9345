// A session on which a task works as on the session's thread.
#pragma once

#include "debugger_ui/session_thread/snapshot_builder.h"
#include "debugger_ui/session_thread/tasks/background_task.h"
#include "support/session_fixture.h"

#include <memory>
#include <string>
#include <utility>

#include "sudoku/solving/program_host.h"
#include <doctest/doctest.h>

namespace fungescope::ui {

using test::MemoryFiles;
using test::open_session;
using test::PollLimit;

// From norvig_top95: 565,000 ticks, 17 givens.
inline const std::string hard_puzzle =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

class TaskSession {
 public:
  // An empty source is sudoku.b93. Without a task, snapshots have what needs none.
  explicit TaskSession(std::unique_ptr<BackgroundTask> works, std::string input = hard_puzzle,
                       std::string source = {})
      : task(std::move(works)),
        debugger_(open(std::move(input), std::move(source)), files_, monitor),
        program_(make_program_info(session(), "")) {}

  std::unique_ptr<BackgroundTask> task;
  PollLimit monitor;
  ViewRequest request;
  bool playing = false;

  [[nodiscard]] Session& session() { return debugger_.session(); }
  void submit(const std::string& line) { REQUIRE(debugger_.submit(line)); }
  [[nodiscard]] Tick tick() { return session().machine().tick; }
  void seek(Tick tick) {
    session().history().seek(tick);
    ++instant_;
  }
  // Continues on another branch.
  void edit(const Edit& edit) {
    REQUIRE(session().history().edit(edit));
    ++instant_;
    ++line_;
  }
  BackgroundTask::Progress work() { return task->work(debugger_, context(), monitor); }
  [[nodiscard]] bool is_urgent() { return task->is_urgent(debugger_, context()); }
  void settle() {
    int rounds = 0;
    while (work() != BackgroundTask::Progress::done) REQUIRE(++rounds < 1000);
  }
  [[nodiscard]] ViewSnapshot snapshot() {
    ViewSnapshot snapshot = build_snapshot(debugger_, program_, request, playing);
    if (task) task->show(context(), snapshot);
    return snapshot;
  }
  // After the task's work at that tick.
  [[nodiscard]] ViewSnapshot at(Tick tick) {
    seek(tick);
    settle();
    return snapshot();
  }

 private:
  static std::unique_ptr<Session> open(std::string input, std::string source) {
    if (source.empty()) source = puzzles::embedded_solver();
    return open_session(std::move(source), InputLog(std::move(input), InputLog::End::closed));
  }
  [[nodiscard]] TaskContext context() const { return {instant_, line_, playing, request}; }

  MemoryFiles files_;
  Debugger debugger_;
  std::shared_ptr<const ProgramInfo> program_;
  std::uint64_t instant_ = 0;
  std::uint64_t line_ = 0;
};

}  // namespace fungescope::ui

// NOLINTNEXTLINE(google-global-names-in-headers)
using namespace fungescope;
using namespace fungescope::ui;  // NOLINT(google-global-names-in-headers)
