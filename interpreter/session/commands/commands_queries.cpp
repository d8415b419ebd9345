// Commands that query the past and the future. They leave the present instant unchanged.
#include "base/escape.h"
#include "lang/value_format.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/commands/rows.h"
#include "session/expressions/symbols.h"
#include "session/queries/history_queries.h"
#include "session/queries/profile.h"
#include "session/queries/trace.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Align = TextTable::Align;

constexpr std::size_t max_cells_listed = 50;
constexpr std::size_t max_hottest = 20;
// Longer traces must be written to a file.
constexpr Tick max_ticks_shown = 10'000;

Json to_json(Point at) {
  return {{"x", at.x}, {"y", at.y}};
}

// ---- Writes

struct WriteRow {
  Write write;
  std::string name;  // of the cell
};

std::string writer(const Write& write) {
  return write.edit ? "an edit" : to_string(write.by);
}

// Of an edit, neither the value before nor the writing cell is known.
constexpr std::array<Column<WriteRow>, 10> write_columns{{
    {"", nullptr, [](const WriteRow&) { return std::string("tick"); }},
    {"tick", [](const WriteRow& row) -> Json { return row.write.tick; },
     [](const WriteRow& row) { return with_separators(row.write.tick); }, Align::right},
    {"", nullptr, [](const WriteRow& row) { return "by " + writer(row.write); }},
    {"x", [](const WriteRow& row) -> Json { return row.write.at.x; }},
    {"y", [](const WriteRow& row) -> Json { return row.write.at.y; }},
    {"name", as_json<&WriteRow::name>, [](const WriteRow& row) { return row.name; }},
    {"before", [](const WriteRow& row) { return row.write.edit ? Json() : Json(row.write.before); },
     [](const WriteRow& row) {
       return row.write.edit ? std::string() : fmt::to_string(row.write.before);
     },
     Align::right},
    {"", nullptr, [](const WriteRow&) { return std::string("->"); }},
    {"now", [](const WriteRow& row) -> Json { return row.write.now; },
     [](const WriteRow& row) { return describe_value(row.write.now, "  "); }},
    {"by", [](const WriteRow& row) { return row.write.edit ? Json() : to_json(row.write.by); }},
}};

// Parses a place and a count. The last number of the arguments is the count, unless it belongs to
// the place.
struct PlaceAndCount {
  Place place;
  std::uint64_t count;
};
Result<PlaceAndCount> place_and_count(const Call& call, std::uint64_t fallback) {
  const Session& session = call.debugger.session();
  auto whole = ArgumentParser(call.arguments).place(session);
  if (whole) return PlaceAndCount{std::move(*whole), fallback};
  const std::size_t blank = call.arguments.find_last_of(" \t");
  if (blank == std::string_view::npos) return tl::unexpected(whole.error());
  const auto count = parse_count(call.arguments.substr(blank + 1));
  if (!count) return tl::unexpected(whole.error());
  auto place = ArgumentParser(call.arguments.substr(0, blank)).place(session);
  if (!place) return tl::unexpected(place.error());
  return PlaceAndCount{std::move(*place), *count};
}

Result<Response> ask_who(const Call& call) {
  Session& session = call.debugger.session();
  const auto where = ArgumentParser(call.arguments).place(session);
  if (!where) return tl::unexpected(where.error());
  const auto write = last_write(session, where->area, &call.debugger.monitor());
  if (!write) return tl::unexpected(write.error());
  Response response = make_response(call, fmt::format("{} has not been written\n", where->name));
  response.data["place"] = where->name;
  response.data["write"] = nullptr;
  if (*write) {
    const WriteRow last{**write, cell_name(session.symbols(), (*write)->at)};
    const std::string before = last.write.edit ? "" : fmt::format(" from {}", last.write.before);
    response.text =
        fmt::format("tick {}, by {}: {}{} to {}\n", with_separators(last.write.tick),
                    writer(last.write), last.name, before, describe_value(last.write.now, "  "));
    response.data["write"] = row_to_json<WriteRow>(write_columns, last);
  }
  return response;
}

