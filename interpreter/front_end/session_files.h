// The file system, as the debugger's commands use it.
#pragma once

#include "session/commands/command.h"

#include <memory>
#include <string>

namespace fungescope {

// A file is written under a temporary name and renamed when it is closed, so that an interrupted
// write keeps the old one. An existing file that is not regular (a pipe, a terminal) is written to
// directly.
class SessionFiles final : public Files {
 public:
  Result<std::string> read(const std::string& path) override;
  Result<std::unique_ptr<Writer>> create(const std::string& path) override;
};

}  // namespace fungescope
