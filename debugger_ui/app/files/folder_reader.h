// What is in a folder, read on a thread of its own: one on a network may take seconds.
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
  std::string folder;                // as it was asked for
  std::vector<FolderEntry> entries;  // folders first, then by name without regard to case
  std::string problem;               // why it could not be read; empty: it was
};

// Reads it now, however long that takes.
[[nodiscard]] FolderListing read_folder(const std::string& folder);

class FolderReader {
 public:
  // A newer request replaces one that is not over; what the older one finds is dropped.
  void read(const std::string& folder);
  // True when a listing has come that was not there before.
  bool poll();
  [[nodiscard]] bool busy() const { return task_ != nullptr; }
  [[nodiscard]] const FolderListing& listing() const { return listing_; }
  // For tests: until the request is over.
  void wait();

 private:
  struct Task;
  std::shared_ptr<Task> task_;  // shared with the thread, which may outlive this
  FolderListing listing_;
};

}  // namespace fungescope::ui
