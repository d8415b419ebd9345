// Solves a stream of puzzles on several threads and writes the results in the order of the puzzles.
//
//     one reader  ->  window of chunks  ->  workers  ->  one writer, in order
//
// The window is bounded, so memory is constant: a reader that is ahead waits. A worker takes one
// chunk at a time: few puzzles for solvers that take milliseconds, more for those that take
// microseconds.
//
// Threads that cannot be started are done without: with no worker the reader's thread solves, with
// no writer it also writes. A worker that runs out of memory returns its chunk and ends, which
// frees its memory for the others; only the last one's failure is the batch's.
#pragma once

#include "puzzles/program_host.h"
#include "puzzles/puzzle_reader.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
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

  // Starts a thread; throws if the system cannot.
  using ThreadStarter = std::function<std::thread(const std::function<void()>& work)>;

  // `writer` must outlive the batch.
  Batch(std::size_t jobs, SolverFactory make_solver, Writer& writer,
        const ThreadStarter& start = start_thread);
  // As `abandon`.
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  // Adds a chunk, waiting while the window is full. Returns false after `stop`.
  bool push(std::vector<BatchTask> chunk);
  // Ends the input. Returns when all results are written. Throws what ended the last worker, or
  // the writer.
  void finish();
  // Ends early: waits for the threads, and ignores their failures.
  void abandon();
  // Stops early: chunks in progress are finished, the rest dropped.
  void stop();
  [[nodiscard]] bool stopping() const { return stopping_.load(std::memory_order_relaxed); }
  // Returns how many threads solve.
  [[nodiscard]] std::size_t jobs() const { return std::max<std::size_t>(1, workers_.size()); }

 private:
  struct Chunk {
    std::vector<BatchTask> tasks;
    bool taken = false;
    bool done = false;
  };

  static std::thread start_thread(const std::function<void()>& work);

  void work();
  void work_here();
  void solve(const Solver& solver, const std::shared_ptr<Chunk>& chunk);
  std::shared_ptr<Chunk> wait_for_work();
  std::shared_ptr<Chunk> take_chunk();
  void return_chunk(const std::shared_ptr<Chunk>& chunk);

  void write();
  bool write(Chunk& chunk);
  std::shared_ptr<Chunk> wait_for_first_done();
  std::shared_ptr<Chunk> take_first_done();

  void fail(std::exception_ptr failure);
  void join();

  SolverFactory make_solver_;
  Writer& writer_;
  std::size_t window_limit_ = 0;
  std::mutex mutex_;
  std::condition_variable space_;  // the window has room
  std::condition_variable work_;   // a chunk waits for a worker, or none will
  std::condition_variable ready_;  // the first chunk is done
  std::deque<std::shared_ptr<Chunk>> window_;
  std::size_t in_progress_ = 0;  // chunks that are being solved
  std::size_t live_workers_ = 0;
  bool closed_ = false;  // no more chunks will be pushed
  std::atomic<bool> stopping_{false};
  std::exception_ptr failure_;  // of the last worker, or of the writer
  Solver own_solver_;           // of the reader's thread, used without workers
  std::vector<std::thread> workers_;
  std::thread writer_thread_;
};

}  // namespace fungescope
