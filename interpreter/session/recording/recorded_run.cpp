#include "session/recording/recorded_run.h"

#include "base/json.h"
#include "session/recording/saved_json.h"

#include <limits>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// ---- Writing

Json to_json(const SetCell& edit) {
  return {{"kind", "cell"}, {"x", edit.at.x}, {"y", edit.at.y}, {"value", edit.value}};
}
Json to_json(const SetStack& edit) {
  Json json{{"kind", "stack"}, {"values", edit.values}};
  if (edit.kept > 0) json["kept"] = edit.kept;
  return json;
}
Json to_json(const SetPointer& edit) {
  return {{"kind", "pointer"},
          {"x", edit.at.x},
          {"y", edit.at.y},
          {"direction", to_string(edit.direction)},
          {"string_mode", edit.string_mode}};
}
Json to_json(const SetInput& edit) {
  return {{"kind", "input"}, {"bytes", bytes_to_json(edit.bytes)}, {"closed", edit.closed}};
}
Json to_json(const SetSource& /*edit*/) {
  return {{"kind", "source"}};  // its bytes are added by the caller
}

Json to_json(const RecordedBranch& branch) {
  Json edits = Json::array();
  auto source = branch.sources.begin();
  for (const Edit& edit : branch.info.edits) {
    edits.push_back(std::visit([](const auto& one) { return to_json(one); }, edit));
    if (std::holds_alternative<SetSource>(edit)) edits.back()["bytes"] = bytes_to_json(*source++);
  }
  return {{"id", branch.info.id},
          {"parent", branch.info.parent},
          {"begin", branch.info.begin},
          {"end", branch.info.end},
          {"edits", std::move(edits)},
          {"input", bytes_to_json(branch.input.bytes())},
          {"closed", branch.input.closed()},
          {"hash", branch.hash}};
}

Json to_json(const RecordedBreakpoint& breakpoint) {
  return {{"text", bytes_to_json(breakpoint.text)},
          {"enabled", breakpoint.enabled},
          {"hits", breakpoint.hits}};
}

Json to_json(const Region& region) {
  return region_to_json(region);
}

Json to_json(const Bookmark& bookmark) {
  return {
      {"name", bytes_to_json(bookmark.name)}, {"tick", bookmark.tick}, {"branch", bookmark.branch}};
}

Json to_json(const std::string& watched) {
  return {{"text", bytes_to_json(watched)}};
}

template <class T>
Json to_json(const std::vector<T>& items) {
  Json array = Json::array();
  for (const T& item : items) array.push_back(to_json(item));
  return array;
}

// ---- Reading

Direction read_direction(JsonReader& reader, const char* key) {
  const std::string name = reader.bytes(key);
  for (const Direction direction : all_directions) {
    if (name == to_string(direction)) return direction;
  }
  reader.complain(key, "is not a direction");
  return Direction::east;
}

Point read_point(JsonReader& reader) {
  const std::int64_t x = reader.signed_number("x");
  return {x, reader.signed_number("y")};
}

Edit read_edit(JsonReader& reader, std::vector<std::string>& sources) {
  const std::string kind = reader.bytes("kind");
  if (kind == "cell") {
    const Point at = read_point(reader);
    return SetCell{at, reader.signed_number("value")};
  }
  if (kind == "stack") {
    std::vector<std::int64_t> values = reader.signed_numbers("values");
    return SetStack{std::move(values), reader.has("kept") ? reader.number("kept") : 0};
  }
  if (kind == "pointer") {
    const Point at = read_point(reader);
    const Direction direction = read_direction(reader, "direction");
    return SetPointer{at, direction, reader.boolean("string_mode")};
  }
  if (kind == "input") {
    std::string bytes = reader.bytes("bytes");
    return SetInput{std::move(bytes), reader.boolean("closed")};
  }
  if (kind == "source") {
    sources.push_back(reader.bytes("bytes"));
    return SetSource{};
  }
  reader.complain("kind", "is not a kind of edit");
  return SetCell{};
}

BranchId read_id(JsonReader& reader, const char* key) {
  const std::uint64_t id = reader.number(key);
  if (id > std::numeric_limits<BranchId>::max()) reader.complain(key, "is too large");
  return static_cast<BranchId>(id);
}

