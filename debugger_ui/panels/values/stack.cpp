// Lists the stack, top first; only visible rows are requested.
#include "base/text_table.h"
#include "debugger_ui/panels/common/idle_query.h"
#include "debugger_ui/panels/common/line_fields.h"
#include "debugger_ui/panels/common/list_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "session/queries/history_queries.h"
#include "session/why/value_maker.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// Which instruction pushed a value, as seen from one instant.
struct PushQuery {
  std::uint64_t instant = 0;
  std::uint64_t from_top = 0;
  friend bool operator==(const PushQuery&, const PushQuery&) = default;
};
struct PushOrigin {
  std::optional<Push> push;
  std::string text;
};

PushOrigin find_origin(const PushQuery& query, Session& session, Monitor& monitor) {
  const auto found = who_pushed(session, static_cast<std::size_t>(query.from_top), &monitor);
  if (!found) return {{}, to_string(found.error())};
  if (!*found) return {{}, "it was there from the beginning, or an edit put it there"};
  const Push& push = **found;
  std::string text =
      fmt::format("pushed by {} at tick {}", to_string(push.by), with_separators(push.tick));
  if (push.moved > 0) text += ", moved by " + count_text(push.moved, "swap");
  const auto maker = ValueMakers(session, &monitor).of(push);
  if (maker) text += ": " + to_text(*maker, session);
  return {push, std::move(text)};
}

enum class StackKey : std::uint8_t { down, up, edit };
constexpr auto stack_keys = std::to_array<KeyRow<StackKey>>({
    {StackKey::up, Key::up, {}, "select a value"},
    {StackKey::down, Key::down},
    {StackKey::up, Key::page_up},
    {StackKey::down, Key::page_down},
    {StackKey::edit, Key::enter, {}, "change the value"},
});

class StackPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::stack; }
  [[nodiscard]] std::vector<KeyGroup> keys() const override {
    return {key_group("the stack", stack_keys)};
  }

  void draw(Context& context) override {
    has_keyboard_ = ImGui::IsWindowFocused(keyboard_within) && !ImGui::GetIO().WantTextInput;
    draw_toolbar(context);
    const std::uint64_t size = context.snapshot.stack.size;
    if (size == 0) {
      selected_.reset();
      placeholder_text(context, "the stack is empty; push adds a value");
      return;
    }
    if (selected_ && *selected_ >= size) selected_.reset();
    const float below = selected_ ? ImGui::GetFrameHeightWithSpacing() : 0;
    ImGui::BeginChild("rows", {0, -below}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    draw_rows(context);
    ImGui::EndChild();
    if (selected_) draw_selected(context);
  }

 private:
  void draw_toolbar(Context& context) {
    const float unit = character_width();
    const std::string size = count_text(context.snapshot.stack.size, "value");
    if (text_button(context, "pop", context.snapshot.stack.size > 0)) context.services.run("pop");
    item_tooltip(context, "take the top value off the stack", "pop");
    ImGui::SameLine();
    const float room =
        ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(size.c_str()).x - 2 * unit;
    const float width = std::clamp(room, 8 * unit, 20 * unit);
    static_cast<void>(push_.draw(context, {"##push", "push", width}, with_prefix("push "),
                                 CommandField::ErrorPlace::tooltip));
    item_tooltip(context, "type a value, and Enter puts it on the stack", "push EXPR");
    right_aligned_text(context.theme.dim, size);
  }

  void draw_rows(Context& context) {
    const StackSnapshot& stack = context.snapshot.stack;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImGui::GetContentRegionAvail();
    const float row_height = ImGui::GetTextLineHeightWithSpacing();
    const auto visible = static_cast<std::uint64_t>(std::max(size.y / row_height, 1.0F));
    const float bar = scroller_.update(corner, size, stack.size, visible);
    const std::uint64_t first = scroller_.first();
    const std::uint64_t count = std::min(visible + 1, stack.size - first);
    // Requests a screenful more on both sides, so that scrolling shows values at once.
    context.request.stack_first = first > visible ? first - visible : 0;
    context.request.stack_count = 3 * visible + 2;
    std::vector<std::uint64_t> rows(count);
    std::iota(rows.begin(), rows.end(), first);
    draw_table(context, rows, size.x - bar);
    handle_keys(context, visible);
    // The value that `why` asks about: the hovered one, or else the selected one.
    std::string& value = context.selection.value_here;
    if (selected_ && value.empty() && has_keyboard_) value = name_of(*selected_);
  }

  static std::string name_of(std::uint64_t from_top) { return fmt::format("stack {}", from_top); }

  [[nodiscard]] static std::optional<std::int64_t> value_at(const StackSnapshot& stack,
                                                            std::uint64_t from_top) {
    if (from_top < stack.first || from_top - stack.first >= stack.values.size()) return {};
    return stack.values[from_top - stack.first];
  }

  // Since the last stop.
  [[nodiscard]] static bool changed_at(const StackSnapshot& stack, std::uint64_t from_top) {
    return from_top >= stack.first && from_top - stack.first < stack.changed.size() &&
           stack.changed[from_top - stack.first];
  }

  // Rows are numbers of values, from the top.
  void draw_table(Context& context, const std::vector<std::uint64_t>& rows, float width) {
    const Theme& theme = context.theme;
    const StackSnapshot& stack = context.snapshot.stack;
    const auto digits = static_cast<float>(with_separators(stack.size - 1).size());
    // The longest values: 20 characters, and 16 hexadecimal digits.
    const float room = width / character_width() - digits - 7;
    const bool with_hex = room >= 22 + 18;
    using Row = std::uint64_t;
    ListTable<Row> table("stack");
    table.headings = false;
    table.flags = ImGuiTableFlags_None;  // it has only the visible rows
    table.size.x = width;
    table.column("index", right_aligned(digits + 1), theme.faint, with_separators);
    table.column("value", {.width = std::clamp(room, 1.0F, 22.0F)}, [&](Row row) {
      return CellText(theme.text, fmt::format("{}", value_at(stack, row).value_or(0)));
    });
    table.draw_with([&](Row row) {
      if (edited_ == row) return draw_editor(context, row);
      const auto value = value_at(stack, row);
      const ImU32 colour = !value ? theme.dim : changed_at(stack, row) ? theme.changed : theme.text;
      const float space = ImGui::GetContentRegionAvail().x;
      TableBase::draw_text({colour, value ? value_within(*value, space) : "\u2026"},
                           TableAlign::right);
    });
    const auto column = [&](const char* heading, ColumnLook look, ImU32 colour, auto text) {
      table.column(heading, look, [&stack, colour, text](Row row) {
        const auto value = value_at(stack, row);
        return value ? CellText(colour, text(*value)) : CellText();
      });
    };
    const auto if_hex = with_hex ? ImGuiTableColumnFlags_None : ImGuiTableColumnFlags_Disabled;
    column("hex", {18, TableAlign::right, if_hex}, theme.dim, [](std::int64_t value) {
      return fmt::format("{:x}", static_cast<std::uint64_t>(value));
    });
    column("character", {.width = rest_width}, theme.of(InstructionClass::string), character_text);
    table.name = [](Row row) { return fmt::format("stack row {}", row); };
    table.selected = [&](Row row) { return selected_ == row; };
    table.click = [&](Row row) { selected_ = row; };
    table.double_click = [&](Row row) {
      if (const auto value = value_at(stack, row)) begin_editing(row, *value);
    };
    table.tooltip = [&](Row row) {
      if (edited_ == row || !ImGui::IsItemHovered()) return;
      context.selection.value_here = name_of(row);
      const auto value = value_at(stack, row);
      item_tooltip(context, fmt::format("stack({}) = {}\nclick shows what pushed it, double click "
                                        "sets the value",
                                        row, value ? fmt::to_string(*value) : "\u2026"));
    };
    table.menu = [&](Row row) { draw_menu(context, row, value_at(stack, row)); };
    table.draw(context, rows);
  }

  void handle_keys(const Context& context, std::uint64_t visible) {
    if (!has_keyboard_) return;
    const std::uint64_t last = context.snapshot.stack.size - 1;
    std::optional<std::uint64_t> to;
    const std::uint64_t here = selected_.value_or(0);
    for_each_pressed(stack_keys, context.input, [&](const KeyRow<StackKey>& row) {
      const bool by_page = row.key == Key::page_up || row.key == Key::page_down;
      const std::uint64_t by = by_page ? visible : 1;
      if (row.command == StackKey::up) to = here - std::min(here, by);
      if (row.command == StackKey::down) to = selected_ || by_page ? std::min(here + by, last) : 0;
      if (row.command != StackKey::edit || !selected_) return;
      const auto value = value_at(context.snapshot.stack, *selected_);
      if (value) begin_editing(*selected_, *value);
    });
    if (!to) return;
    selected_ = to;
    scroller_.reveal(*to, visible);
  }

  // ---- Editing

  void begin_editing(std::uint64_t from_top, std::int64_t value) {
    edited_ = from_top;
    editor_.begin(fmt::format("{}", value));
  }

  void draw_editor(Context& context, std::uint64_t from_top) {
    const auto to_command = with_prefix(fmt::format("set stack({}) = ", from_top));
    const auto outcome = editor_.draw_in_row(context, {"##value", "value"}, to_command);
    if (outcome != CommandField::Outcome::open) edited_.reset();
  }

  void draw_menu(Context& context, std::uint64_t from_top, std::optional<std::int64_t> value) {
    selected_ = from_top;
    if (ImGui::MenuItem("set a value", "double click", false, value.has_value())) {
      begin_editing(from_top, *value);
    }
    item_tooltip(context, "type a value in its place",
                 fmt::format("set stack({}) = EXPR", from_top));
    why_item(context, "why this value?", name_of(from_top), "W");
    if (ImGui::MenuItem("copy", nullptr, false, value.has_value())) {
      context.services.copy(fmt::format("{}", *value));
    }
  }

  // The line at the bottom, about the selected value.
  void draw_selected(Context& context) {
    const PushQuery query{context.snapshot.instant, *selected_};
    origin_.update(context, slot::pushed, query, find_origin);
    const PushOrigin* const origin = origin_.response_to(query);
    const Push* const push = origin != nullptr && origin->push ? &*origin->push : nullptr;
    if (text_button(context, "go there", push != nullptr) && push != nullptr) {
      show_cell(context, push->by);
      context.session.seek(push->tick, fmt::format("pushed {}", *selected_));
    }
    item_tooltip(context, "go to just after it was pushed",
                 push == nullptr ? std::string() : fmt::format("goto {}", push->tick));
    ImGui::SameLine();
    if (text_button(context, "show", push != nullptr) && push != nullptr) {
      show_cell(context, push->by);
    }
    item_tooltip(context, "mark the cell that pushed it in the playfield");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const std::string text = origin != nullptr ? origin->text : "looking for who pushed it";
    coloured_text(push == nullptr ? context.theme.dim : context.theme.text, text);
    item_tooltip(context, text, fmt::format("pushed {}", *selected_));
  }

  bool has_keyboard_ = false;
  RowScroller scroller_;
  CommandField push_;
  CommandField editor_;
  std::optional<std::uint64_t> edited_;  // rows, from the top
  std::optional<std::uint64_t> selected_;
  IdleQuery<PushQuery, PushOrigin> origin_;
};

}  // namespace

std::unique_ptr<Panel> make_stack_panel() {
  return std::make_unique<StackPanel>();
}

}  // namespace fungescope::ui
