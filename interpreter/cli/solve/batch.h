// Solves a stream of puzzles on several threads and writes the results in the order of the puzzles.
//
//     one reader  ->  window of chunks  ->  workers  ->  one writer, in order
//
// The window is bounded, so memory is constant: a reader that is ahead waits. A worker takes one
// chunk at a time: few puzzles for solvers that take milliseconds, more for those that take
// microseconds.
#pragma once

#include "puzzles/program_host.h"
#include "puzzles/puzzle_reader.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace fungescope {

// A puzzle with its result, or an error in its place.
struct BatchTask {
  enum class Kind : std::uint8_t {
    puzzle,
    source_puzzle,  // the one in the source of the program
    malformed,      // `error`: text that is not a puzzle
    unreadable,     // `error`: a file
  };
  Kind kind = Kind::puzzle;
  std::shared_ptr<const std::string> file;
  std::uint64_t line = 0;
  puzzles::Grid puzzle;
  Error error;
  puzzles::SolveResult result;  // set by a worker
};

class Batch {
 public:
  // Sets a task's result. Each worker makes its own solver, on its own thread.
  using Solver = std::function<void(BatchTask&)>;
  using SolverFactory = std::function<Solver()>;

  // Writes the results; called on one thread only.
  class Writer {
   public:
    virtual ~Writer() = default;
    // Returns false to stop the batch.
    virtual bool write(BatchTask& task) = 0;
    // Called when no result is ready, at least every 100 ms.
    virtual void on_idle() = 0;
  };

  // `writer` must outlive the batch.
  Batch(std::size_t jobs, const SolverFactory& make_solver, Writer& writer);
  // Waits for the threads.
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  // Adds a chunk, waiting while the window is full. Returns false after `stop`.
  bool push(std::vector<BatchTask> chunk);
  // Ends the input. Returns when all results are written.
  void finish();
  // Stops early: chunks in progress are finished, the rest dropped.
  void stop();
  [[nodiscard]] bool stopping() const { return stopping_.load(std::memory_order_relaxed); }

 private:
  struct Chunk {
    std::vector<BatchTask> tasks;
    bool taken = false;
    bool done = false;
  };

  void work(const SolverFactory& make_solver);
  void write();
  std::shared_ptr<Chunk> wait_for_first_done();
  std::shared_ptr<Chunk> wait_for_work();

  Writer& writer_;
  std::size_t window_limit_;
  std::mutex mutex_;
  std::condition_variable space_;  // the window has room
  std::condition_variable work_;   // a chunk waits for a worker
  std::condition_variable ready_;  // the first chunk is done
  std::deque<std::shared_ptr<Chunk>> window_;
  bool closed_ = false;  // no more chunks will be pushed
  std::atomic<bool> stopping_{false};
  std::vector<std::thread> workers_;
  std::thread writer_thread_;
};

}  // namespace fungescope
