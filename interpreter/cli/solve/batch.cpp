#include "cli/solve/batch.h"

#include <chrono>
#include <utility>

namespace fungescope {
namespace {

// Enough to keep all workers busy while the first chunk takes long.
constexpr std::size_t chunks_per_job = 16;
constexpr std::chrono::milliseconds idle_interval{100};

}  // namespace

std::thread Batch::start_thread(const std::function<void()>& work) {
  return std::thread(work);
}

Batch::Batch(std::size_t jobs, SolverFactory make_solver, Writer& writer,
             const ThreadStarter& start)
    : make_solver_(std::move(make_solver)), writer_(writer) {
  workers_.reserve(jobs);
  const std::lock_guard lock(mutex_);  // the threads wait until their number is known
  try {
    writer_thread_ = start([this] { write(); });
    while (workers_.size() < jobs) workers_.push_back(start([this] { work(); }));
  } catch (const std::exception&) {
    // The limit of threads is reached, or memory for their stacks is short.
  }
  live_workers_ = workers_.size();
  window_limit_ = this->jobs() * chunks_per_job;
}

Batch::~Batch() {
  abandon();
}

bool Batch::push(std::vector<BatchTask> chunk) {
  auto entry = std::make_shared<Chunk>();
  entry->tasks = std::move(chunk);
  {
    std::unique_lock lock(mutex_);
    space_.wait(lock, [this] { return window_.size() < window_limit_ || stopping(); });
    if (stopping()) return false;
    window_.push_back(std::move(entry));
    work_.notify_one();
  }
  if (workers_.empty()) work_here();
  return !stopping();
}

void Batch::finish() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  join();
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Batch::abandon() {
  stop();
  join();
}

void Batch::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  space_.notify_all();
  work_.notify_all();
  ready_.notify_all();
}

void Batch::join() {
  work_.notify_all();
  ready_.notify_all();
  for (std::thread& worker : workers_) {
    if (worker.joinable()) worker.join();
  }
  own_solver_ = nullptr;
  if (writer_thread_.joinable()) writer_thread_.join();
}

void Batch::fail(std::exception_ptr failure) {
  {
    const std::lock_guard lock(mutex_);
    if (failure_ == nullptr) failure_ = std::move(failure);
  }
  stop();
}

// ---- Solving

std::shared_ptr<Batch::Chunk> Batch::take_chunk() {
  for (const auto& chunk : window_) {
    if (chunk->taken) continue;
    chunk->taken = true;
    ++in_progress_;
    return chunk;
  }
  return nullptr;
}

// Returns null at the end: no chunk waits, and none that is being solved can be returned.
std::shared_ptr<Batch::Chunk> Batch::wait_for_work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (stopping()) return nullptr;
    if (auto chunk = take_chunk()) return chunk;
    if (closed_ && in_progress_ == 0) return nullptr;
    work_.wait(lock);
  }
}

void Batch::solve(const Solver& solver, const std::shared_ptr<Chunk>& chunk) {
  try {
    for (BatchTask& task : chunk->tasks) solver(task);
  } catch (...) {
    return_chunk(chunk);
    throw;
  }
  const std::lock_guard lock(mutex_);
  chunk->done = true;
  if (--in_progress_ == 0 && closed_) work_.notify_all();
  if (!window_.empty() && window_.front() == chunk) ready_.notify_one();
}

void Batch::return_chunk(const std::shared_ptr<Chunk>& chunk) {
  const std::lock_guard lock(mutex_);
  chunk->taken = false;
  --in_progress_;
  work_.notify_one();
}

void Batch::work() {
  try {
    const Solver solver = make_solver_();
    while (const auto chunk = wait_for_work()) solve(solver, chunk);
  } catch (...) {
    std::unique_lock lock(mutex_);
    const bool last = --live_workers_ == 0;
    lock.unlock();
    if (last) fail(std::current_exception());
  }
}

// Does the work of the threads that could not be started.
void Batch::work_here() {
  if (!own_solver_) own_solver_ = make_solver_();
  const auto take = [this] {
    const std::lock_guard lock(mutex_);
    return take_chunk();
  };
  while (const auto chunk = take()) solve(own_solver_, chunk);
  if (writer_thread_.joinable()) return;
  while (const auto chunk = take_first_done()) {
    if (!write(*chunk)) return;
  }
  writer_.on_idle();
}

// ---- Writing

std::shared_ptr<Batch::Chunk> Batch::take_first_done() {
  if (window_.empty() || !window_.front()->done) return nullptr;
  auto chunk = std::move(window_.front());
  window_.pop_front();
  space_.notify_one();
  return chunk;
}

// Waits for the first chunk to be done. Returns null at the end.
std::shared_ptr<Batch::Chunk> Batch::wait_for_first_done() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (auto chunk = take_first_done()) return chunk;
    const bool unfinished = !window_.empty() && (window_.front()->taken || !stopping());
    if (!unfinished && (closed_ || stopping())) return nullptr;
    lock.unlock();
    writer_.on_idle();
    lock.lock();
    if (!window_.empty() && window_.front()->done) continue;
    if (window_.empty() && (closed_ || stopping())) return nullptr;
    ready_.wait_for(lock, idle_interval);
  }
}

// Returns false if the writer has stopped the batch.
bool Batch::write(Chunk& chunk) {
  for (BatchTask& task : chunk.tasks) {
    if (writer_.write(task)) continue;
    stop();
    return false;
  }
  return true;
}

void Batch::write() {
  try {
    while (const auto chunk = wait_for_first_done()) {
      if (!write(*chunk)) return;
    }
  } catch (...) {
    fail(std::current_exception());
  }
}

}  // namespace fungescope
