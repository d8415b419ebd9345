// Reads the program that an argument FILE names: a file, standard input, a built-in program or a
// link.
#pragma once

#include "base/result.h"
#include "front_end/file_input.h"
#include "session/commands/command.h"
#include "session/recording/link.h"
#include "session/session.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace fungescope {

enum class ProgramOrigin : std::uint8_t {
  file,            // on disk: it can be watched, and read again
  standard_input,  // "-", where it is accepted
  built_in,        // "@NAME": programs/catalogue.h
  link,            // session/recording/link.h; "#NAME" is a program that came by one
};
[[nodiscard]] ProgramOrigin program_origin(const std::string& file,
                                           StandardInput standard_input = StandardInput::refuse);

// Reads a program, or a recording, as read_file does. Of a link, that is the program alone.
[[nodiscard]] Result<std::string> read_program(
    const std::string& file, StandardInput standard_input = StandardInput::refuse);

// Returns the link that an argument is; nothing if it is not one.
[[nodiscard]] Result<std::optional<SessionImage>> read_link(const std::string& file);
// Returns the source of a link's program, which may be built in.
[[nodiscard]] Result<std::string> source_of(const SessionImage& link);

// As display_name, for programs: of a link, the title.
[[nodiscard]] std::string program_display_name(
    const std::string& file, StandardInput standard_input = StandardInput::refuse);
// Returns the name without its folder, for titles: "sieve.b93" for "bench/sieve.b93" and for
// "@sieve".
[[nodiscard]] std::string program_title(const std::string& file);
// Returns it without its suffix, for files made from it: "sieve"; empty for standard input.
[[nodiscard]] std::string program_stem(const std::string& file,
                                       StandardInput standard_input = StandardInput::refuse);

// ---- The seed of a game

// Draws a seed for somebody who plays a program, from 1 to 999,999, short enough to be typed again.
// Nothing if the program does not use it. Cost: compute_reachability.
[[nodiscard]] std::optional<std::uint64_t> draw_seed(const Playfield& field,
                                                     const Dialect& dialect);
// The same for a source that is yet to be loaded; nothing if it cannot be.
[[nodiscard]] std::optional<std::uint64_t> draw_seed(const std::string& source,
                                                     const LoadOptions& how);
// Returns whether somebody types the input at a terminal and reads the output there.
[[nodiscard]] bool at_terminal();
// Reports a drawn seed on standard error.
void report_seed(std::uint64_t seed);

// ---- The file system, as the debugger's commands use it, and the sessions that files contain

// Writes as OutputFile does (front_end/file_output.h), but not to `-`.
class SessionFiles final : public Files {
 public:
  Result<std::string> read(const std::string& path) override;
  Result<std::string> read_program(const std::string& path) override;
  Result<std::unique_ptr<Writer>> create(const std::string& path) override;
};

// Opens a program, a recording or a link at its beginning. `input` is the path of the program's
// input; if it is empty, that is the input of the link, or none yet. With `plays`, the seed of a
// program is drawn and reported.
[[nodiscard]] Result<std::unique_ptr<Session>> open_session(const std::string& file,
                                                            const std::string& input,
                                                            SessionOptions options,
                                                            Monitor& monitor, bool plays = false);

}  // namespace fungescope
