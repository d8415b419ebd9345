// Running, stepping, and going to an instant.
#include "base/printable.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/expressions/nearest_names.h"
#include "session/run_control/steps.h"
#include "session/commands/stop_reply.h"
#include "session/run_control/travel.h"

#include <array>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Why = Stopped::Why;

// Bodies of commands that need nothing but the session, a way and the monitor.
template <class Go>
Result<Reply> plain_travel(const Call& call, Go go) {
  if (auto rest = Arguments(call.arguments).nothing_more(); !rest) {
    return tl::unexpected(rest.error());
  }
  return travel_and_tell(call, [&](const LogSink& log) -> Result<Stopped> {
    return go(call.debugger.session(), call.way, &call.debugger.monitor(), log);
  });
}

template <class Step>
Result<Reply> counted_steps(const Call& call, Step step) {
  Arguments arguments(call.arguments);
  const auto count = arguments.number_or(1, "a count");
  if (!count) return tl::unexpected(count.error());
  if (auto rest = arguments.nothing_more(); !rest) return tl::unexpected(rest.error());
  return travel_and_tell(call, [&](const LogSink&) -> Result<Stopped> {
    return step(call.debugger.session(), call.way, *count, &call.debugger.monitor());
  });
}

Result<Reply> run_continue(const Call& call) {
  return plain_travel(call, [](Session& session, Way way, Monitor* monitor, const LogSink& log) {
    return travel(session, way, monitor, log);
  });
}

Result<Reply> run_step(const Call& call) {
  return counted_steps(call, step_ticks);
}

Result<Reply> run_next(const Call& call) {
  return counted_steps(call, step_instructions);
}

Result<Reply> run_line(const Call& call) {
  return plain_travel(call, [](Session& session, Way way, Monitor* monitor, const LogSink&) {
    return step_line(session, way, monitor);
  });
}

Result<Reply> run_over(const Call& call) {
  return plain_travel(call, [](Session& session, Way way, Monitor* monitor, const LogSink&) {
    return step_over_loop(session, way, monitor);
  });
}

Result<Reply> run_output(const Call& call) {
  return plain_travel(call, [](Session& session, Way way, Monitor* monitor, const LogSink&) {
    return step_to_output(session, way, monitor);
  });
}

Result<Reply> run_out(const Call& call) {
  Arguments arguments(call.arguments);
  const std::size_t depth = call.debugger.session().machine().stack.size();
  const auto target = arguments.number_or(depth == 0 ? 0 : depth - 1, "a depth");
  if (!target) return tl::unexpected(target.error());
  if (auto rest = arguments.nothing_more(); !rest) return tl::unexpected(rest.error());
  return travel_and_tell(call, [&](const LogSink&) -> Result<Stopped> {
    return step_out(call.debugger.session(), call.way, *target, &call.debugger.monitor());
  });
}

Result<Reply> run_until(const Call& call) {
  Session& session = call.debugger.session();
  const auto expression = Arguments(call.arguments).expression(session);
  if (!expression) return tl::unexpected(expression.error());
  return travel_and_tell(call, [&](const LogSink&) -> Result<Stopped> {
    return step_until(session, call.way, *expression, &call.debugger.monitor());
  });
}

Result<Reply> run_change(const Call& call) {
  Session& session = call.debugger.session();
  const auto place = Arguments(call.arguments).place(session);
  if (!place) return tl::unexpected(place.error());
  return travel_and_tell(call, [&](const LogSink&) -> Result<Stopped> {
    return step_to_change(session, call.way, place->area, &call.debugger.monitor());
  });
}

Why why_of(Arrival arrival) {
  switch (arrival) {
    case Arrival::tick_reached:
    case Arrival::trapped:
      return Why::arrived;
    case Arrival::ended:
      return Why::ended;
    case Arrival::faulted:
      return Why::faulted;
    case Arrival::input_wait:
      return Why::input_wait;
    case Arrival::output_closed:
      return Why::output_closed;
    case Arrival::interrupted:
      return Why::interrupted;
  }
  return Why::arrived;
}

Result<Stopped> seek(Debugger& debugger, Tick tick) {
  History& history = debugger.session().history();
  Stopped stopped;
  stopped.why = why_of(history.seek(tick, &debugger.monitor()));
  if (history.tick() == tick && stopped.why != Why::interrupted) {
    stopped.why = Why::arrived;
  } else if (tick < history.begin()) {
    stopped.why = Why::beginning;
  }
  stopped.tick = history.tick();
  return stopped;
}