Result<Response> ask_writes(const Call& call) {
  Session& session = call.debugger.session();
  const auto asked = place_and_count(call, 10);
  if (!asked) return tl::unexpected(asked.error());
  if (asked->count == 0)
    return ArgumentParser(call.arguments).fail_here("0 writes are asked for", "ask for 1 or more");
  const auto found = writes(session, asked->place.area, asked->count, &call.debugger.monitor());
  if (!found) return tl::unexpected(found.error());
  std::vector<WriteRow> rows;
  for (const Write& write : *found) rows.push_back({write, cell_name(session.symbols(), write.at)});
  Response response =
      make_response(call, rows.empty() ? fmt::format("{} has not been written\n", asked->place.name)
                                       : rows_to_text<WriteRow>(write_columns, rows));
  response.data["place"] = asked->place.name;
  response.data["writes"] = rows_to_json<WriteRow>(write_columns, rows);
  return response;
}

// ---- Pushes and conditions

Result<Response> ask_pushed(const Call& call) {
  Session& session = call.debugger.session();
  ArgumentParser arguments(call.arguments);
  const auto from_top = arguments.number_or(0, "a place of the stack");
  if (!from_top) return tl::unexpected(from_top.error());
  if (auto rest = arguments.expect_end(); !rest) return tl::unexpected(rest.error());
  const auto push = who_pushed(session, *from_top, &call.debugger.monitor());
  if (!push) return tl::unexpected(push.error());
  Response response =
      make_response(call, "it was there at the beginning, or an edit put it there\n");
  response.data["from_top"] = *from_top;
  response.data["push"] = nullptr;
  if (*push) {
    const Push& found = **push;
    response.text = fmt::format("tick {}, by {}: {}{}\n", with_separators(found.tick),
                                to_string(found.by), describe_value(found.value, "  "),
                                found.moved == 0 ? ""
                                                 : fmt::format(", moved by {} swap{}", found.moved,
                                                               found.moved == 1 ? "" : "s"));
    response.data["push"] = {{"tick", found.tick},
                             {"by", to_json(found.by)},
                             {"value", found.value},
                             {"moved", found.moved}};
  }
  return response;
}

Result<Response> ask_when(const Call& call) {
  Session& session = call.debugger.session();
  ArgumentParser arguments(call.arguments);
  const bool last = arguments.take_word("last");
  if (!last && !arguments.take_word("next")) {
    return arguments.fail_here("next or last is missing", "when next EXPR, or when last EXPR");
  }
  const auto expression = arguments.expression(session);
  if (!expression) return tl::unexpected(expression.error());
  Monitor* const monitor = &call.debugger.monitor();
  const auto tick =
      last ? when_last(session, *expression, monitor) : when_next(session, *expression, monitor);
  if (!tick) return tl::unexpected(tick.error());
  Response response =
      make_response(call, *tick ? fmt::format("tick {}\n", with_separators(**tick))
                                : fmt::format("{} {} true\n", expression->text(),
                                              last ? "never became" : "does not become"));
  response.data["expression"] = expression->text();
  response.data["tick"] = nullptr;
  if (*tick) response.data["tick"] = **tick;
  return response;
}

// ---- Intervals

// Parses two ticks, each of which may be omitted.
struct Interval {
  Tick from = 0;
  Tick to = 0;
};
Result<Interval> interval(ArgumentParser& arguments, const Session& session, Interval fallback) {
  Interval read = fallback;
  if (arguments.at_end()) return read;
  const auto from = arguments.tick(session);
  if (!from) return tl::unexpected(from.error());
  read.from = *from;
  if (arguments.at_end()) return read;
  const auto to = arguments.tick(session);
  if (!to) return tl::unexpected(to.error());
  read.to = *to;
  if (read.from > read.to) {
    return arguments.fail_at_last(
        fmt::format("the interval goes from {} to {}", read.from, read.to),
        "write the earlier tick first");
  }
  return read;
}

