// Commands that query the past and the future. They leave the present instant unchanged.
#include "base/escape.h"
#include "base/rows.h"
#include "lang/value_format.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/commands/run_report.h"
#include "session/commands/why/why_responses.h"
#include "session/expressions/symbols.h"
#include "session/queries/history_queries.h"
#include "session/queries/references.h"
#include "session/why/value_maker.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Align = TextTable::Align;

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
  auto place = TRY(ArgumentParser(call.arguments.substr(0, blank)).place(session));
  return PlaceAndCount{std::move(place), *count};
}

Result<Response> ask_who(const Call& call) {
  Session& session = call.debugger.session();
  const auto where = TRY(ArgumentParser(call.arguments).place(session));
  Monitor* const monitor = &call.debugger.monitor();
  const auto write = TRY(last_write(session, where.area, monitor));
  Response response = make_response(call, fmt::format("{} has not been written\n", where.name));
  response.data["place"] = where.name;
  response.data["write"] = nullptr;
  response.data["made"] = nullptr;
  if (write) {
    const WriteRow last{*write, cell_name(session.symbols(), write->at)};
    const std::string before = last.write.edit ? "" : fmt::format(" from {}", last.write.before);
    response.text =
        fmt::format("tick {}, by {}: {}{} to {}\n", with_separators(last.write.tick),
                    writer(last.write), last.name, before, describe_value(last.write.now, "  "));
    response.data["write"] = row_to_json<WriteRow>(write_columns, last);
    if (!last.write.edit) {
      const auto maker = TRY(ValueMakers(session, monitor).of(last.write));
      if (maker.is_known()) response.text += "  " + to_text(maker, session) + '\n';
      response.data["made"] = to_json(maker, session);
    }
  }
  return response;
}

Result<Response> ask_writes(const Call& call) {
  Session& session = call.debugger.session();
  const auto asked = TRY(place_and_count(call, 10));
  if (asked.count == 0)
    return ArgumentParser(call.arguments).fail_here("0 writes are asked for", "ask for 1 or more");
  const auto found = TRY(writes(session, asked.place.area, asked.count, &call.debugger.monitor()));
  std::vector<WriteRow> rows;
  for (const Write& write : found) rows.push_back({write, cell_name(session.symbols(), write.at)});
  Response response =
      make_response(call, rows.empty() ? fmt::format("{} has not been written\n", asked.place.name)
                                       : rows_to_text<WriteRow>(write_columns, rows));
  response.data["place"] = asked.place.name;
  response.data["writes"] = rows_to_json<WriteRow>(write_columns, rows);
  return response;
}

// ---- References

constexpr std::array<Column<Reference>, 8> reference_columns{{
    {"access", [](const Reference& row) -> Json { return row.write ? "write" : "read"; },
     [](const Reference& row) { return std::string(row.write ? "written" : "read"); }},
    {"", nullptr, [](const Reference& row) { return "by " + to_string(row.by); }},
    {"x", [](const Reference& row) -> Json { return row.by.x; }},
    {"y", [](const Reference& row) -> Json { return row.by.y; }},
    {"constant", [](const Reference& row) -> Json { return row.constant; },
     [](const Reference& row) { return std::string(row.constant ? "always this cell" : ""); }},
    {"count", [](const Reference& row) -> Json { return row.count; },
     [](const Reference& row) {
       return row.count == 0 ? "not so far" : with_separators(row.count) + " times";
     },
     Align::right},
    {"", nullptr,
     [](const Reference& row) {
       return row.count == 0 ? std::string() : "last at tick " + with_separators(row.last);
     }},
    {"last", [](const Reference& row) { return row.count == 0 ? Json() : Json(row.last); }},
}};

