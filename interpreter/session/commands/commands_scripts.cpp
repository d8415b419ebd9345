// What scripts need: assertions, other scripts, words; and help.
#include "base/escape.h"
#include "lang/text_cursor.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/commands/help.h"
#include "session/commands/response.h"
#include "session/commands/run_report.h"
#include "session/expressions/lexer.h"
#include "session/expressions/nearest_names.h"
#include "session/script.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr int most_scripts_inside = 16;

Response expectation(const Call& call, bool holds, std::string otherwise) {
  Response response = make_response(call, holds ? "" : std::move(otherwise) + '\n');
  response.failed = !holds;
  response.data["expected"] = call.arguments;
  response.data["holds"] = holds;
  if (!holds) response.data["reason"] = response.text.substr(0, response.text.size() - 1);
  return response;
}

// Of the comparison that is the whole of the expression; nothing if it is no comparison.
struct Operands {
  std::string_view left;
  std::string_view right;
};
std::optional<Operands> top_comparison(std::string_view text) {
  std::optional<Token> found;
  int depth = 0;
  for (Lexer lexer(text); !lexer.at_end();) {
    const Token token = lexer.take();
    if (token.kind == Token::Kind::wrong) return std::nullopt;
    if (token.is_symbol("(")) ++depth;
    if (token.is_symbol(")")) --depth;
    if (depth > 0) continue;
    // Both bind less than a comparison.
    if (token.is_symbol("&&") || token.is_symbol("||")) return std::nullopt;
    // The last one is the outermost; == and != bind less than < and its like.
    const bool equality = token.is_symbol("==") || token.is_symbol("!=");
    const bool order = token.is_symbol("<") || token.is_symbol("<=") || token.is_symbol(">") ||
                       token.is_symbol(">=");
    const bool outer = found && (found->is_symbol("==") || found->is_symbol("!="));
    if (equality || (order && !outer)) found = token;
  }
  if (!found) return std::nullopt;
  return Operands{trim(text.substr(0, found->at)),
                  trim(text.substr(found->at + found->text.size()))};
}

std::string operand_in_words(const Session& session, std::string_view text) {
  const auto expression =
      Expression::parse(text, session.symbols(), session.machine().field.size());
  if (!expression) return std::string(text);
  if (expression->constant()) return std::string(text);
  return fmt::format("{} is {}", text,
                     value_and_character(expression->evaluate(session.machine())));
}

Result<Response> expect_expression(const Call& call) {
  Session& session = call.debugger.session();
  const auto expression = ArgumentParser(call.arguments).expression(session);
  if (!expression) return tl::unexpected(expression.error());
  const std::int64_t value = expression->evaluate(session.machine());
  std::string otherwise = fmt::format("expected {}", call.arguments);
  if (const auto comparison = top_comparison(call.arguments)) {
    for (const std::string_view part : {comparison->left, comparison->right}) {
      const std::string words = operand_in_words(session, part);
      if (words != part) otherwise += "; " + words;
    }
  }
  Response response = expectation(call, value != 0, std::move(otherwise));
  response.data["value"] = value;
  return response;
}

// The whole output so far ends with the text.
Result<Response> expect_output(const Call& call, ArgumentParser arguments) {
  const auto expected = arguments.text();
  if (!expected) return with_column_offset(expected.error(), 0);
  Session& session = call.debugger.session();
  const std::uint64_t size = session.machine().output_size;
  const std::uint64_t begin = size - std::min<std::uint64_t>(size, expected->bytes.size());
  const std::string actual = session.history().output(begin, size);
  return expectation(call, actual == expected->bytes,
                     fmt::format("expected the output to end with {}; it ends with {}",
                                 quote(expected->bytes), quote(actual)));
}

bool is_reason(std::string_view name) {
  for (std::size_t i = 0; i <= static_cast<std::size_t>(StopInfo::Reason::not_found); ++i) {
    if (name == to_string(static_cast<StopInfo::Reason>(i))) return true;
  }
  return false;
}

