#include "session/commands/why/why_relevant.h"

#include "base/text_table.h"
#include "lang/value_format.h"
#include "session/commands/run_report.h"
#include "session/expressions/symbols.h"
#include "session/why/slice/relevant_slice.h"
#include "session/why/why_text.h"

#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::size_t max_named_cells = 40;

std::string names_of(const std::vector<Point>& cells, const Symbols& symbols) {
  std::string text;
  for (std::size_t i = 0; i < cells.size() && i < max_named_cells; ++i) {
    text += (i == 0 ? "" : ", ") + cell_name(symbols, cells[i]);
  }
  if (cells.size() > max_named_cells) {
    text += fmt::format(" and {} more", with_separators(cells.size() - max_named_cells));
  }
  return text;
}

std::string to_text(const RelevantSlice& slice, const Session& session) {
  std::string text = fmt::format("{} is {}", slice.asked.name, describe_value(slice.value));
  if (slice.by) {
    text += fmt::format(", printed at tick {}, by {}", with_separators(slice.to),
                        fungescope::to_string(*slice.by));
  }
  text += '\n';
  if (slice.cut) {
    return text + fmt::format(
                      "cut: the run up to there has {} ticks, too many to trace; no input byte "
                      "and no cell is excluded; ask at an earlier instant\n",
                      with_separators(slice.to - slice.from));
  }
  text += fmt::format(
      "what can change it, of {} input bytes that were read and {} cells:\n",
      with_separators(slice.input_read),
      with_separators(static_cast<std::uint64_t>(session.machine().field.size().area())));
  text += slice.input_bytes.empty() ? "  no input byte\n"
                                    : "  input: " + byte_ranges(slice.input_bytes) + '\n';
  if (slice.cells.empty()) {
    text += "  the value of no cell\n";
  } else {
    text += fmt::format("  {} by {}: {}\n", slice.cells.size() == 1 ? "a cell" : "cells",
                        slice.cells.size() == 1 ? "its value" : "their values",
                        names_of(slice.cells, session.symbols()));
  }
  if (!slice.slots.empty()) {
    text += fmt::format("  values on the stack: {}\n", with_separators(slice.slots.size()));
  }
  text += fmt::format("  {} cells as instructions; {} of {} branches mattered\n",
                      with_separators(slice.path.size()), with_separators(slice.relevant_decisions),
                      with_separators(slice.decisions));
  if (slice.from > session.history().begin()) {
    text +=
        fmt::format("as they were at tick {}, after the last edit\n", with_separators(slice.from));
  }
  return text + "nothing else can\n";
}

Json points_to_json(const std::vector<Point>& points) {
  Json json = Json::array();
  for (const Point at : points) json.push_back(to_json(at));
  return json;
}

}  // namespace

Result<Response> ask_what_is_relevant(const Call& call, std::string_view value) {
  Session& session = call.debugger.session();
  const auto asked = parse_asked_value(value, session);
  if (!asked) return tl::unexpected(asked.error());
  const auto slice = relevant_slice(session, *asked, {}, &call.debugger.monitor());
  if (!slice) return tl::unexpected(slice.error());
  Response response = make_response(call, to_text(*slice, session));
  response.data["name"] = slice->asked.name;
  response.data["tick"] = session.machine().tick;
  response.data["relevant"] = {{"value", slice->value},
                               {"from", slice->from},
                               {"to", slice->to},
                               {"by", slice->by ? to_json(*slice->by) : Json()},
                               {"input_bytes", slice->input_bytes},
                               {"input_read", slice->input_read},
                               {"cells", points_to_json(slice->cells)},
                               {"path", points_to_json(slice->path)},
                               {"stack", slice->slots},
                               {"decisions", slice->decisions},
                               {"relevant_decisions", slice->relevant_decisions},
                               {"cut", slice->cut ? Json(to_string(*slice->cut)) : Json()}};
  return response;
}

}  // namespace fungescope
