#include "session/queries/trace.h"

#include "base/escape.h"
#include "base/json.h"
#include "base/rows.h"
#include "lang/analysis/static_analysis.h"
#include "lang/value_format.h"
#include "session/expressions/lexer.h"
#include "session/run_control/scoped_seek.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Align = TextTable::Align;

// The intervals at which the monitor is polled and the sink written.
constexpr Tick ticks_between_polls = 4096;
constexpr std::size_t bytes_between_writes = std::size_t{1} << 16U;

class StoreObserver final : public Observer {
 public:
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick /*tick*/, Point /*by*/, Point at, std::int64_t before,
                std::int64_t now) override {
    stored = TraceRow::Store{at, before, now};
  }
  std::optional<TraceRow::Store> stored;
};

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

}  // namespace

// Of nlohmann's conversions, which Json(store) finds.
void to_json(Json& json, const TraceRow::Store& store) {
  json = {{"x", store.at.x}, {"y", store.at.y}, {"before", store.before}, {"now", store.now}};
}

namespace {

constexpr std::array<Column<TraceRow>, 14> trace_columns{{
    {"tick", as_json<&TraceRow::tick>, [](const TraceRow& row) { return fmt::to_string(row.tick); },
     Align::right, "tick", 12},
    {"x", [](const TraceRow& row) { return row.at.x; }},
    {"y", [](const TraceRow& row) { return row.at.y; }},
    {"", nullptr, [](const TraceRow& row) { return to_string(row.at); }, Align::right, "cell", 11},
    {"direction", [](const TraceRow& row) { return to_string(row.direction); },
     [](const TraceRow& row) { return std::string(to_string(row.direction)); }, Align::left,
     "going", 5},
    {"string_mode", as_json<&TraceRow::string_mode>},
    {"cell", as_json<&TraceRow::cell>,
     [](const TraceRow& row) { return format_value(row.cell, WatchType::character); }, Align::left,
     "", 5},
    {"instruction", as_json<&TraceRow::name>,
     [](const TraceRow& row) { return std::string(row.name); }, Align::left, "instruction", 17},
    {"depth", as_json<&TraceRow::depth>},
    {"top", [](const TraceRow& row) { return row.values.front(); }},
    {"", nullptr, stack_text, Align::left, "stack, top last"},
    {"write", as_json<&TraceRow::stored>},
    {"output", [](const TraceRow& row) { return unless_empty(row.output); }},
    {"", nullptr, effects_text},
}};

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

// Begins the row of the next tick.
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

}  // namespace

std::optional<TraceFormat> parse_trace_format(std::string_view name) {
  constexpr std::array names{std::pair{std::string_view("text"), TraceFormat::text},
                             std::pair{std::string_view("csv"), TraceFormat::csv},
                             std::pair{std::string_view("json"), TraceFormat::json}};
  for (const auto& [word, format] : names) {
    if (word == name) return format;
  }
  return std::nullopt;
}

std::string trace_header(TraceFormat format) {
  switch (format) {
    case TraceFormat::text:
      return headings_to_line<TraceRow>(trace_columns);
    case TraceFormat::csv:
      return "tick,x,y,direction,string_mode,cell,instruction,depth,top,"
             "write_x,write_y,before,now,output\n";
    case TraceFormat::json:
      return {};
  }
  return {};
}

std::string to_line(const TraceRow& row, TraceFormat format) {
  switch (format) {
    case TraceFormat::text:
      return row_to_line<TraceRow>(trace_columns, row);
    case TraceFormat::csv:
      return csv_row(row);
    case TraceFormat::json:
      return json_text(to_json(row)) + '\n';
  }
  return {};
}

Json to_json(const TraceRow& row) {
  return row_to_json<TraceRow>(trace_columns, row);
}

Result<void> trace(Session& session, Tick from, Tick to,
                   const std::function<Result<void>(const TraceRow&)>& visit, Monitor* monitor) {
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  if (auto there = scoped_seek.seek(from, monitor); !there) return there;
  while (history.tick() < to) {
    TraceRow row = next_row(history.machine());
    StoreObserver stores;
    StringOutput output;
    RunHooks hooks;
    hooks.observer = &stores;
    hooks.output = &output;
    if (auto there = scoped_seek.run_to(row.tick, hooks); !there) return there;
    const ValueStack& stack = history.machine().stack;
    row.depth = stack.size();
    for (std::size_t i = 0; i < row.values.size(); ++i) row.values[i] = stack.peek(i);
    row.stored = stores.stored;
    row.output = std::move(output.text);
    if (auto visited = visit(row); !visited) return visited;
    if (row.tick % ticks_between_polls == 0 && monitor != nullptr &&
        !monitor->should_continue(row.tick, to)) {
      return fail({}, "interrupted");
    }
  }
  return {};
}

Result<void> write_trace(Session& session, Tick from, Tick to, TraceFormat format,
                         const TraceSink& sink, Monitor* monitor) {
  std::string pending = trace_header(format);
  const auto write_row = [&](const TraceRow& row) -> Result<void> {
    pending += to_line(row, format);
    if (pending.size() < bytes_between_writes) return {};
    auto written = sink(pending);
    pending.clear();
    return written;
  };
  if (auto traced = trace(session, from, to, write_row, monitor); !traced) return traced;
  return sink(pending);
}

}  // namespace fungescope
