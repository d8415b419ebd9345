// The playfield's edit mode: the document with a cursor that types.
#include "base/escape.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/panels/playfield/playfield_paint.h"
#include "debugger_ui/source_editing/source_editing.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/modal.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace fungescope::ui {
namespace {

using editing::Editor;

constexpr std::int64_t page_rows = 10;

enum class EditKey : std::uint8_t {
  move,
  turn,
  move_block,
  jump,
  new_line,
  backspace,
  erase,
  insert_mode,
  find,
  go_to,
  menu,
  leave,
};
// Moves and jumps take their direction from the key. With Shift they select, with Ctrl jumps are
// far.
constexpr std::array jumps{Key::end, Key::page_up, Key::page_down};
constexpr auto edit_key_rows = std::to_array<KeyRow<EditKey>>({
    {EditKey::move, Key::left, {}, "move and turn the cursor", other_arrows},
    {EditKey::turn, Key::left, with_ctrl, "turn the cursor", other_arrows},
    {EditKey::move, Key::left, with_shift, "select", other_arrows},
    {EditKey::move_block, Key::left, with_alt, "move the selection", other_arrows},
    {EditKey::jump, Key::home, {}, "start and end of the line", {Key::end}},
    {EditKey::jump, Key::page_up, {}, "ten rows up and down", {Key::page_down}},
    {EditKey::jump, Key::home, with_ctrl, "first and last cell", {Key::end}},
    {EditKey::jump, Key::page_up, with_ctrl, "first and last row", {Key::page_down}},
    {EditKey::jump, Key::home, with_shift, "the same, selecting", jumps},
    {EditKey::jump, Key::home, with_ctrl_shift, "the same, selecting", jumps},
    {EditKey::new_line, Key::enter, {}, "to the start of the next line", {Key::keypad_enter}},
    {EditKey::backspace, Key::backspace, {}, "clear the cell before"},
    {EditKey::erase, Key::delete_key, {}, "clear the selection"},
    {EditKey::insert_mode, Key::insert, {}, "insert or overwrite"},
    {EditKey::find, Key::f, with_ctrl, "find a text"},
    {EditKey::go_to, Key::l, with_ctrl, "go to a cell"},
    {EditKey::menu, Key::menu, {}, "the cell's menu"},
    {EditKey::menu, Key::f10, with_shift},
    {EditKey::leave, Key::escape, {}, "deselect, or leave the edit mode"},
});

// The column after the last character of the cursor's line.
std::int64_t end_of_line(const editing::Document& document, std::int64_t row) {
  if (row >= document.line_count()) return 0;
  return static_cast<std::int64_t>(document.text_of(row).find_last_not_of(U' ') + 1);
}

Point jump_target(const Editor& editor, Key key, bool far) {
  const Point at = editor.cursor();
  const Size field = editor.document().field();
  if (key == Key::home) return {0, far ? 0 : at.y};
  if (key == Key::page_up) return {at.x, far ? 0 : at.y - page_rows};
  if (key == Key::page_down) return {at.x, far ? field.height - 1 : at.y + page_rows};
  return far ? Point{field.width - 1, field.height - 1}
             : Point{end_of_line(editor.document(), at.y), at.y};
}

// Places the next item after the previous one, or on a line of its own where it has no room.
void place_in_bar(float width, float gap) {
  ImGui::SameLine(0, gap);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

bool toggle(const Context& context, const char* label, const char* name, const char* tooltip,
            bool on) {
  place_in_bar(button_width(label), 3);
  const bool pressed = toggle_button(context, label, on);
  name_item(name);
  item_tooltip(context, tooltip);
  return pressed;
}

// Documents up to this size are analysed and copied whole at each change: below a millisecond.
constexpr std::int64_t small_document = 1 << 16;

}  // namespace

void PlayfieldPanel::draw_editing(Context& context, SourceEditing& editing) {
  if (std::exchange(editing.take_focus, false)) ImGui::SetWindowFocus();
  editing.focused = ImGui::IsWindowFocused() && !ImGui::GetIO().WantTextInput;
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
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);  // the ground is below its items, and as high as they are
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 6 * context.scale);
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
  const Editor& editor = editing.editor();
  ImGui::Text("EDIT %-5s", std::string(to_string(editor.direction())).c_str());
  ImGui::PopStyleColor();
  name_item("edit direction");
  const auto setting = [&](bool& on, const char* yes, const char* no, const char* name,
                           const char* tooltip) {
    if (toggle(context, on ? yes : no, name, tooltip, on)) on = !on;
  };
  setting(settings.insert, "insert", "overwrite", "edit insert",
          "whether typing pushes the rest of the line along: the Insert key");
  setting(settings.arrows_turn, "arrows turn", "arrows do not turn", "edit arrows",
          "whether typing > v < ^ turns the cursor; not in strings");
  setting(settings.into_run, "into the run", "at a restart", "edit apply",
          "whether edits go into the run at once, as a branch, or wait for restart with source: "
          "Ctrl+F5");
  if (toggle(context, "fit", "edit fit", "the whole field", fitted_)) fit(context.snapshot);
  if (toggle(context, "done", "edit done", "leave the edit mode: Escape", false)) {
    editing.set_active(false);
  }
  // The bar must not change its height, and so move the field, while the user types: the button has
  // its room before it is there, and text that has none is in the status bar.
  if (context.snapshot.end > context.snapshot.begin) {
    static constexpr const char* restart = "restart";
    if (!editing.differs_from_start()) {
      place_in_bar(button_width(restart), 3);
      ImGui::Dummy({button_width(restart), ImGui::GetFrameHeight()});
    } else if (toggle(context, restart, "edit restart",
                      "runs the edited program from tick 0, with the same input: Ctrl+F5", true)) {
      editing.restart = true;
    }
  }
  const Size field = editor.document().field();
  const std::string longest = to_string(Point{field.width, field.height});
  place_in_bar(ImGui::CalcTextSize(longest.c_str()).x, 10 * context.scale);
  const std::string position = to_string(editor.cursor());
  std::string state = position;
  if (editor.in_string()) state += " in a string";
  if (editing.pending() && !settings.into_run) state += " · not in the run yet";
  if (editing.modified()) state += " · unsaved";
  const bool has_room = ImGui::CalcTextSize(state.c_str()).x <= ImGui::GetContentRegionAvail().x;
  ImGui::AlignTextToFramePadding();
  coloured_text(theme.dim, has_room ? state : position);
  name_item("edit position");
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(at, {right, ImGui::GetItemRectMax().y}, with_alpha(theme.accent, 0.16F));
  list.ChannelsMerge();
}

