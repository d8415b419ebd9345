#include "debugger_ui/app/files/folder_reader.h"

#include <algorithm>
#include <filesystem>
#include <strings.h>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace fungescope::ui {
namespace {

FolderEntry entry_of(const std::filesystem::path& path) {
  FolderEntry entry;
  entry.name = path.filename().string();
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return entry;  // a dangling link
  entry.folder = S_ISDIR(status.st_mode);
  entry.size = entry.folder ? 0 : static_cast<std::uint64_t>(status.st_size);
  entry.modified = status.st_mtim.tv_sec;
  return entry;
}

bool comes_before(const FolderEntry& a, const FolderEntry& b) {
  if (a.folder != b.folder) return a.folder;
  const int order = ::strcasecmp(a.name.c_str(), b.name.c_str());
  return order != 0 ? order < 0 : a.name < b.name;
}

}  // namespace

FolderListing read_folder(const std::string& folder) {
  FolderListing listing{folder, {}, {}};
  std::error_code failure;
  std::filesystem::directory_iterator next(folder, failure);
  const std::filesystem::directory_iterator end;
  while (!failure && next != end) {
    listing.entries.push_back(entry_of(next->path()));
    next.increment(failure);
  }
  if (failure) listing.problem = "the folder cannot be read: " + failure.message();
  std::sort(listing.entries.begin(), listing.entries.end(), comes_before);
  return listing;
}

void FolderReader::read(const std::string& folder) {
  job_.start([folder](const StopToken& /*stop*/) { return read_folder(folder); });
}

bool FolderReader::poll() {
  auto listing = job_.take();
  if (!listing) return false;
  listing_ = std::move(*listing);
  return true;
}

}  // namespace fungescope::ui
