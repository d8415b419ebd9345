// Commands about instants: bookmarks, and the notebook of those that were visited.
#include "base/escape.h"
#include "base/rows.h"
#include "lang/line_reader.h"
#include "session/bookmarks.h"
#include "session/commands/arguments.h"
#include "session/commands/run_report.h"
#include "session/commands/visits.h"
#include "session/views/notebook_view.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Align = TextTable::Align;

struct BookmarkRow : Bookmark {
  bool on_branch = false;
  std::optional<bool> here = {};  // nothing in the answers about one bookmark
};

constexpr std::array<Column<BookmarkRow>, 6> bookmark_columns{{
    {"", nullptr, [](const BookmarkRow& row) { return std::string(row.here == true ? "*" : ""); }},
    {"id", as_json<&Bookmark::id>, as_text<&Bookmark::id>, Align::right},
    {"name", as_json<&Bookmark::name>, as_text<&Bookmark::name>},
    {"tick", as_json<&Bookmark::tick>,
     [](const BookmarkRow& row) { return "tick " + with_separators(row.tick); }, Align::right},
    {"branch", as_json<&Bookmark::branch>,
     [](const BookmarkRow& row) {
       return row.on_branch ? "" : fmt::format("branch {}", row.branch);
     }},
    {"here", as_json<&BookmarkRow::here>},
}};
const RegisterRows bookmark_schema("bookmark", bookmark_columns);

Response bookmark_response(const Call& call, const Bookmark& bookmark) {
  return make_response(call,
                       fmt::format("bookmark {}: {}, tick {}\n", bookmark.id, bookmark.name,
                                   with_separators(bookmark.tick)),
                       {{"bookmark", row_to_json<BookmarkRow>(bookmark_columns, {bookmark})}});
}

std::string default_name(const BookmarkList& bookmarks, Tick tick, BranchId branch) {
  std::string name = fmt::format("tick {}", tick);
  const Bookmark* const other = bookmarks.find(name);
  // The same tick on another branch is another instant.
  if (other == nullptr || other->branch == branch) return name;
  return fmt::format("tick {} of branch {}", tick, branch);
}

Result<Response> set_mark(const Call& call, const Arguments& arguments) {
  Session& session = call.session();
  const Tick tick = session.history().tick();
  const BranchId branch = branch_of(session.history(), tick);
  std::string name = arguments.text("NAME");
  if (name.empty()) name = default_name(session.bookmarks(), tick, branch);
  const auto id = TRY(session.bookmarks().add(std::move(name), tick, branch));
  return bookmark_response(call, *session.bookmarks().find(id));
}

Result<Response> list_marks(const Call& call) {
  Session& session = call.session();
  const History& history = session.history();
  std::vector<BookmarkRow> rows;
  for (const Bookmark& bookmark : session.bookmarks().all()) {
    const bool on_branch = is_on_branch(history, bookmark);
    rows.push_back({bookmark, on_branch, on_branch && bookmark.tick == history.tick()});
  }
  return make_response(call,
                       rows.empty() ? "there are no bookmarks; mark sets one\n"
                                    : rows_to_text<BookmarkRow>(bookmark_columns, rows),
                       {{"bookmarks", rows_to_json<BookmarkRow>(bookmark_columns, rows)}});
}

// Parses a number as an id, anything else as a name.
Result<std::uint32_t> bookmark_argument(const Call& call) {
  BookmarkList& bookmarks = call.session().bookmarks();
  ArgumentParser arguments(call.arguments);
  const auto text = TRY(arguments.text());
  const auto number = text.quoted ? std::nullopt : parse_count(text.bytes);
  const Bookmark* const found = number ? bookmarks.find(*number) : bookmarks.find(text.bytes);
  if (found != nullptr) return found->id;
  return arguments.fail_at_last(
      fmt::format("there is no bookmark {}",
                  number ? fmt::to_string(*number) : single_quoted(text.bytes)),
      suggest(text.bytes, bookmarks.names(), "marks lists them"));
}

