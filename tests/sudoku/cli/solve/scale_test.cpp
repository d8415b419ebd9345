// The recipes of docs/scale.md, with a process that is killed in the middle: each line of the input
// has one row, and the rows are those of one run.
#include "support/eventually.h"
#include "support/scratch.h"
#include "support/test.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "sudoku/cli/solve/solving.h"

namespace {

const std::string recipes = FUNGESCOPE_SOURCE "/docs/scale/";

std::string in_quotes(const std::string& path) {
  return "'" + path + "'";
}

ProcessResult shell(const std::string& command, std::string_view input = "") {
  return run_process({"/bin/sh", "-c", command}, input);
}

bool succeeds(const std::string& command) {
  return shell(command).exit_code == 0;
}

// Returns the Python that has Dask; empty if none has.
std::string find_dask() {
  for (std::string python : {"python3", "/usr/bin/python3"}) {
    if (succeeds(python + " -c 'import distributed' 2>&1")) return python;
  }
  return {};
}

// Some hundred lines in a folder of their own, and the rows of one run.
struct Task {
  Task() {
    std::string lines;
    for (int i = 0; i < 5; ++i) {
      lines += data("puzzles/norvig_easy50.txt") + unsolvable + "\n" + twice + "\n";
      lines += "no puzzle " + std::to_string(i) + "\n";
    }
    puzzles = scratch.file("puzzles.txt", lines);
    rows = shell(solve_lines + in_quotes(puzzles)).out;
    program = script("fungescope", "exec " FUNGESCOPE_PROGRAM " \"$@\"\n");
  }

  // Makes an executable script and returns its path.
  [[nodiscard]] std::string script(const std::string& name, const std::string& commands) const {
    std::string path = scratch.file(name, "#!/bin/sh\n" + commands);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }
  // Makes a program like fungescope that is killed once, after some rows, by these commands.
  [[nodiscard]] std::string killed_once(const std::string& by) const {
    return script("killed", "if mkdir " + in_quotes(path("died")) + " 2>/dev/null; then\n" +
                                "  echo 'half a row'\n  " + by + "\nfi\nexec " +
                                in_quotes(program) + " \"$@\"\n");
  }
  void split() const {
    const std::string command = recipes + "split_puzzles.sh " + in_quotes(puzzles) + " ";
    REQUIRE(shell(command + in_quotes(path("parts")) + " 40").out == "7\n");
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return scratch.folder() + "/" + name;
  }
  [[nodiscard]] bool was_killed() const { return std::filesystem::exists(path("died")); }

  const std::string solve_lines =
      FUNGESCOPE_PROGRAM " solve --lines --no-header --format csv --jobs 1 ";
  Scratch scratch;
  std::string puzzles;
  std::string rows;
  std::string program;
};

ProcessResult solve_with_parallel(const Task& task, const std::string& program) {
  return shell("FUNGESCOPE=" + in_quotes(program) + " " + recipes + "solve_with_parallel.sh " +
               in_quotes(task.path("parts")) + " --will-cite --jobs 2");
}

}  // namespace

TEST_CASE("scale: GNU parallel splits a stream") {
  if (!succeeds("command -v parallel")) {
    MESSAGE("skipped: GNU parallel is not installed");
    return;
  }
  const ProcessResult outcome =
      shell("parallel --will-cite --pipe --keep-order -j 2 -N 20 '" FUNGESCOPE_PROGRAM
            " solve --lines --jobs 1 --solver reference' <" +
            data_path("puzzles/norvig_top95.txt"));
  CHECK(outcome.out == data("puzzles/norvig_top95.solutions.txt"));
  CHECK(outcome.exit_code == 0);
}

