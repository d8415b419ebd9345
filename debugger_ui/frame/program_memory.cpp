#include "debugger_ui/frame/program_memory.h"

#include "base/hash.h"

#include <algorithm>
#include <filesystem>

#include "files/user_folders.h"
#include <fmt/format.h>

namespace fungescope::ui {
namespace {

using Json = nlohmann::ordered_json;

std::string key_of(const std::string& file) {
  if (file.empty()) return "program_builtin";
  std::error_code failure;
  const auto path = std::filesystem::weakly_canonical(file, failure);
  Hasher hasher;
  hasher.add_text(failure ? file : path.string());
  return fmt::format("program_{:016x}", hasher.value());
}

// A bookmark of the beginning of a run that has no branches means the same when it is played again.
Json bookmarks_of(const Picture& picture) {
  Json json = Json::array();
  for (const Bookmark& mark : picture.bookmarks) {
    json.push_back({{"name", mark.name}, {"tick", mark.tick}});
  }
  return json;
}

Json stops_of(const Picture& picture) {
  Json json = Json::array();
  for (const StopPicture& stop : picture.stops) {
    json.push_back({{"stop", stop.text}, {"enabled", stop.enabled}});
  }
  return json;
}

std::string string_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void restore_stops(const Json& stops, Session& session) {
  session.stops().clear();
  for (const Json& row : stops) {
    if (!row.is_object()) continue;
    auto stop =
        parse_stop(string_at(row, "stop"), session.symbols(), session.machine().field.size());
    if (!stop) continue;
    const auto enabled = row.find("enabled");
    stop->enabled = enabled == row.end() || *enabled != false;
    session.stops().add(std::move(*stop));
  }
}

}  // namespace

ProgramMemory::ProgramMemory(const std::string& file)
    : file_(state_path(key_of(file) + ".json")),
      recording_(state_path(key_of(file) + ".recording")) {}

void ProgramMemory::restore(Session& session) {
  std::string ignored;
  const Json json = file_.load(ignored);
  if (!json.is_object()) return;
  if (const auto stops = json.find("stops"); stops != json.end() && stops->is_array()) {
    restore_stops(*stops, session);
  }
  if (const auto marks = json.find("bookmarks"); marks != json.end() && marks->is_array()) {
    for (const Json& mark : *marks) {
      if (!mark.is_object() || !mark.contains("tick") || !mark["tick"].is_number_unsigned()) {
        continue;
      }
      // A name that is taken is not given twice.
      (void)session.bookmarks().add(string_at(mark, "name"), mark["tick"].get<Tick>(),
                                    session.history().branch());
    }
  }
  if (const auto watched = json.find("watched"); watched != json.end() && watched->is_array()) {
    for (const Json& text : *watched) {
      if (text.is_string()) session.watched().push_back(text.get<std::string>());
    }
  }
}

std::optional<std::string> ProgramMemory::recording_for(std::string_view source) {
  std::string ignored;
  std::error_code failure;
  if (recording_.empty() || !std::filesystem::exists(recording_, failure)) return std::nullopt;
  const Json json = file_.load(ignored);
  Hasher hasher;
  hasher.add_text(source);
  const bool same =
      json.is_object() && string_at(json, "source") == fmt::format("{:016x}", hasher.value());
  return same ? std::optional(recording_) : std::nullopt;
}

void ProgramMemory::drop_recording() {
  std::error_code ignored;
  if (!recording_.empty()) std::filesystem::remove(recording_, ignored);
}

Result<void> ProgramMemory::save(const Picture& picture, std::string_view source) {
  Hasher hasher;
  hasher.add_text(source);
  Json json{{"file", picture.program->file},
            {"source", fmt::format("{:016x}", hasher.value())},
            {"stops", stops_of(picture)},
            {"bookmarks", bookmarks_of(picture)},
            {"watched", Json::array()}};
  for (const Debugger::Watched& watched : picture.watched) json["watched"].push_back(watched.text);
  return file_.save(json);
}

bool has_edits(const Picture& picture) {
  return std::any_of(picture.branches.begin(), picture.branches.end(),
                     [](const BranchInfo& branch) { return !branch.edits.empty(); });
}

}  // namespace fungescope::ui
