#include "session/bookmarks.h"

#include "base/escape.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope {

Result<void> BookmarkList::check_name(const std::string& name, std::uint32_t id) const {
  if (name.empty()) return fail({}, "a bookmark's name is empty");
  const Bookmark* const other = find(name);
  if (other == nullptr || other->id == id) return {};
  return fail({},
              fmt::format("the name {} is taken by the bookmark at tick {}", single_quoted(name),
                          other->tick),
              fmt::format("give it another name, or unmark {} first", other->id));
}

Result<std::uint32_t> BookmarkList::add(std::string name, Tick tick, BranchId branch) {
  if (auto good = check_name(name, 0); !good) return tl::unexpected(good.error());
  bookmarks_.push_back({next_id_, std::move(name), tick, branch});
  return next_id_++;
}

const Bookmark* BookmarkList::find(std::uint32_t id) const {
  const auto found = std::find_if(bookmarks_.begin(), bookmarks_.end(),
                                  [id](const Bookmark& one) { return one.id == id; });
  return found == bookmarks_.end() ? nullptr : &*found;
}

const Bookmark* BookmarkList::find(std::string_view name) const {
  const auto found =
      std::find_if(bookmarks_.begin(), bookmarks_.end(),
                   [name](const Bookmark& one) { return equal_ignoring_case(one.name, name); });
  return found == bookmarks_.end() ? nullptr : &*found;
}

bool BookmarkList::remove(std::uint32_t id) {
  return std::erase_if(bookmarks_, [id](const Bookmark& one) { return one.id == id; }) > 0;
}

Result<void> BookmarkList::rename(std::uint32_t id, std::string name) {
  if (auto good = check_name(name, id); !good) return good;
  const auto found = std::find_if(bookmarks_.begin(), bookmarks_.end(),
                                  [id](const Bookmark& one) { return one.id == id; });
  found->name = std::move(name);
  return {};
}

std::size_t BookmarkList::remove_lost(const History& history) {
  const std::vector<BranchInfo> branches = history.branches();
  return std::erase_if(bookmarks_, [&branches](const Bookmark& one) {
    return std::none_of(branches.begin(), branches.end(),
                        [&one](const BranchInfo& branch) { return branch.id == one.branch; });
  });
}

std::vector<std::string> BookmarkList::names() const {
  std::vector<std::string> names;
  for (const Bookmark& bookmark : bookmarks_) names.push_back(bookmark.name);
  return names;
}

BranchId branch_of(const History& history, BranchId branch, Tick tick) {
  BranchInfo info = history.info(branch);
  while (tick < info.begin && info.id != info.parent) info = history.info(info.parent);
  return info.id;
}

BranchId branch_of(const History& history, Tick tick) {
  return branch_of(history, history.branch(), tick);
}

bool is_on_branch(const History& history, const Bookmark& bookmark) {
  return branch_of(history, bookmark.tick) == bookmark.branch;
}

}  // namespace fungescope
