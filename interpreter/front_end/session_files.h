// The file system, as the debugger's commands use it.
#pragma once

#include "session/commands/command.h"

#include <memory>
#include <string>

namespace fungescope {

// Writes as OutputFile does (front_end/file_output.h), but not to `-`.
class SessionFiles final : public Files {
 public:
  Result<std::string> read(const std::string& path) override;
  Result<std::string> read_program(const std::string& path) override;
  Result<std::unique_ptr<Writer>> create(const std::string& path) override;
};

}  // namespace fungescope
