// Commands for scripts (assertions, nested scripts, text), help, and commands that save a run to a
// file or a link, and load one.
#include "base/escape.h"
#include "base/text_table.h"
#include "lang/value_format.h"
#include "session/commands/arguments.h"
#include "session/commands/run_report.h"
#include "session/commands/script.h"
#include "session/commands/session_link.h"
#include "session/recording/recording.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr int max_script_depth = 16;

Response expectation(const Call& call, bool holds, const std::string& otherwise) {
  Response response = make_response(call, holds ? "" : otherwise + '\n',
                                    {{"expected", call.arguments}, {"holds", holds}});
  response.failed = !holds;
  if (!holds) response.data["reason"] = otherwise;
  return response;
}

Result<Response> expect_expression(const Call& call) {
  const Session& session = call.session();
  const Machine& machine = session.machine();
  const auto expression = TRY(ArgumentParser(call.arguments).expression(session));
  const std::int64_t value = expression.evaluate(machine);
  std::string otherwise = fmt::format("expected {}", call.arguments);
  for (const std::string_view text : expression.compared_texts()) {
    const auto side = Expression::parse(text, session.symbols(), machine.field.size());
    if (!side || side->constant()) continue;
    otherwise += fmt::format("; {} is {}", text, describe_value(side->evaluate(machine), "  "));
  }
  Response response = expectation(call, value != 0, otherwise);
  response.data["value"] = value;
  return response;
}

// Expects that the whole output so far ends with the text.
Result<Response> expect_output(const Call& call, ArgumentParser arguments) {
  const auto expected = TRY(arguments.text());
  Session& session = call.session();
  const std::uint64_t size = session.machine().output_size;
  // Some bytes before as well, so that what it ends with is not taken for all of it.
  const std::uint64_t shown = expected.bytes.size() + 16;
  const std::uint64_t begin = size - std::min(size, shown);
  const std::string actual = session.history().output(begin, size);
  return expectation(call, actual.ends_with(expected.bytes),
                     fmt::format("expected the output to end with {}; it ends with {}",
                                 double_quoted(expected.bytes), double_quoted(actual)));
}

// Expects a stop at a breakpoint, by its number, or for another reason, by its name.
Result<Response> expect_stopped_by(const Call& call, ArgumentParser arguments) {
  if (!arguments.take_word("by") || arguments.at_end()) {
    return arguments.fail_here("the reason is missing",
                               "write expect stopped by 2, or by end, input, fault, beginning");
  }
  const std::string_view expected = arguments.take_word();
  TRY(arguments.expect_end());
  const auto& last = call.debugger.last_stop();
  const auto id = parse_count(expected);
  if (!id && std::find(stop_reasons.begin(), stop_reasons.end(), expected) == stop_reasons.end()) {
    return arguments.fail_at_last(
        fmt::format("{} is not a reason to stop", single_quoted(expected)),
        "a stop's number, or end, input, fault, beginning, not_found, arrived");
  }
  bool holds = false;
  std::string actual = "nothing has run yet";
  if (last) {
    std::vector<std::string> ids;
    for (const std::uint32_t stop : last->breakpoints) ids.push_back(fmt::to_string(stop));
    holds = id ? std::find(ids.begin(), ids.end(), fmt::to_string(*id)) != ids.end()
               : expected == to_string(last->reason);
    actual = "it was by " +
             (ids.empty() ? std::string(to_string(last->reason)) : "stop " + join_names(ids));
  }
  return expectation(call, holds,
                     fmt::format("expected to be stopped by {}; {}", expected, actual));
}

Result<Response> script_expect(const Call& call) {
  ArgumentParser arguments(call.arguments);
  if (arguments.take_word("output") && !arguments.at_end() && arguments.rest().front() == '"') {
    return expect_output(call, arguments);
  }
  arguments = ArgumentParser(call.arguments);
  if (arguments.take_word("stopped")) return expect_stopped_by(call, arguments);
  return expect_expression(call);
}

Result<Response> script_echo(const Call& call, const Arguments& arguments) {
  const std::string text = arguments.text("LINE");
  return make_response(call, text + '\n', {{"text", text}});
}