Result<Response> remove_mark(const Call& call) {
  BookmarkList& bookmarks = call.session().bookmarks();
  if (ArgumentParser(call.arguments).at_end()) {
    const std::size_t count = bookmarks.all().size();
    bookmarks.clear();
    return make_response(call, count_text(count, "bookmark") + " deleted\n", {{"deleted", count}});
  }
  const auto id = TRY(bookmark_argument(call));
  bookmarks.remove(id);
  return make_response(call, fmt::format("bookmark {} deleted\n", id), {{"deleted", 1}});
}

Result<Response> rename_mark(const Call& call, const Arguments& arguments) {
  BookmarkList& bookmarks = call.session().bookmarks();
  const std::uint64_t number = *arguments.number("BOOKMARK");
  const Bookmark* const bookmark = bookmarks.find(number);
  if (bookmark == nullptr) {
    return arguments.fail_at("BOOKMARK", fmt::format("there is no bookmark {}", number),
                             "marks lists them");
  }
  if (auto renamed = bookmarks.rename(bookmark->id, arguments.text("NAME")); !renamed) {
    return arguments.fail_at("NAME", renamed.error());
  }
  return bookmark_response(call, *bookmark);
}

// ---- The notebook

// Without `all` the list has so many entries, with the present one.
constexpr std::size_t listed_entries = 20;

// Cuts a text to so many code points, the last three of which are dots.
std::string cut_to_width(const std::string& text, std::size_t width) {
  return display_width(text) <= width ? text : fmt::format("{:.{}}...", text, width - 3);
}

constexpr std::array<Column<NotebookRow>, 11> notebook_columns{{
    {"", nullptr, [](const NotebookRow& row) { return std::string(row.present ? "*" : ""); }},
    {"number", [](const NotebookRow& row) { return row.entry.number; },
     [](const NotebookRow& row) { return fmt::to_string(row.entry.number); }, Align::right},
    {"tick", [](const NotebookRow& row) { return row.entry.at.tick; },
     [](const NotebookRow& row) { return "tick " + with_separators(row.entry.at.tick); },
     Align::right},
    {"branch", [](const NotebookRow& row) { return row.entry.at.branch; },
     [](const NotebookRow& row) {
       return row.other_branch ? fmt::format("branch {}", row.entry.at.branch) : "";
     }},
    {"name", [](const NotebookRow& row) { return unless_empty(row.name); },
     as_text<&NotebookRow::name>},
    {"question", [](const NotebookRow& row) { return row.entry.question; },
     [](const NotebookRow& row) { return cut_to_width(question_text(row.entry), 48); }},
    {"answer", [](const NotebookRow& row) { return row.entry.answer; },
     [](const NotebookRow& row) { return cut_to_width(row.entry.answer, 72); }},
    {"note", [](const NotebookRow& row) { return unless_empty(row.entry.note); }},
    {"steps", [](const NotebookRow& row) { return row.entry.steps; }},
    {"from",
     [](const NotebookRow& row) {
       return row.entry.from == 0 ? std::nullopt : std::optional(row.entry.from);
     }},
    {"present", as_json<&NotebookRow::present>},
}};
const RegisterRows notebook_schema("notebook_entry", notebook_columns);

// Formats the entries, a line each, and their notes below them.
std::string entries_to_text(std::span<const NotebookRow> rows) {
  const std::string table = rows_to_text<NotebookRow>(notebook_columns, rows);
  LineReader lines(table, LineEndings::lf);
  std::string text;
  for (const NotebookRow& row : rows) {
    text += fmt::format("{}\n", lines.next().value_or(""));
    LineReader note(row.entry.note, LineEndings::any);
    while (const auto line = note.next()) text += fmt::format("       | {}\n", *line);
  }
  return text;
}

