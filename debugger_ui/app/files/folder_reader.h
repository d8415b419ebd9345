// Lists a folder on a thread of its own, because a network folder may take seconds.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fungescope::ui {

struct FolderEntry {
  std::string name;
  bool folder = false;
  std::uint64_t size = 0;     // bytes, of a file
  std::int64_t modified = 0;  // seconds since 1970; 0: unknown
};

struct FolderListing {
  std::string folder;                // as requested
  std::vector<FolderEntry> entries;  // folders first, then by name, case-insensitive
  std::string problem;               // why it could not be read; empty on success
};

// Reads the folder synchronously.
[[nodiscard]] FolderListing read_folder(const std::string& folder);

class FolderReader {
 public:
  // A new request replaces a pending one, whose result is dropped.
  void read(const std::string& folder);
  // Returns true when a new listing has arrived.
  bool poll();
  [[nodiscard]] bool busy() const { return task_ != nullptr; }
  [[nodiscard]] const FolderListing& listing() const { return listing_; }
  // For tests: blocks until the request is complete.
  void wait();

 private:
  struct Task;
  std::shared_ptr<Task> task_;  // shared with the thread, which may outlive this
  FolderListing listing_;
};

}  // namespace fungescope::ui
