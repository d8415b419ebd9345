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

struct WriteRow : Write {
  std::string name;  // of the cell
};

// Of an edit, neither the value before nor the writing cell is known.
constexpr std::array<Column<WriteRow>, 10> write_columns{{
    {"", nullptr, [](const WriteRow&) { return std::string("tick"); }},
    {"tick", as_json<&Write::tick>, as_count<&Write::tick>, Align::right},
    {"", nullptr,
     [](const WriteRow& row) { return row.edit ? "by an edit" : "by " + to_string(row.by); }},
    {"x", [](const WriteRow& row) { return row.at.x; }},
    {"y", [](const WriteRow& row) { return row.at.y; }},
    {"name", as_json<&WriteRow::name>, as_text<&WriteRow::name>},
    {"before", [](const WriteRow& row) { return unless(row.edit, row.before); },
     [](const WriteRow& row) { return row.edit ? "" : fmt::to_string(row.before); }, Align::right},
    {"", nullptr, [](const WriteRow&) { return std::string("->"); }},
    {"now", as_json<&Write::now>,
     [](const WriteRow& row) { return describe_value(row.now, "  "); }},
    {"by", [](const WriteRow& row) { return unless(row.edit, row.by); }},
}};
const RegisterRows write_schema("write", write_columns);

// Parses a place and a count. The last number of the arguments is the count, unless it belongs to
// the place.
struct PlaceAndCount {
  Place place;
  std::uint64_t count;
};
Result<PlaceAndCount> place_and_count(const Call& call, std::uint64_t fallback) {
  const Session& session = call.session();
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
  Session& session = call.session();
  const Place& where = arguments.place();
  const auto writer = TRY(who_wrote(session, where.area, call.monitor()));
  const auto& [write, maker] = writer;
  Json last;
  if (write) {
    const WriteRow row{*write, cell_name(session.symbols(), write->at)};
    last = row_to_json<WriteRow>(write_columns, row);
  }
  return make_response(call, to_text(writer, where.name, session),
                       {{"place", where.name},
                        {"write", last},
                        {"made", maker ? to_json(*maker, session) : Json()}});
}

Result<Response> ask_writes(const Call& call) {
  Session& session = call.session();
  const auto asked = TRY(place_and_count(call, 10));
  if (asked.count == 0)
    return ArgumentParser(call.arguments).fail_here("0 writes are asked for", "ask for 1 or more");
  const auto found = TRY(writes(session, asked.place.area, asked.count, call.monitor()));
  std::vector<WriteRow> rows;
  for (const Write& write : found) rows.push_back({write, cell_name(session.symbols(), write.at)});
  return make_response(
      call,
      rows.empty() ? fmt::format("{} has not been written\n", asked.place.name)
                   : rows_to_text<WriteRow>(write_columns, rows),
      {{"place", asked.place.name}, {"writes", rows_to_json<WriteRow>(write_columns, rows)}});
}

// ---- References

