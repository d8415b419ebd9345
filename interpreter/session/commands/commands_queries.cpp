// Asking about the past and the future; the present instant stays what it is.
#include "base/text_table.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/commands/response.h"
#include "session/commands/run_report.h"
#include "session/expressions/cell_names.h"
#include "session/queries/history_queries.h"
#include "session/queries/instant_diff.h"
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
constexpr std::size_t hottest = 20;
// A trace of more ticks belongs into a file.
constexpr Tick max_ticks_shown = 10'000;

std::string place(Point at) {
  return fmt::format("({}, {})", at.x, at.y);
}

Json to_json(Point at) {
  return {{"x", at.x}, {"y", at.y}};
}

// Of an edit, nobody knows what was there before, and no cell made it.
Json to_json(const Write& write, const Symbols& symbols) {
  return {{"tick", write.tick},
          {"x", write.at.x},
          {"y", write.at.y},
          {"name", cell_name(symbols, write.at)},
          {"before", write.edit ? Json() : Json(write.before)},
          {"now", write.now},
          {"by", write.edit ? Json() : to_json(write.by)}};
}

std::string writer(const Write& write) {
  return write.edit ? "an edit" : place(write.by);
}

// The last number of the arguments is a count, unless it belongs to the place.
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
    const Write& last = **write;
    const std::string before = last.edit ? "" : fmt::format(" from {}", last.before);
    response.text =
        fmt::format("tick {}, by {}: {}{} to {}\n", with_separators(last.tick), writer(last),
                    cell_name(session.symbols(), last.at), before, value_and_character(last.now));
    response.data["write"] = to_json(last, session.symbols());
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
  TextTable table({Align::left, Align::right, Align::left, Align::left, Align::right, Align::left,
                   Align::left});
  Json list = Json::array();
  for (const Write& write : *found) {
    table.add_row({"tick", with_separators(write.tick), "by " + writer(write),
                   cell_name(session.symbols(), write.at),
                   write.edit ? "" : fmt::format("{}", write.before), "->",
                   value_and_character(write.now)});
    list.push_back(to_json(write, session.symbols()));
  }
  Response response = make_response(
      call, found->empty() ? fmt::format("{} has not been written\n", asked->place.name)
                           : table.to_string());
  response.data["place"] = asked->place.name;
  response.data["writes"] = std::move(list);
  return response;
}

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
                                place(found.by), value_and_character(found.value),
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

// Two ticks, each of which may be left out.
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

std::string stack_difference(const InstantDiff& comparison) {
  const std::size_t before = comparison.before.stack().size();
  const std::size_t now = comparison.now.stack().size();
  const std::size_t common = comparison.common_stack;
  if (common == before && common == now) {
    return fmt::format("the stack is the same: {} values\n", common);
  }
  return fmt::format("the stack had {} values and has {}; the lowest {} are the same\n", before,
                     now, common);
}

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
  const auto compared =
      diff_instants(session, *before, now, max_cells_listed, &call.debugger.monitor());
  if (!compared) return tl::unexpected(compared.error());

  TextTable table({Align::left, Align::right, Align::left, Align::left});
  Json cells = Json::array();
  for (const CellDifference& cell : compared->listed) {
    const std::string name = cell_name(session.symbols(), cell.at);
    table.add_row({name, fmt::format("{}", cell.before), "->", value_and_character(cell.now)});
    cells.push_back({{"x", cell.at.x},
                     {"y", cell.at.y},
                     {"name", name},
                     {"before", cell.before},
                     {"now", cell.now}});
  }
  Response response = make_response(
      call, fmt::format("from tick {} to tick {}: {} cell{} differ\n", with_separators(*before),
                        with_separators(now), with_separators(compared->cells),
                        compared->cells == 1 ? "" : "s"));
  response.text += table.to_string();
  if (compared->cells > compared->listed.size()) {
    response.text +=
        fmt::format("  ... {} more\n", with_separators(compared->cells - compared->listed.size()));
  }
  response.text += stack_difference(*compared);
  response.data["from"] = *before;
  response.data["to"] = now;
  response.data["count"] = compared->cells;
  response.data["cells"] = std::move(cells);
  response.data["stack"] = {{"before", compared->before.stack().size()},
                            {"now", compared->now.stack().size()},
                            {"common", compared->common_stack}};
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

