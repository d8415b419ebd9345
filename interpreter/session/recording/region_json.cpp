#include "session/recording/region_json.h"

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

}  // namespace fungescope
