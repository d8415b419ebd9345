#include "debugger_ui/app/files/program_state.h"

#include "base/hash.h"
#include "base/json.h"
#include "debugger_ui/app/files/program_options.h"
#include "front_end/file_input.h"
#include "front_end/program_file.h"
#include "front_end/session_files.h"
#include "front_end/user_folders.h"
#include "lang/text_cursor.h"
#include "session/recording/recording.h"
#include "session/recording/saved_json.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::uint64_t version = 1;
constexpr const char* version_key = "fungescope_program";

bool has_edits(const History& history) {
  const auto branches = history.branches();
  return std::any_of(branches.begin(), branches.end(),
                     [](const BranchInfo& branch) { return !branch.edits.empty(); });
}

bool rename_to(const std::string& from, const std::string& to) {
  return std::rename(from.c_str(), to.c_str()) == 0;
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return !path.empty() && std::filesystem::exists(path, ignored);
}

// ---- Restoring, one part each

class Resuming {
 public:
  Resuming(Debugger& debugger, Monitor& monitor, const ProgramState& state)
      : debugger_(debugger), monitor_(monitor), state_(state) {}

  RestoreResult run() && {
    const std::string& text = debugger_.session().sources().all().back()->text;
    same_ = hash_of_source(text) == state_.source;
    loaded_ = same_ && !state_.recording.empty() && load();
    // The lists may be newer than the recording. Breakpoints may name regions.
    declare_regions();
    set_breakpoints();
    set_watched();
    if (loaded_) return std::move(result_);
    if (same_) {
      travel();
    } else if (!state_.bookmarks.empty() || !state_.recording.empty()) {
      problem("the program has changed since it was open; its bookmarks and edits are set aside");
    }
    debugger_.session().mark_previous();
    return std::move(result_);
  }

 private:
  void problem(std::string text) { result_.problems.push_back(std::move(text)); }

  bool load() {
    const SessionOptions& options = debugger_.session().options();
    auto loaded = load_recording(state_.recording, options.load.file, options, &monitor_);
    if (!loaded) {
      problem("the edits of last time did not come back: " + loaded.error().what);
      result_.left.recording = state_.recording;
      return false;
    }
    debugger_.replace_session(std::move(*loaded));
    return true;
  }

  // Those of the recording that were deleted since stay deleted.
  void declare_regions() {
    Session& session = debugger_.session();
    const std::vector<Region> present = session.options().regions;
    for (const Region& region : present) {
      const auto same = [&](const Region& saved) {
        return equal_ignoring_case(saved.name, region.name) && saved.area == region.area;
      };
      const bool kept = std::any_of(state_.regions.begin(), state_.regions.end(), same);
      if (loaded_ && !kept) (void)session.delete_region(region.name);
    }
    for (const Region& region : state_.regions) {
      if (const auto declared = session.declare_region(region); !declared) {
        problem(fmt::format("region {}: {}; it is kept", region.name, declared.error().what));
        result_.left.regions.push_back(region);
      }
    }
  }

  void set_breakpoints() {
    Session& session = debugger_.session();
    BreakpointList& breakpoints = session.breakpoints();
    // Breakpoints of the source that the user has deleted stay deleted.
    if (same_) breakpoints.clear();
    for (const ProgramState::SavedBreakpoint& breakpoint : state_.breakpoints) {
      auto stop =
          parse_breakpoint(breakpoint.text, session.symbols(), session.machine().field.size());
      if (!stop) {
        problem(fmt::format("break {}: {}; it is kept", breakpoint.text, stop.error().what));
        result_.left.breakpoints.push_back(breakpoint);
        continue;
      }
      stop->enabled = breakpoint.enabled;
      const std::string text = describe(*stop);
      const auto there = std::find_if(breakpoints.all().begin(), breakpoints.all().end(),
                                      [&](const Breakpoint& set) { return describe(set) == text; });
      if (there != breakpoints.all().end()) {
        there->enabled = breakpoint.enabled;
      } else {
        breakpoints.add(std::move(*stop));
      }
    }
  }

  void set_watched() {
    auto& watched = debugger_.session().watched();
    if (same_) watched.clear();
    for (const std::string& text : state_.watched) {
      if (std::find(watched.begin(), watched.end(), text) == watched.end()) {
        watched.push_back(text);
      }
    }
  }

  // Records the run up to the last bookmark, then seeks to the saved tick.
  void travel() {
    Session& session = debugger_.session();
    History& history = session.history();
    Tick furthest = state_.tick;
    for (const auto& mark : state_.bookmarks) furthest = std::max(furthest, mark.tick);
    const StopReason arrival = history.seek(furthest, &monitor_);
    for (const auto& mark : state_.bookmarks) {
      if (mark.tick > history.end()) {
        result_.left.bookmarks.push_back(mark);
        continue;
      }
      // Skips names in use.
      (void)session.bookmarks().add(mark.name, mark.tick, branch_of(history, mark.tick));
    }
    if (!result_.left.bookmarks.empty()) {
      problem(fmt::format("{} bookmarks were not reached; they are kept",
                          result_.left.bookmarks.size()));
    }
    if (arrival != StopReason::interrupted) history.seek(state_.tick, &monitor_);
    if (state_.notebook.entries.empty()) return;
    const auto restored =
        session.notebook().restore(state_.notebook.entries, state_.notebook.present);
    if (!restored) problem(restored.error().what + "; it is left out");
  }

