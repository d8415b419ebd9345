#include "base/json.h"
#include "debugger_ui/app/files/autosave.h"
#include "debugger_ui/app/files/open_file.h"
#include "front_end/file_input.h"
#include "front_end/file_output.h"
#include "front_end/program_file.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr const char* unsaved_key = "fungescope_unsaved";
constexpr std::uint64_t unsaved_version = 1;

// Empty if there is none.
std::string unsaved_folder() {
  const std::string folder = state_path("unsaved");
  std::error_code failure;
  if (!folder.empty()) std::filesystem::create_directories(folder, failure);
  return failure ? std::string() : folder;
}

std::string text_path(const std::string& folder, const std::string& id) {
  return folder + '/' + id + ".text";
}
std::string lock_path(const std::string& folder, const std::string& id) {
  return folder + '/' + id + ".lock";
}

void header_fields(JsonFields& fields, UnsavedText::Found& found) {
  fields.member("file", found.file);
  fields.member("base", found.base);
  fields.member("time", found.time);
}

std::optional<UnsavedText::Found> read_unsaved(const std::string& folder, std::string id) {
  const auto bytes = read_file(text_path(folder, id));
  if (!bytes) return std::nullopt;
  const std::size_t header = bytes->find('\n');
  if (header == std::string::npos) return std::nullopt;
  const Json json = Json::parse(bytes->substr(0, header), nullptr, false);
  if (!json.is_object()) return std::nullopt;
  std::string problem;
  JsonReader reader(json, "", problem);
  if (reader.number(unsaved_key) != unsaved_version) return std::nullopt;
  UnsavedText::Found found;
  found.id = std::move(id);
  JsonFields fields(reader);
  header_fields(fields, found);
  found.text = bytes->substr(header + 1);
  if (!problem.empty()) return std::nullopt;
  return found;
}

}  // namespace

Result<void> UnsavedText::keep(std::string file, std::uint64_t base, const std::string& text) {
  const std::string folder = unsaved_folder();
  if (folder.empty()) return {};
  if (id_.empty()) {
    std::random_device random;
    id_ = fmt::format("{:08x}{:08x}", random(), random());
    lock_ = FileLock(lock_path(folder, id_));
  }
  Json header;
  header[unsaved_key] = unsaved_version;
  JsonFields fields(header);
  Found found{id_, std::move(file), base, {}, time_text(std::time(nullptr))};
  header_fields(fields, found);
  return replace_file(text_path(folder, id_), header.dump() + '\n' + text);
}

void UnsavedText::remove() {
  if (id_.empty()) return;
  discard(id_);
  *this = {};
}

std::vector<UnsavedText::Found> UnsavedText::find() {
  std::vector<Found> result;
  const std::string folder = unsaved_folder();
  if (folder.empty()) return result;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    const std::filesystem::path& path = entry.path();
    if (path.extension() != ".text") continue;
    const std::string id = path.stem().string();
    const FileLock lock(lock_path(folder, id));
    if (!lock.held()) continue;
    if (auto found = read_unsaved(folder, id)) result.push_back(std::move(*found));
  }
  std::sort(result.begin(), result.end(),
            [](const Found& a, const Found& b) { return a.time > b.time; });
  return result;
}

void UnsavedText::discard(const std::string& id) {
  const std::string folder = unsaved_folder();
  if (folder.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(text_path(folder, id), ignored);
  std::filesystem::remove(lock_path(folder, id), ignored);
}

std::uint64_t base_of(const std::string& path) {
  if (path.empty()) return 0;
  const auto bytes = read_file(path);
  return bytes ? hash_of_source(*bytes) : 0;
}

bool UnsavedText::keeps_newest(const SourceEditing& editing) const {
  return !editing.modified() || revision_ == std::pair(editing.generation(), editing.revision());
}

std::optional<double> UnsavedText::next_update(const SourceEditing& editing, double now) const {
  return keeps_newest(editing) ? std::nullopt : std::optional(due_.value_or(now));
}

void UnsavedText::update(SourceEditing& editing, const std::string& file, double now,
                         const std::function<void(std::string)>& report) {
  if (!editing.modified() && has_kept()) remove();
  if (keeps_newest(editing)) {
    due_.reset();
    return;
  }
  if (!due_) {
    // A large source less often: it takes a few milliseconds per megabyte.
    constexpr double cells_per_second = 4e6;
    const auto cells = static_cast<double>(editing.editor().document().field().area());
    due_ = now + std::max(1.0, cells / cells_per_second);
  }
  if (now < *due_) return;
  due_.reset();
  revision_ = {editing.generation(), editing.revision()};
  if (!has_kept()) base_ = base_of(editing.path());
  const std::string& kept_file = editing.path().empty() ? file : editing.path();
  const auto kept = keep(absolute_program(kept_file), base_, editing.bytes());
  const std::string problem = kept ? "" : to_string(kept.error());
  if (std::exchange(problem_, problem) == problem || kept) return;
  report("unsaved changes would not survive a crash: " + problem);
}

}  // namespace fungescope::ui
