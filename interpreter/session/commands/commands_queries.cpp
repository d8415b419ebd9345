// Commands that query the past and the future. They leave the present instant unchanged.
#include "base/escape.h"
#include "base/rows.h"
#include "lang/value_format.h"
#include "session/commands/arguments.h"
#include "session/commands/run_report.h"
#include "session/commands/why/why_responses.h"
#include "session/expressions/symbols.h"
#include "session/queries/history_queries.h"
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

// Of an edit, neither the value before nor the writing cell is known.
constexpr std::array<Column<WriteRow>, 10> write_columns{{
    {"", nullptr, [](const WriteRow&) { return std::string("tick"); }},
    {"tick", [](const WriteRow& row) { return row.write.tick; },
     [](const WriteRow& row) { return with_separators(row.write.tick); }, Align::right},
    {"", nullptr,
     [](const WriteRow& row) {
       return row.write.edit ? "by an edit" : "by " + to_string(row.write.by);
     }},
    {"x", [](const WriteRow& row) { return row.write.at.x; }},
    {"y", [](const WriteRow& row) { return row.write.at.y; }},
    {"name", as_json<&WriteRow::name>, [](const WriteRow& row) { return row.name; }},
    {"before", [](const WriteRow& row) { return unless(row.write.edit, row.write.before); },
     [](const WriteRow& row) {
       return row.write.edit ? std::string() : fmt::to_string(row.write.before);
     },
     Align::right},
    {"", nullptr, [](const WriteRow&) { return std::string("->"); }},
    {"now", [](const WriteRow& row) { return row.write.now; },
     [](const WriteRow& row) { return describe_value(row.write.now, "  "); }},
    {"by", [](const WriteRow& row) { return unless(row.write.edit, row.write.by); }},
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

Result<Response> ask_who(const Call& call, const Arguments& arguments) {
  Session& session = call.debugger.session();
  const Place& where = arguments.place();
  const auto writer = TRY(who_wrote(session, where.area, &call.debugger.monitor()));
  Response response = make_response(call, to_text(writer, where.name, session));
  const auto& [write, maker] = writer;
  response.data["place"] = where.name;
  response.data["write"] = nullptr;
  if (write) {
    const WriteRow row{*write, cell_name(session.symbols(), write->at)};
    response.data["write"] = row_to_json<WriteRow>(write_columns, row);
  }
  response.data["made"] = maker ? to_json(*maker, session) : Json();
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
    {"access", [](const Reference& row) { return std::string_view(row.write ? "write" : "read"); },
     [](const Reference& row) { return std::string(row.write ? "written" : "read"); }},
    {"", nullptr, [](const Reference& row) { return "by " + to_string(row.by); }},
    {"x", [](const Reference& row) { return row.by.x; }},
    {"y", [](const Reference& row) { return row.by.y; }},
    {"constant", [](const Reference& row) { return row.constant; },
     [](const Reference& row) { return std::string(row.constant ? "always this cell" : ""); }},
    {"count", [](const Reference& row) { return row.count; },
     [](const Reference& row) {
       return row.count == 0 ? "not so far" : with_separators(row.count) + " times";
     },
     Align::right},
    {"", nullptr,
     [](const Reference& row) {
       return row.count == 0 ? std::string() : "last at tick " + with_separators(row.last);
     }},
    {"last", [](const Reference& row) { return unless(row.count == 0, row.last); }},
}};

Result<Response> ask_references(const Call& call, const Arguments& arguments) {
  Session& session = call.debugger.session();
  const Place& where = arguments.place();
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

Result<Response> ask_pushed(const Call& call, const Arguments& arguments) {
  Session& session = call.debugger.session();
  const std::uint64_t from_top = arguments.number("N").value_or(0);
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
        found.moved == 0 ? "" : ", moved by " + count_text(found.moved, "swap"));
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

Result<Response> ask_when(const Call& call, const Arguments& arguments) {
  Session& session = call.debugger.session();
  const bool last = arguments.has("last");
  const Expression& expression = arguments.expression();
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
              "And what made the value that was written.\n  who grid(2,5)\n", parsed<ask_who>,
              !reversible, is_query},
      Command{"writes", "", "", "PLACE [COUNT]", "the last writes to a place, newest first",
              "Ten of them, or COUNT.\n  writes grid 50\n", ask_writes, !reversible, is_query},
      Command{
          "refs", "", "", "PLACE", "the instructions that read or write a place",
          "In the run so far, and those whose cell is computed from constants, which are known\n"
          "without running them. Of a long run, the last 100 million ticks count.\n"
          "  refs grid(2,5)\n",
          parsed<ask_references>, !reversible, is_query},
      Command{"pushed", "", "", "[N]", "who pushed the n-th stack value from the top",
              "Through swaps, back to where the value came from, and of what it was made.\n",
              parsed<ask_pushed>, !reversible, is_query},
      Command{"when", "", "", "next|last EXPR", "the tick at which this becomes true, or did",
              "What has become true at the present instant is the answer to both.\n"
              "  when next depth > 100\n  when last grid(2,5) == '7'\n",
              parsed<ask_when>, !reversible, is_query},
  };
  return table;
}

}  // namespace fungescope
