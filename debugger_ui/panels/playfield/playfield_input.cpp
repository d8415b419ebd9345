// The playfield's mouse and keyboard input.
#include "base/escape.h"
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/panels/playfield/playfield_paint.h"
#include "debugger_ui/source_editing/source_editing.h"
#include "session/expressions/expression.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// A drag begins after this many pixels, at scale 1.
constexpr float click_slack = 4;
constexpr int cells_per_wheel_step = 3;

enum class FieldKey : std::uint8_t {
  zoom_in,
  zoom_out,
  readable,
  fit,
  move,
  set_value,
  find,
  go_to,
  copy,
  deselect,
  last_write,
  menu,
};
constexpr auto field_keys = std::to_array<KeyRow<FieldKey>>({
    {FieldKey::move, Key::left, {}, "move the selected cell", other_arrows},
    {FieldKey::menu, Key::menu, {}, "the cell's menu"},
    {FieldKey::menu, Key::f10, with_shift},
    {FieldKey::set_value, Key::enter, {}, "set the cell's value", {Key::f2}},
    {FieldKey::last_write, Key::l, {}, "to the last write"},
    {FieldKey::find, Key::f, with_ctrl, "find a text"},
    {FieldKey::go_to, Key::l, with_ctrl, "go to a cell"},
    {FieldKey::copy, Key::c, with_ctrl, "copy the selection"},
    {FieldKey::deselect, Key::escape, {}, "select nothing"},
    {FieldKey::zoom_in, Key::equal, {}, "zoom in"},
    {FieldKey::zoom_in, Key::equal, with_shift},
    {FieldKey::zoom_out, Key::minus, {}, "zoom out"},
    {FieldKey::readable, Key::digit_0, {}, "a readable size"},
    {FieldKey::fit, Key::f, {}, "the whole field"},
});

Point clamped(Point cell, Size field) {
  return {std::clamp<std::int64_t>(cell.x, 0, field.width - 1),
          std::clamp<std::int64_t>(cell.y, 0, field.height - 1)};
}

}  // namespace

std::vector<KeyGroup> PlayfieldPanel::keys() const {
  return {key_group("the playfield", field_keys), edit_keys()};
}

void PlayfieldPanel::handle_mouse(Context& context, bool hovered) {
  for (const auto& transition : context.input.frame().transitions) {
    if (transition.key == Key::space) space_ = transition.down;
  }
  const ImVec2 mouse = ImGui::GetMousePos();
  const Size field = context.snapshot.program->field();
  hovered_.reset();
  const bool on_map = map_ && map_->canvas.contains(mouse.x, mouse.y);
  if (hovered && !on_map && view_.canvas.contains(mouse.x, mouse.y)) {
    const Point cell = view_.cell_at(mouse.x, mouse.y);
    if (field.contains(cell)) hovered_ = cell;
  }
  context.selection.hovered = hovered_;
  if (hovered_) context.selection.value_here = to_argument(*hovered_);
  if (drag_ != Drag::none) continue_drag(context);
  if (!hovered) return;
  handle_wheel(context);
  if (on_map && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    drag_ = Drag::minimap;
    centre_by_minimap(context.snapshot);
  } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Middle) ||
             (space_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left))) {
    drag_ = Drag::pan;
  } else if (hovered_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    press_left(context, *hovered_);
  } else if (hovered_ && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
    const auto& area = context.selection.area;
    const bool in_area = area && area->contains(*hovered_);
    if (!in_area) {
      context.selection.cell = hovered_;
      context.selection.area.reset();
    }
    open_menu(*hovered_, in_area ? area : std::nullopt);
  }
}

void PlayfieldPanel::press_left(Context& context, Point cell) {
  dragged_ = false;
  if (SourceEditing* const editing = if_active(context.editing)) {
    const bool extend = context.input.frame().mods.shift;
    editing::Editor& editor = editing->editor();
    editor.move_to(cell, extend ? editing::Editor::Extend::yes : editing::Editor::Extend::no);
    drag_ = Drag::select;
    drag_from_ = extend && editor.selection() ? editor.selection()->corner : cell;
    return;
  }
  const bool toggles =
      context.input.frame().mods.ctrl || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  context.selection.cell = cell;
  context.selection.area.reset();
  if (toggles) {
    context.services.run(toggle_command(context.snapshot, cell));
    return;
  }
  drag_ = Drag::select;
  drag_from_ = cell;
}

void PlayfieldPanel::continue_drag(Context& context) {
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  const ImVec2 mouse = ImGui::GetMousePos();
  if (drag_ == Drag::pan) {
    view_.pan(moved.x, moved.y);
    fitted_ = fitted_ && moved.x == 0 && moved.y == 0;
  } else if (drag_ == Drag::minimap) {
    centre_by_minimap(context.snapshot);
  } else {
    const ImVec2 from = ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Left];
    const float far = std::hypot(mouse.x - from.x, mouse.y - from.y);
    dragged_ = dragged_ || far > click_slack * context.scale;
    if (dragged_) {
      context.selection.area = rectangle_between(drag_from_, view_.cell_at(mouse.x, mouse.y),
                                                 context.snapshot.program->field());
      SourceEditing* const editing = if_active(context.editing);
      if (editing != nullptr && context.selection.area) {
        editing->editor().select(*context.selection.area);
      }
    }
  }
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) && !ImGui::IsMouseDown(ImGuiMouseButton_Middle)) {
    drag_ = Drag::none;
  }
}