// By a stop's number, or by a reason of another kind.
Result<Response> expect_stopped_by(const Call& call, ArgumentParser arguments) {
  if (!arguments.take_word("by") || arguments.at_end()) {
    return arguments.fail_here("the reason is missing",
                               "write expect stopped by 2, or by end, input, fault, beginning");
  }
  const std::string_view expected = arguments.take_word();
  if (auto rest = arguments.expect_end(); !rest) return tl::unexpected(rest.error());
  const auto& last = call.debugger.last_stop();
  const auto id = parse_count(expected);
  if (!id && !is_reason(expected)) {
    return arguments.fail_at_last(
        fmt::format("{} is no reason to stop", single_quoted(expected)),
        "a stop's number, or end, input, fault, beginning, not_found, arrived");
  }
  bool holds = false;
  std::string actual = "nothing has travelled yet";
  if (last) {
    std::vector<std::string> ids;
    for (const std::uint32_t stop : last->breakpoints) ids.push_back(fmt::format("{}", stop));
    holds = id ? std::find(last->breakpoints.begin(), last->breakpoints.end(), *id) !=
                     last->breakpoints.end()
               : expected == to_string(last->reason);
    actual = ids.empty() ? fmt::format("it was by {}", to_string(last->reason))
                         : fmt::format("it was by stop {}", join_names(ids));
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

Result<Response> script_echo(const Call& call) {
  ArgumentParser arguments(call.arguments);
  const auto text = arguments.text();
  if (!text) return tl::unexpected(text.error());
  Response response = make_response(call, text->bytes + '\n');
  response.data["text"] = text->bytes;
  return response;
}

// The replies of the script's commands are the reply.
Result<Response> script_source(const Call& call) {
  Debugger& debugger = call.debugger;
  ArgumentParser arguments(call.arguments);
  const auto path = arguments.text();
  if (!path) return tl::unexpected(path.error());
  if (path->bytes.empty()) return arguments.fail_here("the file is missing", "source FILE");
  if (debugger.script_depth() >= most_scripts_inside) {
    return fail({{}, 0, 1},
                fmt::format("more than {} scripts inside one another", most_scripts_inside),
                "a script may be reading itself");
  }
  const auto text = debugger.files().read(path->bytes);
  if (!text) return tl::unexpected(text.error());

  Response response = make_response(call, "");
  response.data["replies"] = Json::array();
  ++debugger.script_depth();
  const ScriptOutcome outcome =
      run_script(debugger, *text, path->bytes, [&response](const Response& one) {
        response.text += to_text(one);
        if (!one.data.empty()) response.data["replies"].push_back(one.data);
      });
  --debugger.script_depth();
  if (outcome.end == ScriptEnd::error) return tl::unexpected(outcome.error);
  response.quit = outcome.end == ScriptEnd::quit;
  response.failed = outcome.end == ScriptEnd::failed;
  if (response.failed) response.text = to_string(outcome.error) + '\n';
  if (outcome.end == ScriptEnd::interrupted) response.data["why"] = "interrupted";
  return response;
}

Result<Response> script_quit(const Call& call) {
  if (auto rest = ArgumentParser(call.arguments).expect_end(); !rest) {
    return tl::unexpected(rest.error());
  }
  Response response = make_response(call, "");
  response.quit = true;
  return response;
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
    Response response = make_response(call, help_overview());
    response.data["commands"] = table_as_json();
    return response;
  }
  auto text = help_on(arguments.take_word());
  if (!text) return with_column_offset(text.error(), 0);
  Response response = make_response(call, *text);
  response.data["text"] = *text;
  return response;
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
      Command{"source", "", "", "FILE", "execute the commands in a file", "", script_source},
      Command{"echo", "", "", "TEXT", "print a text", "", script_echo},
      Command{"help", "h", "", "[NAME]", "this, or all about one command", "", script_help},
      Command{"quit", "q", "", "", "leave the debugger", "", script_quit},
  };
  return table;
}

}  // namespace fungescope
