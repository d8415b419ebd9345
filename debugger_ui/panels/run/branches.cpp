// Lists the branches of the run as a tree: what made each, and where it begins and ends.
#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/list_table.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/widgets/text_field.h"
#include "session/bookmarks.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

struct BranchRow {
  const BranchInfo* info = nullptr;
  int depth = 0;
};

// Adds a branch and those that begin in it, earliest first.
void add_branch(const std::vector<BranchInfo>& all, const BranchInfo& branch, int depth,
                std::vector<BranchRow>& rows) {
  rows.push_back({&branch, depth});
  std::vector<const BranchInfo*> children;
  for (const BranchInfo& other : all) {
    if (other.parent == branch.id && other.id != branch.id) children.push_back(&other);
  }
  std::stable_sort(children.begin(), children.end(),
                   [](const BranchInfo* a, const BranchInfo* b) { return a->begin < b->begin; });
  for (const BranchInfo* const child : children) add_branch(all, *child, depth + 1, rows);
}

std::vector<BranchRow> rows_of(const std::vector<BranchInfo>& branches) {
  std::vector<BranchRow> rows;
  for (const BranchInfo& branch : branches) {
    if (branch.id == branch.parent) add_branch(branches, branch, 0, rows);
  }
  return rows;
}

// Whether the present is on the branch, or on one that began in it: then it cannot be deleted.
bool leads_to_present(const ViewSnapshot& snapshot, BranchId id) {
  BranchId at = snapshot.branch;
  while (at != id) {
    const BranchInfo* const info = find_branch(snapshot, at);
    if (info == nullptr || info->parent == at) return false;
    at = info->parent;
  }
  return true;
}

std::string name_of_branch(const ViewSnapshot& snapshot, const BranchInfo& branch) {
  if (const Bookmark* const bookmark = naming_bookmark(snapshot.bookmarks, branch)) {
    return escape_controls(bookmark->name);
  }
  return fmt::format("branch {}", branch.id);
}

class BranchesPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::branches; }

  void draw(Context& context) override {
    const ViewSnapshot& snapshot = context.snapshot;
    const Theme& theme = context.theme;
    const auto go = [](const BranchRow& row) { return fmt::format("branch {}", row.info->id); };
    ListTable<BranchRow> table("branches");
    table.column("name", {}, [&](const BranchRow& row) {
      return CellText(row.info->id == snapshot.branch ? theme.accent : theme.text,
                      std::string(2 * static_cast<std::size_t>(row.depth), ' ') +
                          name_of_branch(snapshot, *row.info));
    });
    table.column("from", right_aligned(9), theme.dim,
                 [&](const BranchRow& row) { return with_separators(row.info->begin); });
    table.column("to", right_aligned(9), theme.dim,
                 [&](const BranchRow& row) { return with_separators(row.info->end); });
    table.column("made by", {.width = rest_width}, [&](const BranchRow& row) {
      const std::string reason = made_by(*row.info);
      return CellText(theme.dim, reason.empty() ? "the program" : reason);
    });
    table.name = [&](const BranchRow& row) {
      return "row of " + name_of_branch(snapshot, *row.info);
    };
    table.selected = [&](const BranchRow& row) { return row.info->id == snapshot.branch; };
    table.click = [&](const BranchRow& row) { context.services.run(go(row)); };
    table.tooltip = [&](const BranchRow& row) {
      item_tooltip(context, "go to the branch, at this tick if it has it", go(row));
    };
    table.menu = [&](const BranchRow& row) {
      draw_menu(context, *row.info, name_of_branch(snapshot, *row.info), go(row));
    };
    const std::vector<BranchRow> rows = rows_of(snapshot.branches);
    table.draw(context, rows);
    if (rows.size() == 1) {
      placeholder_text(context, "an edit, or another answer to an earlier question, begins one");
    }
  }

 private:
  void draw_menu(Context& context, const BranchInfo& branch, const std::string& name,
                 const std::string& go) {
    const ViewSnapshot& snapshot = context.snapshot;
    const bool present = branch.id == snapshot.branch;
    if (ImGui::MenuItem("go there", go.c_str(), false, !present)) context.services.run(go);
    if (ImGui::MenuItem("go to its beginning", fmt::format("goto {}", branch.begin).c_str())) {
      if (!present) context.services.run(go);
      context.services.run(fmt::format("goto {}", branch.begin));
    }
    if (ImGui::MenuItem("rename…")) ask_name(context, branch, name);
    if (ImGui::MenuItem("compare with the present", nullptr, false, !present)) {
      context.selection.compare_with = std::min(snapshot.tick, branch.end);
      context.selection.compare_branch = branch.id;
      context.services.reveal(PanelId::comparison);
    }
    const std::string drop = fmt::format("drop {}", branch.id);
    ImGui::Separator();
    if (ImGui::MenuItem("delete", drop.c_str(), false, !leads_to_present(snapshot, branch.id))) {
      context.services.run(drop);
    }
  }

  // The name is that of the bookmark at its beginning.
  void ask_name(Context& context, const BranchInfo& branch, const std::string& name) {
    if (const Bookmark* const bookmark = naming_bookmark(context.snapshot.bookmarks, branch)) {
      return ask_bookmark_name(context.services, *bookmark);
    }
    SessionThread* const session = &context.session;
    Services* const services = &context.services;
    const auto add = [session, services, id = branch.id,
                      begin = branch.begin](const std::string& typed) {
      using Added = Result<std::uint32_t>;
      session->ask<Added>(
          slot::none,
          [typed, id, begin](Debugger& debugger, Monitor&) {
            return debugger.session().bookmarks().add(typed, begin, id);
          },
          [services](const Added& added) {
            if (!added) services->notify(error_text(added.error()), Tone::bad);
          });
      session->submit(";");  // for a snapshot that has it
    };
    services->prompt_line(name, "name", "", add);
  }
};

}  // namespace

std::unique_ptr<Panel> make_branches_panel() {
  return std::make_unique<BranchesPanel>();
}

}  // namespace fungescope::ui
