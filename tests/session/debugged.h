// A debugger without a front end: a program as text, files in memory.
#pragma once

#include "session/command.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

namespace fungescope::test {

class MemoryFiles final : public Files {
 public:
  std::map<std::string, std::string> files;

  Result<std::string> read(const std::string& path) override {
    const auto found = files.find(path);
    if (found == files.end()) return fail({path}, "there is no such file", "check the path");
    return found->second;
  }
  Result<std::unique_ptr<Writer>> create(const std::string& path) override {
    return std::make_unique<MemoryWriter>(files[path]);
  }

 private:
  class MemoryWriter final : public Writer {
   public:
    explicit MemoryWriter(std::string& file) : file_(file) { file_.clear(); }
    Result<void> write(std::string_view bytes) override {
      file_ += bytes;
      return {};
    }
    Result<void> close() override { return {}; }

   private:
    std::string& file_;
  };
};

// Says stop after so many questions.
class Patience final : public Monitor {
 public:
  std::uint64_t questions = ~std::uint64_t{0};
  bool go_on(Tick /*now*/, Tick /*goal*/) override { return questions != 0 && questions-- != 0; }
};

struct Debugged {
  explicit Debugged(std::string source, InputLog input = {}, SessionOptions options = {})
      : debugger(open(std::move(source), std::move(input), std::move(options)), files, patience) {}

  static std::unique_ptr<Session> open(std::string source, InputLog input, SessionOptions options) {
    options.load.file = "program.b93";
    auto session = Session::open(std::move(source), std::move(input), std::move(options));
    REQUIRE(session.has_value());
    return std::move(*session);
  }

  // The reply to a line that must not fail.
  Reply operator()(std::string_view line) {
    CAPTURE(line);
    auto reply = debugger.submit(line);
    if (!reply) FAIL(to_string(reply.error()));
    return std::move(*reply);
  }
  // "COLUMN: what; advice" of one that must, or "FILE:LINE:COLUMN: ...".
  std::string error(std::string_view line) {
    CAPTURE(line);
    const auto reply = debugger.submit(line);
    REQUIRE(!reply.has_value());
    const Error& error = reply.error();
    if (!error.where.file.empty()) return to_string(error);
    return std::to_string(error.where.column) + ": " + to_string(error);
  }
  [[nodiscard]] const Machine& machine() { return debugger.session().machine(); }
  [[nodiscard]] Tick tick() { return machine().tick; }

  MemoryFiles files;
  Patience patience;
  Debugger debugger;
};

// Prints 9 8 ... 1 and ends; counts in a variable, which is cell (0, 3).
inline constexpr const char* countdown =
    "9>:.:03p1-:v\n"
    " ^         _@\n"
    "\n"
    " \n"
    "#$watch[0,3]:int = Loop :: count\n"
    "#$region[0,3](2x1):decimal = pair\n";

}  // namespace fungescope::test
