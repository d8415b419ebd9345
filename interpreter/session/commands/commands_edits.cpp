// Commands that change the machine's state, its input or its program, and commands for branches.
#include "base/escape.h"
#include "base/rows.h"
#include "base/text_table.h"
#include "lang/text_cursor.h"
#include "session/commands/arguments.h"
#include "session/commands/run_report.h"
#include "session/value_edit.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Align = TextTable::Align;

// Applies edits and reports them, with the branch that they begin.
Result<Response> edit_and_report(const Call& call, const std::vector<Edit>& edits,
                                 const std::string& done) {
  History& history = call.session().history();
  const BranchId before = history.branch();
  for (const Edit& edit : edits) TRY(history.edit(edit, call.monitor()));
  Response response = make_response(call, done);
  if (history.branch() != before) {
    response.text += fmt::format("; branch {} begins here", history.branch());
  }
  response.text += '\n';
  response.data["branch"] = history.branch();
  add_instant(response.data, history.machine());
  return response;
}

Result<Direction> direction_argument(ArgumentParser& arguments) {
  const std::string_view word = arguments.take_word();
  for (const Direction direction : all_directions) {
    if (word == to_string(direction)) return direction;
  }
  return arguments.fail_at_last(fmt::format("{} is not a direction", single_quoted(word)),
                                "use east, south, west or north");
}

Result<Response> set_pointer(const Call& call, ArgumentParser arguments) {
  const Machine& machine = call.session().machine();
  SetPointer edit{{}, machine.direction, false};
  edit.at = TRY(arguments.point(machine.field.size()));
  edit.string_mode = arguments.take_word("string");
  if (!edit.string_mode && !arguments.at_end()) {
    edit.direction = TRY(direction_argument(arguments));
    edit.string_mode = arguments.take_word("string");
  }
  TRY(arguments.expect_end());
  return edit_and_report(
      call, {edit},
      fmt::format("the pointer is at {} going {}{}", to_string(edit.at), to_string(edit.direction),
                  edit.string_mode ? " in string mode" : ""));
}

// Sets the cells of a place to the bytes of a text, row by row.
Result<Response> set_text(const Call& call, std::string_view target, const std::string& text) {
  const Session& session = call.session();
  const auto place = TRY(parse_place(target, session.symbols(), session.machine().field.size()));
  const auto& [corner, size] = place.area;
  if (static_cast<std::int64_t>(text.size()) != size.area()) {
    return fail({{}, 0, 1},
                fmt::format("the text has {} and {} has {}", count_text(text.size(), "byte"),
                            place.name, count_text(static_cast<std::size_t>(size.area()), "cell")),
                "give one byte for each cell, row by row");
  }
  std::vector<Edit> edits;
  for (const char byte : text) {
    const auto i = static_cast<std::int64_t>(edits.size());
    edits.emplace_back(SetCell{{corner.x + i % size.width, corner.y + i / size.width},
                               static_cast<unsigned char>(byte)});
  }
  return edit_and_report(call, edits, fmt::format("{} = {}", place.name, double_quoted(text)));
}

Result<Response> edit_set(const Call& call) {
  Session& session = call.session();
  ArgumentParser arguments(call.arguments);
  if (arguments.take_word("ip")) return set_pointer(call, arguments);
  const std::size_t equals = call.arguments.find('=');
  if (equals == std::string_view::npos) {
    return fail({{}, 0, call.arguments.size() + 1}, "there is no `=`",
                "write set PLACE = EXPR, or set ip X,Y");
  }
  const std::string_view target = trim(call.arguments.substr(0, equals));
  if (ArgumentParser text(call.arguments.substr(equals + 1)); text.rest().starts_with('"')) {
    const auto given = text.text();
    if (!given) return with_column_offset(given.error(), equals + 1);
    return set_text(call, target, given->bytes);
  }
  const auto value = ArgumentParser(call.arguments.substr(equals + 1)).expression(session);
  if (!value) return with_column_offset(value.error(), equals + 1);
  const auto edit = TRY(value_edit(session, target, *value));
  return edit_and_report(call, {edit.edit},
                         fmt::format("{} = {}, was {}", edit.name, edit.now, edit.before));
}

Result<Response> edit_push(const Call& call, const Arguments& arguments) {
  const Machine& machine = call.session().machine();
  const std::int64_t pushed = arguments.expression().evaluate(machine);
  return edit_and_report(call, {SetStack{{pushed}, machine.stack.size()}},
                         fmt::format("pushed {}", pushed));
}