void PlayfieldPanel::paint_edit_cursor(const Context& context, const Editor& editor) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const PixelRect& canvas = view_.canvas;
  const Theme& theme = context.theme;
  const float line = std::max(2 * context.scale, 1.0F);
  frame(list, canvas, theme.accent, line);
  list.PushClipRect(corner_of(canvas), end_of(canvas), true);
  PixelRect cell = view_.area_of({editor.cursor(), {1, 1}});
  cell.width = std::max(cell.width, 4 * context.scale);
  cell.height = std::max(cell.height, 4 * context.scale);
  fill(list, cell, with_alpha(theme.accent, 0.15F));
  // A thick edge where the cursor goes next, which leaves the character of a small cell free.
  const float edge = std::clamp(cell.width / 6, line / 2, std::max(2.5F * context.scale, 2.0F));
  const Point to = delta_of(editor.direction());
  PixelRect side = cell;
  if (to.x != 0) side.width = edge;
  if (to.y != 0) side.height = edge;
  if (to.x > 0) side.x += cell.width - edge;
  if (to.y > 0) side.y += cell.height - edge;
  fill(list, side, theme.accent);
  list.PopClipRect();
  name_area("edit cursor", "", box_of(cell));
}

KeyGroup PlayfieldPanel::edit_keys() {
  return key_group("the edit mode", edit_key_rows);
}

