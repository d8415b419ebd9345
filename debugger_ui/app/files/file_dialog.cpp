#include "debugger_ui/app/files/file_dialog.h"

#include "debugger_ui/widgets/text_field.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <cstdlib>
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

namespace fs = std::filesystem;

// Expands `~`, and resolves a relative path against `folder`.
std::string resolved(const std::string& text, const std::string& folder) {
  fs::path path = text;
  const char* const home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe)
  if (home != nullptr && (text == "~" || text.starts_with("~/"))) path = home + text.substr(1);
  return (fs::path(folder) / path).lexically_normal().string();
}

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

std::string parent_of(const std::string& folder) {
  return fs::path(folder).parent_path().string();
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
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

bool FileFilter::matches(std::string_view file) const {
  if (extensions.empty()) return true;
  return std::any_of(extensions.begin(), extensions.end(), [&](const std::string& extension) {
    return file.size() > extension.size() &&
           equal_ignoring_case(file.substr(file.size() - extension.size()), extension);
  });
}

std::vector<FileFilter> program_filters() {
  return {{"programs and recordings",
           {".b93", ".bf", ".befunge", ".bf93", ".txt", ".recording", ".fungescope"}},
          {"recordings", {".recording", ".fungescope"}},
          {"all files", {}}};
}

void FileDialog::open(FileRequest request, OnAccept on_accept) {
  request_ = std::move(request);
  on_accept_ = std::move(on_accept);
  modal_.open();
  focus_ = true;
  filter_ = 0;
  problem_.clear();
  replacing_.clear();
  // A suggested name is selected when the field gets the focus, so that typing replaces it.
  text_ = request_.name;
  std::error_code ignored;
  std::string folder = request_.folder.empty() ? folder_ : request_.folder;
  if (folder.empty() || !is_folder(folder)) folder = fs::current_path(ignored).string();
  go_to(fs::absolute(folder, ignored).lexically_normal().string());
}

void FileDialog::close() {
  modal_.close();
  on_accept_ = {};
}

void FileDialog::go_to(std::string folder, std::string select) {
  folder_ = without_slash(std::move(folder));
  select_ = std::move(select);
  rows_.clear();
  cursor_ = -1;
  reader_.start([folder = folder_](const StopToken& /*stop*/) { return read_folder(folder); });
}

void FileDialog::go_up() {
  const std::string parent = parent_of(folder_);
  if (parent != folder_) go_to(parent, fs::path(folder_).filename().string());
}

void FileDialog::fill_rows() {
  if (reader_.running()) return;  // the listing is of another folder
  rows_.clear();
  cursor_ = -1;
  const FileFilter& filter = request_.filters[filter_];
  for (const FolderEntry& entry : listing_.entries) {
    if (!hidden_ && entry.name.starts_with('.')) continue;
    if (!entry.folder && !filter.matches(entry.name)) continue;
    if (entry.name == select_) cursor_ = static_cast<int>(rows_.size());
    rows_.push_back(&entry);
  }
  problem_ = listing_.problem;
  const bool opening = request_.purpose == FileRequest::Purpose::open;
  if (cursor_ < 0 && opening && text_.empty() && !rows_.empty()) cursor_ = 0;
  scroll_ = true;
}

void FileDialog::handle_keys(const InputQueue& input) {
  if (input.pressed(Key::escape)) return cancel();
  const bool enter = input.pressed(Key::enter) || input.pressed(Key::keypad_enter);
  if (!replacing_.empty()) {
    if (enter) finish(replacing_);
    return;
  }
  if (input.pressed(Key::down)) move_cursor(1);
  if (input.pressed(Key::up)) move_cursor(-1);
  if (input.pressed(Key::page_down)) move_cursor(12);
  if (input.pressed(Key::page_up)) move_cursor(-12);
  const bool nothing_to_erase = was_empty_ && input.frame().text.empty();
  if (input.pressed(Key::backspace) && nothing_to_erase) go_up();
  if (!enter) return;
  confirm();
  // Enter took the focus from the field.
  if (!is_open() || !replacing_.empty()) return;
  focus_ = true;
}

void FileDialog::move_cursor(int by) {
  if (rows_.empty()) return;
  cursor_ = std::clamp(cursor_ + by, 0, static_cast<int>(rows_.size()) - 1);
  scroll_ = true;
  const FolderEntry& entry = *rows_[static_cast<std::size_t>(cursor_)];
  // A name to save as is kept while the user looks for a folder.
  if (request_.purpose == FileRequest::Purpose::open) {
    text_.clear();
  } else if (!entry.folder) {
    text_ = entry.name;
  }
}

void FileDialog::follow_text() {
  problem_.clear();
  cursor_ = -1;
  if (text_.empty()) return;
  for (std::size_t i = 0; i < rows_.size() && cursor_ < 0; ++i) {
    const std::string start = rows_[i]->name.substr(0, text_.size());
    if (equal_ignoring_case(start, text_)) cursor_ = static_cast<int>(i);
  }
  scroll_ = cursor_ >= 0;
}

void FileDialog::choose(const std::string& path) {
  const bool saving = request_.purpose == FileRequest::Purpose::save;
  if (is_folder(path)) {
    if (!saving) text_.clear();
    go_to(path);
  } else if (saving && !is_folder(parent_of(path))) {
    problem_ = "there is no folder " + parent_of(path);
  } else if (!saving && !exists(path)) {
    problem_ = "there is no file " + path;
  } else if (saving && exists(path)) {
    replacing_ = path;
  } else {
    finish(path);
  }
}

void FileDialog::confirm() {
  const FolderEntry* const entry =
      cursor_ >= 0 ? rows_[static_cast<std::size_t>(cursor_)] : nullptr;
  const bool saving = request_.purpose == FileRequest::Purpose::save;
  const std::string typed = without_slash(resolved(text_, folder_));
  // While a name to save as stays in the field, the cursor still leads to folders; and to open a
  // file, the beginning of its name is enough.
  const bool takes_entry = text_.empty() || (saving ? entry != nullptr && entry->folder
                                                    : entry != nullptr && !exists(typed));
  if (takes_entry) {
    if (entry != nullptr) choose(path_of(*entry));
    return;
  }
  if (saving && is_folder(typed)) text_ = request_.name;
  choose(typed);
}

// By value, as it may be a member that `close` clears.
void FileDialog::finish(std::string path) {  // NOLINT(performance-unnecessary-value-param)
  const OnAccept on_accept = std::move(on_accept_);
  close();
  if (on_accept) on_accept(path);
}

void FileDialog::cancel() {
  if (replacing_.empty()) return close();
  replacing_.clear();
  focus_ = true;
}

}  // namespace fungescope::ui