std::string stack_difference(const InstantDiff& diff) {
  const std::size_t before = diff.before.stack().size();
  const std::size_t now = diff.now.stack().size();
  const std::size_t common = diff.common_stack;
  if (common == before && common == now) {
    return fmt::format("the stack is the same: {} values\n", common);
  }
  return fmt::format("the stack had {} values and has {}; the lowest {} are the same\n", before,
                     now, common);
}

struct DifferenceRow {
  CellDifference cell;
  std::string name;
};

constexpr std::array<Column<DifferenceRow>, 6> difference_columns{{
    {"x", [](const DifferenceRow& row) -> Json { return row.cell.at.x; }},
    {"y", [](const DifferenceRow& row) -> Json { return row.cell.at.y; }},
    {"name", as_json<&DifferenceRow::name>, [](const DifferenceRow& row) { return row.name; }},
    {"before", [](const DifferenceRow& row) -> Json { return row.cell.before; },
     [](const DifferenceRow& row) { return fmt::to_string(row.cell.before); }, Align::right},
    {"", nullptr, [](const DifferenceRow&) { return std::string("->"); }},
    {"now", [](const DifferenceRow& row) -> Json { return row.cell.now; },
     [](const DifferenceRow& row) { return describe_value(row.cell.now, "  "); }},
}};

Result<Response> ask_diff(const Call& call) {
  Session& session = call.debugger.session();
  ArgumentParser arguments(call.arguments);
  if (arguments.at_end()) return arguments.fail_here("a tick is missing", "diff TICK [TICK]");
  const auto before = arguments.tick(session);
  if (!before) return tl::unexpected(before.error());
  Tick now = session.history().tick();
  if (!arguments.at_end()) {
    const auto second = arguments.tick(session);
    if (!second) return tl::unexpected(second.error());
    now = *second;
  }
  if (auto rest = arguments.expect_end(); !rest) return tl::unexpected(rest.error());
  const auto diff =
      diff_instants(session, *before, now, max_cells_listed, &call.debugger.monitor());
  if (!diff) return tl::unexpected(diff.error());

  std::vector<DifferenceRow> rows;
  for (const CellDifference& cell : diff->listed) {
    rows.push_back({cell, cell_name(session.symbols(), cell.at)});
  }
  Response response =
      make_response(call, fmt::format("from tick {} to tick {}: {} cell{} differ\n",
                                      with_separators(*before), with_separators(now),
                                      with_separators(diff->cells), diff->cells == 1 ? "" : "s"));
  response.text += rows_to_text<DifferenceRow>(difference_columns, rows);
  if (diff->cells > diff->listed.size()) {
    response.text +=
        fmt::format("  ... {} more\n", with_separators(diff->cells - diff->listed.size()));
  }
  response.text += stack_difference(*diff);
  response.data["from"] = *before;
  response.data["to"] = now;
  response.data["count"] = diff->cells;
  response.data["cells"] = rows_to_json<DifferenceRow>(difference_columns, rows);
  response.data["stack"] = {{"before", diff->before.stack().size()},
                            {"now", diff->now.stack().size()},
                            {"common", diff->common_stack}};
  return response;
}

