#include "session/queries/trace.h"

#include "base/escape.h"
#include "base/json.h"
#include "base/rows.h"
#include "lang/analysis/static_analysis.h"
#include "lang/value_format.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope {

// Of nlohmann's conversions, which Json(store) finds.
void to_json(Json& json, const CellDifference& store) {
  json = {{"x", store.at.x}, {"y", store.at.y}, {"before", store.before}, {"now", store.now}};
}

namespace {

using Align = TextTable::Align;

constexpr Tick ticks_between_polls = 4096;

// Formats the top of the stack, the top last: "... 3 4 5".
std::string stack_text(const TraceRow& row) {
  std::string text = row.depth > TraceRow::max_values ? "..." : "";
  for (std::size_t i = std::min(row.depth, TraceRow::max_values); i > 0; --i) {
    text += fmt::format("{}{}", text.empty() ? "" : " ", row.values[i - 1]);
  }
  return text;
}

std::string effects_text(const TraceRow& row) {
  std::string text;
  if (row.stored) {
    text = fmt::format("{} from {} to {}", to_string(row.stored->at), row.stored->before,
                       row.stored->now);
  }
  if (row.output.empty()) return text;
  return text + (text.empty() ? "" : "  ") + "prints " + double_quoted(row.output);
}

constexpr std::array<Column<TraceRow>, 11> trace_columns{{
    {"tick", as_json<&TraceRow::tick>, as_text<&TraceRow::tick>, Align::right, "tick", 12},
    {"x", [](const TraceRow& row) { return row.at.x; }},
    {"y", [](const TraceRow& row) { return row.at.y; }, as_text<&TraceRow::at>, Align::right,
     "cell", 11},
    {"direction", as_text<&TraceRow::direction>, as_text<&TraceRow::direction>, Align::left,
     "going", 5},
    {"string_mode", as_json<&TraceRow::string_mode>},
    {"cell", as_json<&TraceRow::cell>,
     [](const TraceRow& row) { return format_value(row.cell, WatchType::character); }, Align::left,
     "", 5},
    {"instruction", as_json<&TraceRow::name>, as_text<&TraceRow::name>, Align::left, "instruction",
     17},
    {"depth", as_json<&TraceRow::depth>},
    {"top", [](const TraceRow& row) { return row.values.front(); }, stack_text, Align::left,
     "stack, top last"},
    {"write", as_json<&TraceRow::stored>},
    {"output", [](const TraceRow& row) { return unless_empty(row.output); }, effects_text},
}};
const RegisterRows trace_schema("trace_row", trace_columns);

std::string csv_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_row(const TraceRow& row) {
  std::string text = fmt::format("{},{},{},{},{},{},{},{},{}", row.tick, row.at.x, row.at.y,
                                 to_string(row.direction), row.string_mode ? 1 : 0, row.cell,
                                 row.name, row.depth, row.values.front());
  if (row.stored) {
    text += fmt::format(",{},{},{},{},", row.stored->at.x, row.stored->at.y, row.stored->before,
                        row.stored->now);
  } else {
    text += ",,,,,";
  }
  if (!row.output.empty()) text += csv_quoted(escape_controls(row.output));
  return text + '\n';
}

}  // namespace

TraceRow next_row(const Machine& machine) {
  TraceRow row;
  row.tick = machine.tick + 1;
  row.at = machine.ip;
  row.direction = machine.direction;
  row.cell = machine.field.at(machine.ip);
  row.string_mode = machine.string_mode && row.cell != '"';
  row.name = row.string_mode ? "string" : instruction(decode_op(machine.dialect, row.cell)).name;
  return row;
}

std::string trace_header(TraceFormat format) {
  if (format == TraceFormat::text) return headings_to_line<TraceRow>(trace_columns);
  if (format == TraceFormat::json) return {};
  return "tick,x,y,direction,string_mode,cell,instruction,depth,top,"
         "write_x,write_y,before,now,output\n";
}

std::string to_line(const TraceRow& row, TraceFormat format) {
  if (format == TraceFormat::text) return row_to_line<TraceRow>(trace_columns, row);
  return format == TraceFormat::csv ? csv_row(row) : json_text(to_json(row)) + '\n';
}

Json to_json(const TraceRow& row) {
  return row_to_json<TraceRow>(trace_columns, row);
}

Result<void> trace(Session& session, Tick from, Tick to,
                   const std::function<Result<void>(const TraceRow&)>& visit, Monitor* monitor) {
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  TRY(scoped_seek.seek(from, monitor));
  while (history.tick() < to) {
    TraceRow row = next_row(history.machine());
    LastStore stores;
    StringOutput output;
    RunHooks hooks{.observer = &stores, .output = &output};
    TRY(scoped_seek.run_to(row.tick, hooks));
    const ValueStack& stack = history.machine().stack;
    row.depth = stack.size();
    for (std::size_t i = 0; i < row.values.size(); ++i) row.values[i] = stack.peek(i);
    row.stored = stores.stored;
    row.output = std::move(output.text);
    TRY(visit(row));
    if (row.tick % ticks_between_polls == 0 && monitor != nullptr &&
        !monitor->should_continue(row.tick, to)) {
      return fail({}, "interrupted");
    }
  }
  return {};
}

}  // namespace fungescope
