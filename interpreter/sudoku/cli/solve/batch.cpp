#include "sudoku/cli/solve/batch.h"

#include <chrono>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Enough to keep all workers busy while the first chunk takes long.
constexpr std::size_t chunks_per_job = 16;
constexpr std::chrono::milliseconds idle_interval{100};

}  // namespace

void BatchTask::set(Result<puzzles::Puzzle> found) {
  if (found) {
    puzzle = found->grid;
    marks = std::move(found->marks);
  } else {
    kind = Kind::malformed;
    error = std::move(found.error());
  }
}

Result<puzzles::Grid> BatchTask::digits_alone() const {
  return puzzles::digits_alone({puzzle, marks}, {*file, line},
                               "Befunge programs take digits only: use --solver reference, or "
                               "`fungescope explain`");
}

Batch::Batch(std::size_t jobs, SolverFactory make_solver, Writer& writer)
    : jobs_(jobs), make_solver_(std::move(make_solver)), writer_(writer) {
  workers_.reserve(jobs);  // a thread that no element holds could not be joined
}

void Batch::run(const std::function<void()>& read) {
  std::thread writer;
  try {
    writer = start_thread(&Batch::write);
    read();
  } catch (...) {
    stop(std::current_exception());
  }
  const auto set = [this](bool& state, std::condition_variable& changed) {
    const std::lock_guard lock(mutex_);
    state = true;
    changed.notify_all();
  };
  set(closed_, work_);
  for (std::thread& worker : workers_) worker.join();
  set(solved_, ready_);
  if (writer.joinable()) writer.join();
  writer_.finish();
  if (failure_ != nullptr) std::rethrow_exception(failure_);
}

bool Batch::push(std::vector<BatchTask> tasks) {
  {
    std::unique_lock lock(mutex_);
    space_.wait(lock, [this] { return stopping() || window_.size() < jobs_ * chunks_per_job; });
    if (stopping()) return false;
    window_.push_back({std::move(tasks)});
    work_.notify_one();
  }
  if (workers_.size() < jobs_) workers_.push_back(start_thread(&Batch::solve));
  return true;
}

std::thread Batch::start_thread(void (Batch::*work)()) {
  try {
    return std::thread([this, work] {
      try {
        (this->*work)();
      } catch (...) {
        stop(std::current_exception());
      }
    });
  } catch (const std::system_error& error) {
    throw std::runtime_error(
        fmt::format("a thread cannot be started: {}; lower --jobs, or raise the limit of memory",
                    error.code().message()));
  }
}

void Batch::stop(std::exception_ptr failure) {
  const std::lock_guard lock(mutex_);
  if (failure_ == nullptr) failure_ = std::move(failure);
  stopping_ = true;
  space_.notify_all();
  work_.notify_all();
}

// ---- Workers

void Batch::solve() {
  const Solver solver = make_solver_();
  std::unique_lock lock(mutex_);
  for (;;) {
    work_.wait(lock, [this] { return stopping() || closed_ || taken_ < window_.size(); });
    if (stopping() || taken_ == window_.size()) return;
    Chunk& chunk = window_[taken_++];  // stays where it is while it is in the window
    lock.unlock();
    for (BatchTask& task : chunk.tasks) solver(task);
    lock.lock();
    chunk.done = true;
    if (&chunk == &window_.front()) ready_.notify_one();
  }
}

// ---- The writer

void Batch::write() {
  while (auto tasks = take_first_done()) {
    for (BatchTask& task : *tasks) {
      if (!writer_.write(task)) return stop();
    }
  }
}

// Waits for the first chunk to be done. Returns nothing at the end.
std::optional<std::vector<BatchTask>> Batch::take_first_done() {
  const auto is_done = [this] { return !window_.empty() && window_.front().done; };
  std::unique_lock lock(mutex_);
  while (!is_done()) {
    if (solved_) return std::nullopt;
    lock.unlock();
    writer_.on_idle();
    lock.lock();
    ready_.wait_for(lock, idle_interval, [&] { return solved_ || is_done(); });
  }
  std::vector<BatchTask> tasks = std::move(window_.front().tasks);
  window_.pop_front();
  --taken_;
  space_.notify_one();
  return tasks;
}

}  // namespace fungescope