void PlayfieldPanel::centre_by_minimap(const ViewSnapshot& snapshot) {
  if (!map_) return;
  const ImVec2 mouse = ImGui::GetMousePos();
  view_.centre_on(clamped(map_->cell_at(mouse.x, mouse.y), snapshot.program->field()));
  fitted_ = false;
}

void PlayfieldPanel::zoom_by(int levels, ImVec2 at) {
  const int last = static_cast<int>(levels_.size()) - 1;
  level_ = static_cast<std::size_t>(std::clamp(static_cast<int>(level_) + levels, 0, last));
  view_.zoom_at(at.x, at.y, levels_[level_]);
  fitted_ = false;
}

void PlayfieldPanel::handle_wheel(Context& context) {
  const InputFrame& input = context.input.frame();
  if (input.wheel_x == 0 && input.wheel_y == 0) return;
  const auto pan = [&](float x, float y) {
    view_.pan(x * cells_per_wheel_step * std::max(view_.zoom.width, 8.0F),
              y * cells_per_wheel_step * std::max(view_.zoom.height, 8.0F));
    fitted_ = false;
  };
  if (input.mods.alt) {
    pan(input.wheel_x, input.wheel_y);
  } else if (input.mods.shift || input.wheel_x != 0) {
    const float sideways = input.mods.shift && !input.mods.ctrl ? input.wheel_y : 0;
    pan(input.wheel_x + sideways, 0);
  } else {
    // At least one whole step: touch pads send fractions.
    const float steps = input.wheel_y > 0 ? std::ceil(input.wheel_y) : std::floor(input.wheel_y);
    zoom_by(static_cast<int>(steps), ImGui::GetMousePos());
  }
}

void PlayfieldPanel::handle_keys(Context& context) {
  const InputQueue& input = context.input;
  if (ImGui::GetIO().WantTextInput || !ImGui::IsWindowFocused()) return;
  if (SourceEditing* const editing = if_active(context.editing)) {
    return handle_edit_keys(context, *editing);
  }
  const ImVec2 middle{view_.canvas.x + view_.canvas.width / 2,
                      view_.canvas.y + view_.canvas.height / 2};
  for_each_pressed(field_keys, input, [&](const KeyRow<FieldKey>& row) {
    const FieldKey key = row.command;
    const auto cell = context.selection.cell;
    const auto target = hovered_ ? hovered_ : cell;
    if (key == FieldKey::zoom_in) zoom_by(1, middle);
    if (key == FieldKey::zoom_out) zoom_by(-1, middle);
    if (key == FieldKey::readable) {
      zoom_by(static_cast<int>(readable_) - static_cast<int>(level_), middle);
    }
    if (key == FieldKey::fit) fit(context.snapshot);
    if (key == FieldKey::move) move_selection(context, delta_of_arrow(row.key));
    if (key == FieldKey::menu) open_menu_of_selection(context);
    if (key == FieldKey::set_value && cell) open_editor(context, *cell);
    if (key == FieldKey::find) find_.open();
    if (key == FieldKey::go_to) open_goto(context);
    if (key == FieldKey::copy) copy(context);
    if (key == FieldKey::last_write && target) go_to_last_write(context, *target);
    if (key != FieldKey::deselect) return;
    find_.close();
    context.selection.area.reset();
    context.selection.marked.clear();
  });
}

// Arrow keys move the selected cell; the first one selects the instruction pointer's cell.
void PlayfieldPanel::move_selection(Context& context, Point by) {
  std::optional<Point>& cell = context.selection.cell;
  if (!cell) {
    cell = context.snapshot.ip;
    by = {0, 0};
  }
  cell = clamped({cell->x + by.x, cell->y + by.y}, context.snapshot.program->field());
  context.selection.area.reset();
  if (!fitted_) view_.bring_into_view(*cell, 0.08F);
}

void PlayfieldPanel::open_editor(Context& context, Point cell) {
  const std::int64_t value = value_at(context.snapshot, cell);
  LinePopup::Contents contents;
  contents.title = cell_tooltip(context.snapshot, cell).heading + " · " + value_in_words(value);
  contents.hint = entry_hint;
  contents.text = is_visible_ascii(value) ? std::string(1, static_cast<char>(value))
                                          : fmt::format("={}", value);
  contents.to_command = [cell](const std::string& text) -> Result<std::string> {
    const auto expression = TRY(parse_cell_entry(text));
    return fmt::format("set {} = {}", to_argument(cell), expression);
  };
  const PixelRect area = view_.area_of({cell, {1, 1}});
  form_.open(std::move(contents), {area.x + area.width + 4 * context.scale, area.y});
}

void PlayfieldPanel::open_goto(Context& context) {
  LinePopup::Contents contents;
  contents.title = "go to";
  contents.hint = "10,3, or a name: grid(2,5), Solve::x";
  contents.to_command = [selection = &context.selection, program = context.snapshot.program](
                            const std::string& text) -> Result<std::string> {
    const auto place = TRY(parse_place(text, program->symbols, program->field()));
    selection->cell = selection->show = place.area.corner;
    return std::string();
  };
  form_.open(std::move(contents),
             {view_.canvas.x + 20 * context.scale, view_.canvas.y + 20 * context.scale});
}

void PlayfieldPanel::copy(Context& context) const {
  const auto value_of = [&](Point at) { return value_at(context.snapshot, at); };
  if (context.selection.area) {
    context.services.copy(area_as_text(*context.selection.area, value_of));
  } else if (context.selection.cell) {
    const Rectangle one{*context.selection.cell, {1, 1}};
    const bool visible = is_visible(value_of(one.corner));
    context.services.copy(visible ? area_as_text(one, value_of) : area_as_values(one, value_of));
  }
}

}  // namespace fungescope::ui
