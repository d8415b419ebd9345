#include "debugger_ui/app/files/program_state.h"

#include "base/hash.h"
#include "base/json.h"
#include "front_end/file_input.h"
#include "front_end/file_output.h"
#include "front_end/program_file.h"
#include "lang/text_cursor.h"
#include "session/recording/recording.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::uint64_t version = 1;
constexpr const char* version_key = "fungescope_program";

// Appends the items of `from` that have no like in `to`.
template <class T, class Alike>
void append_missing(const std::vector<T>& from, std::vector<T>& to, Alike alike) {
  for (const T& item : from) {
    const auto same = [&](const T& other) { return alike(item, other); };
    if (std::none_of(to.begin(), to.end(), same)) to.push_back(item);
  }
}

bool rename_to(const std::string& from, const std::string& to) {
  return std::rename(from.c_str(), to.c_str()) == 0;
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return !path.empty() && std::filesystem::exists(path, ignored);
}

// Records the run up to the last bookmark, then seeks to the saved tick.
void restore_instants(Session& session, Monitor& monitor, const SessionImage& image,
                      std::vector<Bookmark>& not_reached) {
  History& history = session.history();
  Tick furthest = image.tick;
  for (const Bookmark& mark : image.bookmarks) furthest = std::max(furthest, mark.tick);
  const StopReason arrival = history.seek(furthest, &monitor);
  for (const Bookmark& mark : image.bookmarks) {
    if (mark.tick > history.end()) {
      not_reached.push_back(mark);
    } else {
      // Skips names in use.
      (void)session.bookmarks().add(mark.name, mark.tick, branch_of(history, mark.tick));
    }
  }
  if (arrival != StopReason::interrupted) history.seek(image.tick, &monitor);
}

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

bool has_edits(const std::vector<BranchInfo>& branches) {
  return std::any_of(branches.begin(), branches.end(),
                     [](const BranchInfo& branch) { return !branch.edits.empty(); });
}

Result<ProgramState> capture(Debugger& debugger, Monitor& monitor, SaveScope extent) {
  Session& session = debugger.session();
  ProgramState state;
  state.source = hash_of_source(session.sources().back()->text);
  SessionImage& image = state.image;
  image = image_of(session);
  std::erase_if(image.bookmarks, [](const Bookmark& mark) { return mark.branch != 0; });
  if (image.branch != 0) image.tick = 0;
  state.has_recording = has_edits(session.history().branches());
  if (!state.has_recording) return state;
  image.notebook = {};
  if (extent == SaveScope::all) state.recording = TRY(save_recording(session, &monitor));
  return state;
}

RestoreResult resume(Debugger& debugger, Monitor& monitor, const ProgramState& state) {
  Session& session = debugger.session();
  const SessionImage& image = state.image;
  RestoreResult result;
  SessionImage& unrestored = result.unrestored.image;
  const auto report = [&](std::string text) { result.problems.push_back(std::move(text)); };
  const bool same = hash_of_source(session.sources().back()->text) == state.source;
  // Declared breakpoints that the user has deleted stay deleted.
  if (same) {
    session.breakpoints().clear();
    session.watched().clear();
  }
  // First the regions, which breakpoints may name.
  for (const Region& region : image.regions) {
    if (const auto declared = session.declare_region(region); !declared) {
      report(fmt::format("region {}: {}; it is kept", region.name, declared.error().what));
      unrestored.regions.push_back(region);
    }
  }
  restore_breakpoints(image, session, [&](const auto& breakpoint, const auto& reason) {
    report(fmt::format("break {}: {}; it is kept", breakpoint.text, reason));
    unrestored.breakpoints.push_back(breakpoint);
  });
  append_missing(image.watched, session.watched(), std::equal_to<>());
  if (same) {
    restore_instants(session, monitor, image, unrestored.bookmarks);
    if (!unrestored.bookmarks.empty()) {
      report(
          fmt::format("{} bookmarks were not reached; they are kept", unrestored.bookmarks.size()));
    }
    const SavedNotebook& notebook = image.notebook;
    if (!notebook.entries.empty()) {
      const auto restored = session.notebook().restore(notebook.entries, notebook.present);
      if (!restored) report(restored.error().what + "; it is left out");
    }
  } else if (!image.bookmarks.empty()) {
    report("the program has changed since it was open; its bookmarks and edits are set aside");
  }
  session.mark_previous();
  return result;
}

Result<void> restore_edited_run(Debugger& debugger, Monitor& monitor,
                                const std::string& recording) {
  Session& present = debugger.session();
  const SessionOptions& options = present.options();
  auto loaded = TRY(load_recording(recording, options.load.file, options, &monitor));
  Session& session = *loaded;
  const auto is_present = [&options](const Region& region) {
    return std::any_of(options.regions.begin(), options.regions.end(), [&](const Region& other) {
      return region_option(other) == region_option(region);
    });
  };
  const std::vector<Region> recorded = session.options().regions;
  for (const Region& region : recorded) {
    if (!is_present(region)) (void)session.delete_region(region.name);
  }
  for (const Region& region : options.regions) (void)session.declare_region(region);
  session.breakpoints() = present.breakpoints();
  for (Breakpoint& breakpoint : session.breakpoints().all()) {
    reparse(breakpoint, session.symbols(), session.machine().field.size());
  }
  session.watched() = present.watched();
  debugger.replace_session(std::move(loaded));
  return {};
}

