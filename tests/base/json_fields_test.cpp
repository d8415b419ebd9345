// One description of a type writes it and reads it.
#include "base/json.h"
#include "support/test.h"

namespace {

struct Item {
  std::string name;
  std::uint32_t id = 7;
  bool east = true;
  friend bool operator==(const Item&, const Item&) = default;
};

void item_fields(JsonFields& fields, Item& item) {
  fields.member("name", item.name);
  fields.optional("id", item.id);
  fields.text(
      "direction", item.east, [](bool east) { return east ? "east" : "west"; },
      [](const std::string& text) {
        return text == "east" || text == "west" ? std::optional(text == "east") : std::nullopt;
      },
      "is not a direction");
}

std::string problem_of(const char* text, std::vector<Item>& items) {
  const Json json = Json::parse(text);
  std::string problem;
  JsonReader reader(json, "", problem);
  JsonFields fields(reader);
  fields.each("items", items, item_fields);
  return problem;
}

}  // namespace

TEST_CASE("what is written is read again") {
  const std::vector<Item> items{{"a\xff", 3, false}, {"", 0, true}};
  std::vector<Item> written = items;
  Json json;
  JsonFields fields(json);
  fields.each("items", written, item_fields);
  CHECK(json.dump() ==
        "{\"items\":[{\"name\":\"a\xc3\xbf\",\"id\":3,\"direction\":\"west\"},"
        "{\"name\":\"\",\"id\":0,\"direction\":\"east\"}]}");
  std::vector<Item> read;
  CHECK(problem_of(json.dump().c_str(), read).empty());
  CHECK(read == items);
}

TEST_CASE("a problem names the member, and only optional members may be missing") {
  std::vector<Item> items;
  CHECK(problem_of(R"({"items": [{"name": "a", "direction": "east"}]})", items).empty());
  CHECK(items == std::vector<Item>{{"a", 7, true}});
  CHECK(problem_of(R"({"items": [{"direction": "east"}]})", items) == "items[0].name is missing");
  CHECK(problem_of(R"({"items": [{"name": "a", "direction": "up"}]})", items) ==
        "items[0].direction is not a direction");
  CHECK(problem_of(R"({"items": [{"name": "a", "id": 4294967296, "direction": "east"}]})", items) ==
        "items[0].id is too large");
}
