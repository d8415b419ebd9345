#include "session/bookmarks.h"

#include "base/escape.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

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
  TRY(check_name(name, 0));
  return NumberedList::add({0, std::move(name), tick, branch});
}

const Bookmark* BookmarkList::find(std::string_view name) const {
  const auto found = std::find_if(all().begin(), all().end(), [name](const Bookmark& one) {
    return equal_ignoring_case(one.name, name);
  });
  return found == all().end() ? nullptr : &*found;
}

Result<void> BookmarkList::rename(std::uint32_t id, const std::string& name) {
  TRY(check_name(name, id));
  find(id)->name = name;
  return {};
}

std::size_t BookmarkList::remove_lost(const History& history) {
  return std::erase_if(NumberedList::all(),
                       [&](const Bookmark& one) { return !history.has_branch(one.branch); });
}

std::vector<std::string> BookmarkList::names() const {
  std::vector<std::string> names;
  for (const Bookmark& bookmark : all()) names.push_back(bookmark.name);
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

namespace {

constexpr std::size_t shown_input = 20;

struct EditWords {
  std::string operator()(const SetCell& edit) const {
    return fmt::format("cell ({}, {}) = {}", edit.at.x, edit.at.y, edit.value);
  }
  std::string operator()(const SetStack& edit) const {
    if (edit.size() == 0) return "an empty stack";
    if (edit.values.empty()) return fmt::format("stack of {}", edit.size());
    return fmt::format("stack of {}, top {}", edit.size(), edit.values.back());
  }
  std::string operator()(const SetPointer& edit) const {
    return fmt::format("pointer at ({}, {}) going {}", edit.at.x, edit.at.y,
                       to_string(edit.direction));
  }
  std::string operator()(const SetInput& edit) const {
    const std::string_view bytes = edit.bytes;
    return "input " + double_quoted(bytes.substr(0, shown_input)) +
           (bytes.size() > shown_input ? "\u2026" : "");
  }
  std::string operator()(const SetSource& edit) const {
    return fmt::format("source of {}x{}", edit.field->size().width, edit.field->size().height);
  }
};

}  // namespace

std::string describe(const Edit& edit) {
  return std::visit(EditWords{}, edit);
}

std::string made_by(const BranchInfo& branch) {
  if (branch.edits.empty()) return {};
  const std::string first = describe(branch.edits.front());
  return branch.edits.size() == 1 ? first
                                  : fmt::format("{}, {} more", first, branch.edits.size() - 1);
}

const Bookmark* naming_bookmark(const std::vector<Bookmark>& bookmarks, const BranchInfo& branch) {
  const auto found = std::find_if(bookmarks.begin(), bookmarks.end(), [&](const Bookmark& one) {
    return one.branch == branch.id && one.tick == branch.begin;
  });
  return found == bookmarks.end() ? nullptr : &*found;
}

BranchInstant last_common_instant(const History& history, BranchId a, BranchId b) {
  // A parent has a lower id than its children: replace the higher id by its parent.
  Tick common = no_limit;
  while (a != b) {
    const BranchInfo info = history.info(std::max(a, b));
    common = std::min(common, info.begin);
    (a > b ? a : b) = info.parent;
  }
  return {a, common};
}

Tick last_common_tick(const History& history, BranchId a, BranchId b) {
  if (!history.has_branch(a) || !history.has_branch(b)) return history.begin();
  return last_common_instant(history, a, b).tick;
}

}  // namespace fungescope
