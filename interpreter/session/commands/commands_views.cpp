// Commands that show the present instant.
#include "base/escape.h"
#include "base/rows.h"
#include "base/text_table.h"
#include "lang/source_text.h"
#include "lang/text_search.h"
#include "lang/value_format.h"
#include "session/commands/arguments.h"
#include "session/commands/run_report.h"
#include "session/expressions/symbols.h"
#include "session/views/views.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Align = TextTable::Align;

constexpr Size surroundings_shown{61, 7};

Result<Response> view_where(const Call& call) {
  const Machine& machine = call.session().machine();
  const Rectangle area = surroundings(machine, surroundings_shown);
  Response response =
      make_response(call, describe_instant(machine) + '\n' + field_text(machine, area));
  add_instant(response.data, machine);
  response.data["cell"] = machine.field.at(machine.ip);
  response.data["depth"] = machine.stack.size();
  return response;
}

struct StackRow {
  std::size_t from_top = 0;
  std::int64_t value = 0;
};

constexpr std::array<Column<StackRow>, 2> stack_columns{{
    {"", nullptr, as_text<&StackRow::from_top>, Align::right},
    {"", as_json<&StackRow::value>,
     [](const StackRow& row) { return describe_value(row.value, "  "); }},
}};

Result<Response> view_stack(const Call& call, const Arguments& arguments) {
  const std::uint64_t count = arguments.number("COUNT").value_or(16);
  const ValueStack& stack = call.session().machine().stack;
  std::vector<StackRow> rows;
  for (std::size_t i = 0; i < std::min<std::uint64_t>(count, stack.size()); ++i) {
    rows.push_back({i, stack.peek(i)});
  }
  std::string text =
      stack.empty() ? "the stack is empty\n" : rows_to_text<StackRow>(stack_columns, rows);
  if (rows.size() < stack.size()) {
    text += fmt::format("  ... {} more below\n", with_separators(stack.size() - rows.size()));
  }
  return make_response(
      call, std::move(text),
      {{"depth", stack.size()}, {"values", rows_to_json<StackRow>(stack_columns, rows)}});
}

Result<Response> view_field(const Call& call) {
  const Machine& machine = call.session().machine();
  Rectangle area{{0, 0}, machine.field.size()};
  if (!call.arguments.empty()) {
    // Parses the rectangle as that of a region option, whose name is not needed here.
    const auto region = parse_region_option("area=" + std::string(call.arguments));
    if (!region) {
      return fail({{}, 0, 1}, fmt::format("{} is not a rectangle", single_quoted(call.arguments)),
                  "write X,Y,WIDTH,HEIGHT");
    }
    if (!fits_into(region->area, machine.field.size())) {
      return fail(
          {{}, 0, 1},
          fmt::format("{} reaches outside the field of {}x{}", single_quoted(call.arguments),
                      machine.field.size().width, machine.field.size().height),
          "coordinates count from 0, x before y");
    }
    area = region->area;
  }
  const Json rows = json_rows(area.size, [&](Point at) {
    return machine.field.at(Point{area.corner.x + at.x, area.corner.y + at.y});
  });
  return make_response(call, field_text(machine, area),
                       {{"x", area.corner.x}, {"y", area.corner.y}, {"rows", rows}});
}

struct MatchRow : TextMatch {
  std::string name;
};

constexpr std::array<Column<MatchRow>, 4> match_columns{{
    {"x", [](const MatchRow& row) { return row.at.x; }, as_text<&TextMatch::at>},
    {"y", [](const MatchRow& row) { return row.at.y; }},
    {"direction", as_text<&TextMatch::direction>, as_text<&TextMatch::direction>},
    {"", nullptr,
     [](const MatchRow& row) { return row.name == to_string(row.at) ? "" : row.name; }},
}};

const RegisterRows match_schema("text_match", match_columns);

Result<Response> view_find(const Call& call, const Arguments& arguments) {
  constexpr std::size_t max_found = 20;
  const std::string text = arguments.text("TEXT");
  const Session& session = call.session();
  const TextMatches matches = find_text(
      session.machine().field, decode_characters(text, session.machine().dialect), max_found);
  std::vector<MatchRow> rows;
  for (const TextMatch& match : matches.found) {
    rows.push_back({match, cell_name(session.symbols(), match.at)});
  }
  return make_response(call,
                       (rows.empty() ? single_quoted(text) + " is not in the field\n"
                                     : rows_to_text<MatchRow>(match_columns, rows)) +
                           (matches.more ? "  ... and more\n" : ""),
                       {{"text", text},
                        {"found", rows_to_json<MatchRow>(match_columns, rows)},
                        {"more", matches.more}});
}

Result<Response> view_print(const Call& call, const Arguments& arguments) {
  const Expression& expression = arguments.expression();
  const std::int64_t value = expression.evaluate(call.session().machine());
  return make_response(call, describe_value(value, "  ") + '\n',
                       {{"expression", expression.text()}, {"value", value}});
}

Response list_watched(const Call& call) {
  const std::vector<Debugger::Watched> rows = call.debugger.watched_values();
  return make_response(call,
                       rows.empty() ? "nothing is watched; watch EXPR does\n"
                                    : rows_to_text<Debugger::Watched>(watched_columns, rows),
                       {{"watched", rows_to_json<Debugger::Watched>(watched_columns, rows)}});
}

Result<Response> view_watch(const Call& call, const Arguments& arguments) {
  if (arguments.has("EXPR")) {
    call.session().watched().push_back(arguments.expression().text());
  }
  return list_watched(call);
}

