// Lists a folder in the background, as a network folder may take seconds.
#pragma once

#include "debugger_ui/background/background_job.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fungescope::ui {

struct FolderEntry {
  std::string name;
  bool folder = false;
  std::uint64_t size = 0;     // in bytes; 0 for a folder
  std::int64_t modified = 0;  // seconds since 1970; 0: unknown
};

struct FolderListing {
  std::string folder;                // as requested
  std::vector<FolderEntry> entries;  // folders first, then by name, case-insensitive
  std::string problem;               // the error message; empty: none
};

// Lists the folder on the calling thread.
[[nodiscard]] FolderListing read_folder(const std::string& folder);

class FolderReader {
 public:
  // Starts a request, which replaces an unfinished one.
  void read(const std::string& folder);
  // Returns whether a new listing has arrived.
  bool poll();
  [[nodiscard]] bool busy() const { return job_.running(); }
  [[nodiscard]] const FolderListing& listing() const { return listing_; }
  // Waits until the request is done. For tests.
  void wait() { job_.wait(); }

 private:
  FolderListing listing_;
  // An unreachable server may take minutes to respond.
  BackgroundJob<FolderListing> job_{UnfinishedWork::abandon};
};

}  // namespace fungescope::ui
