// The playfield's edit mode: the document with a cursor that types.
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/source_editing/source_editing.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

using editing::Editor;

constexpr std::int64_t page_rows = 10;

struct ArrowKey {
  Key key;
  Direction direction;
};
constexpr std::array arrow_keys{
    ArrowKey{Key::right, Direction::east}, ArrowKey{Key::down, Direction::south},
    ArrowKey{Key::left, Direction::west}, ArrowKey{Key::up, Direction::north}};

// Arrows move and turn the cursor; with Shift they select, with Ctrl they turn only, with Alt they
// move the selected cells.
bool handle_arrows(const InputQueue& input, SourceEditing& editing) {
  Editor& editor = editing.editor();
  for (const auto& [key, direction] : arrow_keys) {
    if (input.pressed(key)) {
      editor.move(direction);
      editor.turn(direction);
    } else if (input.pressed(key, with_shift)) {
      editor.move(direction, 1, Editor::Extend::yes);
    } else if (input.pressed(key, with_ctrl)) {
      editor.turn(direction);
    } else if (input.pressed(key, with_alt)) {
      editing.move_block(delta_of(direction));
    } else {
      continue;
    }
    return true;
  }
  return false;
}

// The column after the last character of the cursor's line.
std::int64_t end_of_line(const editing::Document& document, std::int64_t row) {
  if (row >= document.line_count()) return 0;
  const std::string& text = document.lines()[static_cast<std::size_t>(row)].text;
  return static_cast<std::int64_t>(text.find_last_not_of(' ') + 1);
}

bool handle_jumps(const InputQueue& input, Editor& editor) {
  const Point at = editor.cursor();
  const Size field = editor.document().field();
  const struct {
    Key key;
    Point to;
    Point to_with_ctrl;
  } jumps[] = {
      {Key::home, {0, at.y}, {0, 0}},
      {Key::end, {end_of_line(editor.document(), at.y), at.y}, {field.width - 1, field.height - 1}},
      {Key::page_up, {at.x, at.y - page_rows}, {at.x, 0}},
      {Key::page_down, {at.x, at.y + page_rows}, {at.x, field.height - 1}},
  };
  for (const auto& jump : jumps) {
    if (input.pressed(jump.key)) {
      editor.move_to(jump.to);
    } else if (input.pressed(jump.key, with_shift)) {
      editor.move_to(jump.to, Editor::Extend::yes);
    } else if (input.pressed(jump.key, with_ctrl)) {
      editor.move_to(jump.to_with_ctrl);
    } else if (input.pressed(jump.key, with_ctrl_shift)) {
      editor.move_to(jump.to_with_ctrl, Editor::Extend::yes);
    } else {
      continue;
    }
    return true;
  }
  return false;
}

bool toggle(const char* label, const char* name, const char* tooltip, const Theme& theme, bool on) {
  ImGui::PushStyleColor(ImGuiCol_Text, on ? theme.accent : theme.text);
  const bool pressed = ImGui::Button(label);
  ImGui::PopStyleColor();
  name_item(name);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tooltip);
  ImGui::SameLine(0, 3);
  return pressed;
}

}  // namespace

void PlayfieldPanel::draw_editing(Context& context, SourceEditing& editing) {
  if (std::exchange(editing.take_focus, false)) ImGui::SetWindowFocus();
  editing.focused = ImGui::IsWindowFocused() && !ImGui::GetIO().WantTextInput;
  draw_edit_bar(context, editing);
  if (!editing.active()) return draw_field(context);
  Editor& editor = editing.editor();
  const ViewSnapshot& shown =
      edit_view_.update(context.snapshot, editor.document(), editing.generation(),
                        view_.visible(editor.document().canvas()));
  Context edited{shown,           context.session,   context.request,  context.fonts,
                 context.theme,   context.selection, context.services, context.input,
                 context.scale,   context.seconds,   context.time,     context.schedule,
                 context.editing, context.minimap};
  followed_ = shown.instant;  // edits must not scroll to the instruction pointer
  const Point before = editor.cursor();
  context.selection.cell = before;
  draw_field(edited);
  if (!editing.active()) return;
  // A hit of the search, or a cell that was gone to.
  const std::optional<Point> selected = context.selection.cell;
  if (selected && *selected != before && editor.cursor() == before) editor.move_to(*selected);
  if (editor.cursor() != before && !fitted_) view_.bring_into_view(editor.cursor(), 0.08F);
  context.selection.cell = editor.cursor();
  context.selection.area = editor.selection();
  paint_edit_cursor(edited, editor);
}