RecordedBranch read_branch(JsonReader& reader) {
  RecordedBranch branch;
  branch.info.id = read_id(reader, "id");
  branch.info.parent = read_id(reader, "parent");
  branch.info.begin = reader.number("begin");
  branch.info.end = reader.number("end");
  reader.each("edits", [&branch](JsonReader& edit) {
    branch.info.edits.push_back(read_edit(edit, branch.sources));
  });
  std::string bytes = reader.bytes("input");
  const bool closed = reader.boolean("closed");
  branch.input = InputLog(std::move(bytes), closed ? InputLog::End::closed : InputLog::End::open);
  branch.hash = reader.number("hash");
  return branch;
}

RecordedBreakpoint read_breakpoint(JsonReader& reader) {
  RecordedBreakpoint breakpoint;
  breakpoint.text = reader.bytes("text");
  breakpoint.enabled = reader.boolean("enabled");
  breakpoint.hits = reader.number("hits");
  return breakpoint;
}

Bookmark read_bookmark(JsonReader& reader) {
  Bookmark bookmark;
  bookmark.name = reader.bytes("name");
  bookmark.tick = reader.number("tick");
  bookmark.branch = read_id(reader, "branch");
  return bookmark;
}

void read_program(JsonReader reader, RecordedRun& run) {
  run.file = reader.bytes("file");
  run.source = reader.bytes("source");
  run.dialect = reader.bytes("dialect");
  run.annotations = reader.boolean("annotations");
  if (reader.has("size")) {
    JsonReader size = reader.object("size");
    LoadOptions::SizeOverride given;
    given.source = size.boolean("source");
    given.size.width = size.signed_number("width");
    given.size.height = size.signed_number("height");
    const bool valid = given.source || (given.size.width >= 1 && given.size.height >= 1);
    if (!valid) reader.complain("size", "is not a size");
    run.size = given;
  }
  reader.each("regions",
              [&run](JsonReader& region) { run.regions.push_back(read_region(region)); });
}

}  // namespace

std::string to_json_text(const RecordedRun& run) {
  Json program{{"file", bytes_to_json(run.file)},
               {"source", bytes_to_json(run.source)},
               {"dialect", bytes_to_json(run.dialect)},
               {"annotations", run.annotations},
               {"regions", to_json(run.regions)}};
  if (run.size) {
    program["size"] = {{"source", run.size->source},
                       {"width", run.size->size.width},
                       {"height", run.size->size.height}};
  }
  const Json json{{"program", std::move(program)},
                  {"seed", run.seed},
                  {"max_stack", run.max_stack},
                  {"branches", to_json(run.branches)},
                  {"branch", run.branch},
                  {"tick", run.tick},
                  {"stops", to_json(run.breakpoints)},
                  {"bookmarks", to_json(run.bookmarks)},
                  {"watched", to_json(run.watched)},
                  {"notebook", notebook_to_json(run.notebook)}};
  return json_text(json, 1) + '\n';
}

Result<RecordedRun> parse_recorded_run(std::string_view text) {
  constexpr int max_nesting = 16;  // a recording has 6
  if (is_nested_deeper(text, max_nesting)) return fail({}, "it is nested too deeply");
  const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) return fail({}, "it is not JSON");
  std::string problem;
  JsonReader reader(json, "", problem);
  RecordedRun run;
  read_program(reader.object("program"), run);
  run.seed = reader.number("seed");
  run.max_stack = reader.number("max_stack");
  reader.each("branches",
              [&run](JsonReader& branch) { run.branches.push_back(read_branch(branch)); });
  run.branch = read_id(reader, "branch");
  run.tick = reader.number("tick");
  reader.each("stops", [&run](JsonReader& breakpoint) {
    run.breakpoints.push_back(read_breakpoint(breakpoint));
  });
  if (reader.has("bookmarks")) {
    reader.each("bookmarks",
                [&run](JsonReader& one) { run.bookmarks.push_back(read_bookmark(one)); });
  }
  if (reader.has("watched")) {
    reader.each("watched", [&run](JsonReader& one) { run.watched.push_back(one.bytes("text")); });
  }
  if (reader.has("notebook")) run.notebook = read_notebook(reader.object("notebook"));
  if (!problem.empty()) return fail({}, std::move(problem));
  return run;
}

}  // namespace fungescope