TEST_CASE("scale: GNU parallel, with a killed process, and begun again") {
  if (!succeeds("command -v parallel")) {
    MESSAGE("skipped: GNU parallel is not installed");
    return;
  }
  const Task task;
  task.split();
  const std::string killed = task.killed_once("kill -9 $$");
  const ProcessResult outcome = solve_with_parallel(task, killed);
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out == task.rows);
  CHECK(task.was_killed());

  // A part that fails to the last, and what is missing afterwards.
  std::filesystem::remove_all(task.path("parts"));
  task.split();
  const std::string failing =
      task.script("failing", "case $* in *00003.part) exit 4 ;; esac\nexec " +
                                 in_quotes(task.program) + " \"$@\"\n");
  const ProcessResult incomplete = solve_with_parallel(task, failing);
  CHECK(incomplete.exit_code != 0);
  CHECK(incomplete.out.empty());
  CHECK_FALSE(std::filesystem::exists(task.path("parts/00003.rows")));
  const std::string counting =
      task.script("counting", "echo >> " + in_quotes(task.path("runs")) + "\nexec " +
                                  in_quotes(task.program) + " \"$@\"\n");
  const ProcessResult complete = solve_with_parallel(task, counting);
  CHECK(complete.exit_code == 0);
  CHECK(complete.out == task.rows);
  CHECK(file_bytes(task.path("runs")) == "\n");
}

TEST_CASE("scale: the array job of Slurm queues a task that fails again, three times") {
  const Task task;
  task.split();
  const std::string killed = task.killed_once("kill -9 $$");
  static_cast<void>(
      task.script("scontrol", "echo \"$*\" >> " + in_quotes(task.path("queued")) + "\n"));
  const auto run = [&](const std::string& program, int restarts) {
    return shell("PATH=" + in_quotes(task.scratch.folder()) +
                 ":$PATH FUNGESCOPE=" + in_quotes(program) + " SLURM_SUBMIT_DIR=" + recipes +
                 " SLURM_ARRAY_TASK_ID=2 SLURM_JOB_ID=77 SLURM_RESTART_COUNT=" +
                 std::to_string(restarts) + " " + recipes + "solve_with_slurm.sh " +
                 in_quotes(task.path("parts")))
        .exit_code;
  };
  CHECK(run(killed, 0) != 0);
  CHECK(file_bytes(task.path("queued")) == "requeue 77\n");
  CHECK_FALSE(std::filesystem::exists(task.path("parts/00002.rows")));
  CHECK(run(killed, 1) == 0);
  CHECK(file_bytes(task.path("parts/00002.rows")) ==
        shell(task.solve_lines + task.path("parts/00002.part")).out);
  CHECK(run("false", 0) == 0);  // it is done
  CHECK(file_bytes(task.path("queued")) == "requeue 77\n");
  std::filesystem::remove(task.path("parts/00002.rows"));
  CHECK(run("false", 3) != 0);
  CHECK(file_bytes(task.path("queued")) == "requeue 77\n");
}

TEST_CASE("scale: Dask, with a killed worker") {
  const std::string python = find_dask();
  if (python.empty()) {
    MESSAGE("skipped: Dask is not installed");
    return;
  }
  const Task task;
  const std::string cluster = task.path("cluster.json");
  const auto start = [&](const std::string& module, const std::string& options) {
    return Process({"/bin/sh", "-c",
                    "export DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT=600s\nexec " + python +
                        " -m distributed.cli." + module + " --host 127.0.0.1 --no-dashboard " +
                        "--scheduler-file " + in_quotes(cluster) + " " + options +
                        " >/dev/null 2>&1"});
  };
  const Process scheduler = start("dask_scheduler", "--port 0");
  REQUIRE(eventually([&] { return contains(file_bytes(cluster), "tcp://"); }));
  const std::string worker_options =
      "--no-nanny --nthreads 1 --local-directory " + in_quotes(task.path("worker"));
  const Process first = start("dask_worker", worker_options);
  const Process second = start("dask_worker", worker_options);
  // The program's parent is the worker.
  const std::string killed = task.killed_once("kill -9 $PPID; exit 1");
  const ProcessResult outcome =
      shell(python + " " + recipes + "solve_with_dask.py --scheduler-file " + in_quotes(cluster) +
            " --lines 40 --program " + in_quotes(killed) + " " + in_quotes(task.puzzles));
  CHECK_MESSAGE(outcome.exit_code == 0, outcome.err);
  CHECK(outcome.out == task.rows);
  CHECK(task.was_killed());
}
