// Handlers for what a client types, in the debug console and elsewhere: expressions, and commands
// of the session.
#include "base/escape.h"
#include "dap/presentation.h"
#include "dap/protocol/request.h"
#include "dap/server.h"
#include "dap/variables.h"
#include "lang/text_cursor.h"
#include "session/commands/arguments.h"
#include "session/commands/command.h"
#include "session/expressions/expression_parser.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

// ---- Commands

// The state that a command may change.
struct Instant {
  const Session* session = nullptr;
  Tick tick = 0;
  BranchId branch = 0;
  std::size_t edits = 0;
  std::size_t input = 0;
  friend bool operator==(const Instant&, const Instant&) = default;
};

Instant instant_of(Debuggee& debuggee) {
  const History& history = debuggee.history();
  return {&debuggee.session(), history.tick(), history.branch(),
          history.info(history.branch()).edits.size(), history.input().bytes().size()};
}

bool is_whole_name(const Command& command, std::string_view word) {
  return word == command.name || word == command.alias || word == command.reverse_alias ||
         word.starts_with("reverse-");
}

// Returns the direction of a line that is only a form of `continue`.
std::optional<RunDirection> bare_continue(std::string_view line) {
  ArgumentParser words(line);
  auto match = find_command(words.take_word());
  bool turned = false;
  if (match && match->command->name == "back") {
    match = find_command(words.take_word());
    turned = true;
  }
  if (!match || match->command->name != "continue" || !words.at_end()) return std::nullopt;
  return (match->direction == RunDirection::reverse) != turned ? RunDirection::reverse
                                                               : RunDirection::forward;
}

// A question leaves the present instant unchanged, so it is a task with progress. Any other command
// may run without end.
Server::TaskKind kind_of(std::string_view line) {
  const auto match = find_command(ArgumentParser(line).take_word());
  return match && match->command->is_query ? Server::TaskKind::read_only
                                           : Server::TaskKind::navigates;
}

// Reports the stop of a command that moved to another instant.
StopReport report_of_command(Server& server, Debuggee& debuggee, const Response& response) {
  RunPlan plan;
  const std::string command = response.data.value("command", "");
  if (command == "goto" || command == "restart" || command == "branch") plan.reason = "goto";
  if (response.data.value("way", "") == "back") plan.direction = RunDirection::reverse;
  return make_stop_report(debuggee, server.breakpoints(), *debuggee.debugger().last_stop(), plan,
                          false);
}

// Returns the action after the response: events about the command's effects.
std::function<void()> consequence(Server& server, Debuggee& debuggee, const Response& response,
                                  const Instant& before) {
  if (response.quit) return [&server] { server.terminate(); };
  const Instant now = instant_of(debuggee);
  StopReport report{"goto"};
  if (response.data.contains("why") && debuggee.debugger().last_stop()) {
    report = report_of_command(server, debuggee, response);
  } else if (now == before) {
    return {};
  } else if (now.session == before.session && now.tick == before.tick) {
    return [&server] { server.on_edit(true); };
  }
  return [&server, report] { server.on_travel(report); };
}

// Returns whether a line of the console is a command. An expression takes precedence over a command
// that it abbreviates: `x`, `depth`.
bool is_command(std::string_view line, const Session& session) {
  const std::string_view word = ArgumentParser(line).take_word();
  const auto match = find_command(word);
  if (match && is_whole_name(*match->command, word)) return true;
  const Size field = session.machine().field.size();
  if (Expression::parse(line, session.symbols(), field)) return false;
  if (parse_place(line, session.symbols(), field)) return false;
  return match.has_value() || word.size() == line.size() || is_letter(word.front());
}

struct CommandResult {
  Response response;
  std::function<void()> after_send;  // called after the response was sent; may be empty
};

// Executes a command as a task, which can be cancelled, and reports progress if it is a question.
// `continue` runs the program after the response.
RequestResult<CommandResult> execute(Server& server, Debuggee& debuggee, const std::string& line) {
  if (const auto direction = bare_continue(line)) {
    CommandResult result{
        {}, [&server, plan = continue_plan(debuggee, *direction)] { server.run(plan, true); }};
    result.response.data["command"] = "continue";
    return result;
  }
  const Instant before = instant_of(debuggee);
  std::optional<Result<Response>> response;
  const bool done = server.run_task(kind_of(line), line,
                                    [&](Monitor&) { response = debuggee.debugger().submit(line); });
  if (&debuggee.session() != before.session) {
    debuggee.on_session_replaced();
    server.breakpoints().set_in_session(debuggee);
  }
  if (!done) {
    // It may have moved to another instant.
    if (instant_of(debuggee) != before) server.on_travel({"pause", "paused"});
    return cancelled_error();
  }
  auto answer = TRY(without_location(*std::move(response)));
  auto then = consequence(server, debuggee, answer, before);
  return CommandResult{std::move(answer), std::move(then)};
}

// ---- Values