Result<Profile> asked_profile(const Call& call) {
  Session& session = call.debugger.session();
  ArgumentParser arguments(call.arguments);
  const auto asked =
      interval(arguments, session, {session.history().begin(), session.history().end()});
  if (!asked) return tl::unexpected(asked.error());
  if (auto rest = arguments.expect_end(); !rest) return tl::unexpected(rest.error());
  return profile(session, asked->from, asked->to, &call.debugger.monitor());
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "0.0 %";
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

Response interval_response(const Call& call, const Profile& profile, std::string_view title) {
  Response response = make_response(
      call, fmt::format("from tick {} to tick {}: {}\n", with_separators(profile.from),
                        with_separators(profile.to), title));
  response.data["from"] = profile.from;
  response.data["to"] = profile.to;
  return response;
}

struct HotCellRow {
  Profile::Hot cell;
  std::string name;
  std::int64_t value = 0;
  Tick ticks = 0;  // of the interval
};

constexpr std::array<Column<HotCellRow>, 8> hot_cell_columns{{
    {"x", [](const HotCellRow& row) -> Json { return row.cell.at.x; }},
    {"y", [](const HotCellRow& row) -> Json { return row.cell.at.y; }},
    {"", nullptr, [](const HotCellRow& row) { return row.name; }, Align::left, "cell"},
    {"", nullptr,
     [](const HotCellRow& row) {
       return is_visible_ascii(row.value) ? fmt::format("'{}'", static_cast<char>(row.value)) : "";
     }},
    {"executions", [](const HotCellRow& row) -> Json { return row.cell.counts.executions; },
     [](const HotCellRow& row) { return with_separators(row.cell.counts.executions); },
     Align::right, "executed"},
    {"", nullptr,
     [](const HotCellRow& row) { return percent(row.cell.counts.executions, row.ticks); },
     Align::right},
    {"reads", [](const HotCellRow& row) -> Json { return row.cell.counts.reads; },
     [](const HotCellRow& row) { return with_separators(row.cell.counts.reads); }, Align::right,
     "read"},
    {"writes", [](const HotCellRow& row) -> Json { return row.cell.counts.writes; },
     [](const HotCellRow& row) { return with_separators(row.cell.counts.writes); }, Align::right,
     "written"},
}};

Result<Response> ask_profile(const Call& call) {
  const auto counted = asked_profile(call);
  if (!counted) return tl::unexpected(counted.error());
  const Session& session = call.debugger.session();
  std::vector<HotCellRow> rows;
  for (const Profile::Hot& cell : counted->hottest_cells(max_hottest)) {
    rows.push_back({cell, cell_name(session.symbols(), cell.at),
                    session.machine().field.at(cell.at), counted->to - counted->from});
  }
  Response response = interval_response(call, *counted, "the cells executed most often");
  response.text += rows_to_text<HotCellRow>(hot_cell_columns, rows);
  response.data["cells"] = rows_to_json<HotCellRow>(hot_cell_columns, rows);
  return response;
}

struct HotRunRow {
  StraightRun run;
  Tick ticks = 0;  // of the interval
};

constexpr std::array<Column<HotRunRow>, 6> hot_run_columns{{
    {"first", [](const HotRunRow& row) { return to_json(row.run.first); },
     [](const HotRunRow& row) { return to_string(row.run.first); }, Align::left, "first"},
    {"", nullptr, [](const HotRunRow&) { return std::string("to"); }},
    {"last", [](const HotRunRow& row) { return to_json(row.run.last); },
     [](const HotRunRow& row) { return to_string(row.run.last); }, Align::left, "last"},
    {"times", [](const HotRunRow& row) -> Json { return row.run.times; },
     [](const HotRunRow& row) { return with_separators(row.run.times); }, Align::right, "times"},
    {"ticks", [](const HotRunRow& row) -> Json { return row.run.ticks; },
     [](const HotRunRow& row) { return with_separators(row.run.ticks); }, Align::right, "ticks"},
    {"", nullptr, [](const HotRunRow& row) { return percent(row.run.ticks, row.ticks); },
     Align::right},
}};

Result<Response> ask_hot(const Call& call) {
  const auto counted = asked_profile(call);
  if (!counted) return tl::unexpected(counted.error());
  std::vector<HotRunRow> rows;
  for (const StraightRun& run : counted->runs) {
    if (rows.size() == max_hottest) break;
    rows.push_back({run, counted->to - counted->from});
  }
  Response response = interval_response(call, *counted,
                                        fmt::format("the straight runs that took most ticks, of {}",
                                                    with_separators(counted->runs.size())));
  response.text += rows_to_text<HotRunRow>(hot_run_columns, rows);
  response.data["runs"] = rows_to_json<HotRunRow>(hot_run_columns, rows);
  return response;
}

Result<Response> trace_to_file(const Call& call, Interval asked, TraceFormat format,
                               const std::string& path) {
  Debugger& debugger = call.debugger;
  auto writer = debugger.files().create(path);
  if (!writer) return tl::unexpected(writer.error());
  const TraceSink sink = [&](std::string_view bytes) { return (*writer)->write(bytes); };
  const auto traced =
      write_trace(debugger.session(), asked.from, asked.to, format, sink, &debugger.monitor());
  if (!traced) return tl::unexpected(traced.error());
  if (auto closed = (*writer)->close(); !closed) return tl::unexpected(closed.error());
  Response response = make_response(
      call, fmt::format("{} ticks written to {}\n", with_separators(asked.to - asked.from), path));
  response.data["file"] = path;
  response.data["ticks"] = asked.to - asked.from;
  return response;
}

Result<Response> ask_trace(const Call& call) {
  Session& session = call.debugger.session();
  ArgumentParser arguments(call.arguments);
  if (arguments.at_end()) return arguments.fail_here("two ticks are missing", "trace FROM TO");
  const Tick now = session.history().tick();
  const auto asked = interval(arguments, session, {now, now});
  if (!asked) return tl::unexpected(asked.error());
  TraceFormat format = TraceFormat::text;
  ArgumentParser peek = arguments;
  if (const auto named = parse_trace_format(peek.take_word())) {
    format = *named;
    arguments = peek;
  }
  if (!arguments.at_end()) {
    const auto path = arguments.text();
    if (!path) return tl::unexpected(path.error());
    return trace_to_file(call, *asked, format, path->bytes);
  }
  if (asked->to - asked->from > max_ticks_shown) {
    return fail(
        {{}, 0, 1},
        fmt::format("{} ticks are too many to show", with_separators(asked->to - asked->from)),
        "name a file: trace FROM TO csv FILE");
  }
  Response response = make_response(call, trace_header(format));
  Json rows = Json::array();
  const auto show = [&](const TraceRow& row) -> Result<void> {
    response.text += to_line(row, format);
    rows.push_back(to_json(row));
    return {};
  };
  const auto traced = trace(session, asked->from, asked->to, show, &call.debugger.monitor());
  if (!traced) return tl::unexpected(traced.error());
  response.data["from"] = asked->from;
  response.data["to"] = asked->to;
  response.data["trace"] = std::move(rows);
  return response;
}

}  // namespace