  Debugger& debugger_;
  Monitor& monitor_;
  const ProgramState& state_;
  bool same_ = false;
  bool loaded_ = false;  // the recording
  RestoreResult result_;
};

// Sets aside the state of another source, which must not be overwritten.
void set_aside(const ProgramStatePaths& paths) {
  rename_to(paths.state, paths.state + ".before");
  rename_to(paths.recording, paths.recording + ".before");
}

}  // namespace

std::uint64_t hash_of_source(std::string_view source) {
  Hasher hasher;
  hasher.add_text(source);
  return hasher.value();
}

Result<ProgramState> capture(Debugger& debugger, Monitor& monitor, SaveScope extent) {
  Session& session = debugger.session();
  const History& history = session.history();
  ProgramState state;
  state.source = hash_of_source(session.sources().all().back()->text);
  for (const Breakpoint& stop : session.breakpoints().all()) {
    state.breakpoints.push_back({describe(stop), stop.enabled});
  }
  for (const Bookmark& mark : session.bookmarks().all()) {
    if (mark.branch == 0) state.bookmarks.push_back({mark.name, mark.tick});
  }
  state.watched = session.watched();
  state.regions = session.options().regions;
  state.tick = history.branch() == 0 ? history.tick() : 0;
  state.seed = session.options().seed;
  state.dialect = session.options().load.dialect.name;
  state.size = size_text(session.options().load.size);
  state.input = history.input();
  if (!has_edits(history)) {
    state.notebook = saved_notebook(session.notebook());
    return state;
  }
  if (extent == SaveScope::lists) {
    state.lists_only = true;
    return state;
  }
  state.recording = TRY(save_recording(session, &monitor));
  return state;
}

RestoreResult resume(Debugger& debugger, Monitor& monitor, const ProgramState& state) {
  return Resuming(debugger, monitor, state).run();
}

bool same_run(const ProgramState& before, const ProgramState& now) {
  const std::string_view earlier = before.input.bytes();
  const std::string_view later = now.input.bytes();
  const bool same_rules =
      before.dialect.empty() || (before.dialect == now.dialect && before.size == now.size);
  return before.source == now.source && before.seed == now.seed && same_rules &&
         later.substr(0, earlier.size()) == earlier;
}

void keep(const ProgramState& left, ProgramState& state) {
  for (const auto& breakpoint : left.breakpoints) {
    const auto same = [&](const auto& other) { return other.text == breakpoint.text; };
    if (std::none_of(state.breakpoints.begin(), state.breakpoints.end(), same)) {
      state.breakpoints.push_back(breakpoint);
    }
  }
  for (const auto& mark : left.bookmarks) {
    const auto same = [&](const auto& other) { return other.name == mark.name; };
    if (std::none_of(state.bookmarks.begin(), state.bookmarks.end(), same)) {
      state.bookmarks.push_back(mark);
    }
  }
  for (const Region& region : left.regions) {
    const auto same = [&](const Region& other) {
      return equal_ignoring_case(other.name, region.name);
    };
    if (std::none_of(state.regions.begin(), state.regions.end(), same)) {
      state.regions.push_back(region);
    }
  }
  if (state.recording.empty() && !state.lists_only) state.recording = left.recording;
}

ProgramStatePaths program_state_paths(const std::string& file) {
  const std::string folder = state_path("programs");
  if (folder.empty()) return {};
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);  // writing will tell if it failed
  std::string key = program_stem(file);
  if (program_origin(file) != ProgramOrigin::built_in) {
    const auto path = std::filesystem::weakly_canonical(file, failure);
    Hasher hasher;
    hasher.add_text(failure ? file : path.string());
    key = fmt::format("{:016x}", hasher.value());
  }
  return {folder + '/' + key + ".json", folder + '/' + key + ".recording"};
}

