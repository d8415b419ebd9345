// A session as a plain value: its program and what a run of it depends on, the branches of the run,
// and what the user has set. Three formats encode it, each as much of it as it is for:
//
//     recordings     recording.h, JSON     the whole run
//     links          link.h                the program and an instant, for an address
//     saved state    debugger_ui/app/files/program_state.h, JSON     what the window keeps
//
//     SessionImage image = image_of(session);                         // without branches
//     if (auto added = add_branches(session, image, monitor); !added) ...
//     auto session = session_of(image, limits, monitor);
#pragma once

#include "base/result.h"
#include "history/history.h"
#include "history/ports.h"
#include "lang/loader.h"
#include "session/bookmarks.h"
#include "session/notebook.h"
#include "session/session.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope {

struct SavedEdit {
  Edit edit;           // a SetSource without its field,
  std::string source;  // which is made from this
  friend bool operator==(const SavedEdit&, const SavedEdit&) = default;
};

struct SavedBranch {
  BranchId id = 0;
  BranchId parent = 0;  // of the first: itself
  Tick begin = 0;
  Tick end = 0;
  std::vector<SavedEdit> edits;
  InputLog input;          // the whole input, the parent's part included
  std::uint64_t hash = 0;  // of the machine at `end`
  friend bool operator==(const SavedBranch&, const SavedBranch&) = default;
};

struct SavedBreakpoint {
  std::string text;  // as parse_breakpoint parses it
  bool enabled = true;
  std::uint64_t hits = 0;
  friend bool operator==(const SavedBreakpoint&, const SavedBreakpoint&) = default;
};

struct SavedNotebook {
  std::vector<NotebookEntry> entries;  // empty: nothing was saved
  std::uint32_t present = 0;           // the number of the present entry
  friend bool operator==(const SavedNotebook&, const SavedNotebook&) = default;
};

struct SessionImage {
  // The program.
  std::string built_in;  // "@sudoku"; empty: the program is `source`
  std::string source;    // of the first instant; in a link, of its instant
  std::string file;      // its name in messages; in a link without folders, and may be empty
  bool annotations = true;
  std::string dialect = "wide";
  std::optional<LoadOptions::SizeOverride> size;
  std::vector<Region> regions;  // declared by hand

  // The run.
  std::uint64_t seed = 0;
  std::uint64_t max_stack = std::numeric_limits<std::uint64_t>::max();
  std::optional<InputLog> input;      // at the present; unset: as for a program opened without one
  std::vector<SavedBranch> branches;  // parents before their children; empty: there are no edits
  BranchId branch = 0;                // of the present instant
  Tick tick = 0;

  // What the user has set.
  std::vector<SavedBreakpoint> breakpoints;
  std::vector<Bookmark> bookmarks;  // ids do not count
  std::vector<std::string> watched;
  SavedNotebook notebook;
  std::string layout;  // of the window, one of `link_layouts`; empty: the reader's

  friend bool operator==(const SessionImage&, const SessionImage&) = default;
};

// ---- Image of a session, session of an image

// Returns the present state, with the source of the first instant and without branches.
[[nodiscard]] SessionImage image_of(Session& session);

// Adds the branches. Leaves the present instant unchanged. Fails when interrupted. Cost: a seek to
// the end of each branch.
Result<void> add_branches(Session& session, SessionImage& image, Monitor* monitor);

// Returns a session at the image's instant, with everything that the user had set; of an image
// without branches, at tick 0 without that. `limits` has the limits that an image cannot exceed, as
// load_recording describes, and the engine. Fails if the image is inconsistent, and when
// interrupted. Cost: the replay of all branches.
[[nodiscard]] Result<std::unique_ptr<Session>> session_of(const SessionImage& image,
                                                          SessionOptions limits, Monitor* monitor);

// Adds the image's breakpoints to the session's, which keep their place. One that resolves
// only in another source of the run is inactive at the present instant. `refuse` gets each that
// resolves in none, and the reason.
void restore_breakpoints(
    const SessionImage& image, Session& session,
    const std::function<void(const SavedBreakpoint&, const std::string& reason)>& refuse);

}  // namespace fungescope