constexpr std::array<Column<Reference>, 8> reference_columns{{
    {"access", [](const Reference& row) { return std::string_view(row.write ? "write" : "read"); },
     [](const Reference& row) { return std::string(row.write ? "written" : "read"); }},
    {"", nullptr, [](const Reference& row) { return "by " + to_string(row.by); }},
    {"x", [](const Reference& row) { return row.by.x; }},
    {"y", [](const Reference& row) { return row.by.y; }},
    {"constant", as_json<&Reference::constant>,
     [](const Reference& row) { return std::string(row.constant ? "always this cell" : ""); }},
    {"count", as_json<&Reference::count>,
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
const RegisterRows reference_schema("reference", reference_columns);

Result<Response> ask_references(const Call& call, const Arguments& arguments) {
  Session& session = call.session();
  const Place& where = arguments.place();
  const auto references = TRY(find_references(session, where.area, call.monitor()));
  std::string text = references.found.empty()
                         ? fmt::format("nothing is known to read or write {}\n", where.name)
                         : rows_to_text<Reference>(reference_columns, references.found);
  if (references.from > session.history().begin()) {
    text += fmt::format("counted from tick {}\n", with_separators(references.from));
  }
  if (references.more) text += "... and more\n";
  return make_response(
      call, std::move(text),
      {{"place", where.name},
       {"from", references.from},
       {"references", rows_to_json<Reference>(reference_columns, references.found)},
       {"more", references.more}});
}

// ---- Pushes and conditions

Result<Response> ask_pushed(const Call& call, const Arguments& arguments) {
  Session& session = call.session();
  const std::uint64_t from_top = arguments.number("N").value_or(0);
  const auto push = TRY(who_pushed(session, from_top, call.monitor()));
  if (!push) {
    return make_response(call, "it was there at the beginning, or an edit put it there\n",
                         {{"from_top", from_top}, {"push", nullptr}, {"made", nullptr}});
  }
  const auto maker = TRY(ValueMakers(session, call.monitor()).of(*push));
  const std::string made = to_text(maker, session);
  std::string text = fmt::format(
      "tick {}, by {} '{}': {}{}\n", with_separators(push->tick), to_string(push->by),
      instruction(maker.op).glyph, maker.is_maker() ? made : describe_value(push->value, "  "),
      push->moved == 0 ? "" : ", moved by " + count_text(push->moved, "swap"));
  if (maker.is_known() && !maker.is_maker()) text += "  " + made + '\n';
  const Json found = {{"tick", push->tick},
                      {"by", to_json(push->by)},
                      {"instruction", instruction(maker.op).name},
                      {"value", push->value},
                      {"moved", push->moved}};
  return make_response(
      call, std::move(text),
      {{"from_top", from_top}, {"push", found}, {"made", to_json(maker, session)}});
}

Result<Response> ask_when(const Call& call, const Arguments& arguments) {
  Session& session = call.session();
  const bool last = arguments.has("last");
  const Expression& expression = arguments.expression();
  const auto tick = TRY(when(session, last ? RunDirection::reverse : RunDirection::forward,
                             expression, call.monitor()));
  std::string text = tick ? fmt::format("tick {}{}\n", with_separators(*tick),
                                        *tick == session.machine().tick ? ", now" : "")
                          : fmt::format("{} {} true\n", expression.text(),
                                        last ? "never became" : "does not become");
  return make_response(call, std::move(text),
                       {{"way", last ? "back" : "forward"},
                        {"expression", expression.text()},
                        {"tick", tick ? Json(*tick) : Json()}});
}

// ---- Bisection

std::string to_text(const Expression::Comparison& sides) {
  return fmt::format("{} {} {}", sides.left, sides.symbol, sides.right);
}

// "by 'p' at (12, 3), which stored grid(2,5): 0 -> 7".
std::string cause_of(const BisectedChange& change, const Symbols& symbols) {
  if (change.edit) return "an edit at this tick, or the instruction before it";
  std::string text = is_printable_ascii(change.cell)
                         ? fmt::format("by '{}'", static_cast<char>(change.cell))
                         : fmt::format("by the value {}", change.cell);
  text += fmt::format(" at {}", to_string(change.by));
  if (change.stored) {
    const auto& [at, before, now] = *change.stored;
    text += fmt::format(", which stored {}: {} -> {}", cell_name(symbols, at), before, now);
  }
  return text;
}

std::string to_text(const BisectedChange& change, const Expression& expression, Tick from,
                    const Session& session) {
  std::string text =
      fmt::format("tick {}: {} became true\n", with_separators(change.tick), expression.text());
  text += fmt::format("  {}\n", cause_of(change, session.symbols()));
  if (change.sides_before && change.sides_now) {
    text += fmt::format("  before: {}; after: {}\n", to_text(*change.sides_before),
                        to_text(*change.sides_now));
  } else if (change.now != 1) {
    text += fmt::format("  before: {}; after: {}\n", change.before, change.now);
  }
  return text + fmt::format(
                    "found by {} seeks, assuming that it changed only once in ticks {} to "
                    "{}; when last searches every change\n",
                    change.seeks, with_separators(from), with_separators(session.history().tick()));
}

Json to_json(const std::optional<Expression::Comparison>& sides) {
  if (!sides) return nullptr;
  return {{"left", sides->left}, {"right", sides->right}};
}

Result<Response> ask_bisect(const Call& call, const Arguments& arguments) {
  Session& session = call.session();
  const Expression& expression = arguments.expression();
  const Tick present = session.history().tick();
  const Tick begin = session.history().begin();
  const Tick from = std::max(arguments.number("TICK").value_or(begin), begin);
  if (from > present) {
    return arguments.fail_at("TICK",
                             fmt::format("tick {} is after the present, tick {}", from, present),
                             "bisect searches up to the present: write an earlier tick");
  }
  const auto change = TRY(bisect(session, expression, from, call.monitor()));
  Json stored;
  if (change.stored) {
    const auto& [at, before, now] = *change.stored;
    stored = {{"x", at.x},
              {"y", at.y},
              {"name", cell_name(session.symbols(), at)},
              {"before", before},
              {"now", now}};
  }
  return make_response(call, to_text(change, expression, from, session),
                       {{"expression", expression.text()},
                        {"from", from},
                        {"to", present},
                        {"tick", change.tick},
                        {"seeks", change.seeks},
                        {"before", change.before},
                        {"now", change.now},
                        {"sides_before", to_json(change.sides_before)},
                        {"sides_now", to_json(change.sides_now)},
                        {"edit", change.edit},
                        {"by", to_json(change.by)},
                        {"cell", change.cell},
                        {"stored", stored}});
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

std::span<const Command> bisect_commands() {
  static constexpr std::array table{
      Command{"bisect", "", "", "EXPR [from TICK]",
              "the tick since which this is true, by halving the run",
              "It must be false at the beginning, or at TICK, and true now. Visits few instants,\n"
              "however long the run, and assumes that it changed only once: with more changes the\n"
              "answer is one of them. when last EXPR searches every change. The present stays.\n"
              "  bisect !(Solve::x == 7)\n  bisect count(grid, v > '0') > 30 from 10k\n",
              parsed<ask_bisect>},
  };
  return table;
}

}  // namespace fungescope
