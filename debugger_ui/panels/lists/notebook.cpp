// Lists the notebook: the instants that were visited, with the questions that led there.
#include "session/notebook.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
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
  [[nodiscard]] std::string_view title() const override { return "notebook"; }
  [[nodiscard]] std::vector<KeyGroup> keys() const override {
    return {key_group("notebook", notebook_keys)};
  }

  void draw(Context& context) override {
    context.request.notebook = true;
    const std::vector<NotebookRow>& rows = context.snapshot.notebook;
    take_keys(context, rows);
    constexpr ImGuiTableFlags flags =
        ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
    if (!ImGui::BeginTable("notebook", 3, flags, {0, 0})) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("entry");
    ImGui::TableSetupColumn("tick");
    ImGui::TableSetupColumn("question", ImGuiTableColumnFlags_WidthStretch);
    table_header(context);
    follow_present(rows);
    for_each_visible_row(rows.size(), [&](std::size_t i) { draw_row(context, rows[i]); });
    ImGui::EndTable();
  }

 private:
  // The entries before and after the present one in the list, which back and forward need not be.
  void take_keys(Context& context, const std::vector<NotebookRow>& rows) {
    if (renamed_ != 0 || !ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) return;
    const auto present =
        std::find_if(rows.begin(), rows.end(), [](const NotebookRow& row) { return row.present; });
    if (present == rows.end()) return;
    for_each_pressed(notebook_keys, context.input, [&](const KeyRow<NotebookKey>& row) {
      switch (row.command) {
        case NotebookKey::back:
          if (present != rows.begin()) {
            context.session.go_to_visit(std::prev(present)->entry.number);
          }
          break;
        case NotebookKey::forward:
          if (std::next(present) != rows.end()) {
            context.session.go_to_visit(std::next(present)->entry.number);
          }
          break;
        case NotebookKey::rename:
          begin_renaming(*present);
          break;
      }
    });
  }

  // Scrolls to the present entry when it is another one.
  void follow_present(const std::vector<NotebookRow>& rows) {
    const auto present =
        std::find_if(rows.begin(), rows.end(), [](const NotebookRow& row) { return row.present; });
    if (present == rows.end() || present->entry.number == followed_) return;
    followed_ = present->entry.number;
    const float height = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
    const float top = height * static_cast<float>(present - rows.begin());
    const float shown = ImGui::GetWindowHeight() - 2 * height;  // below the heading
    const float scrolled = ImGui::GetScrollY();
    if (top < scrolled || top > scrolled + shown) ImGui::SetScrollY(top - shown / 2);
  }

  void begin_renaming(const NotebookRow& row) {
    renamed_ = row.entry.number;
    name_.begin(row.name);
  }

  void draw_row(Context& context, const NotebookRow& row) {
    const Theme& theme = context.theme;
    const NotebookEntry& entry = row.entry;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (renamed_ == entry.number) {
      draw_number(context, row);
      draw_tick(context, row);
      return draw_name_field(context, entry);
    }
    ImGui::PushStyleColor(ImGuiCol_Header, selected_row(theme));
    const bool clicked = ImGui::Selectable("###entry", row.present,
                                           ImGuiSelectableFlags_SpanAllColumns |
                                               ImGuiSelectableFlags_AllowDoubleClick |
                                               ImGuiSelectableFlags_AllowItemOverlap);
    ImGui::PopStyleColor();
    name_item("entry", entry.number);
    if (clicked && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      begin_renaming(row);
    } else if (clicked && !row.present) {
      context.session.go_to_visit(entry.number);
    }
    tooltip(context, row);
    draw_menu(context, row);
    ImGui::SameLine(0, 0);
    draw_number(context, row);
    draw_tick(context, row);
    ImGui::TableNextColumn();
    if (!row.name.empty()) {
      coloured_text(row.present ? theme.accent : theme.text, escape_controls(row.name));
      ImGui::SameLine();
    }
    std::string question = escape_controls(question_text(entry));
    if (row.other_branch) question += fmt::format("  (branch {})", entry.at.branch);
    coloured_text(row.name.empty() && !row.other_branch ? theme.text : theme.dim, question);
    if (!entry.note.empty()) {
      ImGui::SameLine();
      coloured_text(theme.bookmark, first_line(entry.note));
    }
  }

  static void draw_number(const Context& context, const NotebookRow& row) {
    coloured_text(context.theme.dim, fmt::format("{:>3}", row.entry.number));
  }

  static void draw_tick(const Context& context, const NotebookRow& row) {
    ImGui::TableNextColumn();
    coloured_text(row.present ? context.theme.accent : context.theme.text,
                  fmt::format("{:>11}", with_separators(row.entry.at.tick)));
  }

  static std::string first_line(const std::string& note) {
    return escape_controls(note.substr(0, note.find('\n')));
  }

  // As tall as a line of text, so that all rows have the same height.
  void draw_name_field(Context& context, const NotebookEntry& entry) {
    ImGui::TableNextColumn();
    name_.set_floating(true);
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding.x, 0});
    const auto outcome =
        name_.draw(context, "##name", "name", [number = entry.number](const std::string& text) {
          return fmt::format("notebook name {} {}", number, double_quoted(text));
        });
    ImGui::PopStyleVar();
    name_item("name of entry", entry.number);
    if (outcome != CommandField::Outcome::open) {
      renamed_ = 0;
      name_.clear();
    }
  }

  static void tooltip(const Context& context, const NotebookRow& row) {
    if (!ImGui::IsItemHovered()) return;
    const Theme& theme = context.theme;
    const NotebookEntry& entry = row.entry;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(character_width() * 72);
    const std::string question = question_text(entry);
    if (!question.empty()) coloured_text(theme.text, escape_controls(question));
    if (!entry.answer.empty()) wrapped_coloured_text(theme.dim, escape_controls(entry.answer));
    if (!entry.note.empty()) wrapped_coloured_text(theme.bookmark, escape_lines(entry.note));
    coloured_text(theme.faint, fmt::format("click goes there, double click names it   "
                                           "notebook go {}",
                                           entry.number));
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }

  void draw_menu(Context& context, const NotebookRow& row) {
    if (!ImGui::BeginPopupContextItem("menu")) return;
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
    ImGui::EndPopup();
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
