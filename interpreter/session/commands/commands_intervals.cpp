// Commands that compare two instants, and that count or list what happens between them. They leave
// the present instant unchanged.
#include "base/escape.h"
#include "base/rows.h"
#include "lang/value_format.h"
#include "session/commands/arguments.h"
#include "session/commands/run_report.h"
#include "session/expressions/symbols.h"
#include "session/queries/heat.h"
#include "session/queries/history_queries.h"
#include "session/queries/trace.h"

#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Align = TextTable::Align;

constexpr std::size_t max_cells_listed = 50;
constexpr std::size_t rows_shown = 20;  // of a profile, unless another count is asked for
// Longer traces must be written to a file.
constexpr Tick max_ticks_shown = 10'000;
constexpr std::size_t bytes_between_writes = std::size_t{1} << 16U;

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

struct DifferenceRow : CellDifference {
  std::string name;
};

constexpr std::array<Column<DifferenceRow>, 6> difference_columns{{
    {"x", [](const DifferenceRow& row) { return row.at.x; }},
    {"y", [](const DifferenceRow& row) { return row.at.y; }},
    {"name", as_json<&DifferenceRow::name>, as_text<&DifferenceRow::name>},
    {"before", as_json<&CellDifference::before>, as_text<&CellDifference::before>, Align::right},
    {"", nullptr, [](const DifferenceRow&) { return std::string("->"); }},
    {"now", as_json<&CellDifference::now>,
     [](const DifferenceRow& row) { return describe_value(row.now, "  "); }},
}};

const RegisterRows difference_schema("changed_cell", difference_columns);

Result<Response> ask_diff(const Call& call, const Arguments& arguments) {
  Session& session = call.session();
  const Tick before = *arguments.number("TICK");
  const Tick now = arguments.number("TICK", 1).value_or(session.history().tick());
  const auto diff = TRY(diff_instants(session, before, now, max_cells_listed, call.monitor()));

  std::vector<DifferenceRow> rows;
  for (const CellDifference& cell : diff.listed) {
    rows.push_back({cell, cell_name(session.symbols(), cell.at)});
  }
  std::string text = fmt::format("from tick {} to tick {}: {} differ\n", with_separators(before),
                                 with_separators(now), count_text(diff.cells, "cell")) +
                     rows_to_text<DifferenceRow>(difference_columns, rows);
  const std::uint64_t more = diff.cells - diff.listed.size();
  if (more > 0) text += fmt::format("  ... {} more\n", with_separators(more));
  return make_response(call, text + stack_difference(diff),
                       {{"from", before},
                        {"to", now},
                        {"count", diff.cells},
                        {"more", more > 0},
                        {"cells", rows_to_json<DifferenceRow>(difference_columns, rows)},
                        {"stack",
                         {{"before", diff.before.stack().size()},
                          {"now", diff.now.stack().size()},
                          {"common", diff.common_stack}}}});
}

struct CellOrder {
  std::string_view name;
  std::uint64_t CellCounts::*count;
};
constexpr std::array<CellOrder, 3> cell_orders{{{"executed", &CellCounts::executions},
                                                {"read", &CellCounts::reads},
                                                {"written", &CellCounts::writes}}};

// Returns how many rows `top` asks for.
std::size_t row_count(const Arguments& arguments) {
  if (arguments.has("all")) return std::numeric_limits<std::size_t>::max();
  return arguments.number("COUNT").value_or(rows_shown);
}

