// Solves a stream of puzzles on several threads and writes the results in the order of the puzzles.
//
//     one reader  ->  window of chunks  ->  workers  ->  one writer, in order
//
// The window is bounded, so memory is constant: a reader that is ahead waits. A worker takes one
// chunk at a time: few puzzles for solvers that take milliseconds, more for those that take
// microseconds.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "sudoku/formats/puzzle_reader.h"
#include "sudoku/solving/program_host.h"

namespace fungescope {

struct Candidate;
struct RatedPuzzle;

// A puzzle with its result, or an error in its place.
struct BatchTask {
  enum class Kind : std::uint8_t {
    puzzle,
    source_puzzle,  // the one in the source of the program
    malformed,      // `error`: text that is not a puzzle
    unreadable,     // `error`: a file
  };
  Kind kind = Kind::puzzle;
  bool ends_file = false;  // malformed, and the rest of the file is ignored
  std::shared_ptr<const std::string> file{};
  std::uint64_t line = 0;
  puzzles::Grid puzzle{};
  std::shared_ptr<const puzzles::PencilMarks> marks{};  // null: none, as in puzzles::Puzzle
  Error error{};
  // Takes up what a reader found: a puzzle, or an error in its place.
  void set(Result<puzzles::Puzzle> found);
  [[nodiscard]] bool has_puzzle() const {
    return kind == Kind::puzzle || kind == Kind::source_puzzle;
  }
  // Returns the puzzle's digits if they are all that it needs (puzzles::digits_alone).
  [[nodiscard]] Result<puzzles::Grid> digits_alone() const;

  puzzles::SolveResult result{};                 // set by a worker
  std::shared_ptr<const RatedPuzzle> rated{};    // set by a worker of `rate`
  std::shared_ptr<const Candidate> candidate{};  // set by a worker of `generate`, number `line`
};

class Batch {
 public:
  // Sets a task's result. Each worker makes its own solver, on its own thread.
  using Solver = std::function<void(BatchTask&)>;
  using SolverFactory = std::function<Solver()>;

  // Writes the results.
  class Writer {
   public:
    virtual ~Writer() = default;
    // Both are called on one thread only. `write` returns false to stop the batch; `on_idle` is
    // called when no result is ready, at least every 100 ms.
    virtual bool write(BatchTask& task) = 0;
    virtual void on_idle() = 0;
    // Called after the last result, on the thread that called `run`.
    virtual void finish() = 0;
  };

  // Solves on at most `jobs` threads: each of the first chunks starts one. `writer` must outlive
  // the batch.
  Batch(std::size_t jobs, SolverFactory make_solver, Writer& writer);

  // Calls `read`, which pushes the input, and returns when all results are written. An exception on
  // any of the threads, or a thread that the system cannot start, stops the batch, and is thrown
  // here after the results before it are written. Must be called only once.
  void run(const std::function<void()>& read);

  // These are for `read`. Adds a chunk, waiting while the window is full. Returns false to stop.
  bool push(std::vector<BatchTask> tasks);
  [[nodiscard]] bool stopping() const { return stopping_.load(std::memory_order_relaxed); }

 private:
  struct Chunk {
    std::vector<BatchTask> tasks;
    bool done = false;
  };

  // Returns a thread that does `work`, and stops the batch if that throws.
  std::thread start_thread(void (Batch::*work)());
  void stop(std::exception_ptr failure = nullptr);

  void solve();
  void write();
  std::optional<std::vector<BatchTask>> take_first_done();

  std::size_t jobs_;
  SolverFactory make_solver_;
  Writer& writer_;
  std::vector<std::thread> workers_;  // used by the reader's thread only

  std::mutex mutex_;
  std::condition_variable space_;  // the window has room
  std::condition_variable work_;   // a chunk waits for a worker, or none will
  std::condition_variable ready_;  // the first chunk is done, or no further one will be
  std::deque<Chunk> window_;
  std::size_t taken_ = 0;  // how many chunks of the window workers have taken: the first ones
  bool closed_ = false;    // no more chunks will be pushed
  bool solved_ = false;    // all workers have ended
  std::atomic<bool> stopping_{false};
  std::exception_ptr failure_;  // the first one
};

}  // namespace fungescope
