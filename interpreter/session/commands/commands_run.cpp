// Commands that run, step and seek.
#include "base/escape.h"
#include "session/commands/arguments.h"
#include "session/commands/run_report.h"
#include "session/run_control/run_controller.h"
#include "session/run_control/steps.h"

#include <array>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Reason = StopInfo::Reason;

// Runs the machine with `go`, a function of the session, the direction, the arguments and the
// monitor.
template <class Go, class... Arguments>
Result<Response> run(const Call& call, Go go, const Arguments&... arguments) {
  return run_and_report(call, [&](const LogSink&) -> Result<StopInfo> {
    return go(call.session(), call.direction, arguments..., call.monitor());
  });
}

template <auto go>
Result<Response> run_plainly(const Call& call) {
  return run(call, go);
}

template <auto step>
Result<Response> run_counted(const Call& call, const Arguments& arguments) {
  return run(call, step, arguments.number("COUNT").value_or(1));
}

Result<Response> run_continue(const Call& call) {
  return run_and_report(call, [&](const LogSink& log) -> Result<StopInfo> {
    return run_to_breakpoint(call.session(), call.direction, call.monitor(), log);
  });
}

Result<Response> run_out(const Call& call, const Arguments& arguments) {
  const std::size_t depth = call.session().machine().stack.size();
  return run(call, step_out, arguments.number("DEPTH").value_or(depth == 0 ? 0 : depth - 1));
}

Result<Response> run_until(const Call& call, const Arguments& arguments) {
  const Expression& expression = arguments.expression();
  auto response = run(call, search_until, expression);
  if (response && call.debugger.last_stop()->reason == Reason::not_found &&
      expression.evaluate(call.session().machine()) != 0) {
    response->text += fmt::format("{} is true here already; until goes to where it becomes true\n",
                                  expression.text());
  }
  return response;
}

Result<Response> run_change(const Call& call, const Arguments& arguments) {
  return run(call, search_change, arguments.place().area);
}

Result<StopInfo> seek(const Call& call, Tick tick) {
  History& history = call.session().history();
  StopInfo stopped = stop_info_for(history.seek(tick, call.monitor()), tick);
  stopped.tick = history.tick();
  if (stopped.tick == tick && stopped.reason != Reason::interrupted) {
    stopped.reason = Reason::arrived;
  } else if (tick < history.begin()) {
    stopped.reason = Reason::beginning;
  }
  return stopped;
}

Result<StopInfo> seek(const Call& call, const Bookmark& bookmark) {
  History& history = call.session().history();
  if (!is_on_branch(history, bookmark)) TRY(history.switch_to(bookmark.branch, call.monitor()));
  return seek(call, bookmark.tick);
}

template <class To>
Result<Response> seek_and_report(const Call& call, const To& to) {
  return run_and_report(call, [&](const LogSink&) { return seek(call, to); });
}

// A bookmark that is called like a tick is named in quotes.
Result<Response> run_goto(const Call& call) {
  const Session& session = call.session();
  const bool quoted = call.arguments.starts_with('"');
  ArgumentParser as_tick(call.arguments);
  const auto tick = as_tick.tick(session);
  if (!quoted && tick && as_tick.at_end()) return seek_and_report(call, *tick);
  ArgumentParser arguments(call.arguments);
  const auto name = TRY(arguments.text());
  if (const Bookmark* const bookmark = session.bookmarks().find(name.bytes)) {
    return seek_and_report(call, *bookmark);
  }
  if (quoted) {
    return arguments.fail_at_last(
        fmt::format("there is no bookmark {}", single_quoted(name.bytes)),
        suggest(name.bytes, session.bookmarks().names(), "marks lists them"));
  }
  if (!tick) return tl::unexpected(tick.error());
  return tl::unexpected(as_tick.expect_end().error());
}

Result<Response> run_restart(const Call& call) {
  return seek_and_report(call, call.session().history().begin());
}

Result<Response> run_back(const Call& call) {
  ArgumentParser arguments(call.arguments);
  if (arguments.at_end()) return arguments.fail_here("a command is missing", "back step, for one");
  const auto match = TRY(find_command(fmt::format("reverse-{}", arguments.take_word())));
  auto response = execute(Call{call.debugger, *match.command, match.direction, arguments.rest()});
  if (!response) return with_column_offset(response.error(), arguments.position());
  return response;
}

}  // namespace

std::span<const Command> run_commands() {
  static constexpr std::array table{
      Command{"continue", "c", "rc", "", "run to the next breakpoint, or to the end",
              "The end is that of the program, or where it waits for input; backwards it is the\n"
              "beginning.\n"
              "  continue\n"
              "  back continue    the latest breakpoint before now\n",
              run_continue, reversible},
      Command{"step", "s", "rs", "[COUNT]", "ticks: one executed cell each, blanks too",
              "  step\n  step 1_000\n  back step 5\n", parsed<run_counted<step_ticks>>, reversible},
      Command{"next", "n", "rn", "[COUNT]", "instructions: blanks are skipped", "",
              parsed<run_counted<step_instructions>>, reversible},
      Command{"line", "", "", "", "to the end of the straight run",
              "To where the pointer has just turned or decided.\n", run_plainly<step_line>,
              reversible},
      Command{"over", "o", "ro", "", "until the pointer leaves the innermost loop", "",
              run_plainly<step_over_loop>, reversible},
      Command{"out", "", "", "[DEPTH]", "until the stack is that deep, or less deep",
              "Without a depth: one value less than now.\n", parsed<run_out>, reversible},
      Command{"until", "u", "ru", "EXPR", "until an expression becomes true",
              "If it does not, forwards or backwards, the present instant stays. What is true\n"
              "already has to become false first.\n"
              "  until depth > 10 && top == 'x'\n  back until recursionLevel == 2\n",
              parsed<run_until>, reversible},
      Command{"change", "", "", "PLACE", "to the next change of a cell, variable or region",
              "If there is none, forwards or backwards, the present instant stays.\n"
              "  change grid\n  change grid(2,5)\n  back change Solve::x\n",
              parsed<run_change>, reversible},
      Command{"output", "", "", "", "to the next output",
              "If there is none, forwards or backwards, the present instant stays.\n",
              run_plainly<search_output>, reversible},
      Command{"goto", "g", "", "TICK | BOOKMARK",
              "to an instant: N, +N, -N, start, end, now, a name",
              "Numbers are written 5000, 5_000, 5,000, 5k, 2M or 1G. The end is that of what is\n"
              "recorded; behind it the program runs on. Breakpoints do not stop it.\n"
              "A bookmark that is called like a tick is named in quotes.\n"
              "  goto 1M\n  goto -100\n  goto end\n  goto the first guess\n",
              run_goto},
      Command{"restart", "", "", "", "to the beginning",
              "The run is the same again: the input that was given stays, and so do edits.\n",
              run_restart},
      Command{"back", "", "", "COMMAND", "one of the commands above, backwards",
              "Also as reverse-NAME, and by short names: rc, rs, rn.\n"
              "  back continue\n  back step 5\n  back change grid\n",
              run_back},
  };
  return table;
}

}  // namespace fungescope
