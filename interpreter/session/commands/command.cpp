#include "session/commands/command.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "lang/line_reader.h"
#include "lang/text_cursor.h"
#include "session/commands/arguments.h"
#include "session/commands/run_report.h"
#include "session/commands/visits.h"
#include "session/expressions/expression_parser.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view reverse_prefix = "reverse-";

template <class Visit>
void visit_commands(Visit visit) {
  for (const CommandGroup& group : command_groups()) {
    for (const Command& command : group.commands) visit(command);
  }
}

// Finds a command by its exact name or alias; null if there is none.
CommandMatch exact_match(std::string_view name) {
  CommandMatch match;
  visit_commands([&](const Command& command) {
    if (name == command.name || (name == command.alias && !name.empty())) {
      match = {&command, RunDirection::forward};
    } else if (name == command.reverse_alias && !name.empty()) {
      match = {&command, RunDirection::reverse};
    }
  });
  return match;
}

std::vector<std::string> names_with_prefix(std::string_view prefix) {
  std::vector<std::string> names;
  visit_commands([&](const Command& command) {
    if (command.name.starts_with(prefix)) names.emplace_back(command.name);
  });
  return names;
}

bool is_name_byte(char c) {
  return is_letter(c) || is_digit_character(c) || c == '_' || c == ':' || c == '-' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::size_t last_word(std::string_view line) {
  std::size_t begin = line.size();
  while (begin > 0 && is_name_byte(line[begin - 1])) --begin;
  return begin;
}

}  // namespace

std::string output_with_bars(const Response& response) {
  std::string text;
  if (!response.output.empty() && response.output_omitted > 0) {
    text = fmt::format("| ... {} bytes before this\n", with_separators(response.output_omitted));
  }
  LineReader lines(response.output, LineEndings::lf);
  while (const auto line = lines.next()) text += fmt::format("| {}\n", escape_controls(*line));
  return text;
}

std::string to_text(const Response& response) {
  return response.text + output_with_bars(response);
}

Result<Response> execute(const Call& call) {
  if (call.command.arguments.empty()) {
    TRY(ArgumentParser(call.arguments).expect_end());
  }
  return call.command.execute(call);
}

std::string usage(const Command& command) {
  std::string text(command.name);
  if (!command.arguments.empty()) text += fmt::format(" {}", command.arguments);
  return text;
}

Response make_response(const Call& call, std::string text, Json members) {
  Response response;
  response.text = std::move(text);
  response.data["command"] = call.command.name;
  for (auto& [name, value] : members.items()) response.data[name] = std::move(value);
  return response;
}

void add_location(Json& data, const SourceLocation& where) {
  data["file"] = where.file;
  data["line"] = where.line;
  data["column"] = where.column;
}

std::span<const CommandGroup> command_groups() {
  static const std::array groups{
      CommandGroup{"run, each also backwards: back NAME", run_commands()},
      CommandGroup{"breakpoints", breakpoint_commands()},
      CommandGroup{"questions, which include the present instant", query_commands()},
      CommandGroup{"since when", bisect_commands()},
      CommandGroup{"causes", why_commands()},
      CommandGroup{"comparisons of two runs", comparison_commands()},
      CommandGroup{"questions about an interval", interval_commands()},
      CommandGroup{"views", view_commands()},
      CommandGroup{"views by name", symbol_commands()},
      CommandGroup{"regions", region_commands()},
      CommandGroup{"bookmarks", bookmark_commands()},
      CommandGroup{"the notebook: instants that were visited", notebook_commands()},
      CommandGroup{"edits: each begins a branch of the run", edit_commands()},
      CommandGroup{"files", file_commands()},
      CommandGroup{"scripts", script_commands()},
  };
  return groups;
}

Result<void> write_file(Files& files, const std::string& path, std::string_view bytes) {
  auto writer = TRY(files.create(path));
  TRY(writer->write(bytes));
  return writer->close();
}

Result<Response> write_and_report(const Call& call, const std::string& path,
                                  std::string_view bytes) {
  TRY(write_file(call.debugger.files(), path, bytes));
  return make_response(call,
                       fmt::format("{} bytes written to {}\n", with_separators(bytes.size()), path),
                       {{"file", path}, {"bytes", bytes.size()}});
}

