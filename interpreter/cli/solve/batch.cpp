#include "cli/solve/batch.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace fungescope {
namespace {

// Enough to keep all workers busy while the first chunk takes long.
constexpr std::size_t chunks_per_job = 16;
constexpr std::chrono::milliseconds idle_interval{100};

// Allocations of workers may fail; those of the reader and the writer end a worker first.
thread_local bool is_worker = false;

}  // namespace

Result<puzzles::Grid> BatchTask::digits_alone() const {
  return puzzles::digits_alone({puzzle, marks}, {*file, line},
                               "Befunge programs take digits only: use --solver reference, or "
                               "`fungescope explain`");
}

std::atomic<Batch*> Batch::current{nullptr};

void Batch::on_shortage() {
  Batch* const batch = is_worker ? nullptr : current.load();
  if (batch == nullptr || !batch->retire_worker()) throw std::bad_alloc();
}

Thread Batch::start_thread(const std::function<void()>& work) {
  return Thread(work);
}

Batch::Batch(std::size_t jobs, SolverFactory make_solver, Writer& writer, ThreadStarter start)
    : make_solver_(std::move(make_solver)),
      writer_(writer),
      start_(std::move(start)),
      max_workers_(jobs) {
  try {
    writer_thread_ = start_([this] { write(); });
  } catch (const std::exception&) {
    max_workers_ = 0;  // the limit of threads is reached, or memory for their stacks is short
  }
  current = this;
  usual_handler_ = std::set_new_handler(on_shortage);
}

Batch::~Batch() {
  abandon();
  std::set_new_handler(usual_handler_);
  current = nullptr;
}

std::size_t Batch::jobs() const {
  const std::lock_guard lock(mutex_);
  return std::max<std::size_t>(1, max_workers_);
}

// ---- Reading

bool Batch::is_full() const {
  return window_.size() >= std::max<std::size_t>(1, live_workers_) * chunks_per_job;
}

bool Batch::push(std::vector<BatchTask> chunk) {
  std::list<std::shared_ptr<Chunk>> entry{std::make_shared<Chunk>()};
  entry.front()->tasks = std::move(chunk);
  {
    std::unique_lock lock(mutex_);
    while (is_full() && !stopping()) {
      const bool is_alone = live_workers_ == 0 && untaken_ > 0;
      if (!is_alone) {
        space_.wait(lock);
        continue;
      }
      lock.unlock();
      solve_if_alone();
      lock.lock();
    }
    if (stopping()) return false;
    window_.splice(window_.end(), entry);
    ++untaken_;
    work_.notify_one();
  }
  add_worker();
  return on_wait();
}

bool Batch::on_wait() {
  join_ended_workers();
  solve_if_alone();
  return !stopping();
}

void Batch::finish() {
  {
    std::unique_lock lock(mutex_);
    closed_ = true;
    work_.notify_all();
    ready_.notify_all();
    retired_.wait(lock, [this] { return live_workers_ == 0; });
  }
  on_wait();
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
  for (Worker& worker : workers_) worker.thread.join();
  workers_.clear();
  own_solver_ = nullptr;
  ready_.notify_all();
  if (writer_thread_.joinable()) writer_thread_.join();
}

void Batch::fail(std::exception_ptr failure) {
  {
    const std::lock_guard lock(mutex_);
    if (failure_ == nullptr) failure_ = std::move(failure);
  }
  stop();
}

// ---- Workers

// Starts a worker if there is work for it.
void Batch::add_worker() {
  {
    const std::lock_guard lock(mutex_);
    if (live_workers_ >= max_workers_ || untaken_ <= idle_workers_) return;
    ++live_workers_;
  }
  std::list<Worker> added;
  try {
    Worker& worker = added.emplace_back();
    worker.thread = start_([this, &worker] { work(worker); });
    workers_.splice(workers_.end(), added);
  } catch (const std::exception&) {
    // The limit of threads is reached, or memory is short.
    const std::lock_guard lock(mutex_);
    max_workers_ = --live_workers_;
  }
}

// Frees the stacks.
void Batch::join_ended_workers() {
  for (auto worker = workers_.begin(); worker != workers_.end();) {
    std::unique_lock lock(mutex_);
    const bool ended = worker->ended;
    lock.unlock();
    if (ended) worker->thread.join();
    worker = ended ? workers_.erase(worker) : std::next(worker);
  }
}

// Ends a worker, which finishes its chunk before. Returns false if there is none.
bool Batch::retire_worker() {
  std::unique_lock lock(mutex_);
  const std::size_t before = live_workers_;
  if (before == 0) return false;
  ++retirements_;
  work_.notify_all();
  retired_.wait(lock, [&] { return live_workers_ < before; });
  return true;
}

void Batch::work(Worker& self) {
  is_worker = true;
  bool failed = false;
  try {
    const Solver solver = make_solver_();
    while (const auto chunk = wait_for_work()) solve(solver, chunk);
  } catch (...) {
    failed = true;  // as it will fail on the reader's thread, unless memory was short
  }
  const std::lock_guard lock(mutex_);
  --live_workers_;
  if (failed || retirements_ > 0) max_workers_ = live_workers_;
  retirements_ = std::min(retirements_ - std::min<std::size_t>(retirements_, 1), live_workers_);
  self.ended = true;
  space_.notify_all();
  retired_.notify_all();
}

// ---- Solving

std::shared_ptr<Batch::Chunk> Batch::take_chunk() {
  for (const auto& chunk : window_) {
    if (chunk->taken) continue;
    chunk->taken = true;
    --untaken_;
    ++in_progress_;
    return chunk;
  }
  return nullptr;
}

// Returns null at the end: no chunk waits, and none that is being solved can be returned.
std::shared_ptr<Batch::Chunk> Batch::wait_for_work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (stopping() || retirements_ > 0) return nullptr;
    if (auto chunk = take_chunk()) return chunk;
    if (closed_ && in_progress_ == 0) return nullptr;
    ++idle_workers_;
    work_.wait(lock);
    --idle_workers_;
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
  ++untaken_;
  --in_progress_;
  work_.notify_one();
}

// Does the work of the threads that could not be started, or have ended.
void Batch::solve_if_alone() {
  // Made when it is needed, so that a failure returns the chunk.
  const Solver solver_of_reader = [this](BatchTask& task) {
    if (!own_solver_) own_solver_ = make_solver_();
    own_solver_(task);
  };
  const auto take = [this]() -> std::shared_ptr<Chunk> {
    const std::lock_guard lock(mutex_);
    return live_workers_ == 0 && !stopping() ? take_chunk() : nullptr;
  };
  while (const auto chunk = take()) solve(solver_of_reader, chunk);
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
