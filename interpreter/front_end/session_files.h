// The file system for the debugger's commands.
#pragma once

#include "session/commands/command.h"

#include <memory>
#include <string>

namespace fungescope {

// A file that is written takes its name only when it is closed: whoever is interrupted
// keeps the old one. What exists and is no plain file (a pipe, a terminal) is
// written to directly.
class SessionFiles final : public Files {
 public:
  Result<std::string> read(const std::string& path) override;
  Result<std::unique_ptr<Writer>> create(const std::string& path) override;
};

}  // namespace fungescope
