// A run as a file: program, input, seed, edits and branches. Loading it reproduces the run, tick
// for tick.
//
//     fungescope recording 1          the format and its version
//     9f3c...                         a hash of all that follows, 16 hexadecimal digits
//     {...}                           JSON
//
// Bytes are JSON strings with one code point, U+00 to U+FF, per byte. The states of the run are not
// in the file: loading replays it and checks the state at the end of each branch against a saved
// hash.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "session/recording/session_image.h"

#include <memory>
#include <string>
#include <string_view>

namespace fungescope {

// Whether the bytes begin like a recording of any version.
[[nodiscard]] bool is_recording(std::string_view bytes);

// Fails as load_recording does if the bytes are not a recording, are damaged or of a later version.
// Replays nothing.
[[nodiscard]] Result<void> check_recording(std::string_view bytes, const std::string& file);

// Leaves the present instant and branch unchanged. Fails when interrupted. Cost: a seek to the end
// of each branch.
[[nodiscard]] Result<std::string> save_recording(Session& session, Monitor* monitor);

// Loads a session at its saved instant, with its breakpoints, bookmarks, notebook and watched
// expressions.
// `options.load.max_cells`, `options.max_stack` and `options.history` are limits that the file
// cannot exceed; all other options come from the file. Fails if the bytes are not a recording, are
// damaged, of a later version or inconsistent, and when interrupted. Errors have the location
// `file`. Cost: the replay of all branches.
[[nodiscard]] Result<std::unique_ptr<Session>> load_recording(std::string_view bytes,
                                                              const std::string& file,
                                                              const SessionOptions& options,
                                                              Monitor* monitor);

// ---- Parts of an image as JSON, which other formats share

void region_fields(JsonFields& fields, Region& region);
void input_fields(JsonFields& fields, const char* bytes_key, const char* closed_key, InputLog& log);
// Breakpoints, bookmarks, watched expressions and the notebook. Old files lack some of them.
void list_fields(JsonFields& fields, const char* breakpoints_key, SessionImage& image);

}  // namespace fungescope
