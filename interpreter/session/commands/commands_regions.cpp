// Commands that show, declare, rename and delete regions.
#include "base/escape.h"
#include "base/text_table.h"
#include "lang/annotations.h"
#include "lang/text_cursor.h"
#include "session/commands/arguments.h"
#include "session/expressions/symbols.h"
#include "session/views/views.h"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

Result<const Region*> region_argument(const Call& call) {
  const Symbols& symbols = call.debugger.session().symbols();
  ArgumentParser arguments(call.arguments);
  const auto name = TRY(arguments.text());
  if (const Region* const region = symbols.region(name.bytes)) return region;
  std::vector<std::string> names;
  for (const Region& region : symbols.regions()) names.push_back(region.name);
  if (names.empty()) {
    return fail({{}, 0, 1}, "the program names no regions", "region NAME = X,Y,W,H declares one");
  }
  return fail({{}, 0, 1},
              name.bytes.empty() ? "a region's name is missing"
                                 : fmt::format("there is no region {}", single_quoted(name.bytes)),
              "the regions are " + join_names(names));
}

// Makes a response with the region's members.
Response region_response(const Call& call, const Region& region, std::string text) {
  const auto& [corner, size] = region.area;
  return make_response(call, std::move(text),
                       {{"name", region.name},
                        {"x", corner.x},
                        {"y", corner.y},
                        {"width", size.width},
                        {"height", size.height},
                        {"encoding", to_string(region.encoding)}});
}

Result<Response> declare_region(const Call& call) {
  auto region = parse_region_option(call.arguments);
  if (region) {
    if (auto declared = call.debugger.session().declare_region(*region); !declared) {
      region = tl::unexpected(declared.error());
    }
  }
  if (!region) return fail({{}, 0, 1}, region.error().what, region.error().advice);
  const auto& [corner, size] = region->area;
  return region_response(
      call, *region,
      fmt::format("region {} is {}x{} cells at {}, {}\n", region->name, size.width, size.height,
                  to_string(corner), to_string(region->encoding)));
}

Result<Response> rename_region(const Call& call, const ArgumentParser& arguments) {
  const std::size_t equals = arguments.rest().find('=');
  if (equals == std::string_view::npos) {
    return fail({{}, 0, call.arguments.size() + 1}, "the new name is missing",
                "region rename NAME = NEW");
  }
  const std::string name(trim(arguments.rest().substr(0, equals)));
  const std::string to(trim(arguments.rest().substr(equals + 1)));
  Session& session = call.debugger.session();
  const Region* const region = session.symbols().region(name);
  const std::string from = region == nullptr ? name : region->name;
  const bool possible = region != nullptr && is_declared_by_hand(*region);
  if (auto renamed = session.rename_region(name, to); !renamed) {
    return with_column_offset(renamed.error(),
                              possible ? call.arguments.size() - to.size() : arguments.position());
  }
  Response response = region_response(call, *session.symbols().region(to),
                                      fmt::format("region {} is now {}\n", from, to));
  response.data["renamed"] = from;
  return response;
}

Result<Response> delete_region(const Call& call, const ArgumentParser& arguments) {
  const auto deleted = call.debugger.session().delete_region(arguments.rest());
  if (!deleted) return with_column_offset(deleted.error(), arguments.position());
  const auto& [corner, size] = deleted->area;
  Response response = region_response(
      call, *deleted,
      fmt::format("region {0} is deleted; to have it again: region {0} = {1},{2},{3},{4}:{5}\n",
                  deleted->name, corner.x, corner.y, size.width, size.height,
                  to_string(deleted->encoding)));
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
  Response response = region_response(call, *region, to_text(view));
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
