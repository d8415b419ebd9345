// The file system, as the debugger's commands use it, and the sessions that files contain.
#pragma once

#include "session/commands/command.h"
#include "session/session.h"

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

// Opens a program, a recording or a link at its beginning. `input` is the path of the program's
// input; if it is empty, that is the input of the link, or none yet.
[[nodiscard]] Result<std::unique_ptr<Session>> open_session(const std::string& file,
                                                            const std::string& input,
                                                            SessionOptions options,
                                                            Monitor& monitor);

}  // namespace fungescope
