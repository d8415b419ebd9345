// Setting, listing and changing stops.
#include "base/text_table.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/commands/response.h"
#include "session/commands/run_report.h"
#include "session/run_control/breakpoint.h"

#include <array>
#include <limits>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Align = TextTable::Align;

// Reads an id and finds its stop.
Result<Breakpoint*> stop_argument(ArgumentParser& arguments, Session& session) {
  const auto id = arguments.number("a stop's number");
  if (!id) return tl::unexpected(id.error());
  Breakpoint* stop = nullptr;
  if (*id <= std::numeric_limits<std::uint32_t>::max()) {
    stop = session.breakpoints().find(static_cast<std::uint32_t>(*id));
  }
  if (stop == nullptr) {
    return arguments.fail_at_last(fmt::format("there is no stop {}", *id), "breaks lists them");
  }
  return stop;
}

// Without an argument: the cell that is executed next.
Result<Response> set_stop(const Call& call) {
  Session& session = call.debugger.session();
  const Machine& machine = session.machine();
  const std::string here = fmt::format("{},{}", machine.ip.x, machine.ip.y);
  const std::string_view text = call.arguments.empty() ? here : call.arguments;
  auto parsed = parse_breakpoint(text, session.symbols(), machine.field.size());
  if (!parsed) return tl::unexpected(parsed.error());
  const std::uint32_t id = session.breakpoints().add(std::move(*parsed));
  const Breakpoint& stop = *session.breakpoints().find(id);
  Response response = make_response(call, fmt::format("stop {}: {}\n", id, describe(stop)));
  response.data["stop"] = to_json(stop);
  return response;
}

std::string state_of(const Breakpoint& stop) {
  if (!stop.enabled) return "disabled";
  return stop.problem.empty() ? std::string() : fmt::format("out of force: {}", stop.problem);
}

Result<Response> list_stops(const Call& call) {
  if (auto rest = ArgumentParser(call.arguments).expect_end(); !rest) {
    return tl::unexpected(rest.error());
  }
  TextTable table({Align::right, Align::left, Align::right, Align::left});
  Json list = Json::array();
  for (const Breakpoint& stop : call.debugger.session().breakpoints().all()) {
    table.add_row({fmt::format("{}", stop.id), describe(stop),
                   fmt::format("{} hit{}", with_separators(stop.hits), stop.hits == 1 ? "" : "s"),
                   state_of(stop)});
    list.push_back(to_json(stop));
  }
  Response response = make_response(
      call, list.empty() ? "there are no stops; break sets one\n" : table.to_string());
  response.data["stops"] = std::move(list);
  return response;
}

Result<Response> delete_stop(const Call& call) {
  Session& session = call.debugger.session();
  ArgumentParser arguments(call.arguments);
  if (arguments.at_end()) {
    const std::size_t count = session.breakpoints().all().size();
    session.breakpoints().clear();
    Response response =
        make_response(call, fmt::format("{} stop{} deleted\n", count, count == 1 ? "" : "s"));
    response.data["deleted"] = count;
    return response;
  }
  const auto stop = stop_argument(arguments, session);
  if (!stop) return tl::unexpected(stop.error());
  if (auto rest = arguments.expect_end(); !rest) return tl::unexpected(rest.error());
  Response response = make_response(call, fmt::format("stop {} deleted\n", (*stop)->id));
  response.data["deleted"] = 1;
  session.breakpoints().remove((*stop)->id);
  return response;
}

Result<Response> set_enabled(const Call& call, bool enabled) {
  Session& session = call.debugger.session();
  ArgumentParser arguments(call.arguments);
  const std::string_view word = enabled ? "enabled" : "disabled";
  if (arguments.at_end()) {
    for (Breakpoint& stop : session.breakpoints().all()) stop.enabled = enabled;
    return make_response(call, fmt::format("all stops are {}\n", word));
  }
  const auto stop = stop_argument(arguments, session);
  if (!stop) return tl::unexpected(stop.error());
  if (auto rest = arguments.expect_end(); !rest) return tl::unexpected(rest.error());
  (*stop)->enabled = enabled;
  Response response = make_response(call, fmt::format("stop {} is {}\n", (*stop)->id, word));
  response.data["stop"] = to_json(**stop);
  return response;
}

Result<Response> enable_stop(const Call& call) {
  return set_enabled(call, true);
}

Result<Response> disable_stop(const Call& call) {
  return set_enabled(call, false);
}

Result<Response> set_condition(const Call& call) {
  Session& session = call.debugger.session();
  ArgumentParser arguments(call.arguments);
  const auto stop = stop_argument(arguments, session);
  if (!stop) return tl::unexpected(stop.error());
  if (arguments.at_end()) {
    (*stop)->condition.reset();
  } else {
    auto condition = arguments.expression(session);
    if (!condition) return tl::unexpected(condition.error());
    (*stop)->condition = std::move(*condition);
  }
  // The condition may have been what was wrong with it.
  reparse(**stop, session.symbols(), session.machine().field.size());
  Response response =
      make_response(call, fmt::format("stop {}: {}\n", (*stop)->id, describe(**stop)));
  response.data["stop"] = to_json(**stop);
  return response;
}

}  // namespace

std::span<const Command> breakpoint_commands() {
  static constexpr std::array table{
      Command{"break", "b", "", "[WHERE] [if EXPR] [hits N] [log TEXT]", "set a stop",
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
              set_stop},
      Command{"breaks", "", "", "", "list the stops with their hits", "", list_stops},
      Command{"delete", "d", "", "[STOP]", "delete a stop, or all", "", delete_stop},
      Command{"enable", "", "", "[STOP]", "enable a stop, or all", "", enable_stop},
      Command{"disable", "", "", "[STOP]", "disable a stop, or all", "", disable_stop},
      Command{"condition", "", "", "STOP [EXPR]", "a stop's condition; without EXPR: none",
              "  condition 2 depth > 10 && new != old\n", set_condition},
  };
  return table;
}

}  // namespace fungescope
