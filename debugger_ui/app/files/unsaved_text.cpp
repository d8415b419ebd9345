#include "debugger_ui/app/files/unsaved_text.h"

#include "base/json.h"
#include "front_end/file_input.h"
#include "front_end/file_output.h"
#include "front_end/user_folders.h"

#include <algorithm>
#include <array>
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

void remove_files(const std::string& folder, const std::string& id) {
  std::error_code ignored;
  std::filesystem::remove(text_path(folder, id), ignored);
  std::filesystem::remove(lock_path(folder, id), ignored);
}

std::string now_as_text() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &local)};
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
  found.source.file = reader.bytes("file");
  found.source.base = reader.number("base");
  found.time = reader.bytes("time");
  found.source.text = bytes->substr(header + 1);
  if (!problem.empty()) return std::nullopt;
  return found;
}

}  // namespace

void UnsavedText::release() {
  lock_.reset();
  id_.clear();
}

Result<void> UnsavedText::keep(const UnsavedSource& source) {
  const std::string folder = unsaved_folder();
  if (folder.empty()) return {};
  if (id_.empty()) {
    std::random_device random;
    id_ = fmt::format("{:08x}{:08x}", random(), random());
    lock_ = FileLock::take(lock_path(folder, id_), FileLock::Wait::no);
  }
  const Json header{{unsaved_key, unsaved_version},
                    {"file", bytes_to_json(source.file)},
                    {"base", source.base},
                    {"time", now_as_text()}};
  auto file = TRY(OutputFile::create(text_path(folder, id_)));
  if (auto written = file.write(header.dump() + '\n'); !written) return written;
  if (auto written = file.write(source.text); !written) return written;
  return file.close();
}

void UnsavedText::remove() {
  if (id_.empty()) return;
  const std::string folder = unsaved_folder();
  if (!folder.empty()) remove_files(folder, id_);
  release();
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
    const auto lock = FileLock::take(lock_path(folder, id), FileLock::Wait::no);
    if (!lock) continue;
    if (auto found = read_unsaved(folder, id)) result.push_back(std::move(*found));
  }
  std::sort(result.begin(), result.end(),
            [](const Found& a, const Found& b) { return a.time > b.time; });
  return result;
}

void UnsavedText::discard(const std::string& id) {
  const std::string folder = unsaved_folder();
  if (!folder.empty()) remove_files(folder, id);
}

}  // namespace fungescope::ui