Result<Response> ask_profile(const Call& call) {
  const auto counted = asked_profile(call);
  if (!counted) return tl::unexpected(counted.error());
  const Session& session = call.debugger.session();
  const Tick ticks = counted->to - counted->from;
  TextTable table(
      {Align::left, Align::left, Align::right, Align::right, Align::right, Align::right});
  table.add_row({"cell", "", "executed", "", "read", "written"});
  Json cells = Json::array();
  for (const auto& [at, counts] : counted->hottest_cells(hottest)) {
    const std::int64_t value = session.machine().field.at(at);
    const bool visible = value > ' ' && value < 0x7f;
    table.add_row({cell_name(session.symbols(), at),
                   visible ? fmt::format("'{}'", static_cast<char>(value)) : "",
                   with_separators(counts.executions), percent(counts.executions, ticks),
                   with_separators(counts.reads), with_separators(counts.writes)});
    cells.push_back({{"x", at.x},
                     {"y", at.y},
                     {"executions", counts.executions},
                     {"reads", counts.reads},
                     {"writes", counts.writes}});
  }
  Response response = make_response(
      call, fmt::format("from tick {} to tick {}: the cells executed most often\n",
                        with_separators(counted->from), with_separators(counted->to)));
  response.text += table.to_string();
  response.data["from"] = counted->from;
  response.data["to"] = counted->to;
  response.data["cells"] = std::move(cells);
  return response;
}

Result<Response> ask_hot(const Call& call) {
  const auto counted = asked_profile(call);
  if (!counted) return tl::unexpected(counted.error());
  const Tick ticks = counted->to - counted->from;
  TextTable table(
      {Align::left, Align::left, Align::left, Align::right, Align::right, Align::right});
  table.add_row({"first", "", "last", "times", "ticks", ""});
  Json runs = Json::array();
  for (std::size_t i = 0; i < std::min(hottest, counted->runs.size()); ++i) {
    const StraightRun& run = counted->runs[i];
    table.add_row({place(run.first), "to", place(run.last), with_separators(run.times),
                   with_separators(run.ticks), percent(run.ticks, ticks)});
    runs.push_back({{"first", to_json(run.first)},
                    {"last", to_json(run.last)},
                    {"times", run.times},
                    {"ticks", run.ticks}});
  }
  Response response =
      make_response(call, fmt::format("from tick {} to tick {}: the straight runs that took "
                                      "most ticks, of {}\n",
                                      with_separators(counted->from), with_separators(counted->to),
                                      with_separators(counted->runs.size())));
  response.text += table.to_string();
  response.data["from"] = counted->from;
  response.data["to"] = counted->to;
  response.data["runs"] = std::move(runs);
  return response;
}

Result<Response> trace_to_file(const Call& call, Interval asked, TraceFormat format,
                               const std::string& path) {
  Debugger& debugger = call.debugger;
  auto writer = debugger.files().create(path);
  if (!writer) return tl::unexpected(writer.error());
  const TraceSink sink = [&](std::string_view bytes) { return (*writer)->write(bytes); };
  const auto traced =
      trace(debugger.session(), asked.from, asked.to, format, sink, &debugger.monitor());
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
  Response response = make_response(call, "");
  const TraceSink sink = [&response](std::string_view bytes) -> Result<void> {
    response.text += bytes;
    return {};
  };
  const auto traced =
      trace(session, asked->from, asked->to, format, sink, &call.debugger.monitor());
  if (!traced) return tl::unexpected(traced.error());
  response.data["from"] = asked->from;
  response.data["to"] = asked->to;
  response.data["trace"] = response.text;
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