// Counts between the ticks that are given, or in all that is recorded.
Result<Profile> asked_profile(const Call& call, const Arguments& arguments) {
  Session& session = call.session();
  return profile(session, arguments.number("FROM").value_or(session.history().begin()),
                 arguments.number("TO").value_or(session.history().end()), call.monitor());
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "0.0 %";
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

// Begins the response of `profile` or `hot`, which lists `shown` of `count` things, the first in
// the order of `order`.
Response ranked_response(const Call& call, const Profile& profile, std::size_t shown,
                         std::size_t count, std::string_view things, std::string_view order) {
  const std::string of = shown < count ? with_separators(shown) + " of " : "";
  return make_response(
      call,
      fmt::format("from tick {} to tick {}: {}{} {}, {} first\n", with_separators(profile.from),
                  with_separators(profile.to), of, with_separators(count), things, order),
      {{"from", profile.from}, {"to", profile.to}, {"count", count}, {"more", shown < count}});
}

void add_more(Response& response, std::size_t shown, std::size_t count) {
  if (shown == count) return;
  response.text += fmt::format("  ... {} more; top COUNT or top all lists more of them\n",
                               with_separators(count - shown));
}

struct ProfileRow : CellCounts {
  Point at;
  std::string name;
  std::int64_t value = 0;  // at present
  Tick ticks = 0;          // of the interval
};

constexpr std::array<Column<ProfileRow>, 8> profile_columns{{
    {"x", [](const ProfileRow& row) { return row.at.x; }},
    {"y", [](const ProfileRow& row) { return row.at.y; }},
    {"name", as_json<&ProfileRow::name>, as_text<&ProfileRow::name>, Align::left, "cell"},
    {"value", as_json<&ProfileRow::value>,
     [](const ProfileRow& row) {
       return is_visible_ascii(row.value) ? fmt::format("'{}'", static_cast<char>(row.value)) : "";
     }},
    {"executions", as_json<&CellCounts::executions>, as_count<&CellCounts::executions>,
     Align::right, "executed"},
    {"", nullptr, [](const ProfileRow& row) { return percent(row.executions, row.ticks); },
     Align::right},
    {"reads", as_json<&CellCounts::reads>, as_count<&CellCounts::reads>, Align::right, "read"},
    {"writes", as_json<&CellCounts::writes>, as_count<&CellCounts::writes>, Align::right,
     "written"},
}};

const RegisterRows profile_schema("profile_cell", profile_columns);

Result<Response> ask_profile(const Call& call, const Arguments& arguments) {
  const auto counted = TRY(asked_profile(call, arguments));
  CellOrder by = cell_orders.front();
  for (const CellOrder& order : cell_orders) {
    if (arguments.has(order.name)) by = order;
  }
  const Session& session = call.session();
  const Tick ticks = counted.to - counted.from;
  const Profile::Totals totals = counted.totals();
  std::vector<ProfileRow> rows;
  for (const Profile::Cell& cell : counted.top_cells(by.count, row_count(arguments))) {
    rows.push_back({cell.counts, cell.at, cell_name(session.symbols(), cell.at),
                    session.machine().field.at(cell.at), ticks});
  }
  Response response = ranked_response(call, counted, rows.size(), totals.cells, "cells",
                                      fmt::format("most {}", by.name));
  response.data["by"] = by.name;
  response.data["totals"] = {{"executions", totals.counts.executions},
                             {"reads", totals.counts.reads},
                             {"writes", totals.counts.writes}};
  response.data["cells"] = rows_to_json<ProfileRow>(profile_columns, rows);
  const std::size_t listed = rows.size();
  rows.push_back({totals.counts, {}, "all cells", 0, ticks});
  response.text += rows_to_text<ProfileRow>(profile_columns, rows);
  add_more(response, listed, totals.cells);
  return response;
}

struct HotRunRow : StraightRun {
  Tick interval = 0;
};

constexpr std::array<Column<HotRunRow>, 6> hot_run_columns{{
    {"first", as_json<&StraightRun::first>, as_text<&StraightRun::first>, Align::left, "first"},
    {"", nullptr, [](const HotRunRow&) { return std::string("to"); }},
    {"last", as_json<&StraightRun::last>, as_text<&StraightRun::last>, Align::left, "last"},
    {"times", as_json<&StraightRun::times>, as_count<&StraightRun::times>, Align::right, "times"},
    {"ticks", as_json<&StraightRun::ticks>, as_count<&StraightRun::ticks>, Align::right, "ticks"},
    {"", nullptr, [](const HotRunRow& row) { return percent(row.ticks, row.interval); },
     Align::right},
}};

const RegisterRows hot_schema("straight_run", hot_run_columns);

Result<Response> ask_hot(const Call& call, const Arguments& arguments) {
  const auto counted = TRY(asked_profile(call, arguments));
  std::vector<HotRunRow> rows;
  for (const StraightRun& run : counted.runs) {
    if (rows.size() == row_count(arguments)) break;
    rows.push_back({run, counted.to - counted.from});
  }
  Response response = ranked_response(call, counted, rows.size(), counted.runs.size(),
                                      "straight runs", "most ticks");
  response.text += rows_to_text<HotRunRow>(hot_run_columns, rows);
  add_more(response, rows.size(), counted.runs.size());
  response.data["runs"] = rows_to_json<HotRunRow>(hot_run_columns, rows);
  return response;
}

Result<Response> trace_to_file(const Call& call, Tick from, Tick to, TraceFormat format,
                               const std::string& path) {
  Debugger& debugger = call.debugger;
  auto writer = TRY(debugger.files().create(path));
  std::string pending = trace_header(format);
  const auto write_row = [&](const TraceRow& row) -> Result<void> {
    pending += to_line(row, format);
    if (pending.size() < bytes_between_writes) return {};
    auto written = writer->write(pending);
    pending.clear();
    return written;
  };
  TRY(trace(debugger.session(), from, to, write_row, &debugger.monitor()));
  TRY(writer->write(pending));
  TRY(writer->close());
  return make_response(call,
                       fmt::format("{} ticks written to {}\n", with_separators(to - from), path),
                       {{"file", path}, {"ticks", to - from}});
}

Result<Response> ask_trace(const Call& call, const Arguments& arguments) {
  Session& session = call.session();
  const Tick from = *arguments.number("FROM");
  const Tick to = arguments.number("TO").value_or(session.history().tick());
  const TraceFormat format = arguments.has("csv")    ? TraceFormat::csv
                             : arguments.has("json") ? TraceFormat::json
                                                     : TraceFormat::text;
  if (arguments.has("FILE")) {
    return trace_to_file(call, from, to, format, arguments.text("FILE"));
  }
  if (to - from > max_ticks_shown) {
    return fail({{}, 0, 1},
                fmt::format("{} ticks are too many to show", with_separators(to - from)),
                "name a file: trace FROM TO csv FILE");
  }
  std::string text = trace_header(format);
  Json rows = Json::array();
  const auto show = [&](const TraceRow& row) -> Result<void> {
    text += to_line(row, format);
    rows.push_back(to_json(row));
    return {};
  };
  TRY(trace(session, from, to, show, call.monitor()));
  return make_response(call, std::move(text),
                       {{"from", from}, {"to", to}, {"trace", std::move(rows)}});
}

}  // namespace

std::span<const Command> interval_commands() {
  static constexpr std::array table{
      Command{"diff", "", "", "TICK [TICK]", "what differs between two instants",
              "Without the second: from then to now.\n  diff -1000\n  diff start end\n",
              parsed<ask_diff>, !reversible, is_query},
      Command{"profile", "", "", "[FROM [TO]] [by executed|read|written] [top COUNT|all]",
              "how often cells are executed, read, written",
              "Of all that is recorded, or between two ticks: the first 20 cells or COUNT (or\n"
              "all) of those executed, read or written.\n"
              "  profile\n  profile 0 1M by written\n  profile top all\n",
              parsed<ask_profile>, !reversible, is_query},
      Command{"hot", "", "", "[FROM [TO]] [top COUNT|all]",
              "the straight runs that take most ticks",
              "The first 20, or COUNT, or all.\n  hot -1000 now top 5\n", parsed<ask_hot>,
              !reversible, is_query},
      Command{"trace", "", "", "FROM [TO] [text|csv|json] [FILE]", "an interval tick by tick",
              "Long ones must go into a file.\n"
              "  trace -20 now\n  trace 0 1M csv run.csv\n",
              parsed<ask_trace>, !reversible, is_query},
  };
  return table;
}

}  // namespace fungescope