Result<Response> ask_references(const Call& call) {
  Session& session = call.debugger.session();
  const auto where = TRY(ArgumentParser(call.arguments).place(session));
  const auto references = TRY(find_references(session, where.area, &call.debugger.monitor()));
  Response response =
      make_response(call, references.found.empty()
                              ? fmt::format("nothing is known to read or write {}\n", where.name)
                              : rows_to_text<Reference>(reference_columns, references.found));
  if (references.from > session.history().begin()) {
    response.text += fmt::format("counted from tick {}\n", with_separators(references.from));
  }
  if (references.more) response.text += "... and more\n";
  response.data["place"] = where.name;
  response.data["from"] = references.from;
  response.data["references"] = rows_to_json<Reference>(reference_columns, references.found);
  response.data["more"] = references.more;
  return response;
}

// ---- Pushes and conditions

Result<Response> ask_pushed(const Call& call) {
  Session& session = call.debugger.session();
  ArgumentParser arguments(call.arguments);
  const auto from_top = TRY(arguments.number_or(0, "a place of the stack"));
  TRY(arguments.expect_end());
  Monitor* const monitor = &call.debugger.monitor();
  const auto push = TRY(who_pushed(session, from_top, monitor));
  Response response =
      make_response(call, "it was there at the beginning, or an edit put it there\n");
  response.data["from_top"] = from_top;
  response.data["push"] = nullptr;
  response.data["made"] = nullptr;
  if (push) {
    const Push& found = *push;
    const auto maker = TRY(ValueMakers(session, monitor).of(found));
    const std::string made = to_text(maker, session);
    response.text = fmt::format(
        "tick {}, by {} '{}': {}{}\n", with_separators(found.tick), to_string(found.by),
        instruction(maker.op).glyph, maker.is_maker() ? made : describe_value(found.value, "  "),
        found.moved == 0
            ? ""
            : fmt::format(", moved by {} swap{}", found.moved, found.moved == 1 ? "" : "s"));
    if (maker.is_known() && !maker.is_maker()) response.text += "  " + made + '\n';
    response.data["push"] = {{"tick", found.tick},
                             {"by", to_json(found.by)},
                             {"instruction", instruction(maker.op).name},
                             {"value", found.value},
                             {"moved", found.moved}};
    response.data["made"] = to_json(maker, session);
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
  const auto expression = TRY(arguments.expression(session));
  Monitor* const monitor = &call.debugger.monitor();
  const auto tick =
      last ? when_last(session, expression, monitor) : when_next(session, expression, monitor);
  if (!tick) return tl::unexpected(tick.error());
  Response response = make_response(call, "");
  if (*tick) {
    response.text = fmt::format("tick {}{}\n", with_separators(**tick),
                                **tick == session.machine().tick ? ", now" : "");
  } else {
    response.text =
        fmt::format("{} {} true\n", expression.text(), last ? "never became" : "does not become");
  }
  response.data["way"] = last ? "back" : "forward";
  response.data["expression"] = expression.text();
  response.data["tick"] = nullptr;
  if (*tick) response.data["tick"] = **tick;
  return response;
}

}  // namespace

std::span<const Command> query_commands() {
  static constexpr std::array table{
      Command{"who", "", "", "PLACE", "who wrote this last, and when",
              "And what made the value that was written.\n  who grid(2,5)\n", ask_who},
      Command{"writes", "", "", "PLACE [COUNT]", "the last writes to a place, newest first",
              "Ten of them, or COUNT.\n  writes grid 50\n", ask_writes},
      Command{
          "refs", "", "", "PLACE", "the instructions that read or write a place",
          "In the run so far, and those whose cell is computed from constants, which are known\n"
          "without running them. Of a long run, the last 100 million ticks count.\n"
          "  refs grid(2,5)\n",
          ask_references},
      Command{"pushed", "", "", "[N]", "who pushed the n-th stack value from the top",
              "Through swaps, back to where the value came from, and of what it was made.\n",
              ask_pushed},
      Command{"when", "", "", "next EXPR | last EXPR",
              "the tick at which this becomes true, or did",
              "What has become true at the present instant is the answer to both.\n"
              "  when next depth > 100\n  when last grid(2,5) == '7'\n",
              ask_when},
  };
  return table;
}

}  // namespace fungescope
