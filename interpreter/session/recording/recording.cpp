#include "session/recording/recording.h"

#include "base/hash.h"

#include <array>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace fungescope {
namespace {

// ---- The program

void size_fields(JsonFields& fields, std::optional<LoadOptions::SizeOverride>& size) {
  if (fields.reading() && fields.has("size")) size = LoadOptions::SizeOverride{};
  if (!size) return;
  fields.object("size", [&size](JsonFields& members) {
    members.member("source", size->source);
    members.member("width", size->size.width);
    members.member("height", size->size.height);
  });
  const bool valid = size->source || (size->size.width >= 1 && size->size.height >= 1);
  if (!valid) fields.complain("size", "is not a size");
}

void program_fields(JsonFields& fields, SessionImage& image) {
  fields.member("file", image.file);
  fields.member("source", image.source);
  fields.member("dialect", image.dialect);
  fields.member("annotations", image.annotations);
  fields.each("regions", image.regions, region_fields);
  size_fields(fields, image.size);
}

// ---- Edits

void point_fields(JsonFields& fields, Point& at) {
  fields.member("x", at.x);
  fields.member("y", at.y);
}

std::optional<Direction> find_direction(const std::string& name) {
  for (const Direction direction : all_directions) {
    if (name == to_string(direction)) return direction;
  }
  return std::nullopt;
}

void edit_fields(JsonFields& fields, SetCell& edit) {
  point_fields(fields, edit.at);
  fields.member("value", edit.value);
}
void edit_fields(JsonFields& fields, SetStack& edit) {
  fields.member("values", edit.values);
  if (fields.reading() || edit.kept > 0) fields.optional("kept", edit.kept);
}
void edit_fields(JsonFields& fields, SetPointer& edit) {
  point_fields(fields, edit.at);
  fields.text(
      "direction", edit.direction, [](Direction direction) { return to_string(direction); },
      find_direction, "is not a direction");
  fields.member("string_mode", edit.string_mode);
}
void edit_fields(JsonFields& fields, SetInput& edit) {
  fields.member("bytes", edit.bytes);
  fields.member("closed", edit.closed);
}
void edit_fields(JsonFields& /*fields*/, SetSource& /*edit*/) {}  // SavedEdit::source

std::string kind_of(const Edit& edit) {
  constexpr std::array<const char*, std::variant_size_v<Edit>> kinds{"cell", "stack", "pointer",
                                                                     "input", "source"};
  return kinds[edit.index()];
}
std::optional<Edit> edit_of_kind(const std::string& name) {
  for (const Edit& edit : {Edit(SetCell{}), Edit(SetStack{}), Edit(SetPointer{}), Edit(SetInput{}),
                           Edit(SetSource{})}) {
    if (kind_of(edit) == name) return edit;
  }
  return std::nullopt;
}

void saved_edit_fields(JsonFields& fields, SavedEdit& saved) {
  fields.text("kind", saved.edit, kind_of, edit_of_kind, "is not a kind of edit");
  std::visit([&fields](auto& edit) { edit_fields(fields, edit); }, saved.edit);
  if (std::holds_alternative<SetSource>(saved.edit)) fields.member("bytes", saved.source);
}

void branch_fields(JsonFields& fields, SavedBranch& branch) {
  fields.member("id", branch.id);
  fields.member("parent", branch.parent);
  fields.member("begin", branch.begin);
  fields.member("end", branch.end);
  fields.each("edits", branch.edits, saved_edit_fields);
  input_fields(fields, "input", "closed", branch.input);
  fields.member("hash", branch.hash);
}

// ---- What the user has set

void breakpoint_fields(JsonFields& fields, SavedBreakpoint& breakpoint) {
  fields.member("text", breakpoint.text);
  fields.member("enabled", breakpoint.enabled);
  fields.optional("hits", breakpoint.hits);
}

void bookmark_fields(JsonFields& fields, Bookmark& bookmark) {
  fields.member("name", bookmark.name);
  fields.member("tick", bookmark.tick);
  fields.optional("branch", bookmark.branch);
}

void watched_fields(JsonFields& fields, std::string& watched) {
  fields.member("text", watched);
}

void entry_fields(JsonFields& fields, NotebookEntry& entry) {
  fields.member("number", entry.number);
  fields.member("from", entry.from);
  fields.member("branch", entry.at.branch);
  fields.member("tick", entry.at.tick);
  fields.member("question", entry.question);
  fields.member("answer", entry.answer);
  fields.member("steps", entry.steps);
  fields.member("note", entry.note);
}

void recording_fields(JsonFields& fields, SessionImage& image) {
  fields.object("program", [&image](JsonFields& members) { program_fields(members, image); });
  fields.member("seed", image.seed);
  fields.member("max_stack", image.max_stack);
  fields.each("branches", image.branches, branch_fields);
  fields.member("branch", image.branch);
  fields.member("tick", image.tick);
  list_fields(fields, "stops", image);
}

// ---- The file

constexpr std::string_view magic = "fungescope recording ";
constexpr std::uint64_t version = 1;
constexpr std::string_view advice_damaged = "it was changed since it was saved; save it again";

std::string hash_line(std::string_view text) {
  Hasher hasher;
  hasher.add_text(text);
  return fmt::format("{:016x}\n", hasher.value());
}

// Returns what follows the format, the version and the hash.
Result<std::string_view> body_of(std::string_view bytes) {
  if (!is_recording(bytes)) return fail({}, "this is not a recording", "save makes them");
  const std::size_t first_end = bytes.find('\n');
  const std::string_view number = bytes.substr(0, first_end).substr(magic.size());
  if (number != fmt::format("{}", version)) {
    return fail({},
                fmt::format("the recording is of version {}, and this program reads {}",
                            std::string(number.substr(0, 20)), version),
                "load it with the program that saved it");
  }
  const std::string_view rest =
      first_end == std::string_view::npos ? std::string_view() : bytes.substr(first_end + 1);
  const std::size_t hash_end = rest.find('\n');
  if (hash_end == std::string_view::npos) {
    return fail({}, "the recording is cut off", std::string(advice_damaged));
  }
  const std::string_view body = rest.substr(hash_end + 1);
  if (rest.substr(0, hash_end + 1) != hash_line(body)) {
    return fail({}, "the recording is damaged", std::string(advice_damaged));
  }
  return body;
}

// Fails, naming the member, if one is missing, has the wrong type or is out of range. Does not
// check that the members are consistent.
Result<SessionImage> parse_image(std::string_view text) {
  constexpr int max_nesting = 16;  // a recording has 6
  if (is_nested_deeper(text, max_nesting)) return fail({}, "it is nested too deeply");
  const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) return fail({}, "it is not JSON");
  std::string problem;
  JsonReader reader(json, "", problem);
  JsonFields fields(reader);
  SessionImage image;
  recording_fields(fields, image);
  if (!problem.empty()) return fail({}, std::move(problem));
  if (image.branches.empty()) return fail({}, "the recording contradicts itself: it has no branch");
  return image;
}