void PlayfieldPanel::handle_edit_keys(Context& context, SourceEditing& editing) {
  const InputQueue& input = context.input;
  Editor& editor = editing.editor();
  space_ = false;
  bool types = true;
  for_each_pressed(edit_key_rows, input, [&](const KeyRow<EditKey>& row) {
    const auto extend = row.mods.shift ? Editor::Extend::yes : Editor::Extend::no;
    types = types && row.command >= EditKey::new_line && row.command != EditKey::leave;
    const EditKey key = row.command;
    if (key == EditKey::move) editor.move(direction_of_arrow(row.key), 1, extend);
    if (key == EditKey::turn || (key == EditKey::move && !row.mods.shift)) {
      editor.turn(direction_of_arrow(row.key));
    }
    if (key == EditKey::move_block) editing.move_block(delta_of_arrow(row.key));
    if (key == EditKey::jump) editor.move_to(jump_target(editor, row.key, row.mods.ctrl), extend);
    if (key == EditKey::new_line) editor.new_line();
    if (key == EditKey::backspace) editing.backspace();
    if (key == EditKey::erase) editing.erase();
    if (key == EditKey::insert_mode) editing.settings().insert = !editing.settings().insert;
    if (key == EditKey::find) find_.open();
    if (key == EditKey::go_to) open_goto(context);
    if (key == EditKey::menu) open_menu_of_selection(context);
    if (key != EditKey::leave) return;
    if (find_.is_open()) {
      find_.close();
    } else if (editor.selection()) {
      editor.clear_selection();
    } else {
      editing.set_active(false);
    }
  });
  if (!types) return;
  const bool takes_all = editor.document().options().dialect.utf8_source;
  for (const char32_t character : input.frame().text) {
    if (is_printable_ascii(character) || (takes_all && character >= 0xa0)) {
      editing.type(character);
    } else {
      context.services.notify("a cell holds one byte: type ASCII, or paste the bytes", Tone::plain);
    }
  }
}

// ---- The document as a snapshot

const ViewSnapshot& EditView::update(const ViewSnapshot& run, const editing::Document& document,
                                     std::uint64_t generation, const Rectangle& visible) {
  const Size size = document.canvas();
  const bool small = size.area() <= small_document;
  const Rectangle area = small ? Rectangle{{0, 0}, size} : visible;
  const bool changed =
      base_ != run.program || revision_ != document.revision() || generation_ != generation;
  if (!changed && shown_.serial == run.serial && shown_.cells.area == area) return shown_;
  auto program = std::move(shown_.program);
  auto reachable = std::move(shown_.reachable);
  if (changed) {
    auto edited = std::make_shared<ProgramInfo>(*run.program);
    const bool rebuilds = small || program == nullptr || program->field() != size;
    edited->source =
        rebuilds ? std::make_shared<const Playfield>(document.playfield(size)) : program->source;
    reachable = small ? std::make_shared<const Reachability>(
                            compute_reachability(*edited->source, edited->dialect))
                      : nullptr;
    program = std::move(edited);
  }
  shown_ = run;
  shown_.program = std::move(program);
  shown_.reachable = std::move(reachable);
  show_cells(run, document, area);
  base_ = run.program;
  revision_ = document.revision();
  generation_ = generation;
  // The pointer may be outside a document that is smaller than the run's field.
  if (!size.contains(shown_.ip)) shown_.ip = {0, 0};
  std::erase_if(shown_.trail, [size](Point cell) { return !size.contains(cell); });
  if (shown_.heat != nullptr && run.program->field() != size) shown_.heat = nullptr;
  return shown_;
}

void EditView::show_cells(const ViewSnapshot& run, const editing::Document& document,
                          const Rectangle& area) {
  CellsSnapshot& cells = shown_.cells;
  cells = {area, {}, {}};
  for (std::int64_t y = area.corner.y; y < area.corner.y + area.size.height; ++y) {
    for (std::int64_t x = area.corner.x; x < area.corner.x + area.size.width; ++x) {
      const std::int64_t value = document.value_of(document.at({x, y}));
      const bool differs =
          run.cells.area.contains({x, y}) && run.cells.values[run.cells.index_of({x, y})] != value;
      cells.values.push_back(value);
      cells.flags.push_back(differs ? CellsSnapshot::modified : 0);
    }
  }
}

}  // namespace fungescope::ui
