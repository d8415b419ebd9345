// Bookmarks.
#include "base/escape.h"
#include "base/text_table.h"
#include "session/bookmarks.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/expressions/nearest_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Align = TextTable::Align;

Json bookmark_to_json(const Bookmark& bookmark) {
  return {{"id", bookmark.id},
          {"name", bookmark.name},
          {"tick", bookmark.tick},
          {"branch", bookmark.branch}};
}

std::string default_name(const BookmarkList& bookmarks, Tick tick, BranchId branch) {
  std::string name = fmt::format("tick {}", tick);
  const Bookmark* const other = bookmarks.find(name);
  // The same tick of another branch is another instant.
  if (other == nullptr || other->branch == branch) return name;
  return fmt::format("tick {} of branch {}", tick, branch);
}

Result<Response> set_mark(const Call& call) {
  Session& session = call.debugger.session();
  const Tick tick = session.history().tick();
  const BranchId branch = branch_of(session.history(), tick);
  auto name = ArgumentParser(call.arguments).text();
  if (!name) return tl::unexpected(name.error());
  if (name->bytes.empty()) name->bytes = default_name(session.bookmarks(), tick, branch);
  const auto id = session.bookmarks().add(std::move(name->bytes), tick, branch);
  if (!id) return with_column_offset(id.error(), 0);
  const Bookmark& bookmark = *session.bookmarks().find(*id);
  Response response =
      make_response(call, fmt::format("bookmark {}: {}, tick {}\n", bookmark.id,
                                      escape_controls(bookmark.name), with_separators(tick)));
  response.data["bookmark"] = bookmark_to_json(bookmark);
  return response;
}

Result<Response> list_marks(const Call& call) {
  Session& session = call.debugger.session();
  const History& history = session.history();
  TextTable table({Align::left, Align::right, Align::left, Align::right, Align::left});
  Json list = Json::array();
  for (const Bookmark& bookmark : session.bookmarks().all()) {
    const bool on_branch = is_on_branch(history, bookmark);
    const bool here = on_branch && bookmark.tick == history.tick();
    table.add_row({here ? "*" : "", fmt::format("{}", bookmark.id), escape_controls(bookmark.name),
                   fmt::format("tick {}", with_separators(bookmark.tick)),
                   on_branch ? "" : fmt::format("branch {}", bookmark.branch)});
    list.push_back(bookmark_to_json(bookmark));
    list.back()["here"] = here;
  }
  Response response = make_response(
      call, list.empty() ? "there are no bookmarks; mark sets one\n" : table.to_string());
  response.data["bookmarks"] = std::move(list);
  return response;
}

// A number is an id, all else a name.
Result<std::uint32_t> bookmark_argument(const Call& call) {
  const BookmarkList& bookmarks = call.debugger.session().bookmarks();
  ArgumentParser arguments(call.arguments);
  const auto text = arguments.text();
  if (!text) return tl::unexpected(text.error());
  const auto number = text->quoted ? std::nullopt : parse_count(text->bytes);
  for (const Bookmark& bookmark : bookmarks.all()) {
    if (number ? bookmark.id == *number : &bookmark == bookmarks.find(text->bytes)) {
      return bookmark.id;
    }
  }
  const std::string near = suggest(text->bytes, bookmarks.names());
  return arguments.fail_at_last(
      number ? fmt::format("there is no bookmark {}", *number)
             : fmt::format("there is no bookmark {}", single_quoted(text->bytes)),
      near.empty() ? "marks lists them" : near);
}

Result<Response> remove_mark(const Call& call) {
  BookmarkList& bookmarks = call.debugger.session().bookmarks();
  if (ArgumentParser(call.arguments).at_end()) {
    const std::size_t count = bookmarks.all().size();
    bookmarks.clear();
    Response response =
        make_response(call, fmt::format("{} bookmark{} deleted\n", count, count == 1 ? "" : "s"));
    response.data["deleted"] = count;
    return response;
  }
  const auto id = bookmark_argument(call);
  if (!id) return tl::unexpected(id.error());
  bookmarks.remove(*id);
  Response response = make_response(call, fmt::format("bookmark {} deleted\n", *id));
  response.data["deleted"] = 1;
  return response;
}

Result<Response> rename_mark(const Call& call) {
  BookmarkList& bookmarks = call.debugger.session().bookmarks();
  ArgumentParser arguments(call.arguments);
  const auto number = arguments.number("a bookmark's number");
  if (!number) return tl::unexpected(number.error());
  const auto& all = bookmarks.all();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Bookmark& one) { return one.id == *number; });
  if (found == all.end()) {
    return arguments.fail_at_last(fmt::format("there is no bookmark {}", *number),
                                  "marks lists them");
  }
  const std::size_t name_at = arguments.position();
  auto name = arguments.text();
  if (!name) return tl::unexpected(name.error());
  if (auto renamed = bookmarks.rename(found->id, std::move(name->bytes)); !renamed) {
    return with_column_offset(renamed.error(), name_at);
  }
  Response response =
      make_response(call, fmt::format("bookmark {}: {}, tick {}\n", found->id,
                                      escape_controls(found->name), with_separators(found->tick)));
  response.data["bookmark"] = bookmark_to_json(*found);
  return response;
}

}  // namespace

std::span<const Command> bookmark_commands() {
  static constexpr std::array table{
      Command{"mark", "", "", "[NAME]", "set a bookmark at the present instant",
              "Without a name it is called after its tick. goto NAME comes back to it.\n"
              "  mark\n  mark the first guess\n",
              set_mark},
      Command{"marks", "", "", "", "list the bookmarks", "", list_marks},
      Command{"rename", "", "", "BOOKMARK NAME", "give a bookmark another name",
              "BOOKMARK is its number, as marks has it.\n  rename 2 the first guess\n",
              rename_mark},
      Command{"unmark", "", "", "[BOOKMARK]", "delete a bookmark by number or name, or all",
              "  unmark 2\n  unmark the first guess\n", remove_mark},
  };
  return table;
}

}  // namespace fungescope