std::span<const Command> query_commands() {
  static constexpr std::array table{
      Command{"who", "", "", "PLACE", "who wrote this last, and when", "  who grid(2,5)\n",
              ask_who},
      Command{"writes", "", "", "PLACE [COUNT]", "the last writes to a place, newest first",
              "Ten of them, or COUNT.\n  writes grid 50\n", ask_writes},
      Command{"pushed", "", "", "[N]", "who pushed the n-th stack value from the top",
              "Through swaps, back to where the value came from.\n", ask_pushed},
      Command{"when", "", "", "next EXPR | last EXPR",
              "the tick at which this becomes true, or did",
              "  when next depth > 100\n  when last grid(2,5) == '7'\n", ask_when},
      Command{"diff", "", "", "TICK [TICK]", "what differs between two instants",
              "Without the second: from then to now.\n  diff -1000\n  diff start end\n", ask_diff},
      Command{"profile", "", "", "[FROM [TO]]", "how often cells are executed, read, written",
              "Without ticks: of all that is recorded.\n", ask_profile},
      Command{"hot", "", "", "[FROM [TO]]", "the straight runs that take most ticks", "", ask_hot},
      Command{"trace", "", "", "FROM TO [FORMAT] [FILE]", "an interval tick by tick",
              "FORMAT is text, csv or json. Long ones must go into a file.\n"
              "  trace -20 now\n  trace 0 1M csv run.csv\n",
              ask_trace},
  };
  return table;
}

}  // namespace fungescope