Result<Response> view_unwatch(const Call& call, const Arguments& arguments) {
  std::vector<std::string>& watched = call.session().watched();
  const auto number = arguments.number("NUMBER");
  if (!number) {
    watched.clear();
    return list_watched(call);
  }
  if (*number == 0 || *number > watched.size()) {
    return arguments.fail_at("NUMBER", fmt::format("there is no watched expression {}", *number),
                             "watch lists them");
  }
  watched.erase(watched.begin() + static_cast<std::ptrdiff_t>(*number - 1));
  return list_watched(call);
}

Result<Response> view_printed(const Call& call, const Arguments& arguments) {
  const std::uint64_t count = arguments.number("BYTES").value_or(max_output);
  Session& session = call.session();
  const std::uint64_t size = session.machine().output_size;
  Response response = make_response(call, size == 0 ? "nothing has been printed\n" : "");
  add_output(response, session, size - std::min(size, count), 0);
  return response;
}

Result<Response> view_inputs(const Call& call) {
  constexpr std::size_t shown = 200;
  const History& history = call.session().history();
  const std::string_view bytes = history.input().bytes();
  const std::uint64_t read = history.machine().input_position;
  const std::string_view next = bytes.substr(std::min<std::uint64_t>(read, bytes.size()));
  const bool closed = history.input().closed();
  std::string text = fmt::format("{} of {} bytes are read\n", with_separators(read),
                                 with_separators(bytes.size()));
  if (!next.empty()) {
    text += fmt::format("next: {}{}\n", double_quoted(next.substr(0, shown)),
                        next.size() > shown ? " ..." : "");
  }
  text += closed ? "then the input ends\n" : "then the program waits for more\n";
  return make_response(call, std::move(text),
                       {{"read", read},
                        {"size", bytes.size()},
                        {"next", next.substr(0, shown)},
                        {"closed", closed}});
}

Result<Response> view_info(const Call& call) {
  const Session& session = call.session();
  const History& history = session.history();
  const Size size = session.machine().field.size();
  const History::Usage usage = history.usage();
  const std::size_t branches = history.branches().size();
  const std::size_t regions = session.symbols().regions().size();
  const std::size_t variables = session.symbols().variables().size();
  const std::size_t stops = call.session().breakpoints().all().size();
  TextTable table({Align::left, Align::left});
  Json members;
  const auto add = [&](std::string_view label, std::string text, const Json& its_members) {
    table.add_row({std::string(label), std::move(text)});
    members.update(its_members);
  };
  const std::string& file = session.options().load.file;
  add("program", file, {{"program", file}});
  const std::string dialect(session.machine().dialect.name);
  add("dialect", dialect, {{"dialect", dialect}});
  add("field", fmt::format("{}x{}", size.width, size.height),
      {{"width", size.width}, {"height", size.height}});
  add("seed", fmt::to_string(session.options().seed), {{"seed", session.options().seed}});
  add("recorded",
      fmt::format("ticks {} to {}", with_separators(history.begin()),
                  with_separators(history.end())),
      {{"begin", history.begin()}, {"end", history.end()}});
  add("branch", fmt::format("{} of {}", history.branch(), branches),
      {{"branch", history.branch()}, {"branch_count", branches}});
  add("history",
      fmt::format("{} checkpoints, {} bytes, {} at most; one every {} ticks", usage.checkpoints,
                  with_separators(usage.bytes), with_separators(usage.peak_bytes),
                  with_separators(usage.interval)),
      {{"checkpoints", usage.checkpoints},
       {"checkpoint_interval", usage.interval},
       {"history_bytes", usage.bytes},
       {"history_peak_bytes", usage.peak_bytes}});
  add("names", fmt::format("{} regions, {} variables", regions, variables),
      {{"region_count", regions}, {"variable_count", variables}});
  add("stops", fmt::to_string(stops), {{"stop_count", stops}});
  std::string text = table.to_string();
  members["warnings"] = json_array(session.source().warnings, [&](const Error& warning) {
    text += fmt::format("  warning: {}\n", to_string(warning));
    return to_string(warning);
  });
  return make_response(call, std::move(text), std::move(members));
}

}  // namespace

std::span<const Command> view_commands() {
  static constexpr std::array table{
      Command{"where", "w", "", "", "the tick, the cell, and what is around it", "", view_where},
      Command{"stack", "", "", "[COUNT]", "the stack, top first", "", parsed<view_stack>},
      Command{"field", "", "", "[X,Y,WIDTH,HEIGHT]", "a piece of the field, or all of it", "",
              view_field},
      Command{"find", "", "", "TEXT", "where a text stands in the field",
              "In all four directions and over the edges, as the values are now. The first 20\n"
              "places.\n"
              "  find v:p\n  find \"  v\"\n",
              parsed<view_find>},
      Command{"print", "p", "", "EXPR", "the value of an expression",
              "  print grid(2,5)\n  print top * 2\n", parsed<view_print>},
      Command{"watch", "", "", "[EXPR]", "show an expression at each stop; alone: list them", "",
              parsed<view_watch>},
      Command{"unwatch", "", "", "[NUMBER]", "show it no more; alone: none at all", "",
              parsed<view_unwatch>},
      Command{"printed", "", "", "[BYTES]", "the end of what the program has printed", "",
              parsed<view_printed>},
      Command{"inputs", "", "", "", "the program's input: what is read, what comes next", "",
              view_inputs},
      Command{"info", "i", "", "", "the program, the recording, its memory", "", view_info},
  };
  return table;
}

}  // namespace fungescope