// Executes a script; its response joins those of the script's commands.
Result<Response> script_source(const Call& call, const Arguments& arguments) {
  Debugger& debugger = call.debugger;
  const std::string path = arguments.text("FILE");
  if (debugger.script_depth() >= max_script_depth) {
    return fail({{}, 0, 1},
                fmt::format("more than {} scripts inside one another", max_script_depth),
                "a script may be reading itself");
  }
  const auto text = TRY(debugger.files().read(path));

  std::string replies_text;
  Json replies = Json::array();
  ++debugger.script_depth();
  const ScriptOutcome outcome = run_script(debugger, text, path, [&](const ExecutedLine& executed) {
    replies_text += executed.partial.text;
    const Result<Response>& response = executed.response;
    if (response && !response->failed) replies_text += to_text(*response);
    if (Json reply = to_json(executed); !reply.empty()) replies.push_back(std::move(reply));
  });
  --debugger.script_depth();

  Response response =
      make_response(call, std::move(replies_text),
                    {{"replies", std::move(replies)}, {"end", to_string(outcome.end)}});
  response.quit = outcome.end == ScriptEnd::quit;
  response.failed = outcome.end == ScriptEnd::failed;
  if (response.failed || outcome.end == ScriptEnd::error) debugger.set_partial(response);
  if (outcome.end == ScriptEnd::error) return tl::unexpected(outcome.error);
  if (response.failed) {
    response.text = to_string(outcome.error) + '\n';
    response.data["reason"] = outcome.error.what;
    add_location(response.data, outcome.error.where);
  }
  return response;
}

Result<Response> script_quit(const Call& call) {
  Response response = make_response(call, "");
  response.quit = true;
  return response;
}

// ---- Help

constexpr std::string_view expressions_help =
    "expressions: conditions, watches, logs, questions\n"
    "  cell(3,4)  grid(2,5)         a cell of the field, of a region\n"
    "  recursionLevel  Solve::x     a variable; the scope may be left out\n"
    "  top  stack(n)  depth         the stack, n from the top; how many values\n"
    "  tick  x  y  dx  dy           when and where; the pointer's delta\n"
    "  string_mode  input_position  output_size\n"
    "  old  new                     in the condition of a watchpoint\n"
    "  any(REGION, EXPR)  all  count  sum  max  min    over the elements of a region:\n"
    "  any(grid, v == 0)            v is the element's value, i its column, j its row\n"
    "  count(grid, v > grid(i,0))   sum(grid), max(grid) and min(grid) are those of v\n"
    "  12  0xff  'X'                numbers and characters\n"
    "  ( )  - !  * / %  + -  < <= > >=  == !=  &&  ||    as in C\n"
    "Values have 64 bits and wrap around; a comparison is 1 or 0; a division by 0 is 0.\n";

constexpr std::string_view places_help =
    "places: cells that a command is about\n"
    "  3,4  cell(3,4)               a cell of the field\n"
    "  grid(2,5)                    a cell of a region\n"
    "  Solve::x                     a variable\n"
    "  grid                         a whole region\n";

// Formats the aliases of a command, a line each.
std::string other_names(const Command& command) {
  std::string text;
  if (!command.alias.empty()) text += fmt::format("also: {}\n", command.alias);
  if (command.reversible) {
    text += fmt::format("backwards: back {}", command.name);
    if (!command.reverse_alias.empty()) text += fmt::format(", {}", command.reverse_alias);
    text += '\n';
  }
  return text;
}

// Formats every command on a line, by groups.
std::string help_overview() {
  // All groups have the same width, so that the summaries are aligned.
  std::size_t width = 0;
  for (const CommandGroup& group : command_groups()) {
    for (const Command& command : group.commands) width = std::max(width, usage(command).size());
  }
  std::string text;
  for (const CommandGroup& group : command_groups()) {
    text += fmt::format("{}\n", group.title);
    for (const Command& command : group.commands) {
      text += fmt::format("  {:<{}}  {:<2}  {}\n", usage(command), width, command.alias,
                          command.summary);
    }
    text += '\n';
  }
  return text +
         "help NAME tells more; help expressions and help places what stands for EXPR and PLACE\n";
}

