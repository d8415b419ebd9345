// The command that finds by bisection when an expression became true.
#include "base/escape.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/commands/run_report.h"
#include "session/expressions/symbols.h"
#include "session/queries/bisect.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view from_word = " from ";

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

// Parses the tick after `from`, at the end of the arguments; without one it is the beginning.
Result<Tick> first_tick(const Session& session, std::string_view arguments, std::size_t from) {
  if (from == std::string_view::npos) return session.history().begin();
  ArgumentParser words(arguments.substr(from + from_word.size()));
  const auto tick = TRY(words.tick(session));
  TRY(words.expect_end());
  const Tick present = session.history().tick();
  if (tick > present) {
    return words.fail_at_last(fmt::format("tick {} is after the present, tick {}", tick, present),
                              "bisect searches up to the present: write an earlier tick");
  }
  return std::max(tick, session.history().begin());
}

Result<Response> ask_bisect(const Call& call) {
  Session& session = call.debugger.session();
  const std::size_t split = call.arguments.rfind(from_word);
  const auto expression = TRY(ArgumentParser(call.arguments.substr(0, split)).expression(session));
  const auto from = first_tick(session, call.arguments, split);
  if (!from) return with_column_offset(from.error(), split + from_word.size());
  const auto change = TRY(bisect(session, expression, *from, &call.debugger.monitor()));
  Response response = make_response(call, to_text(change, expression, *from, session));
  Json& data = response.data;
  data["expression"] = expression.text();
  data["from"] = *from;
  data["to"] = session.history().tick();
  data["tick"] = change.tick;
  data["seeks"] = change.seeks;
  data["before"] = change.before;
  data["now"] = change.now;
  data["sides_before"] = to_json(change.sides_before);
  data["sides_now"] = to_json(change.sides_now);
  data["edit"] = change.edit;
  data["by"] = to_json(change.by);
  data["cell"] = change.cell;
  data["stored"] = nullptr;
  if (change.stored) {
    const auto& [at, before, now] = *change.stored;
    data["stored"] = {{"x", at.x},
                      {"y", at.y},
                      {"name", cell_name(session.symbols(), at)},
                      {"before", before},
                      {"now", now}};
  }
  return response;
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
              ask_bisect},
  };
  return table;
}

}  // namespace fungescope
