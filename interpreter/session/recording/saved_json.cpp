#include "session/recording/saved_json.h"

#include <limits>
#include <utility>

namespace fungescope {

Json region_to_json(const Region& region) {
  const auto& [corner, size] = region.area;
  return {{"name", bytes_to_json(region.name)},
          {"x", corner.x},
          {"y", corner.y},
          {"width", size.width},
          {"height", size.height},
          {"encoding", bytes_to_json(to_string(region.encoding))}};
}

Region read_region(JsonReader& reader) {
  Region region;
  region.name = reader.bytes("name");
  region.area.corner.x = reader.signed_number("x");
  region.area.corner.y = reader.signed_number("y");
  region.area.size.width = reader.signed_number("width");
  region.area.size.height = reader.signed_number("height");
  const auto encoding = parse_encoding(reader.bytes("encoding"));
  if (!encoding) reader.complain("encoding", "is not an encoding");
  region.encoding = encoding.value_or(Encoding{});
  return region;
}

namespace {

Json entry_to_json(const NotebookEntry& entry) {
  return {{"number", entry.number},
          {"from", entry.from},
          {"branch", entry.at.branch},
          {"tick", entry.at.tick},
          {"question", bytes_to_json(entry.question)},
          {"answer", bytes_to_json(entry.answer)},
          {"steps", entry.steps},
          {"note", bytes_to_json(entry.note)}};
}

std::uint32_t read_small(JsonReader& reader, const char* key) {
  const std::uint64_t number = reader.number(key);
  if (number > std::numeric_limits<std::uint32_t>::max()) reader.complain(key, "is too large");
  return static_cast<std::uint32_t>(number);
}

NotebookEntry read_entry(JsonReader& reader) {
  NotebookEntry entry;
  entry.number = read_small(reader, "number");
  entry.from = read_small(reader, "from");
  entry.at.branch = read_small(reader, "branch");
  entry.at.tick = reader.number("tick");
  entry.question = reader.bytes("question");
  entry.answer = reader.bytes("answer");
  entry.steps = reader.number("steps");
  entry.note = reader.bytes("note");
  return entry;
}

}  // namespace

SavedNotebook saved_notebook(const Notebook& notebook) {
  const NotebookEntry* const present = notebook.present();
  if (present == nullptr) return {};
  return {notebook.all(), present->number};
}

Json notebook_to_json(const SavedNotebook& notebook) {
  Json entries = Json::array();
  for (const NotebookEntry& entry : notebook.entries) entries.push_back(entry_to_json(entry));
  return {{"present", notebook.present}, {"entries", std::move(entries)}};
}

SavedNotebook read_notebook(JsonReader reader) {
  SavedNotebook notebook;
  reader.each("entries", [&](JsonReader& entry) { notebook.entries.push_back(read_entry(entry)); });
  notebook.present = read_small(reader, "present");
  return notebook;
}

}  // namespace fungescope
