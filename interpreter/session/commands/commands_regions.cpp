// Commands that show, declare, rename and delete regions.
#include "base/escape.h"
#include "lang/annotations.h"
#include "lang/text_cursor.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/expressions/nearest_names.h"
#include "session/expressions/symbols.h"
#include "session/views/views.h"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

std::vector<std::string> region_names(const Symbols& symbols) {
  std::vector<std::string> names;
  for (const Region& region : symbols.regions()) names.push_back(region.name);
  return names;
}

Result<const Region*> region_argument(const Call& call) {
  const Symbols& symbols = call.debugger.session().symbols();
  ArgumentParser arguments(call.arguments);
  const auto name = TRY(arguments.text());
  if (const Region* const region = symbols.region(name.bytes)) return region;
  const std::vector<std::string> names = region_names(symbols);
  if (names.empty()) {
    return fail({{}, 0, 1}, "the program names no regions", "region NAME = X,Y,W,H declares one");
  }
  return fail({{}, 0, 1},
              name.bytes.empty() ? "a region's name is missing"
                                 : fmt::format("there is no region {}", single_quoted(name.bytes)),
              "the regions are " + join_names(names));
}

void add_region(Json& data, const std::string& name, const Rectangle& area,
                const Encoding& encoding) {
  data["name"] = name;
  data["x"] = area.corner.x;
  data["y"] = area.corner.y;
  data["width"] = area.size.width;
  data["height"] = area.size.height;
  data["encoding"] = to_string(encoding);
}

// Describes what declares a region: "scratch = 9,1,9,9:ascii".
std::string declaration_of(const Region& region) {
  const auto& [corner, size] = region.area;
  return fmt::format("{} = {},{},{},{}:{}", region.name, corner.x, corner.y, size.width,
                     size.height, to_string(region.encoding));
}

Result<Response> declare_region(const Call& call) {
  auto region = parse_region_option(call.arguments);
  if (region) {
    if (auto declared = call.debugger.session().declare_region(*region); !declared) {
      region = tl::unexpected(declared.error());
    }
  }
  if (!region) return fail({{}, 0, 1}, region.error().what, region.error().advice);
  const Rectangle& area = region->area;
  Response response =
      make_response(call, fmt::format("region {} is {}x{} cells at ({}, {}), {}\n", region->name,
                                      area.size.width, area.size.height, area.corner.x,
                                      area.corner.y, to_string(region->encoding)));
  add_region(response.data, region->name, region->area, region->encoding);
  return response;
}

// Parses `NAME`, which ends at `=` or at the end.
Result<std::string> declared_name(ArgumentParser& arguments) {
  const std::string_view rest = arguments.rest();
  const std::string_view name = trim(rest.substr(0, rest.find('=')));
  if (name.empty()) return arguments.fail_here("a region's name is missing");
  return std::string(name);
}

// Gives an error without a location that of the next word.
tl::unexpected<Error> at_next_word(const ArgumentParser& arguments, const Error& error) {
  return arguments.fail_here(error.what, error.advice);
}

Result<Response> rename_region(const Call& call, ArgumentParser arguments) {
  const auto name = TRY(declared_name(arguments));
  const std::size_t equals = arguments.rest().find('=');
  if (equals == std::string_view::npos) {
    return fail({{}, 0, call.arguments.size() + 1}, "the new name is missing",
                "region rename NAME = NEW");
  }
  const std::string to(trim(arguments.rest().substr(equals + 1)));
  Session& session = call.debugger.session();
  const Region* const region = session.symbols().region(name);
  const std::string from = region == nullptr ? name : region->name;
  const bool possible = region != nullptr && is_declared_by_hand(*region);
  if (auto renamed = session.rename_region(name, to); !renamed) {
    if (!possible) return at_next_word(arguments, renamed.error());
    return fail({{}, 0, call.arguments.size() - to.size() + 1}, renamed.error().what,
                renamed.error().advice);
  }
  Response response = make_response(call, fmt::format("region {} is now {}\n", from, to));
  const Region& now = *session.symbols().region(to);
  add_region(response.data, now.name, now.area, now.encoding);
  response.data["renamed"] = from;
  return response;
}

Result<Response> delete_region(const Call& call, const ArgumentParser& arguments) {
  const auto deleted = call.debugger.session().delete_region(arguments.rest());
  if (!deleted) return at_next_word(arguments, deleted.error());
  Response response =
      make_response(call, fmt::format("region {} is deleted; to have it again: region {}\n",
                                      deleted->name, declaration_of(*deleted)));
  add_region(response.data, deleted->name, deleted->area, deleted->encoding);
  response.data["deleted"] = true;
  return response;
}

// Whether `verb` and an argument follow. A source may name a region so.
bool take_verb(ArgumentParser& arguments, std::string_view verb, const Symbols& symbols) {
  ArgumentParser peek = arguments;
  if (symbols.region(peek.rest()) != nullptr || !peek.take_word(verb)) return false;
  if (peek.at_end() || peek.rest().starts_with('=')) return false;
  arguments = peek;
  return true;
}

Result<Response> view_region_command(const Call& call) {
  ArgumentParser arguments(call.arguments);
  const Symbols& symbols = call.debugger.session().symbols();
  if (take_verb(arguments, "rename", symbols)) return rename_region(call, arguments);
  if (take_verb(arguments, "delete", symbols)) return delete_region(call, arguments);
  if (call.arguments.find('=') != std::string_view::npos) return declare_region(call);
  const auto region = TRY(region_argument(call));
  const Session& session = call.debugger.session();
  const RegionView view = view_region(*region, session.machine().field, &session.previous());
  Response response = make_response(call, to_text(view));
  Json values = Json::array();
  Json changed = Json::array();
  for (std::int64_t y = 0; y < view.area.size.height; ++y) {
    Json row = Json::array();
    for (std::int64_t x = 0; x < view.area.size.width; ++x) {
      const CellView& cell = view.at({x, y});
      row.push_back(cell.value);
      if (cell.changed()) {
        changed.push_back({{"x", x}, {"y", y}, {"before", cell.before}, {"now", cell.value}});
      }
    }
    values.push_back(std::move(row));
  }
  add_region(response.data, view.name, view.area, view.encoding);
  response.data["rows"] = std::move(values);
  response.data["changed"] = std::move(changed);
  return response;
}

}  // namespace

std::span<const Command> region_commands() {
  static constexpr std::array table{
      Command{
          "region", "r", "", "NAME [= X,Y,W,H[:ENCODING]] | rename NAME = NEW | delete NAME",
          "a region, decoded, with what has changed; or declare one",
          "Since the last stop. With an area it declares a region: ENCODING is ascii, decimal,\n"
          "hex or bool. Names are words of letters, digits and _, and new: not those of other\n"
          "regions, of variables or of keywords. What was declared so can be renamed and\n"
          "deleted; what the source declares is changed there.\n"
          "  region grid\n  region scratch = 9,1,9,9:ascii\n"
          "  region rename scratch = notes\n  region delete notes\n",
          view_region_command},
  };
  return table;
}

}  // namespace fungescope
