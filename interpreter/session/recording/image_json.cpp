// The members of an image's JSON, each described once for writing and reading.
#include "session/recording/session_image.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>

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

struct EditKind {
  const char* name;
  Edit edit;
};
const std::array<EditKind, 5>& edit_kinds() {
  static const std::array<EditKind, 5> kinds{{{"cell", SetCell{}},
                                              {"stack", SetStack{}},
                                              {"pointer", SetPointer{}},
                                              {"input", SetInput{}},
                                              {"source", SetSource{}}}};
  return kinds;
}
std::string kind_of(const Edit& edit) {
  for (const EditKind& kind : edit_kinds()) {
    if (kind.edit.index() == edit.index()) return kind.name;
  }
  return {};
}
std::optional<Edit> edit_of_kind(const std::string& name) {
  for (const EditKind& kind : edit_kinds()) {
    if (kind.name == name) return kind.edit;
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

void recording_fields(JsonFields& fields, SessionImage& image) {
  fields.object("program", [&image](JsonFields& members) { program_fields(members, image); });
  fields.member("seed", image.seed);
  fields.member("max_stack", image.max_stack);
  fields.each("branches", image.branches, branch_fields);
  fields.member("branch", image.branch);
  fields.member("tick", image.tick);
  list_fields(fields, "stops", image);
}

}  // namespace fungescope