bool same_run(const ProgramState& before, const ProgramState& now) {
  const SessionImage& old = before.image;
  const SessionImage& present = now.image;
  const bool same_rules =
      old.dialect.empty() || (old.dialect == present.dialect && old.size == present.size);
  return before.source == now.source && old.seed == present.seed && same_rules &&
         present.input->bytes().starts_with(old.input->bytes());
}

void carry_over(const ProgramState& unrestored, ProgramState& state) {
  const SessionImage& from = unrestored.image;
  SessionImage& to = state.image;
  append_missing(from.breakpoints, to.breakpoints,
                 [](const auto& a, const auto& b) { return a.text == b.text; });
  append_missing(from.bookmarks, to.bookmarks,
                 [](const auto& a, const auto& b) { return a.name == b.name; });
  append_missing(from.regions, to.regions,
                 [](const auto& a, const auto& b) { return equal_ignoring_case(a.name, b.name); });
  if (!state.has_recording) state.recording = unrestored.recording;
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

void state_fields(JsonFields& fields, ProgramState& state) {
  SessionImage& image = state.image;
  if (!image.input) image.input.emplace();
  fields.member("source", state.source);
  list_fields(fields, "breakpoints", image);
  // Earlier versions did not save some of these.
  fields.optional("regions", image.regions, region_fields);
  fields.member("tick", image.tick);
  fields.member("seed", image.seed);
  if (fields.reading()) image.dialect.clear();
  fields.optional("dialect", image.dialect);
  std::string size = size_option(image.size);
  fields.optional("size", size);
  if (const auto parsed = parse_size_option(size)) image.size = *parsed;
  input_fields(fields, "input", "input_closed", *image.input);
  fields.member("recording", state.has_recording);
}

// Returns nothing if a newer version has written it, which must not be replaced.
Result<std::optional<ProgramState>> parse(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return fail({}, "this is not a JSON object");
  std::string problem;
  JsonReader reader(json, "", problem);
  if (reader.number(version_key) > version) return std::nullopt;
  ProgramState state;
  JsonFields fields(reader);
  state_fields(fields, state);
  if (!problem.empty()) return fail({}, problem);
  return state;
}

tl::unexpected<Error> fail_later(const std::string& file, const char* advice) {
  return fail({file}, "a later version of fungescope has written it", advice);
}

// Whether the saved recording belongs to the run of `state`, and stays. Sets aside a state of
// another run that would be lost.
Result<bool> keeps_recording(const ProgramStatePaths& paths, const ProgramState& state) {
  const auto text = is_there(paths.state) ? read_file(paths.state) : Result<std::string>("");
  const auto saved = text ? parse(*text) : tl::unexpected(text.error());
  if (!saved) return false;
  if (!*saved) return fail_later(paths.state, "what was set now is not kept");
  const ProgramState& before = **saved;
  if (same_run(before, state)) return state.has_recording && before.has_recording;
  if (before.has_recording || !before.image.bookmarks.empty()) set_aside(paths);
  return false;
}

}  // namespace

std::string to_json_text(ProgramState state, std::string file) {
  Json json;
  json[version_key] = version;
  JsonFields fields(json);
  fields.member("file", file);
  state_fields(fields, state);
  return json_text(json, 1) + '\n';
}

Result<ProgramState> parse_program_state(std::string_view text) {
  auto saved = TRY(parse(text));
  if (!saved) return fail_later({}, "open the program with that");
  return std::move(*saved);
}

Result<std::optional<ProgramState>> load_program_state(const std::string& file) {
  const ProgramStatePaths paths = program_state_paths(file);
  if (!is_there(paths.state)) return std::nullopt;
  const auto text = TRY(read_file(paths.state));
  auto saved = parse(text);
  if (!saved) {
    Error error = saved.error();
    error.where.file = paths.state;
    const bool moved = rename_to(paths.state, paths.state + ".broken");
    error.advice = moved ? "it is kept as " + paths.state + ".broken" : "remove it";
    return tl::unexpected(error);
  }
  if (!*saved) return fail_later(paths.state, "open the program with that");
  ProgramState& state = **saved;
  if (state.has_recording) state.recording = TRY(read_file(paths.recording));
  return std::move(*saved);
}

Result<void> save_program_state(const std::string& file, const ProgramState& state) {
  const ProgramStatePaths paths = program_state_paths(file);
  if (paths.state.empty()) return {};
  const auto kept = TRY(keeps_recording(paths, state));
  ProgramState described = state;
  described.has_recording = kept || !state.recording.empty();
  // The recording first: an interruption leaves the old state with a newer run.
  if (!state.recording.empty()) TRY(replace_file(paths.recording, state.recording));
  TRY(replace_file(paths.state, to_json_text(described, file)));
  std::error_code ignored;
  if (!described.has_recording) std::filesystem::remove(paths.recording, ignored);
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
