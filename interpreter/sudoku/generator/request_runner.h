// Runs a Befunge program that answers one line of input, such as setter.b93: once for each request,
// with a seed of its own.
//
//     auto program = RequestProgram::built_in("@setter");
//     RequestRunner runner(*program, EngineKind::automatic, stopped);
//     RequestRun run = runner.run("1 minimal", 7);
//
// A run depends on the request and the seed only, not on the runs before it.
#pragma once

#include "base/result.h"
#include "jit/tier/engine.h"
#include "vm/machine.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace fungescope::puzzles {

class RequestProgram {
 public:
  // `file` is for messages. Fails as `load` does (lang/loader.h).
  [[nodiscard]] static Result<RequestProgram> load(std::string_view bytes, const std::string& file);
  // `name` is that of a built-in program, with its "@".
  [[nodiscard]] static Result<RequestProgram> built_in(const std::string& name);

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const Machine& start() const { return start_; }

 private:
  RequestProgram(std::string file, Machine start);

  std::string file_;
  Machine start_;
};

struct RequestRun {
  enum class End : std::uint8_t {
    ended,
    stopped,  // by RequestRunner's `stopped`
    failed,   // a fault, or too much output or stack: `reason`
  };
  End end = End::ended;
  std::string output;
  std::string reason;  // for users
  Tick ticks = 0;
};

class RequestRunner {
 public:
  // Polled every few milliseconds; true ends the run. May be empty.
  using Stopped = std::function<bool()>;

  // `program` must outlive the runner.
  RequestRunner(const RequestProgram& program, EngineKind engine, Stopped stopped);

  // Runs the program on `request`, a line without its end. Cost: the run, and a copy of the field;
  // the engine keeps its translated code from run to run.
  [[nodiscard]] RequestRun run(std::string_view request, std::uint64_t seed);

  [[nodiscard]] bool stopped() const { return stopped_ && stopped_(); }
  // Returns the engine, for statistics.
  [[nodiscard]] const Engine& engine() const { return engine_; }

 private:
  Machine start_;
  Machine machine_;
  Engine engine_;
  Stopped stopped_;
};

}  // namespace fungescope::puzzles
