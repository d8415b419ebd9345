// The command that finds by bisection when an expression became true.
#include "base/escape.h"
#include "session/commands/arguments.h"
#include "session/commands/run_report.h"
#include "session/expressions/symbols.h"
#include "session/queries/history_queries.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace fungescope {
namespace {

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
  Session& session = call.debugger.session();
  const Expression& expression = arguments.expression();
  const Tick present = session.history().tick();
  const Tick begin = session.history().begin();
  const Tick from = std::max(arguments.number("TICK").value_or(begin), begin);
  if (from > present) {
    return arguments.fail_at("TICK",
                             fmt::format("tick {} is after the present, tick {}", from, present),
                             "bisect searches up to the present: write an earlier tick");
  }
  const auto change = TRY(bisect(session, expression, from, &call.debugger.monitor()));
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