// Formats the help on a command, by its name, alias or prefix, or on `expressions` or `places`.
Result<std::string> help_on(std::string_view name) {
  if (name == "expressions") return std::string(expressions_help);
  if (name == "places") return std::string(places_help);
  const auto match = TRY(find_command(name));
  const Command& command = *match.command;
  return fmt::format("{}: {}\n{}{}", usage(command), command.summary, other_names(command),
                     command.details);
}

Json table_as_json() {
  Json list = Json::array();
  for (const CommandGroup& group : command_groups()) {
    for (const Command& command : group.commands) {
      list.push_back({{"name", command.name},
                      {"alias", command.alias},
                      {"arguments", command.arguments},
                      {"summary", command.summary},
                      {"group", group.title},
                      {"reversible", command.reversible}});
    }
  }
  return list;
}

Result<Response> script_help(const Call& call) {
  ArgumentParser arguments(call.arguments);
  if (arguments.at_end()) {
    return make_response(call, help_overview(), {{"commands", table_as_json()}});
  }
  const auto text = TRY(help_on(arguments.take_word()));
  return make_response(call, text, {{"text", text}});
}

// ---- Files and links

Result<Response> file_save(const Call& call, const Arguments& arguments) {
  const auto bytes = TRY(save_recording(call.session(), call.monitor()));
  return write_and_report(call, arguments.text("FILE"), bytes);
}

Result<Response> file_load(const Call& call, const Arguments& arguments) {
  Debugger& debugger = call.debugger;
  const std::string path = arguments.text("FILE");
  const auto bytes = TRY(debugger.files().read(path));
  auto loaded = TRY(load_recording(bytes, path, debugger.session().options(), &debugger.monitor()));
  debugger.replace_session(std::move(loaded));
  const Machine& machine = debugger.session().machine();
  Response response = make_response(call, describe_instant(machine) + '\n', {{"file", path}});
  add_instant(response.data, machine);
  return response;
}

Result<Response> file_link(const Call& call, const Arguments& arguments) {
  const PresentLink present = present_link(call.debugger);
  const auto link = TRY(encode_link(present.image));
  const std::string address = link_address(arguments.text("PAGE"), link);
  std::string text = address + '\n';
  if (present.edited) {
    text += "the run was edited: the link has the present source, and begins at tick 0\n";
  }
  if (address.size() > link_limit::common_characters) {
    text += fmt::format("{} characters: some programs cut links of more than {}\n",
                        with_separators(address.size()),
                        with_separators(link_limit::common_characters));
  }
  return make_response(call, std::move(text),
                       {{"link", address},
                        {"characters", address.size()},
                        {"tick", present.image.tick},
                        {"edited", present.edited}});
}

}  // namespace

std::span<const Command> script_commands() {
  static constexpr std::array table{
      Command{"expect", "", "", "EXPR | output \"TEXT\" | stopped by REASON",
              "fail unless this holds: ends a script",
              "  expect grid(2,5) == '7'\n"
              "  expect output \"done\\n\"      the output so far ends with this\n"
              "  expect stopped by 2          the last travel ended at stop 2\n"
              "  expect stopped by end        or input, fault, beginning, not_found, arrived\n",
              script_expect},
      Command{"source", "", "", "FILE", "execute the commands in a file", "",
              parsed<script_source>},
      Command{"echo", "", "", "LINE", "print a text", "", parsed<script_echo>},
      Command{"help", "h", "", "[NAME]", "this, or all about one command", "", script_help},
      Command{"quit", "q", "", "", "leave the debugger", "", script_quit},
  };
  return table;
}

std::span<const Command> file_commands() {
  static constexpr std::array table{
      Command{"save", "", "", "FILE", "write the run to a file: program, input, edits", "",
              parsed<file_save>},
      Command{"load", "", "", "FILE", "go on with a run that was saved", "", parsed<file_load>},
      Command{"link", "", "", "[PAGE]", "print a link to the program at this instant",
              "The link carries program, options, input, tick, breakpoints and watches; "
              "`fungescope debug "
              "LINK`\n"
              "opens it. PAGE is the address of a page that shows it: link https://host/page/\n",
              parsed<file_link>},
  };
  return table;
}

}  // namespace fungescope