// The bookmark that the arguments name; null if they mean a tick.
Result<const Bookmark*> goto_bookmark(const Call& call) {
  const Session& session = call.debugger.session();
  Arguments as_tick(call.arguments);
  const bool quoted = call.arguments.starts_with('"');
  if (!quoted && as_tick.tick(session) && as_tick.at_end()) return nullptr;
  Arguments arguments(call.arguments);
  const auto name = arguments.text();
  if (!name) return tl::unexpected(name.error());
  const Bookmark* const bookmark = session.bookmarks().find(name->bytes);
  if (bookmark != nullptr || !quoted) return bookmark;
  const std::string near = suggest(name->bytes, session.bookmarks().names());
  return arguments.fail_at_last(fmt::format("there is no bookmark {}", in_quotes(name->bytes)),
                                near.empty() ? "marks lists them" : near);
}

Result<Stopped> seek(Debugger& debugger, const Bookmark& bookmark) {
  History& history = debugger.session().history();
  if (!is_on_branch(history, bookmark)) {
    const auto switched = history.switch_to(bookmark.branch, &debugger.monitor());
    if (!switched) return tl::unexpected(switched.error());
  }
  return seek(debugger, bookmark.tick);
}

Result<Reply> run_goto(const Call& call) {
  const auto bookmark = goto_bookmark(call);
  if (!bookmark) return tl::unexpected(bookmark.error());
  if (*bookmark != nullptr) {
    return travel_and_tell(call, [&](const LogSink&) { return seek(call.debugger, **bookmark); });
  }
  Arguments arguments(call.arguments);
  const auto tick = arguments.tick(call.debugger.session());
  if (!tick) return tl::unexpected(tick.error());
  if (auto rest = arguments.nothing_more(); !rest) return tl::unexpected(rest.error());
  return travel_and_tell(call, [&](const LogSink&) { return seek(call.debugger, *tick); });
}

Result<Reply> run_restart(const Call& call) {
  if (auto rest = Arguments(call.arguments).nothing_more(); !rest) {
    return tl::unexpected(rest.error());
  }
  return travel_and_tell(call, [&](const LogSink&) {
    return seek(call.debugger, call.debugger.session().history().begin());
  });
}

Result<Reply> run_back(const Call& call) {
  Arguments arguments(call.arguments);
  if (arguments.at_end()) return arguments.fail_here("a command is missing", "back step, for one");
  const auto match = find_command(arguments.take_word());
  if (!match) return shifted(match.error(), 0);
  const Command& command = *match->command;
  if (!command.reversible) {
    return arguments.fail_at_last(fmt::format("{} cannot be reversed", command.name),
                                  "help lists the commands that can");
  }
  const Way way = match->way == Way::back ? Way::forward : Way::back;
  auto reply = command.execute(Call{call.debugger, command, way, arguments.rest()});
  if (!reply) return shifted(reply.error(), arguments.position());
  return reply;
}

constexpr bool reversible = true;

}  // namespace

std::span<const Command> run_commands() {
  static constexpr std::array table{
      Command{"continue", "c", "rc", "", "run to the next stop, or to the end",
              "The end is that of the program, or where it waits for input.\n"
              "  continue\n"
              "  back continue    the latest stop before now\n",
              run_continue, reversible},
      Command{"step", "s", "rs", "[COUNT]", "ticks: one executed cell each, blanks too",
              "  step\n  step 1_000\n  back step 5\n", run_step, reversible},
      Command{"next", "n", "rn", "[COUNT]", "instructions: blanks are skipped", "", run_next,
              reversible},
      Command{"line", "", "", "", "to the end of the straight run",
              "To where the pointer has just turned or decided.\n", run_line, reversible},
      Command{"over", "o", "ro", "", "until the pointer leaves the innermost loop", "", run_over,
              reversible},
      Command{"out", "", "", "[DEPTH]", "until the stack is that deep, or less deep",
              "Without a depth: one value less than now.\n", run_out, reversible},
      Command{"until", "u", "ru", "EXPR", "until an expression becomes true",
              "  until depth > 10 && top == 'x'\n  back until recursionLevel == 2\n", run_until,
              reversible},
      Command{"change", "", "", "PLACE", "to the next change of a cell, variable or region",
              "  change grid\n  change grid(2,5)\n  back change Solve::x\n", run_change,
              reversible},
      Command{"output", "", "", "", "to the next output", "", run_output, reversible},
      Command{"goto", "g", "", "TICK | BOOKMARK",
              "to an instant: N, +N, -N, start, end, now, a name",
              "Numbers are written 5000, 5_000, 5,000, 5k, 2M or 1G. The end is that of what is\n"
              "recorded; behind it the program runs on. Stops do not stop it.\n"
              "A bookmark that is called like a tick is named in quotes.\n"
              "  goto 1M\n  goto -100\n  goto end\n  goto the first guess\n",
              run_goto},
      Command{"restart", "", "", "", "to the beginning", "", run_restart},
      Command{"back", "", "", "COMMAND", "one of the commands above, backwards",
              "Also as reverse-NAME, and by short names: rc, rs, rn.\n"
              "  back continue\n  back step 5\n  back change grid\n",
              run_back},
  };
  return table;
}

}  // namespace fungescope
