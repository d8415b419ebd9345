// Commands that set, list and change breakpoints, which the user calls stops.
#include "base/rows.h"
#include "session/commands/arguments.h"
#include "session/commands/run_report.h"
#include "session/run_control/breakpoint.h"

#include <array>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Align = TextTable::Align;

std::string state_of(const Breakpoint& breakpoint) {
  if (!breakpoint.enabled) return "disabled";
  return breakpoint.problem.empty() ? "" : fmt::format("out of force: {}", breakpoint.problem);
}

constexpr std::array<Column<Breakpoint>, 9> breakpoint_columns{{
    {"id", as_json<&Breakpoint::id>, as_text<&Breakpoint::id>, Align::right},
    {"text", as_json<&Breakpoint::text>, describe},
    {"enabled", as_json<&Breakpoint::enabled>},
    {"hits", as_json<&Breakpoint::hits>,
     [](const Breakpoint& breakpoint) { return count_text(breakpoint.hits, "hit"); }, Align::right},
    {"condition",
     [](const Breakpoint& breakpoint) {
       return breakpoint.condition ? std::optional(breakpoint.condition->text()) : std::nullopt;
     }},
    {"every",
     [](const Breakpoint& breakpoint) {
       return breakpoint.every > 1 ? std::optional(breakpoint.every) : std::nullopt;
     }},
    {"log", [](const Breakpoint& breakpoint) { return unless_empty(breakpoint.log); }},
    {"problem", [](const Breakpoint& breakpoint) { return unless_empty(breakpoint.problem); }},
    {"", nullptr, state_of},
}};
const RegisterRows breakpoint_schema("stop", breakpoint_columns);

// Finds the breakpoint by the number that was given.
Result<Breakpoint*> breakpoint_argument(const Call& call, const Arguments& arguments) {
  const std::uint64_t id = *arguments.number("BREAKPOINT");
  if (Breakpoint* const found = call.session().breakpoints().find(id)) return found;
  return arguments.fail_at("BREAKPOINT", fmt::format("there is no stop {}", id),
                           "breaks lists them");
}

Response stop_response(const Call& call, const Breakpoint& breakpoint) {
  return make_response(call, fmt::format("stop {}: {}\n", breakpoint.id, describe(breakpoint)),
                       {{"stop", to_json(breakpoint)}});
}

// Sets a breakpoint; without an argument, in the cell that is executed next.
Result<Response> set_breakpoint(const Call& call) {
  Session& session = call.session();
  const Machine& machine = session.machine();
  const std::string here = fmt::format("{},{}", machine.ip.x, machine.ip.y);
  const std::string_view text = call.arguments.empty() ? here : call.arguments;
  auto parsed = TRY(parse_breakpoint(text, session.symbols(), machine.field.size()));
  const std::uint32_t id = session.breakpoints().add(std::move(parsed));
  return stop_response(call, *session.breakpoints().find(id));
}

Result<Response> list_breakpoints(const Call& call) {
  const std::vector<Breakpoint>& all = call.session().breakpoints().all();
  return make_response(call,
                       all.empty() ? "there are no stops; break sets one\n"
                                   : rows_to_text<Breakpoint>(breakpoint_columns, all),
                       {{"stops", rows_to_json<Breakpoint>(breakpoint_columns, all)}});
}

Result<Response> delete_breakpoint(const Call& call, const Arguments& arguments) {
  Session& session = call.session();
  if (!arguments.has("BREAKPOINT")) {
    const std::size_t count = session.breakpoints().all().size();
    session.breakpoints().clear();
    return make_response(call, count_text(count, "stop") + " deleted\n", {{"deleted", count}});
  }
  const auto breakpoint = TRY(breakpoint_argument(call, arguments));
  const std::uint32_t id = breakpoint->id;
  session.breakpoints().remove(id);
  return make_response(call, fmt::format("stop {} deleted\n", id), {{"deleted", 1}});
}

template <bool enabled>
Result<Response> set_enabled(const Call& call, const Arguments& arguments) {
  Session& session = call.session();
  const std::string_view word = enabled ? "enabled" : "disabled";
  if (!arguments.has("BREAKPOINT")) {
    std::vector<Breakpoint>& all = session.breakpoints().all();
    for (Breakpoint& breakpoint : all) breakpoint.enabled = enabled;
    return make_response(call, fmt::format("all stops are {}\n", word),
                         {{"stops", rows_to_json<Breakpoint>(breakpoint_columns, all)}});
  }
  const auto breakpoint = TRY(breakpoint_argument(call, arguments));
  breakpoint->enabled = enabled;
  return make_response(call, fmt::format("stop {} is {}\n", breakpoint->id, word),
                       {{"stop", to_json(*breakpoint)}});
}

Result<Response> set_condition(const Call& call, const Arguments& arguments) {
  Session& session = call.session();
  const auto breakpoint = TRY(breakpoint_argument(call, arguments));
  breakpoint->condition.reset();
  if (arguments.has("EXPR")) breakpoint->condition = arguments.expression();
  // The breakpoint may resolve now: the condition may have been the problem.
  reparse(*breakpoint, session.symbols(), session.machine().field.size());
  return stop_response(call, *breakpoint);
}

}  // namespace

Json to_json(const Breakpoint& breakpoint) {
  return row_to_json<Breakpoint>(breakpoint_columns, breakpoint);
}

std::span<const Command> breakpoint_commands() {
  static constexpr std::array table{
      Command{"break", "b", "", "[WHERE] [if EXPR] [hits N] [log TEXT]", "set a breakpoint",
              "Without WHERE: before the cell that is executed next.\n"
              "  break 10,3                     before the instruction in a cell\n"
              "  break 10,3 west if depth > 2   coming from a direction, under a condition\n"
              "  break tick 5000\n"
              "  break read grid(2,5)           after it was read; also write, change\n"
              "  break change pspace hits 10    every tenth time\n"
              "  break grid(2,5) becomes '7'    after a write that makes it so\n"
              "  break output \"no solution\"     after what completes the text\n"
              "  break input                    before an instruction that reads input\n"
              "  break depth > 100              after the stack has become deeper; also <\n"
              "  break modified                 before a cell that the program wrote is executed\n"
              "  break 10,3 log \"x is {Solve::x}\"   prints, and goes on\n",
              set_breakpoint},
      Command{"breaks", "", "", "", "list the breakpoints with their hits", "", list_breakpoints},
      Command{"delete", "d", "", "[BREAKPOINT]", "delete a breakpoint, or all", "",
              parsed<delete_breakpoint>},
      Command{"enable", "", "", "[BREAKPOINT]", "enable a breakpoint, or all", "",
              parsed<set_enabled<true>>},
      Command{"disable", "", "", "[BREAKPOINT]", "disable a breakpoint, or all", "",
              parsed<set_enabled<false>>},
      Command{"condition", "", "", "BREAKPOINT [EXPR]",
              "a breakpoint's condition; without EXPR: none",
              "  condition 2 depth > 10 && new != old\n", parsed<set_condition>},
  };
  return table;
}

}  // namespace fungescope