// Evaluates an expression without side effects.
RequestResult<Json> look_at(Server& server, Debuggee& debuggee, const std::string& text, bool hex) {
  const Session& session = debuggee.session();
  const Machine& machine = debuggee.machine();
  const Size field = machine.field.size();
  const auto expression = Expression::parse(text, session.symbols(), field);
  const auto place = parse_place(text, session.symbols(), field);
  if (!place) TRY(without_location(expression));
  Json shown;
  if (place) shown = place_to_json(debuggee, server.variables(), *place, hex);
  if (expression) {
    // A keyword of the language takes precedence over a variable of that name.
    const std::int64_t value = expression->evaluate(machine);
    const bool is_place =
        place && place->area.size.area() == 1 && machine.field.at(place->area.corner) == value;
    if (!is_place) shown = {{"value", format_number(value, hex)}, {"type", "int"}};
  }
  Json body{{"result", shown["value"]}, {"type", shown["type"]}, {"variablesReference", 0}};
  for (const char* const key : {"variablesReference", "indexedVariables", "memoryReference"}) {
    if (shown.contains(key)) body[key] = shown[key];
  }
  return body;
}

// ---- Requests

RequestResult<DapResponse> evaluate(Server& server, ArgumentReader& fields) {
  const std::string text = fields.text("expression");
  const std::string context = fields.text_or("context", "");
  const std::int64_t frame = fields.number_or("frameId", server.frame());
  const bool hex = wants_hex(fields);
  if (fields.failed()) return fields.error();
  Debuggee& debuggee = server.program();
  if (context == "repl" && (trim(text).empty() || is_command(text, debuggee.session()))) {
    auto done = TRY(execute(server, debuggee, text));
    std::string result = std::move(done.response.text);
    if (result.ends_with('\n')) result.pop_back();
    return DapResponse{{{"result", std::move(result)}, {"variablesReference", 0}},
                       std::move(done.after_send)};
  }
  if (frame != server.frame()) return stale_reference_error();
  auto body = TRY(look_at(server, debuggee, text, hex));
  return DapResponse{std::move(body)};
}

RequestResult<DapResponse> set_expression(Server& server, ArgumentReader& fields) {
  const std::string expression = fields.text("expression");
  const std::string value = fields.text("value");
  const bool hex = wants_hex(fields);
  if (fields.failed()) return fields.error();
  Debuggee& debuggee = server.program();
  if (expression.find('=') != std::string::npos) {
    return refused("this is not a place; name a cell, a variable or stack(N)");
  }
  TRY(without_location(debuggee.debugger().submit(fmt::format("set {} = {}", expression, value))));
  auto body = look_at(server, debuggee, expression, hex);
  Json answer{{"value", body ? (*body)["result"] : Json(value)}};
  return DapResponse{std::move(answer), [&server] { server.on_edit(false); }};
}

RequestResult<DapResponse> completions(Server& server, ArgumentReader& fields) {
  constexpr std::size_t max_targets = 1000;
  const std::string text = fields.text("text");
  const bool from_1 = server.capabilities().columns_start_at_1;
  const std::uint64_t column = fields.count_or("column", 0);
  const auto debuggee = TRY(server.debuggee());
  const std::size_t unit = column - (from_1 && column > 0 ? 1 : 0);
  const std::string line = text.substr(0, byte_at_utf16_offset(text, unit));
  Completion found = debuggee->debugger().complete(line);
  const std::string_view word = std::string_view(line).substr(found.begin);
  // The line may also be an expression.
  if (trim(line).size() == word.size()) {
    std::vector<std::string> names = debuggee->session().symbols().names();
    names.insert(names.end(), expression_keywords().begin(), expression_keywords().end());
    for (std::string& name : names) {
      const std::string_view start = std::string_view(name).substr(0, word.size());
      if (!equal_ignoring_case(start, word)) continue;
      if (std::find(found.words.begin(), found.words.end(), name) != found.words.end()) continue;
      found.words.push_back(std::move(name));
    }
  }
  Json targets = Json::array();
  for (const std::string& label : found.words) {
    if (targets.size() == max_targets) break;
    // Without `start`: VS Code and nvim-dap count it from 0 whatever they declare. Both replace the
    // `length` units before the cursor if it is missing.
    targets.push_back({{"label", label}, {"length", utf16_length(word)}});
  }
  return DapResponse{{{"targets", std::move(targets)}}};
}

// Executes a command as the console does, and responds with its JSON too.
RequestResult<DapResponse> run_command(Server& server, ArgumentReader& fields) {
  const std::string line = fields.text("command");
  if (fields.failed()) return fields.error();
  if (line.find_first_of("\r\n") != std::string::npos) {
    return invalid_argument("the command has several lines; send them one by one");
  }
  auto done = TRY(execute(server, server.program(), line));
  return DapResponse{
      {{"result", std::move(done.response.data)}, {"text", std::move(done.response.text)}},
      std::move(done.after_send)};
}

}  // namespace

std::span<const RequestHandler> console_handlers() {
  static constexpr std::array table{
      RequestHandler{"evaluate", Schedule::stopped, evaluate},
      RequestHandler{"setExpression", Schedule::stopped, set_expression},
      RequestHandler{"completions", Schedule::between_slices, completions},
      RequestHandler{"fungescope/command", Schedule::stopped, run_command},
  };
  return table;
}

}  // namespace fungescope::dap
