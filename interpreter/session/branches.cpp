#include "session/branches.h"

#include "base/escape.h"

#include <algorithm>
#include <string_view>
#include <variant>

#include <fmt/format.h>

namespace fungescope {
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

bool exists(const std::vector<BranchInfo>& branches, BranchId id) {
  return std::any_of(branches.begin(), branches.end(),
                     [id](const BranchInfo& branch) { return branch.id == id; });
}

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

Tick last_common_tick(const History& history, BranchId a, BranchId b) {
  const auto branches = history.branches();
  if (!exists(branches, a) || !exists(branches, b)) return history.begin();
  // A parent has a lower id than its children: replace the higher id by its parent.
  Tick common = no_limit;
  while (a != b) {
    const BranchInfo info = history.info(std::max(a, b));
    common = std::min(common, info.begin);
    (a > b ? a : b) = info.parent;
  }
  return common;
}

}  // namespace fungescope
