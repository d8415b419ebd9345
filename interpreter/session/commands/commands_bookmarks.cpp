// Commands that set, list and change bookmarks.
#include "base/escape.h"
#include "base/rows.h"
#include "session/bookmarks.h"
#include "session/commands/arguments.h"

#include <algorithm>
#include <array>
#include <utility>

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
  Session& session = call.debugger.session();
  const Tick tick = session.history().tick();
  const BranchId branch = branch_of(session.history(), tick);
  std::string name = arguments.text("NAME");
  if (name.empty()) name = default_name(session.bookmarks(), tick, branch);
  const auto id = session.bookmarks().add(std::move(name), tick, branch);
  if (!id) return with_column_offset(id.error(), 0);
  return bookmark_response(call, *session.bookmarks().find(*id));
}

Result<Response> list_marks(const Call& call) {
  Session& session = call.debugger.session();
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
  const BookmarkList& bookmarks = call.debugger.session().bookmarks();
  ArgumentParser arguments(call.arguments);
  const auto text = TRY(arguments.text());
  const auto number = text.quoted ? std::nullopt : parse_count(text.bytes);
  for (const Bookmark& bookmark : bookmarks.all()) {
    if (number ? bookmark.id == *number : &bookmark == bookmarks.find(text.bytes)) {
      return bookmark.id;
    }
  }
  return arguments.fail_at_last(
      fmt::format("there is no bookmark {}",
                  number ? fmt::to_string(*number) : single_quoted(text.bytes)),
      suggest(text.bytes, bookmarks.names(), "marks lists them"));
}

Result<Response> remove_mark(const Call& call) {
  BookmarkList& bookmarks = call.debugger.session().bookmarks();
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
  BookmarkList& bookmarks = call.debugger.session().bookmarks();
  const std::uint64_t number = *arguments.number("BOOKMARK");
  for (const Bookmark& bookmark : bookmarks.all()) {
    if (bookmark.id != number) continue;
    if (auto renamed = bookmarks.rename(bookmark.id, arguments.text("NAME")); !renamed) {
      return arguments.fail_at("NAME", renamed.error());
    }
    return bookmark_response(call, bookmark);
  }
  return arguments.fail_at("BOOKMARK", fmt::format("there is no bookmark {}", number),
                           "marks lists them");
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

}  // namespace fungescope
