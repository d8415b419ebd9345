#include "session/queries/trace.h"

#include "base/escape.h"
#include "lang/static_analysis.h"
#include "session/commands/run_report.h"
#include "session/expressions/lexer.h"
#include "session/run_control/scoped_seek.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Ticks between two questions to the monitor, and between two writes to the sink.
constexpr Tick ticks_between_questions = 4096;
constexpr std::size_t bytes_between_writes = std::size_t{1} << 16U;
constexpr std::size_t most_stack_values = 6;

struct StoredValue {
  Point at;
  std::int64_t before = 0;
  std::int64_t now = 0;
};

// What one tick did.
struct Row {
  Tick tick = 0;
  Point at;
  Direction direction = Direction::east;  // in which the cell was entered
  bool string_mode = false;
  std::int64_t cell = 0;
  std::string_view name;
  std::optional<StoredValue> stored;
  std::string output;
};

class StoreObserver final : public Observer {
 public:
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick /*tick*/, Point /*by*/, Point at, std::int64_t before,
                std::int64_t now) override {
    stored = StoredValue{at, before, now};
  }
  std::optional<StoredValue> stored;
};

std::string glyph(std::int64_t value) {
  if (value >= ' ' && value < 0x7f) return fmt::format("'{}'", static_cast<char>(value));
  return fmt::format("{}", value);
}

// "... 3 4 5": the top last.
std::string stack_text(const ValueStack& stack) {
  std::string text = stack.size() > most_stack_values ? "..." : "";
  for (std::size_t i = std::min(stack.size(), most_stack_values); i > 0; --i) {
    text += fmt::format("{}{}", text.empty() ? "" : " ", stack.peek(i - 1));
  }
  return text;
}

std::string text_row(const Row& row, const Machine& after) {
  std::string text =
      fmt::format("{:>12}  {:>11}  {:<5}  {:<5}  {:<17}  {}", row.tick,
                  fmt::format("({}, {})", row.at.x, row.at.y), to_string(row.direction),
                  glyph(row.cell), row.name, stack_text(after.stack));
  if (row.stored) {
    text += fmt::format("  ({}, {}) from {} to {}", row.stored->at.x, row.stored->at.y,
                        row.stored->before, row.stored->now);
  }
  if (!row.output.empty()) text += "  prints " + quote(row.output);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

std::string csv_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_row(const Row& row, const Machine& after) {
  std::string text = fmt::format("{},{},{},{},{},{},{},{},{}", row.tick, row.at.x, row.at.y,
                                 to_string(row.direction), row.string_mode ? 1 : 0, row.cell,
                                 row.name, after.stack.size(), after.stack.peek());
  if (row.stored) {
    text += fmt::format(",{},{},{},{},", row.stored->at.x, row.stored->at.y, row.stored->before,
                        row.stored->now);
  } else {
    text += ",,,,,";
  }
  if (!row.output.empty()) text += csv_quoted(escape_controls(row.output));
  return text + '\n';
}

std::string json_row(const Row& row, const Machine& after) {
  Json json{{"tick", row.tick},
            {"x", row.at.x},
            {"y", row.at.y},
            {"direction", to_string(row.direction)},
            {"string_mode", row.string_mode},
            {"cell", row.cell},
            {"instruction", row.name},
            {"depth", after.stack.size()},
            {"top", after.stack.peek()}};
  if (row.stored) {
    json["write"] = {{"x", row.stored->at.x},
                     {"y", row.stored->at.y},
                     {"before", row.stored->before},
                     {"now", row.stored->now}};
  }
  if (!row.output.empty()) json["output"] = row.output;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string header(TraceFormat format) {
  switch (format) {
    case TraceFormat::text:
      return fmt::format("{:>12}  {:>11}  {:<5}  {:<5}  {:<17}  {}\n", "tick", "cell", "going", "",
                         "instruction", "stack, top last");
    case TraceFormat::csv:
      return "tick,x,y,direction,string_mode,cell,instruction,depth,top,"
             "write_x,write_y,before,now,output\n";
    case TraceFormat::json:
      return {};
  }
  return {};
}

std::string to_line(TraceFormat format, const Row& row, const Machine& after) {
  switch (format) {
    case TraceFormat::text:
      return text_row(row, after);
    case TraceFormat::csv:
      return csv_row(row, after);
    case TraceFormat::json:
      return json_row(row, after);
  }
  return {};
}

Row next_row(const Machine& machine) {
  Row row;
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

Result<void> trace(Session& session, Tick from, Tick to, TraceFormat format, const TraceSink& sink,
                   Monitor* monitor) {
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  if (auto there = scoped_seek.go_to(from, monitor); !there) return there;
  std::string pending = header(format);
  while (history.tick() < to) {
    Row row = next_row(history.machine());
    StoreObserver stores;
    StringOutput output;
    RunHooks hooks;
    hooks.observer = &stores;
    hooks.output = &output;
    if (auto there = scoped_seek.run_to(row.tick, hooks); !there) return there;
    row.stored = stores.stored;
    row.output = std::move(output.text);
    pending += to_line(format, row, history.machine());
    if (pending.size() >= bytes_between_writes) {
      if (auto written = sink(pending); !written) return written;
      pending.clear();
    }
    if (row.tick % ticks_between_questions == 0 && monitor != nullptr &&
        !monitor->should_continue(row.tick, to)) {
      return fail({}, "interrupted");
    }
  }
  return sink(pending);
}

}  // namespace fungescope