namespace {

std::string to_json_text(const ProgramState& state, const std::string& file, bool recording) {
  Json json;
  json[version_key] = version;
  json["file"] = bytes_to_json(file);
  json["source"] = state.source;
  json["breakpoints"] = Json::array();
  for (const auto& breakpoint : state.breakpoints) {
    json["breakpoints"].push_back(
        {{"text", bytes_to_json(breakpoint.text)}, {"enabled", breakpoint.enabled}});
  }
  json["bookmarks"] = Json::array();
  for (const auto& mark : state.bookmarks) {
    json["bookmarks"].push_back({{"name", bytes_to_json(mark.name)}, {"tick", mark.tick}});
  }
  json["notebook"] = notebook_to_json(state.notebook);
  json["watched"] = Json::array();
  for (const auto& text : state.watched) {
    json["watched"].push_back({{"text", bytes_to_json(text)}});
  }
  json["regions"] = Json::array();
  for (const Region& region : state.regions) json["regions"].push_back(region_to_json(region));
  json["tick"] = state.tick;
  json["seed"] = state.seed;
  json["dialect"] = bytes_to_json(state.dialect);
  json["size"] = bytes_to_json(state.size);
  json["input"] = bytes_to_json(state.input.bytes());
  json["input_closed"] = state.input.closed();
  json["recording"] = recording;
  return json.dump(1) + '\n';
}

struct Parsed {
  ProgramState state;
  bool recording = false;
};

Result<Parsed> parse(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return fail({}, "this is not a JSON object");
  std::string problem;
  JsonReader reader(json, "", problem);
  if (reader.number(version_key) > version) {
    return fail({}, "a later version of fungescope has written it", "open the program with that");
  }
  Parsed parsed;
  ProgramState& state = parsed.state;
  state.source = reader.number("source");
  reader.each("breakpoints", [&](JsonReader& row) {
    std::string breakpoint = row.bytes("text");
    state.breakpoints.push_back({std::move(breakpoint), row.boolean("enabled")});
  });
  reader.each("bookmarks", [&](JsonReader& row) {
    std::string name = row.bytes("name");
    state.bookmarks.push_back({std::move(name), row.number("tick")});
  });
  reader.each("watched", [&](JsonReader& row) { state.watched.push_back(row.bytes("text")); });
  // Earlier versions did not save these.
  if (reader.has("notebook")) state.notebook = read_notebook(reader.object("notebook"));
  if (json.contains("regions")) {
    reader.each("regions", [&](JsonReader& row) { state.regions.push_back(read_region(row)); });
  }
  state.tick = reader.number("tick");
  state.seed = reader.number("seed");
  if (reader.has("dialect")) state.dialect = reader.bytes("dialect");
  if (reader.has("size")) state.size = reader.bytes("size");
  std::string input = reader.bytes("input");
  state.input = InputLog(std::move(input), reader.boolean("input_closed") ? InputLog::End::closed
                                                                          : InputLog::End::open);
  parsed.recording = reader.boolean("recording");
  if (!problem.empty()) return fail({}, problem);
  return parsed;
}

// Whether a newer version has written the file, which must not be replaced then.
bool is_later(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return false;
  const auto found = json.find(version_key);
  return found != json.end() && found->is_number_unsigned() &&
         found->get<std::uint64_t>() > version;
}

}  // namespace

std::string to_json_text(const ProgramState& state, const std::string& file) {
  return to_json_text(state, file, !state.recording.empty());
}

Result<ProgramState> parse_program_state(std::string_view text) {
  auto parsed = TRY(parse(text));
  return std::move(parsed.state);
}

Result<std::optional<ProgramState>> load_program_state(const std::string& file) {
  const ProgramStatePaths paths = program_state_paths(file);
  if (!is_there(paths.state)) return std::nullopt;
  const auto text = TRY(read_file(paths.state));
  auto parsed = parse(text);
  if (!parsed) {
    Error error = parsed.error();
    error.where.file = paths.state;
    if (is_later(text)) return tl::unexpected(error);
    const bool moved = rename_to(paths.state, paths.state + ".broken");
    error.advice = moved ? "it is kept as " + paths.state + ".broken" : "remove it";
    return tl::unexpected(error);
  }
  if (parsed->recording) {
    parsed->state.recording = TRY(read_file(paths.recording));
  }
  return std::optional(std::move(parsed->state));
}

Result<void> save_program_state(const std::string& file, const ProgramState& state) {
  const ProgramStatePaths paths = program_state_paths(file);
  if (paths.state.empty()) return {};
  bool recorded = false;  // there is a recording that still belongs to this run
  if (is_there(paths.state)) {
    const auto text = read_file(paths.state);
    if (text && is_later(*text)) {
      return fail({paths.state}, "a later version of fungescope has written it",
                  "what was set now is not kept");
    }
    const auto before = text ? parse(*text) : Result<Parsed>();
    const bool known = text && before;
    const bool other = known && !same_run(before->state, state);
    if (other && (before->recording || !before->state.bookmarks.empty())) {
      set_aside(paths);
    } else {
      recorded = state.lists_only && known && !other && before->recording;
    }
  }
  SessionFiles files;
  // The recording first: an interruption leaves the old state with a newer run.
  if (!state.recording.empty()) {
    if (auto written = write_file(files, paths.recording, state.recording); !written) {
      return written;
    }
    recorded = true;
  }
  const std::string json = to_json_text(state, file, recorded);
  if (auto written = write_file(files, paths.state, json); !written) return written;
  std::error_code ignored;
  if (!recorded) std::filesystem::remove(paths.recording, ignored);
  return {};
}

void set_aside_recording(const std::string& file) {
  const std::string path = program_state_paths(file).recording;
  rename_to(path, path + ".before");
}

void forget_program_state(const std::string& file) {
  const ProgramStatePaths paths = program_state_paths(file);
  std::error_code ignored;
  for (const std::string& path : {paths.state, paths.recording}) {
    if (!path.empty()) std::filesystem::remove(path, ignored);
  }
}

}  // namespace fungescope::ui
