#include "debugger_ui/app/files/folder_reader.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <strings.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
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

struct FolderReader::Task {
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;
  FolderListing listing;
};

void FolderReader::read(const std::string& folder) {
  task_ = std::make_shared<Task>();
  // Detached: an unreachable server may take minutes to respond.
  std::thread([task = task_, folder] {
    FolderListing listing = read_folder(folder);
    const std::lock_guard lock(task->mutex);
    task->listing = std::move(listing);
    task->done = true;
    task->finished.notify_all();
  }).detach();
}

bool FolderReader::poll() {
  if (task_ == nullptr) return false;
  {
    const std::lock_guard lock(task_->mutex);
    if (!task_->done) return false;
    listing_ = std::move(task_->listing);
  }
  task_.reset();
  return true;
}

void FolderReader::wait() {
  if (task_ == nullptr) return;
  std::unique_lock lock(task_->mutex);
  task_->finished.wait(lock, [this] { return task_->done; });
}

}  // namespace fungescope::ui
