// What a recording holds, as plain data, and its form as JSON. session/recording/recording.h
// makes it of a session, and a session of it.
#pragma once

#include "base/result.h"
#include "history/history.h"
#include "session/bookmarks.h"
#include "session/commands/command.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

struct RecordedBranch {
  BranchInfo info;
  std::vector<std::string> sources;  // of its SetSource edits, in order; read ones have no field
  InputLog input;                    // all of it, the parent's share included
  std::uint64_t hash = 0;            // of the machine at info.end
};

struct RecordedBreakpoint {
  std::string text;  // as parse_breakpoint reads it
  bool enabled = true;
  std::uint64_t hits = 0;
};

struct RecordedRun {
  std::string file;    // the program's name in messages
  std::string source;  // at the beginning
  std::string dialect;
  std::optional<LoadOptions::SizeOverride> size;
  bool annotations = true;
  std::vector<Region> regions;
  std::uint64_t seed = 0;
  std::size_t max_stack = 0;
  std::vector<RecordedBranch> branches;  // parents before their children
  BranchId branch = 0;
  Tick tick = 0;
  std::vector<RecordedBreakpoint> breakpoints;
  // Older recordings have none of these.
  std::vector<Bookmark> bookmarks;  // without their ids
  std::vector<std::string> watched;
};

[[nodiscard]] std::string to_json_text(const RecordedRun& run);
// Fails, naming the member, where one is missing, of another type, or out of range. Whether
// they fit together is not looked at.
[[nodiscard]] Result<RecordedRun> parse_recorded_run(std::string_view json);

}  // namespace fungescope
