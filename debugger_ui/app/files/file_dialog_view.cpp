#include "base/text_table.h"
#include "debugger_ui/app/files/file_dialog.h"
#include "debugger_ui/app/files/shared_file.h"
#include "debugger_ui/panels/common/list_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/text_field.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr const char* popup_id = "###files";

// Truncates a text that is too wide, and appends dots.
std::string fitted_to(const std::string& text, float width) {
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  const float one = std::max(ImGui::CalcTextSize("0").x, 1.0F);
  const auto max_length = static_cast<std::size_t>(std::max(width / one - 2, 1.0F));
  return max_length < text.size() ? text.substr(0, max_length) + ".." : text;
}

}  // namespace

void FileDialog::draw(Context& context) {
  const Theme& theme = context.theme;
  const float scale = context.scale;
  const std::string title = request_.title + popup_id;
  const ImVec2 size{760 * scale, 520 * scale};
  if (!modal_.begin(title.c_str(), scale, size)) return;
  if (auto listing = reader_.take()) {
    listing_ = std::move(*listing);
    fill_rows();
  }
  draw_crumbs(theme, scale);
  const float below = 2 * (ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y) + 2 * scale;
  draw_list(context, std::max(ImGui::GetContentRegionAvail().y - below, 40 * scale));
  draw_field();
  draw_foot(theme);
  // After the field, as the text of a frame precedes its Enter. Not in the first frame, whose keys
  // opened the dialog.
  if (is_open() && !modal_.appearing()) handle_keys(context.input);
  was_empty_ = text_.empty();
  modal_.end();
}

// Draws each folder of the path as a button; of a long path the last ones are visible.
void FileDialog::draw_crumbs(const Theme& theme, float scale) {
  const float hidden_width = ImGui::CalcTextSize("hidden files").x + ImGui::GetFrameHeight() +
                             ImGui::GetStyle().ItemInnerSpacing.x + 24 * scale;
  const float room = std::max(ImGui::GetContentRegionAvail().x - hidden_width, 1.0F);
  ImGui::BeginChild("crumbs", {room, ImGui::GetFrameHeight()}, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PushStyleColor(ImGuiCol_Button, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  std::filesystem::path path;
  std::string wanted;
  for (const auto& part : std::filesystem::path(folder_)) {
    const bool first = path.empty();
    path /= part;
    const bool last = path == folder_;
    if (!first) ImGui::SameLine(0, 0);
    ImGui::PushStyleColor(ImGuiCol_Text, last ? theme.text : theme.dim);
    if (ImGui::Button((part.string() + "##" + path.string()).c_str()) && !last) {
      wanted = path.string();
    }
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", path.c_str());
    if (first || last) continue;
    ImGui::SameLine(0, 0);
    coloured_text(theme.faint, "/");
  }
  ImGui::SetScrollHereX(1);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  ImGui::EndChild();
  ImGui::SameLine();
  move_to_right(hidden_width - 24 * scale);
  if (ImGui::Checkbox("hidden files", &hidden_)) fill_rows();
  if (wanted.empty()) return;
  go_to(wanted);
  focus_ = true;
}

void FileDialog::draw_list(Context& context, float height) {
  const Theme& theme = context.theme;
  ListTable<const FolderEntry*> table("list");
  table.size = {0, height};
  table.flags |= ImGuiTableFlags_BordersOuter;
  table.column("name", {.width = rest_width}, [&](const FolderEntry* entry) {
    return CellText(entry->folder ? theme.accent : theme.text,
                    entry->name + (entry->folder ? "/" : ""));
  });
  table.column("bytes", {.width = 13, .align = TableAlign::right}, [&](const FolderEntry* entry) {
    return CellText(theme.dim, entry->folder ? "" : with_separators(entry->size));
  });
  table.column("changed", {.width = 17}, [&](const FolderEntry* entry) {
    return CellText(theme.dim, entry->modified == 0 ? "" : time_text(entry->modified));
  });
  table.selected = [this](const FolderEntry* entry) {
    return cursor_ >= 0 && rows_[static_cast<std::size_t>(cursor_)] == entry;
  };
  table.click = [this](const FolderEntry* entry) {
    cursor_ = static_cast<int>(std::find(rows_.begin(), rows_.end(), entry) - rows_.begin());
    focus_ = true;
    if (!entry->folder) text_ = entry->name;
    problem_.clear();
  };
  const FolderEntry* chosen = nullptr;
  table.double_click = [&](const FolderEntry* entry) { chosen = entry; };
  table.further_rows = [&] {
    if (!rows_.empty() || (!reader_.running() && !listing_.problem.empty())) return;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    coloured_text(theme.faint, reader_.running()          ? "reading the folder…"
                               : listing_.entries.empty() ? "the folder is empty"
                                                          : "no matching files");
  };
  if (std::exchange(scroll_, false) && cursor_ >= 0) {
    table.reveal = static_cast<std::size_t>(cursor_);
  }
  const float padding = ImGui::GetStyle().CellPadding.y;
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {8 * context.scale, padding});
  table.draw(context, rows_);
  ImGui::PopStyleVar();
  if (chosen != nullptr) choose(path_of(*chosen));
}

void FileDialog::draw_field() {
  ImGui::SetNextItemWidth(-1);
  if (std::exchange(focus_, false)) focus_next_item();
  const std::string before = text_;
  const bool saving = request_.purpose == FileRequest::Purpose::save;
  text_field("##name", saving ? "name of the file" : "name or path", text_, 0, AfterEnter::leave);
  if (text_ != before) follow_text();
}

void FileDialog::draw_foot(const Theme& theme) {
  const bool saving = request_.purpose == FileRequest::Purpose::save;
  const bool asks = !replacing_.empty();
  if (!asks && request_.filters.size() > 1) {
    ImGui::SetNextItemWidth(28 * ImGui::CalcTextSize("0").x);
    if (ImGui::BeginCombo("##filter", request_.filters[filter_].name.c_str())) {
      for (std::size_t i = 0; i < request_.filters.size(); ++i) {
        if (!ImGui::Selectable(request_.filters[i].name.c_str(), i == filter_)) continue;
        filter_ = i;
        fill_rows();
        focus_ = true;
      }
      ImGui::EndCombo();
    }
    ImGui::SameLine();
  }
  const DialogButton no{asks ? "keep it" : "cancel", "Escape"};
  const DialogButton yes{asks     ? "replace it"
                         : saving ? "save"
                                  : "open",
                         "Enter", asks || !text_.empty() || cursor_ >= 0};
  const std::string text =
      asks ? "there is a file " + std::filesystem::path(replacing_).filename().string() : problem_;
  const float right = ImGui::GetWindowContentRegionMax().x - dialog_buttons_width(no, yes);
  const float room = right - ImGui::GetCursorPosX() - ImGui::GetStyle().ItemSpacing.x;
  ImGui::AlignTextToFramePadding();
  coloured_text(asks ? theme.warning : theme.bad, fitted_to(text, room));
  if (ImGui::IsItemHovered() && !text.empty()) ImGui::SetTooltip("%s", text.c_str());
  ImGui::SameLine(right);
  const DialogChoice choice = dialog_buttons(no, yes);
  if (choice == DialogChoice::cancel) cancel();
  if (choice == DialogChoice::accept && asks) finish(replacing_);
  if (choice == DialogChoice::accept && !asks) confirm();
}

}  // namespace fungescope::ui
