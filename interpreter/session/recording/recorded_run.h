// The contents of a recording as plain data, and their JSON format. recording/recording.h converts
// between them and a session.
#pragma once

#include "base/result.h"
#include "history/history.h"
#include "lang/loader.h"
#include "session/bookmarks.h"
#include "session/recording/saved_json.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

struct RecordedBranch {
  BranchInfo info;
  std::vector<std::string>
      sources;             // of its SetSource edits, in order; these have no field after parsing
  InputLog input;          // the whole input, the parent's part included
  std::uint64_t hash = 0;  // of the machine at info.end
};

struct RecordedBreakpoint {
  std::string text;  // as parse_breakpoint parses it
  bool enabled = true;
  std::uint64_t hits = 0;
};

struct RecordedRun {
  std::string file;    // the program's name in messages
  std::string source;  // of the first instant
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
  // Optional in the file: older recordings do not have these.
  std::vector<Bookmark> bookmarks;  // without their ids
  std::vector<std::string> watched;
  SavedNotebook notebook;
};

[[nodiscard]] std::string to_json_text(const RecordedRun& run);
// Fails, naming the member, if one is missing, has the wrong type or is out of range. Does not
// check that the members are consistent.
[[nodiscard]] Result<RecordedRun> parse_recorded_run(std::string_view json);

}  // namespace fungescope
