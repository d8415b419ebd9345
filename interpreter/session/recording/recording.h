// A run as a file: program, input, seed, edits, branches. Someone else who loads
// it sees the same run, tick for tick.
//
//     fungescope recording 1          what it is, and its version
//     9f3c...                         a hash of all that follows, 16 hexadecimal digits
//     {...}                           JSON
//
// Bytes are JSON strings of one code point, U+00 to U+FF, a byte. The run itself is not
// in it: loading replays it, and checks the state at the end of each branch against
// the hash that was saved.
#pragma once

#include "base/result.h"
#include "session/session.h"

#include <memory>
#include <string>
#include <string_view>

namespace fungescope {

// Is it one, whatever its version? By its first bytes.
[[nodiscard]] bool is_recording(std::string_view bytes);

// The present instant and branch stay what they are. Fails when interrupted. Cost: a
// seek to the end of each branch.
[[nodiscard]] Result<std::string> save_recording(Session& session, Monitor* monitor);

// The session at the instant at which it was saved, with its stops, bookmarks and watched
// expressions. `options.load.max_cells` and
// `options.history` are the loader's; all else comes from the file. Refused: what is no
// recording, is damaged, of a later version, or contradicts itself; and when interrupted. Errors
// have the location `file`. Cost: the replay of all branches.
[[nodiscard]] Result<std::unique_ptr<Session>> load_recording(std::string_view bytes,
                                                              const std::string& file,
                                                              const SessionOptions& options,
                                                              Monitor* monitor);

}  // namespace fungescope