Result<CommandMatch> find_command(std::string_view name) {
  if (const CommandMatch exact = exact_match(name); exact.command != nullptr) return exact;
  if (name.starts_with(reverse_prefix)) {
    auto match = find_command(name.substr(reverse_prefix.size()));
    if (match && !match->command->reversible) {
      return fail({}, fmt::format("{} cannot be reversed", match->command->name),
                  "help lists the commands that can");
    }
    if (match) {
      match->direction =
          match->direction == RunDirection::reverse ? RunDirection::forward : RunDirection::reverse;
    }
    return match;
  }
  const std::vector<std::string> names = names_with_prefix(name);
  if (names.size() == 1) return exact_match(names.front());
  if (names.empty()) {
    return fail({}, fmt::format("there is no command {}", single_quoted(name)),
                suggest(name, names_with_prefix(""), "help lists the commands"));
  }
  return fail({}, fmt::format("{} may mean {}", single_quoted(name), join_names(names, "or")),
              "write more of it");
}

Debugger::Debugger(std::unique_ptr<Session> session, Files& files, Monitor& monitor)
    : session_(std::move(session)), files_(files), monitor_(monitor) {}

Result<Response> Debugger::submit(std::string_view line) {
  partial_ = {};
  ArgumentParser words(line);
  if (words.at_end() || words.rest().front() == ';') return Response{};
  const std::size_t name_at = words.position();
  const auto match = find_command(words.take_word());
  if (!match) return with_column_offset(match.error(), name_at);
  const Session* const session = session_.get();
  const VisitRecorder visit(*session_);
  has_run_ = false;
  auto response = execute(Call{*this, *match->command, match->direction, words.rest()});
  // A run that was loaded has a notebook of its own.
  if (session == session_.get()) {
    visit.record(*session_, line, has_run_ ? describe_stop(*session_, *last_stop_) : "");
  }
  if (!response) return with_column_offset(response.error(), words.position());
  // Names and texts of the program are part of it.
  response->text = escape_lines(response->text);
  return response;
}

void Debugger::replace_session(std::unique_ptr<Session> session) {
  if (session->watched().empty()) session->watched() = std::move(session_->watched());
  session_ = std::move(session);
  last_stop_.reset();
  last_answer_.reset();
}

std::vector<Debugger::Watched> Debugger::watched_values() const {
  const Machine& machine = session_->machine();
  std::vector<Watched> values;
  for (const std::string& text : session_->watched()) {
    const auto expression = Expression::parse(text, session_->symbols(), machine.field.size());
    const std::size_t number = values.size() + 1;
    if (expression) {
      values.push_back(
          {number, text, expression->evaluate(machine), session_->previous_value(text)});
    } else {
      values.push_back({number, text, tl::unexpected(expression.error()), std::nullopt});
    }
  }
  return values;
}

Completion Debugger::complete(std::string_view line) const {
  Completion completion{last_word(line), {}};
  const std::string_view word = line.substr(completion.begin);
  ArgumentParser before(line.substr(0, completion.begin));
  std::string_view command = before.take_word();
  const bool after_back = command == "back";
  if (after_back) command = before.take_word();
  std::vector<std::string> candidates;
  if (after_back && command.empty()) {
    visit_commands([&](const Command& one) {
      if (one.reversible) candidates.emplace_back(one.name);
    });
  } else if (command.empty() || command == "help") {
    candidates = names_with_prefix("");
  } else {
    const auto match = find_command(command);
    const std::string_view grammar = match ? match->command->arguments : std::string_view();
    const auto takes = [grammar](std::string_view kind) {
      return grammar.find(kind) != std::string_view::npos;
    };
    candidates = takes("BOOKMARK") ? session_->bookmarks().names() : session_->symbols().names();
    for (const std::string_view literal : literal_words(grammar)) candidates.emplace_back(literal);
    if (takes("EXPR")) {
      candidates.insert(candidates.end(), expression_keywords().begin(),
                        expression_keywords().end());
    }
  }
  for (std::string& candidate : candidates) {
    const std::string_view start = std::string_view(candidate).substr(0, word.size());
    // A name with a control character has to be quoted and escaped.
    const bool plain = escape_controls(candidate) == candidate;
    if (plain && equal_ignoring_case(start, word)) completion.words.push_back(std::move(candidate));
  }
  std::sort(completion.words.begin(), completion.words.end());
  completion.words.erase(std::unique(completion.words.begin(), completion.words.end()),
                         completion.words.end());
  return completion;
}

}  // namespace fungescope