template <bool all>
Result<Response> list_entries(const Call& call) {
  Session& session = call.session();
  session.notebook().remove_lost(session.history());
  const std::vector<NotebookRow> rows = view_notebook(session);
  std::size_t begin = 0;
  std::size_t count = rows.size();
  if (!all && count > listed_entries) {
    const auto present =
        std::find_if(rows.begin(), rows.end(), [](const NotebookRow& row) { return row.present; });
    const auto at = static_cast<std::size_t>(present - rows.begin());
    count = listed_entries;
    begin = std::min(rows.size() - count, at - std::min(at, count / 2));
  }
  const auto listed = std::span(rows).subspan(begin, count);
  const std::size_t others = rows.size() - count;
  std::string text = entries_to_text(listed);
  if (others > 0) text += fmt::format("and {} others; notebook all lists them\n", others);
  return make_response(call, std::move(text),
                       {{"entries", rows_to_json<NotebookRow>(notebook_columns, listed)},
                        {"count", rows.size()},
                        {"more", others > 0}});
}

// ---- One entry

// Returns the number of an entry that exists.
Result<std::uint32_t> entry_argument(const Call& call, const Arguments& arguments) {
  const auto entry = static_cast<std::uint32_t>(std::min<std::uint64_t>(
      *arguments.number("ENTRY"), std::numeric_limits<std::uint32_t>::max()));
  Session& session = call.session();
  session.notebook().remove_lost(session.history());
  if (session.notebook().find(entry) != nullptr) return entry;
  return arguments.fail_at("ENTRY", fail_no_entry(entry).value());
}

// Returns the response with the entry as it is now.
Response entry_response(const Call& call, std::uint32_t number) {
  const std::vector<NotebookRow> rows = view_notebook(call.session());
  const auto row = std::find_if(rows.begin(), rows.end(), [number](const NotebookRow& one) {
    return one.entry.number == number;
  });
  return make_response(call, entries_to_text({&*row, 1}),
                       {{"entry", row_to_json<NotebookRow>(notebook_columns, *row)}});
}

// Goes to an entry, by its number or as a neighbour of the present one, and reports it.
template <class To>
Result<Response> go_and_report(const Call& call, To to) {
  Session& session = call.session();
  auto response = run_and_report(call, [&](const LogSink&) -> Result<StopInfo> {
    TRY(go_to_visit(session, to, call.monitor()));
    return StopInfo{.tick = session.machine().tick};
  });
  if (!response) return response;
  Response entry = entry_response(call, session.notebook().present()->number);
  response->text = entry.text + response->text;
  response->data["entry"] = entry.data["entry"];
  return response;
}

template <VisitDirection direction>
Result<Response> go_to_neighbour(const Call& call) {
  return go_and_report(call, direction);
}

Result<Response> go_to_entry(const Call& call, const Arguments& arguments) {
  const auto number = TRY(entry_argument(call, arguments));
  return go_and_report(call, number);
}

// A name is a bookmark at the entry's instant.
Result<Response> name_entry(const Call& call, const Arguments& arguments) {
  const auto number = TRY(entry_argument(call, arguments));
  std::string name = arguments.text("NAME");
  Session& session = call.session();
  const BranchInstant at = session.notebook().find(number)->at;
  BookmarkList& bookmarks = session.bookmarks();
  Result<void> named;
  if (const Bookmark* const present = bookmark_at(session, at)) {
    named = bookmarks.rename(present->id, std::move(name));
  } else {
    const BranchId recorded = branch_of(session.history(), at.branch, at.tick);
    const auto added = bookmarks.add(std::move(name), at.tick, recorded);
    if (!added) named = tl::unexpected(added.error());
  }
  if (!named) return arguments.fail_at("NAME", named.error());
  return entry_response(call, number);
}

Result<Response> write_note(const Call& call, const Arguments& arguments) {
  Notebook& notebook = call.session().notebook();
  const std::uint32_t number = notebook.present()->number;
  if (auto noted = notebook.set_note(number, arguments.text("NAME")); !noted) {
    return arguments.fail_at("NAME", noted.error());
  }
  return entry_response(call, number);
}

Result<Response> drop_entry(const Call& call, const Arguments& arguments) {
  const auto number = TRY(entry_argument(call, arguments));
  if (auto dropped = call.session().notebook().drop(number); !dropped) {
    return arguments.fail_at("ENTRY", dropped.error());
  }
  return make_response(call, fmt::format("entry {} is dropped\n", number), {{"deleted", 1}});
}

