// Lists the notebook: the instants that were visited, with the questions that led there.
#include "session/notebook.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/line_fields.h"
#include "debugger_ui/panels/common/list_table.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

enum class NotebookKey : std::uint8_t { back, forward, rename };
constexpr auto notebook_keys = std::to_array<KeyRow<NotebookKey>>({
    {NotebookKey::back, Key::up, {}, "to the entry before, or after"},
    {NotebookKey::forward, Key::down},
    {NotebookKey::rename, Key::f2, {}, "name the present instant"},
});

class NotebookPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::notebook; }
  [[nodiscard]] std::vector<KeyGroup> keys() const override {
    return {key_group("notebook", notebook_keys)};
  }

  void draw(Context& context) override {
    context.request.notebook = true;
    const std::vector<NotebookRow>& rows = context.snapshot.notebook;
    take_keys(context, rows);
    const Theme& theme = context.theme;
    const auto colour = [&](const NotebookRow& row) {
      return row.present ? theme.accent : theme.text;
    };
    ListTable<NotebookRow> table("notebook");
    table.column("entry", {}, [&](const NotebookRow& row) {
      return CellText(theme.dim, fmt::format("{:>3}", row.entry.number));
    });
    table.column("tick", right_aligned(11), [&](const NotebookRow& row) {
      return CellText(colour(row), with_separators(row.entry.at.tick));
    });
    const auto question = [&](const NotebookRow& row) {
      std::string text = escape_controls(question_text(row.entry));
      if (row.other_branch) text += fmt::format("  (branch {})", row.entry.at.branch);
      return CellText(colour(row), escape_controls(row.name))
          .add(row.name.empty() && !row.other_branch ? theme.text : theme.dim, text)
          .add(theme.bookmark,
               escape_controls(row.entry.note.substr(0, row.entry.note.find('\n'))));
    };
    table.column("question", {.width = rest_width}, question);
    table.draw_with([&](const NotebookRow& row) {
      if (renamed_ == row.entry.number) return draw_name_field(context, row.entry);
      TableBase::draw_text(question(row));
    });
    table.name = [](const NotebookRow& row) { return fmt::format("entry {}", row.entry.number); };
    table.selected = [](const NotebookRow& row) { return row.present; };
    table.click = [&](const NotebookRow& row) {
      if (!row.present) context.session.go_to_visit(row.entry.number);
    };
    table.double_click = [&](const NotebookRow& row) { begin_renaming(row); };
    table.tooltip = [&](const NotebookRow& row) { draw_tooltip(context, row); };
    table.menu = [&](const NotebookRow& row) { draw_menu(context, row); };
    // Scrolls to the present entry when it is another one.
    const auto present = present_row(rows);
    if (present != rows.end() &&
        std::exchange(followed_, present->entry.number) != present->entry.number) {
      table.reveal = static_cast<std::size_t>(present - rows.begin());
    }
    table.draw(context, rows);
  }

 private:
  static std::vector<NotebookRow>::const_iterator present_row(
      const std::vector<NotebookRow>& rows) {
    return std::find_if(rows.begin(), rows.end(),
                        [](const NotebookRow& row) { return row.present; });
  }

  // The entries before and after the present one in the list, which back and forward need not be.
  void take_keys(Context& context, const std::vector<NotebookRow>& rows) {
    if (renamed_ != 0 || !ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) return;
    const auto present = present_row(rows);
    if (present == rows.end()) return;
    for_each_pressed(notebook_keys, context.input, [&](const KeyRow<NotebookKey>& row) {
      if (row.command == NotebookKey::rename) return begin_renaming(*present);
      const bool back = row.command == NotebookKey::back;
      if (present == (back ? rows.begin() : std::prev(rows.end()))) return;
      context.session.go_to_visit(std::next(present, back ? -1 : 1)->entry.number);
    });
  }

  void begin_renaming(const NotebookRow& row) {
    renamed_ = row.entry.number;
    name_.begin(row.name);
  }

  void draw_name_field(Context& context, const NotebookEntry& entry) {
    const auto to_command = [&](const std::string& text) {
      return fmt::format("notebook name {} {}", entry.number, double_quoted(text));
    };
    const auto outcome = name_.draw_in_row(context, {"##name", "name"}, to_command);
    name_item("name of entry", entry.number);
    if (outcome != CommandField::Outcome::open) {
      renamed_ = 0;
      name_.clear();
    }
  }

  void draw_tooltip(const Context& context, const NotebookRow& row) const {
    if (!ImGui::IsItemHovered() || renamed_ == row.entry.number) return;
    const NotebookEntry& entry = row.entry;
    std::string text;
    for (const std::string& part : {escape_controls(question_text(entry)),
                                    escape_controls(entry.answer), escape_lines(entry.note)}) {
      if (!part.empty()) text += part + '\n';
    }
    item_tooltip(context, text + "click goes there, double click names it",
                 fmt::format("notebook go {}", entry.number));
  }

  void draw_menu(Context& context, const NotebookRow& row) {
    Services& services = context.services;
    const std::uint32_t number = row.entry.number;
    if (ImGui::MenuItem("go there", fmt::format("notebook go {}", number).c_str(), false,
                        !row.present)) {
      context.session.go_to_visit(number);
    }
    if (ImGui::MenuItem("name…", "F2")) begin_renaming(row);
    item_tooltip(context, "a bookmark at this instant",
                 fmt::format("notebook name {} NAME", number));
    const bool one_line = row.entry.note.find('\n') == std::string::npos;
    if (ImGui::MenuItem("note…", nullptr, false, row.present && one_line)) {
      services.prompt_line(fmt::format("note on entry {}", number), "what you found",
                           row.entry.note, [&services](const std::string& text) {
                             services.run("notebook note " + double_quoted(text));
                           });
    }
    item_tooltip(context, "of the present entry", "notebook note TEXT");
    const std::string drop = fmt::format("notebook drop {}", number);
    if (ImGui::MenuItem("drop", drop.c_str(), false, !row.present)) services.run(drop);
    ImGui::Separator();
    if (ImGui::MenuItem("export as Markdown…")) ask_notebook_file(context.snapshot, services);
    item_tooltip(context, "the whole notebook, for others to read", "notebook export FILE");
    if (ImGui::MenuItem("drop all others", "notebook clear", false,
                        context.snapshot.notebook.size() > 1)) {
      services.run("notebook clear");
    }
  }

  CommandField name_;
  std::uint32_t renamed_ = 0;   // the entry whose name is typed; 0: none
  std::uint32_t followed_ = 0;  // the present entry that was scrolled to
};

}  // namespace

void ask_notebook_file(const ViewSnapshot& snapshot, Services& services) {
  const std::string& program = snapshot.program->name;
  services.prompt_save_path("Export the notebook",
                            program.substr(0, program.rfind('.')) + "-notebook.md",
                            [&services](const std::string& path) {
                              services.run("notebook export " + double_quoted(path));
                            });
}

std::unique_ptr<Panel> make_notebook_panel() {
  return std::make_unique<NotebookPanel>();
}

}  // namespace fungescope::ui