Result<Response> edit_pop(const Call& call) {
  const ValueStack& stack = call.session().machine().stack;
  if (stack.empty()) return fail({{}, 0, 1}, "the stack is empty");
  return edit_and_report(call, {SetStack{{}, stack.size() - 1}},
                         fmt::format("popped {}", stack.peek()));
}

Response input_reply(const Call& call, const std::string& done) {
  const InputLog& input = call.session().history().input();
  return make_response(call, done + '\n',
                       {{"size", input.bytes().size()}, {"closed", input.closed()}});
}

Result<Response> edit_input(const Call& call) {
  History& history = call.session().history();
  ArgumentParser arguments(call.arguments);
  if (arguments.take_word("end") && arguments.at_end()) {
    TRY(history.close_input());
    return input_reply(call, "the input ends here");
  }
  arguments = ArgumentParser(call.arguments);
  const bool replace = arguments.take_word("replace");
  if (arguments.at_end()) {
    return arguments.fail_here("the text is missing", "input 42, or input \"exactly these bytes\"");
  }
  const auto text = TRY(arguments.text());
  // Text without quotes ends with a line end, as at a terminal.
  const std::string bytes = text.bytes + (text.quoted ? "" : "\n");
  if (replace) {
    return edit_and_report(call, {SetInput{bytes, false}},
                           fmt::format("the next input is {}", double_quoted(bytes)));
  }
  TRY(history.give_input(bytes));
  return input_reply(call, fmt::format("input {}", double_quoted(bytes)));
}

struct BranchRow : BranchInfo {
  bool present = false;
};

constexpr std::array<Column<BranchRow>, 6> branch_columns{{
    {"", nullptr, [](const BranchRow& row) { return std::string(row.present ? "*" : ""); }},
    {"id", as_json<&BranchInfo::id>, as_text<&BranchInfo::id>, Align::right},
    {"parent", as_json<&BranchInfo::parent>},
    {"begin", as_json<&BranchInfo::begin>},
    {"end", as_json<&BranchInfo::end>,
     [](const BranchRow& row) {
       return fmt::format("ticks {} to {}", with_separators(row.begin), with_separators(row.end));
     }},
    {"edits", [](const BranchRow& row) { return row.edits.size(); },
     [](const BranchRow& row) {
       return row.id == row.parent
                  ? "the first"
                  : fmt::format("from {}, {}", row.parent, count_text(row.edits.size(), "edit"));
     }},
}};

const RegisterRows branch_schema("branch", branch_columns);

Result<Response> edit_branches(const Call& call) {
  const History& history = call.session().history();
  std::vector<BranchRow> rows;
  for (BranchInfo& branch : history.branches()) {
    const bool present = branch.id == history.branch();
    rows.push_back({std::move(branch), present});
  }
  return make_response(
      call, rows_to_text<BranchRow>(branch_columns, rows),
      {{"branch", history.branch()}, {"branches", rows_to_json<BranchRow>(branch_columns, rows)}});
}

Result<BranchId> branch_argument(const Call& call, const Arguments& arguments) {
  const std::uint64_t id = *arguments.number("BRANCH");
  const auto branch = static_cast<BranchId>(id);
  if (branch == id && call.session().history().has_branch(branch)) return branch;
  return arguments.fail_at("BRANCH", fmt::format("there is no branch {}", id),
                           "branches lists them");
}

Result<Response> edit_branch(const Call& call, const Arguments& arguments) {
  const auto id = TRY(branch_argument(call, arguments));
  Session& session = call.session();
  const std::string before = session.history().output(0, session.machine().output_size);
  auto response = run_and_report(call, [&](const LogSink&) -> Result<StopInfo> {
    TRY(session.history().switch_to(id, call.monitor()));
    return StopInfo{.tick = session.machine().tick};
  });
  if (!response) return response;
  // From the first byte on that the other branch has not printed.
  const std::uint64_t size = session.machine().output_size;
  const std::string now = session.history().output(0, size);
  const auto same = static_cast<std::uint64_t>(
      std::mismatch(before.begin(), before.end(), now.begin(), now.end()).second - now.begin());
  if (same < before.size() && same < size) {
    add_output(*response, session, std::max(same, size - std::min(size, max_output)), same);
  }
  return response;
}

