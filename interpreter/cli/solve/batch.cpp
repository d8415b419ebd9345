#include "cli/solve/batch.h"

#include <chrono>

namespace fungescope {
namespace {

// Enough to keep all workers busy while the first chunk takes long.
constexpr std::size_t chunks_per_job = 16;
constexpr std::chrono::milliseconds idle_interval{100};

}  // namespace

Batch::Batch(std::size_t jobs, const SolverFactory& make_solver, Writer& writer)
    : writer_(writer), window_limit_(jobs * chunks_per_job) {
  writer_thread_ = std::thread([this] { write(); });
  for (std::size_t i = 0; i < jobs; ++i) {
    workers_.emplace_back([this, make_solver] { work(make_solver); });
  }
}

Batch::~Batch() {
  finish();
}

bool Batch::push(std::vector<BatchTask> chunk) {
  auto entry = std::make_shared<Chunk>();
  entry->tasks = std::move(chunk);
  std::unique_lock lock(mutex_);
  space_.wait(lock, [this] { return window_.size() < window_limit_ || stopping(); });
  if (stopping()) return false;
  window_.push_back(std::move(entry));
  work_.notify_one();
  return true;
}

void Batch::finish() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  work_.notify_all();
  ready_.notify_all();
  for (std::thread& worker : workers_) {
    if (worker.joinable()) worker.join();
  }
  if (writer_thread_.joinable()) writer_thread_.join();
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

std::shared_ptr<Batch::Chunk> Batch::wait_for_work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (stopping()) return nullptr;
    for (const auto& chunk : window_) {
      if (chunk->taken) continue;
      chunk->taken = true;
      return chunk;
    }
    if (closed_) return nullptr;
    work_.wait(lock);
  }
}

void Batch::work(const SolverFactory& make_solver) {
  const Solver solve = make_solver();
  while (const auto chunk = wait_for_work()) {
    for (BatchTask& task : chunk->tasks) solve(task);
    const std::lock_guard lock(mutex_);
    chunk->done = true;
    if (!window_.empty() && window_.front() == chunk) ready_.notify_one();
  }
}

// Waits for the first chunk to be done. Returns null at the end.
std::shared_ptr<Batch::Chunk> Batch::wait_for_first_done() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!window_.empty() && window_.front()->done) {
      auto chunk = std::move(window_.front());
      window_.pop_front();
      space_.notify_one();
      return chunk;
    }
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

void Batch::write() {
  while (const auto chunk = wait_for_first_done()) {
    for (BatchTask& task : chunk->tasks) {
      if (writer_.write(task)) continue;
      return stop();
    }
  }
}

}  // namespace fungescope