void PlayfieldPanel::draw_edit_bar(Context& context, SourceEditing& editing) {
  EditSettings& settings = editing.settings();
  const Theme& theme = context.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  ImGui::GetWindowDrawList()->AddRectFilled(
      at, {at.x + ImGui::GetContentRegionAvail().x, at.y + height},
      with_alpha(theme.accent, 0.16F));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 6 * context.scale);
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
  const Editor& editor = editing.editor();
  ImGui::Text("EDIT %s", std::string(to_string(editor.direction())).c_str());
  ImGui::PopStyleColor();
  name_item("edit direction");
  ImGui::SameLine(0, 10 * context.scale);
  if (toggle(settings.insert ? "insert" : "overwrite", "edit insert",
             "whether typing pushes the rest of the line along: the Insert key", theme,
             settings.insert)) {
    settings.insert = !settings.insert;
  }
  if (toggle(settings.arrows_turn ? "arrows turn" : "arrows do not turn", "edit arrows",
             "whether typing > v < ^ turns the cursor; not in strings", theme,
             settings.arrows_turn)) {
    settings.arrows_turn = !settings.arrows_turn;
  }
  if (toggle(settings.into_run ? "into the run" : "at a restart", "edit apply",
             "whether edits go into the run at once, as a branch, or wait for Restart with source: "
             "Ctrl+F5",
             theme, settings.into_run)) {
    settings.into_run = !settings.into_run;
  }
  if (toggle("done", "edit done", "leave the edit mode: Escape", theme, false)) {
    editing.set_active(false);
    ImGui::NewLine();
    return;
  }
  std::string text = to_string(editor.cursor());
  if (editor.in_string()) text += " in a string";
  if (editing.pending() && !settings.into_run) text += " · not in the run yet";
  if (editing.modified()) text += " · unsaved";
  if (ImGui::GetContentRegionAvail().x > ImGui::CalcTextSize(text.c_str()).x) {
    ImGui::SameLine(0, 10 * context.scale);
    ImGui::TextDisabled("%s", text.c_str());
  } else {
    ImGui::NewLine();
  }
}

void PlayfieldPanel::paint_edit_cursor(const Context& context, const Editor& editor) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const PixelRect& canvas = view_.canvas;
  const Theme& theme = context.theme;
  const float line = std::max(2 * context.scale, 1.0F);
  list.AddRect({canvas.x, canvas.y}, {canvas.x + canvas.width, canvas.y + canvas.height},
               theme.accent, 0, 0, line);
  list.PushClipRect({canvas.x, canvas.y}, {canvas.x + canvas.width, canvas.y + canvas.height},
                    true);
  const PixelRect cell = view_.area_of({editor.cursor(), {1, 1}});
  const float width = std::max(cell.width, 4 * context.scale);
  const float height = std::max(cell.height, 4 * context.scale);
  list.AddRectFilled({cell.x, cell.y}, {cell.x + width, cell.y + height},
                     with_alpha(theme.accent, 0.28F));
  // A thick edge where the cursor goes next.
  const float edge = std::max(2.5F * context.scale, 2.0F);
  const float right = cell.x + width;
  const float bottom = cell.y + height;
  switch (editor.direction()) {
    case Direction::east:
      list.AddRectFilled({right - edge, cell.y}, {right, bottom}, theme.accent);
      break;
    case Direction::south:
      list.AddRectFilled({cell.x, bottom - edge}, {right, bottom}, theme.accent);
      break;
    case Direction::west:
      list.AddRectFilled({cell.x, cell.y}, {cell.x + edge, bottom}, theme.accent);
      break;
    case Direction::north:
      list.AddRectFilled({cell.x, cell.y}, {right, cell.y + edge}, theme.accent);
      break;
  }
  list.PopClipRect();
  name_area("edit cursor", "", {{cell.x, cell.y}, {right, bottom}});
}

void PlayfieldPanel::press_to_edit(Context& context, SourceEditing& editing, Point cell) {
  const bool extend = context.input.frame().mods.shift;
  editing.editor().move_to(cell, extend ? Editor::Extend::yes : Editor::Extend::no);
  drag_ = Drag::select;
  drag_from_ = extend && editing.editor().selection() ? editing.editor().selection()->corner : cell;
  pressed_ = ImGui::GetMousePos();
  dragged_ = false;
}

void PlayfieldPanel::handle_edit_keys(Context& context, SourceEditing& editing) {
  const InputQueue& input = context.input;
  Editor& editor = editing.editor();
  space_ = false;
  if (handle_arrows(input, editing) || handle_jumps(input, editor)) return;
  if (input.pressed(Key::enter) || input.pressed(Key::keypad_enter)) editor.new_line();
  if (input.pressed(Key::backspace)) editing.backspace();
  if (input.pressed(Key::delete_key)) editing.erase();
  if (input.pressed(Key::insert)) editing.settings().insert = !editing.settings().insert;
  if (input.pressed(Key::f, with_ctrl)) find_.open();
  if (input.pressed(Key::l, with_ctrl)) open_goto(context);
  if (input.pressed(Key::escape)) {
    if (find_.is_open()) {
      find_.close();
    } else if (editor.selection()) {
      editor.clear_selection();
    } else {
      editing.set_active(false);
    }
    return;
  }
  for (const char32_t character : input.frame().text) {
    if (character >= ' ' && character <= '~') {
      editing.type(static_cast<unsigned char>(character));
    } else {
      context.services.notify("a cell holds one byte: type ASCII, or paste the bytes", Tone::plain);
    }
  }
}

}  // namespace fungescope::ui