Result<Response> edit_drop(const Call& call, const Arguments& arguments) {
  const auto id = TRY(branch_argument(call, arguments));
  History& history = call.session().history();
  const std::size_t before = history.branches().size();
  TRY(history.drop(id));
  const std::size_t others = before - history.branches().size() - 1;
  const std::size_t bookmarks = call.session().bookmarks().remove_lost(history);
  call.session().notebook().remove_lost(history);
  std::string text = fmt::format("branch {} is dropped", id);
  if (others > 0) text += fmt::format(", and {} that began in it", others);
  if (bookmarks > 0) text += ", with " + count_text(bookmarks, "bookmark");
  return make_response(call, text + '\n',
                       {{"dropped", id}, {"children", others}, {"bookmarks", bookmarks}});
}

Result<Response> edit_reload(const Call& call) {
  Debugger& debugger = call.debugger;
  const auto source = TRY(debugger.files().read_program(debugger.session().options().load.file));
  const auto reload = TRY(debugger.session().reload(source));
  std::string text = fmt::format(
      "cells with another byte in the source: {}\n"
      "cells that the program had changed: {} keep their value, {} are as in the source\n",
      with_separators(reload.cells_changed), with_separators(reload.values_kept),
      with_separators(reload.values_lost));
  if (reload.before != reload.after) {
    text += fmt::format("the field was {}x{} and is {}x{}\n", reload.before.width,
                        reload.before.height, reload.after.width, reload.after.height);
  }
  const Json warnings = json_array(reload.warnings, [&](const Error& warning) {
    text += fmt::format("warning: {}\n", to_string(warning));
    return to_string(warning);
  });
  const Json stops = json_array(reload.unresolved_breakpoints, [&](const Breakpoint& breakpoint) {
    text += fmt::format("stop {} is out of force: {}: {}\n", breakpoint.id, describe(breakpoint),
                        breakpoint.problem);
    return to_json(breakpoint);
  });
  const std::vector<Debugger::Watched> watched = debugger.watched_values();
  for (const Debugger::Watched& row : watched) {
    if (row.value) continue;
    text += fmt::format("{} means nothing now: {}\n", row.text, row.value.error().what);
  }
  return make_response(call, std::move(text),
                       {{"branch", debugger.session().history().branch()},
                        {"cells_changed", reload.cells_changed},
                        {"values_kept", reload.values_kept},
                        {"values_lost", reload.values_lost},
                        {"width", reload.after.width},
                        {"height", reload.after.height},
                        {"warnings", warnings},
                        {"watched", rows_to_json<Debugger::Watched>(watched_columns, watched)},
                        {"stops_out_of_force", stops}});
}

}  // namespace

std::span<const Command> edit_commands() {
  static constexpr std::array table{
      Command{"set", "", "", "PLACE = EXPR", "set a cell, a variable, a stack value, the pointer",
              "Text in quotes gives the cells of a place a byte each, row by row.\n"
              "  set 3,4 = 'v'\n  set Solve::x = 0\n  set grid(2,5) = '7'\n  set name = \"text\"\n"
              "  set stack(0) = top + 1\n  set ip 10,3 west\n  set ip 10,3 east string\n",
              edit_set},
      Command{"push", "", "", "EXPR", "push a value on the stack", "", parsed<edit_push>},
      Command{"pop", "", "", "", "pop a value off the stack", "", edit_pop},
      Command{"input", "", "", "TEXT | end | replace TEXT", "give the program input",
              "Without quotes the text ends with a line end, as typed at a terminal. More input\n"
              "and its end begin no branch; to replace what was not yet read does.\n"
              "  input 42\n  input \"exactly\\n\"\n  input end\n  input replace 7\n",
              edit_input},
      Command{"branches", "", "", "", "list the branches of the run", "", edit_branches},
      Command{"branch", "", "", "BRANCH", "go to a branch, at this tick if it has it", "",
              parsed<edit_branch>},
      Command{"drop", "", "", "BRANCH", "forget a branch and those that began in it", "",
              parsed<edit_drop>},
      Command{
          "reload", "", "", "", "read the program's file again, and keep the run",
          "Cells whose source is the same keep their values. Names, breakpoints and\n"
          "watched expressions mean what they mean in the source of the present instant; a\n"
          "breakpoint that means nothing in it is out of force, and is in force again before the\n"
          "reload.\n",
          edit_reload},
  };
  return table;
}

}  // namespace fungescope
