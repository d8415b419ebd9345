// Solves a stream of puzzles on several threads and writes the results in the order of the puzzles.
//
//     one reader  ->  window of chunks  ->  workers  ->  one writer, in order
//
// The window is bounded, so memory is constant: a reader that is ahead waits. A worker takes one
// chunk at a time: few puzzles for solvers that take milliseconds, more for those that take
// microseconds.
//
// A worker is started when there is a chunk for it. Threads that cannot be started are done
// without: with no worker the reader's thread solves, with no writer it also writes.
//
// With little memory there are fewer workers, down to none. One that runs out of memory returns its
// chunk and ends, which frees its memory for the others. If an allocation of the reader or the
// writer fails, a worker ends too, and the allocation is repeated. So whatever is enough for one
// thread is enough for any number of jobs; only what fails on the reader's thread, after all
// workers have ended, is the batch's failure.
#pragma once

#include "cli/solve/thread.h"
#include "puzzles/formats/puzzle_reader.h"
#include "puzzles/program_host.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <vector>

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
  std::shared_ptr<const std::string> file;
  std::uint64_t line = 0;
  puzzles::Grid puzzle;
  std::shared_ptr<const puzzles::PencilMarks> marks;  // null: none, as in puzzles::Puzzle
  Error error;
  // Returns the puzzle's digits if they are all that it needs (puzzles::digits_alone).
  [[nodiscard]] Result<puzzles::Grid> digits_alone() const;

  puzzles::SolveResult result;                 // set by a worker
  std::shared_ptr<const RatedPuzzle> rated;    // set by a worker of `rate`
  std::shared_ptr<const Candidate> candidate;  // set by a worker of `generate`, number `line`
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
  using ThreadStarter = std::function<Thread(const std::function<void()>& work)>;

  // Solves on at most `jobs` threads. `writer` must outlive the batch. Only one batch may exist at
  // a time.
  Batch(std::size_t jobs, SolverFactory make_solver, Writer& writer,
        ThreadStarter start = start_thread);
  // As `abandon`.
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  // Each of these is called by the reader's thread, solves if there are no workers, and throws what
  // fails then.
  //
  // Adds a chunk, waiting while the window is full. Returns false after `stop`.
  bool push(std::vector<BatchTask> chunk);
  // To be called at intervals while the reader waits. Returns false after `stop`.
  bool on_wait();
  // Ends the input. Returns when all results are written. Throws what ended the writer, too.
  void finish();

  // Ends early: waits for the threads, and ignores their failures.
  void abandon();
  // Stops early: chunks in progress are finished, the rest dropped.
  void stop();
  [[nodiscard]] bool stopping() const { return stopping_.load(std::memory_order_relaxed); }
  // Returns how many threads may solve at the same time: fewer than wanted after some could not be
  // started, or were short of memory.
  [[nodiscard]] std::size_t jobs() const;

 private:
  struct Chunk {
    std::vector<BatchTask> tasks;
    bool taken = false;
    bool done = false;
  };
  struct Worker {
    Thread thread;
    bool ended = false;
  };

  static Thread start_thread(const std::function<void()>& work);
  static void on_shortage();

  void add_worker();
  void join_ended_workers();
  bool retire_worker();
  void work(Worker& self);
  void solve_if_alone();
  void solve(const Solver& solver, const std::shared_ptr<Chunk>& chunk);
  std::shared_ptr<Chunk> wait_for_work();
  std::shared_ptr<Chunk> take_chunk();
  void return_chunk(const std::shared_ptr<Chunk>& chunk);
  [[nodiscard]] bool is_full() const;

  void write();
  bool write(Chunk& chunk);
  std::shared_ptr<Chunk> wait_for_first_done();
  std::shared_ptr<Chunk> take_first_done();

  void fail(std::exception_ptr failure);
  void join();

  static std::atomic<Batch*> current;  // for the handler of failed allocations
  std::new_handler usual_handler_;
  SolverFactory make_solver_;
  Writer& writer_;
  ThreadStarter start_;
  // Nothing is allocated while it is locked: `retire_worker` locks it.
  mutable std::mutex mutex_;
  std::condition_variable space_;    // the window has room, or there are no workers
  std::condition_variable work_;     // a chunk waits for a worker, or none will, or one must end
  std::condition_variable ready_;    // the first chunk is done
  std::condition_variable retired_;  // a worker has ended
  std::list<std::shared_ptr<Chunk>> window_;
  std::size_t untaken_ = 0;      // chunks that wait for a worker
  std::size_t in_progress_ = 0;  // chunks that are being solved
  std::size_t max_workers_;
  std::size_t live_workers_ = 0;
  std::size_t idle_workers_ = 0;
  std::size_t retirements_ = 0;  // workers that must end
  bool closed_ = false;          // no more chunks will be pushed
  std::atomic<bool> stopping_{false};
  std::exception_ptr failure_;  // of the writer
  Solver own_solver_;           // of the reader's thread, used without workers
  std::list<Worker> workers_;   // changed by the reader's thread only
  Thread writer_thread_;
};

}  // namespace fungescope