tl::unexpected<Error> in_file(Error error, const std::string& file) {
  error.where = {file, 0, 0};
  return tl::unexpected(std::move(error));
}

Result<SessionImage> recorded_image_in(std::string_view bytes, const std::string& file) {
  const auto body = body_of(bytes);
  if (!body) return in_file(body.error(), file);
  auto image = parse_image(*body);
  if (!image) return in_file(image.error(), file);
  return image;
}

}  // namespace

void region_fields(JsonFields& fields, Region& region) {
  fields.member("name", region.name);
  point_fields(fields, region.area.corner);
  fields.member("width", region.area.size.width);
  fields.member("height", region.area.size.height);
  fields.text(
      "encoding", region.encoding, [](const Encoding& encoding) { return to_string(encoding); },
      parse_encoding, "is not an encoding");
}

void input_fields(JsonFields& fields, const char* bytes_key, const char* closed_key,
                  InputLog& log) {
  std::string bytes(log.bytes());
  bool closed = log.closed();
  fields.member(bytes_key, bytes);
  fields.member(closed_key, closed);
  log = InputLog(std::move(bytes), closed ? InputLog::End::closed : InputLog::End::open);
}

void list_fields(JsonFields& fields, const char* breakpoints_key, SessionImage& image) {
  fields.each(breakpoints_key, image.breakpoints, breakpoint_fields);
  fields.optional("bookmarks", image.bookmarks, bookmark_fields);
  fields.optional("watched", image.watched, watched_fields);
  if (!fields.has("notebook")) return;
  fields.object("notebook", [&image](JsonFields& members) {
    members.member("present", image.notebook.present);
    members.each("entries", image.notebook.entries, entry_fields);
  });
}

bool is_recording(std::string_view bytes) {
  return bytes.starts_with(magic);
}

Result<std::string> save_recording(Session& session, Monitor* monitor) {
  session.notebook().remove_lost(session.history());
  SessionImage image = image_of(session);
  TRY(add_branches(session, image, monitor));
  // The regions are declared for the first source, from which they may have moved away.
  const Size first = session.sources().front()->field->size();
  std::erase_if(image.regions,
                [first](const Region& region) { return !fits_into(region.area, first); });
  Json json;
  JsonFields fields(json);
  recording_fields(fields, image);
  const std::string body = json_text(json, 1) + '\n';
  return fmt::format("{}{}\n{}{}", magic, version, hash_line(body), body);
}

Result<void> check_recording(std::string_view bytes, const std::string& file) {
  TRY(recorded_image_in(bytes, file));
  return {};
}

Result<std::unique_ptr<Session>> load_recording(std::string_view bytes, const std::string& file,
                                                const SessionOptions& options, Monitor* monitor) {
  const auto image = TRY(recorded_image_in(bytes, file));
  auto session = session_of(image, options, monitor);
  if (!session) return in_file(session.error(), file);
  return session;
}

}  // namespace fungescope