// ---- All entries

Result<Response> clear_entries(const Call& call) {
  const std::size_t count = call.session().notebook().clear();
  return make_response(
      call, count_text(count, "entry is", "entries are") + " dropped; the present one stays\n",
      {{"deleted", count}});
}

Result<Response> export_entries(const Call& call) {
  ArgumentParser arguments(call.arguments);
  if (arguments.at_end()) {
    return arguments.fail_here("the file is missing", "notebook export FILE.md");
  }
  const auto path = TRY(arguments.text());
  return write_and_report(call, path.bytes, notebook_to_markdown(call.session()));
}

// What can follow `notebook`, each a command of its own with that name.
struct Verb {
  std::string_view verb;
  std::string_view arguments;
  Result<Response> (*execute)(const Call& call);
};
constexpr std::array<Verb, 9> verbs{{{"all", "", list_entries<true>},
                                     {"back", "", go_to_neighbour<VisitDirection::back>},
                                     {"clear", "", clear_entries},
                                     {"drop", "ENTRY", parsed<drop_entry>},
                                     {"export", "FILE", export_entries},
                                     {"forward", "", go_to_neighbour<VisitDirection::forward>},
                                     {"go", "ENTRY", parsed<go_to_entry>},
                                     {"name", "ENTRY NAME", parsed<name_entry>},
                                     {"note", "NAME", parsed<write_note>}}};

Result<Response> use_notebook(const Call& call) {
  ArgumentParser arguments(call.arguments);
  if (arguments.at_end()) return list_entries<false>(call);
  const std::string_view word = arguments.take_word();
  std::vector<std::string> names;
  for (const auto& [verb, grammar, function] : verbs) {
    names.emplace_back(verb);
    if (word != verb) continue;
    const Command command{call.command.name, "", "", grammar, "", "", function};
    auto response = execute(Call{call.debugger, command, call.direction, arguments.rest()});
    if (response || response.error().where.column == 0) return response;
    return with_column_offset(response.error(), arguments.position());
  }
  return arguments.fail_at_last(fmt::format("notebook cannot {}", single_quoted(word)),
                                "it can " + join_names(names));
}

}  // namespace

std::span<const Command> bookmark_commands() {
  static constexpr std::array table{
      Command{"mark", "", "", "[NAME]", "set a bookmark at the present instant",
              "Without a name it is called after its tick. goto NAME comes back to it.\n"
              "  mark\n  mark the first guess\n",
              parsed<set_mark>},
      Command{"marks", "", "", "", "list the bookmarks", "", list_marks},
      Command{"rename", "", "", "BOOKMARK NAME", "give a bookmark another name",
              "BOOKMARK is its number, as marks has it.\n  rename 2 the first guess\n",
              parsed<rename_mark>},
      Command{"unmark", "", "", "[BOOKMARK]", "delete a bookmark by number or name, or all",
              "  unmark 2\n  unmark the first guess\n", remove_mark},
  };
  return table;
}

std::span<const Command> notebook_commands() {
  static constexpr std::array table{
      Command{
          "notebook", "", "",
          "[all | back | forward | go N | name N TEXT | note TEXT | drop N | clear | export FILE]",
          "the instants that were visited, with the questions that led there",
          "Every command that moves the present adds an entry: its line, and where and why it\n"
          "stopped. Single steps move the present entry, unless it has a name or a note.\n"
          "  notebook              the last 20 entries; notebook all lists all of them\n"
          "  notebook back         to the entry that was left for the present one\n"
          "  notebook forward      to the entry that was left by going back\n"
          "  notebook go 3         to entry 3\n"
          "  notebook name 3 the first guess\n"
          "                        set a bookmark at its instant, or rename the one there\n"
          "  notebook note TEXT    write a note on the present entry; without a text, remove it\n"
          "  notebook drop 3       remove entry 3; notebook clear removes all but the present one\n"
          "  notebook export found.md\n"
          "                        write it as Markdown, to hand to others\n",
          use_notebook},
  };
  return table;
}

}  // namespace fungescope
