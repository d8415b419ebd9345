#include "session/commands/script.h"

#include "lang/line_reader.h"
#include "session/commands/arguments.h"

#include <array>
#include <cstddef>
#include <utility>

namespace fungescope {
namespace {

// Returns the name of the command that a line calls: after `back`, of the one that goes backwards.
std::string_view called_command(std::string_view line) {
  ArgumentParser words(line);
  const auto match = find_command(words.take_word());
  if (!match) return {};
  if (match->command->name != "back") return match->command->name;
  const auto reversed = find_command("reverse-" + std::string(words.take_word()));
  return reversed ? reversed->command->name : match->command->name;
}

// Converts the text of a failed `expect` to an error, without the line end.
Error failure(const Response& response, const std::string& file, std::uint64_t line) {
  std::string what = response.text;
  while (!what.empty() && what.back() == '\n') what.pop_back();
  return {{file, line, 1}, std::move(what), {}};
}

}  // namespace

ExecutedLine execute_line(Debugger& debugger, std::string_view line, const std::string& file,
                          std::uint64_t number) {
  ExecutedLine executed{{}, debugger.submit(line), debugger.take_partial()};
  Result<Response>& response = executed.response;
  if (!response) {
    SourceLocation& where = response.error().where;
    if (where.file.empty()) where = {file, number, where.column};
    executed.command = called_command(line);
    return executed;
  }
  if (!response->data.empty()) executed.command = called_command(line);
  // The place of a failed `source` is in its script.
  if (response->failed && !response->data.contains("line")) {
    add_location(response->data, {file, number, 1});
  }
  return executed;
}

Json to_json(const ExecutedLine& executed) {
  if (executed.response) return executed.response->data;
  const Error& error = executed.response.error();
  Json data;
  data["command"] = executed.command.empty() ? Json() : Json(executed.command);
  data["error"] = error.what;
  data["advice"] = error.advice;
  add_location(data, error.where);
  data.update(executed.partial.data);
  return data;
}

Json to_json(const LogMessage& message) {
  return {{"event", "log"},
          {"stop", message.breakpoint},
          {"tick", message.tick},
          {"text", message.text}};
}

std::string_view to_string(ScriptEnd end) {
  constexpr std::array<std::string_view, 5> names{"done", "quit", "failed", "error", "interrupted"};
  return names[static_cast<std::size_t>(end)];
}

ScriptOutcome run_script(Debugger& debugger, std::string_view text, const std::string& file,
                         const std::function<void(const ExecutedLine&)>& show) {
  LineReader lines(text, LineEndings::any);
  for (std::uint64_t number = 1; const auto line = lines.next(); ++number) {
    const ExecutedLine executed = execute_line(debugger, *line, file, number);
    show(executed);
    const Result<Response>& response = executed.response;
    const Tick now = debugger.session().machine().tick;
    if (response && response->failed) {
      return {ScriptEnd::failed, failure(*response, file, number)};
    }
    if (!debugger.monitor().should_continue(now, now)) {
      return {ScriptEnd::interrupted, {{file, number, 1}, "interrupted", {}}};
    }
    if (!response) return {ScriptEnd::error, response.error()};
    if (response->quit) return {ScriptEnd::quit, {}};
  }
  return {};
}

}  // namespace fungescope
