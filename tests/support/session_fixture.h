// Provides the environment of a session in memory.
#pragma once

#include "session/commands/command.h"
#include "support/poll_limit.h"

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

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

// The program is called test.b93. Throws std::runtime_error if it does not load.
inline std::unique_ptr<Session> open_session(std::string source, InputLog input = {},
                                             SessionOptions options = {}) {
  options.load.file = "test.b93";
  auto session = Session::open(std::move(source), std::move(input), std::move(options));
  if (!session) throw std::runtime_error(to_string(session.error()));
  return std::move(*session);
}

}  // namespace fungescope::test
