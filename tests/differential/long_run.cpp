#include "differential/long_run.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <new>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace fungescope::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t max_failures = 64;
constexpr std::size_t max_jobs = 64;
constexpr std::uint64_t none = ~std::uint64_t{0};

// In memory shared by all processes.
struct Shared {
  struct Job {
    std::atomic<std::uint64_t> next{0};    // case
    std::atomic<std::uint64_t> now{none};  // being run
    std::atomic<std::uint64_t> programs{0};
    std::atomic<std::uint64_t> ticks{0};
  };
  std::array<Job, max_jobs> jobs;
  std::atomic<std::uint64_t> failure_count{0};
  std::array<std::atomic<std::uint64_t>, max_failures> failures{};
};

class SharedMemory {
 public:
  SharedMemory()
      : memory_(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                     -1, 0)) {
    if (memory_ == MAP_FAILED) throw std::runtime_error("no shared memory");
    new (memory_) Shared;
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory() { munmap(memory_, sizeof(Shared)); }
  [[nodiscard]] Shared& get() const { return *static_cast<Shared*>(memory_); }

 private:
  void* memory_;
};

class LongRun {
 public:
  LongRun(const LongRunOptions& options, const MakeTier& make_tier)
      : options_(options),
        make_tier_(make_tier),
        jobs_(std::clamp<unsigned>(options.jobs, 1, max_jobs)) {
    for (unsigned job = 0; job < jobs_; ++job) shared().jobs[job].next = job;
  }

  LongRunStatistics run() {
    const auto start = Clock::now();
    workers_.resize(jobs_);
    for (unsigned job = 0; job < jobs_; ++job) launch(job);
    auto told = start;
    while (
        std::any_of(workers_.begin(), workers_.end(), [](const Worker& w) { return w.pid != 0; })) {
      usleep(20'000);
      for (unsigned job = 0; job < jobs_; ++job) look_after(job);
      if (options_.progress && Clock::now() - told > std::chrono::seconds(10)) {
        told = Clock::now();
        tell(std::chrono::duration<double>(told - start).count());
      }
    }
    LongRunStatistics figures = so_far();
    figures.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return figures;
  }

 private:
  struct Worker {
    pid_t pid = 0;
    std::uint64_t now = none;
    Clock::time_point since;
  };

  Shared& shared() { return memory_.get(); }

  bool full() {
    return shared().failure_count >= std::min<std::uint64_t>(options_.max_failures, max_failures);
  }

  void note_failure(std::uint64_t seed) {
    const std::uint64_t slot = shared().failure_count++;
    if (slot < max_failures) shared().failures[slot] = seed;
  }

  void launch(unsigned job) {
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process");
    if (child == 0) {
      work(shared().jobs[job]);
      _exit(0);
    }
    workers_[job] = {child, none, Clock::now()};
  }

  void work(Shared::Job& job) {
    while (job.next < options_.cases && !full()) {
      const std::uint64_t seed = options_.first_seed + job.next;
      job.next += jobs_;
      job.now = seed;
      const DifferentialResult result =
          compare_tiers(realistic_case(seed, options_.cases_options), make_tier_);
      job.now = none;
      ++job.programs;
      job.ticks += result.ticks;
      if (!result.difference.empty()) note_failure(seed);
    }
  }

  // Records the case of a worker that died or hangs as a failure, and starts another worker.
  void look_after(unsigned job) {
    Worker& worker = workers_[job];
    if (worker.pid == 0) return;
    const std::uint64_t now = shared().jobs[job].now;
    if (now != worker.now) {
      worker.now = now;
      worker.since = Clock::now();
    } else if (now != none &&
               Clock::now() - worker.since > std::chrono::seconds(options_.seconds_per_case)) {
      kill(worker.pid, SIGKILL);
    }
    int status = 0;
    if (waitpid(worker.pid, &status, WNOHANG) != worker.pid) return;
    worker.pid = 0;
    const bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (well) return;
    const std::uint64_t last = shared().jobs[job].now.exchange(none);
    if (last != none) note_failure(last);
    if (!full()) launch(job);
  }

  LongRunStatistics so_far() {
    LongRunStatistics figures;
    for (const Shared::Job& job : shared().jobs) {
      figures.programs += job.programs;
      figures.ticks += job.ticks;
    }
    const std::uint64_t failures = std::min<std::uint64_t>(shared().failure_count, max_failures);
    for (std::size_t i = 0; i < failures; ++i) figures.failures.push_back(shared().failures[i]);
    std::sort(figures.failures.begin(), figures.failures.end());
    return figures;
  }

  void tell(double seconds) {
    const LongRunStatistics figures = so_far();
    fmt::print(stderr, "{} of {} programs, {:.3g} ticks, {:.0f} s, {} failures\n", figures.programs,
               options_.cases, static_cast<double>(figures.ticks), seconds,
               figures.failures.size());
  }

  const LongRunOptions& options_;
  const MakeTier& make_tier_;
  unsigned jobs_;
  SharedMemory memory_;
  std::vector<Worker> workers_;
};

}  // namespace

LongRunStatistics run_long(const LongRunOptions& options, const MakeTier& make_tier) {
  return LongRun(options, make_tier).run();
}

}  // namespace fungescope::test
