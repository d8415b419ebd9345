// Shows the program's output up to the present instant.
//
// A snapshot holds a window of a few KB. Output that fits into it scrolls by lines; longer output
// scrolls by bytes, since the line breaks outside the window are not known, and the window follows
// the scroll position.
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/common/row_scroller.h"
#include "debugger_ui/panels/lists/output_lines.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/session_thread/output_tick.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/text_field.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// Bytes of the window before the top line, so that scrolling up shows text at once.
constexpr std::uint64_t bytes_before_top = 4096;
constexpr std::uint64_t max_copied_bytes = std::uint64_t{64} << 20U;

// Bytes from .. to of the output, in the order of the drag.
struct Span {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  [[nodiscard]] std::uint64_t low() const { return std::min(from, to); }
  [[nodiscard]] std::uint64_t high() const { return std::max(from, to); }
};

enum class OutputKey : std::uint8_t { copy, select_all, start, end };
constexpr auto output_keys = std::to_array<KeyRow<OutputKey>>({
    {OutputKey::copy, Key::c, with_ctrl, "copy the selection"},
    {OutputKey::select_all, Key::a, with_ctrl, "select all"},
    {OutputKey::start, Key::home, {}, "to the start"},
    {OutputKey::end, Key::end, {}, "to the end, and follow it"},
});

class OutputPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::output; }
  [[nodiscard]] std::string_view title() const override { return "output"; }
  [[nodiscard]] std::vector<KeyGroup> keys() const override {
    return {key_group("the output", output_keys)};
  }

  void draw(Context& context) override {
    const OutputSnapshot& output = context.snapshot.output;
    draw_toolbar(context);
    if (output.size == 0) {
      selected_.reset();
      following_ = true;
      placeholder_text(context, "nothing has been printed at this instant");
      return;
    }
    if (selected_ && selected_->high() > output.size) selected_.reset();
    ImGui::BeginChild("text", {0, 0}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                          ImGuiWindowFlags_NoMove);
    draw_text(context);
    ImGui::EndChild();
  }

 private:
  // ---- Toolbar

  void draw_toolbar(Context& context) {
    const std::string size = count_text(context.snapshot.output.size, "byte");
    const float unit = character_width();
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(size.c_str()).x -
                       2 * ImGui::GetFrameHeight() - 4 * ImGui::GetStyle().ItemSpacing.x;
    ImGui::SetNextItemWidth(std::clamp(room, 6 * unit, 28 * unit));
    const bool entered =
        text_field("##find", "find", needle_, ImGuiInputTextFlags_EnterReturnsTrue);
    item_tooltip(context,
                 "type a text; Enter goes to the next place, Shift+Enter to the one before");
    if (entered) find(context, context.input.frame().mods.shift);
    ImGui::SameLine();
    if (ImGui::ArrowButton("##before", ImGuiDir_Up)) find(context, true);
    item_tooltip(context, "the place before");
    ImGui::SameLine();
    if (ImGui::ArrowButton("##next", ImGuiDir_Down)) find(context, false);
    item_tooltip(context, "the next place");
    right_aligned_text(context.theme.dim, size);
  }

  void find(Context& context, bool backwards) {
    if (needle_.empty()) return;
    const std::uint64_t from = !selected_ ? 0 : backwards ? selected_->low() : selected_->low() + 1;
    using Found = std::optional<std::uint64_t>;
    const std::string needle = needle_;
    context.session.ask<Found>(
        slot::find,
        [needle, from, backwards](Debugger& debugger, Monitor& monitor) {
          History& history = debugger.session().history();
          const std::uint64_t size = history.machine().output_size;
          return find_bytes(
              [&](std::uint64_t low, std::uint64_t high) { return history.output(low, high); },
              size, needle, from, backwards,
              [&] { return monitor.should_continue(history.tick(), history.tick()); });
        },
        [state = shared_, needle](Found found) {
          if (found) {
            state->found = Span{*found, *found + needle.size()};
          } else {
            state->message = fmt::format("'{}' is not in the output", needle);
          }
        });
  }

  // ---- Text

  void draw_text(Context& context) {
    handle_responses(context);
    const OutputSnapshot& output = context.snapshot.output;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImGui::GetContentRegionAvail();
    const float line_height = ImGui::GetTextLineHeight();
    const float bar_width = 12 * context.scale;
    const float room = (size.x - bar_width) / character_width();
    lay_out(context.snapshot, static_cast<std::size_t>(std::max(room, 8.0F)));
    const auto visible = static_cast<std::uint64_t>(std::max(size.y / line_height, 1.0F));
    const bool all = output.from == 0 && output.text.size() == output.size;
    const std::size_t first = all ? scroll_lines(context, corner, size, visible)
                                  : scroll_bytes(context, corner, size, visible);
    top_ = corner;
    first_line_ = first;
    const std::size_t count = std::min<std::size_t>(visible + 1, lines_.size() - first);
    handle_mouse(context, corner, {size.x - bar_width, size.y}, line_height);
    for (std::size_t i = 0; i < count; ++i) {
      draw_line(context, lines_[first + i],
                {corner.x, corner.y + static_cast<float>(i) * line_height});
    }
    draw_menu(context);
  }

  void lay_out(const ViewSnapshot& snapshot, std::size_t columns) {
    if (laid_out_ == snapshot.serial && columns_ == columns) return;
    laid_out_ = snapshot.serial;
    columns_ = columns;
    lines_ = wrap_lines(snapshot.output.text, columns);
    if (lines_.empty()) lines_.push_back({0, 0});
  }

  std::size_t scroll_lines(Context& context, ImVec2 corner, ImVec2 size, std::uint64_t visible) {
    const std::uint64_t rows = lines_.size();
    const std::uint64_t last = rows > visible ? rows - visible : 0;
    if (reveal_) {
      scroller_.reveal(line_of(lines_, static_cast<std::size_t>(*reveal_)), visible);
      following_ = false;
      reveal_.reset();
    } else if (following_) {
      scroller_.set_first(last);
    }
    scroller_.update(context.theme, context.scale, corner, size, rows, visible);
    if (scroller_.moved()) following_ = scroller_.first() == last;
    top_byte_ = lines_[static_cast<std::size_t>(scroller_.first())].begin;
    return static_cast<std::size_t>(scroller_.first());
  }

  std::size_t scroll_bytes(Context& context, ImVec2 corner, ImVec2 size, std::uint64_t visible) {
    const OutputSnapshot& output = context.snapshot.output;
    const std::size_t shown = std::min<std::size_t>(visible, lines_.size());
    // The end is estimated from the visible part.
    const std::uint64_t tail = output.text.size() - lines_[lines_.size() - shown].begin;
    const std::uint64_t last = output.size - std::min(output.size, tail);
    if (reveal_) {
      top_byte_ = *reveal_ - std::min(*reveal_, tail / 2);
      following_ = false;
      reveal_.reset();
    }
    scroller_.set_first(following_ ? last : top_byte_);
    const float notch = 3.0F * static_cast<float>(std::max<std::uint64_t>(tail / visible, 1));
    scroller_.update(context.theme, context.scale, corner, size, output.size, tail, notch);
    if (scroller_.moved()) following_ = scroller_.first() >= last;
    top_byte_ = scroller_.first();
    if (following_) return lines_.size() - shown;
    const std::uint64_t from = top_byte_ - std::min(top_byte_, bytes_before_top);
    context.request.output_from = from / bytes_before_top * bytes_before_top;
    if (top_byte_ < output.from || top_byte_ >= output.from + output.text.size()) {
      return lines_.size() - shown;  // until the window follows, a frame later
    }
    return line_of(lines_, static_cast<std::size_t>(top_byte_ - output.from));
  }

  void draw_line(const Context& context, const OutputLine& line, ImVec2 at) const {
    const OutputSnapshot& output = context.snapshot.output;
    const Theme& theme = context.theme;
    ImDrawList* const list = ImGui::GetWindowDrawList();
    const float step = character_width();
    const float height = ImGui::GetTextLineHeight();
    float x = at.x;
    std::string plain;  // characters of one colour are drawn in one call
    float plain_x = x;
    const auto flush = [&] {
      if (!plain.empty()) list->AddText({plain_x, at.y}, theme.text, plain.c_str());
      plain.clear();
    };
    for (std::size_t i = line.begin; i < line.end;) {
      const OutputGlyph glyph = glyph_at(output.text, i);
      const std::uint64_t byte = output.from + i;
      const float width = glyph.kind == OutputGlyph::Kind::newline
                              ? step
                              : step * static_cast<float>(glyph.columns);
      if (selected_ && byte >= selected_->low() && byte < selected_->high()) {
        list->AddRectFilled({x, at.y}, {x + width, at.y + height}, selected_row(theme));
      }
      if (hovered_ == byte) {
        list->AddLine({x, at.y + height - 1}, {x + width, at.y + height - 1}, theme.accent);
      }
      if (glyph.kind == OutputGlyph::Kind::plain) {
        if (plain.empty()) plain_x = x;
        plain += glyph_text(output.text, i, glyph);
      } else {
        flush();
        const std::string shown = glyph_text(output.text, i, glyph);
        list->AddText({x, at.y}, theme.of(InstructionClass::string), shown.c_str());
      }
      x += width;
      i += glyph.bytes;
    }
    flush();
  }

  // ---- Mouse

  [[nodiscard]] std::uint64_t byte_at(const OutputSnapshot& output, ImVec2 mouse) const {
    const float row = (mouse.y - top_.y) / ImGui::GetTextLineHeight();
    const float column = (mouse.x - top_.x) / character_width();
    const std::size_t below = row < 0 ? 0 : static_cast<std::size_t>(row);
    if (first_line_ + below >= lines_.size()) return output.from + output.text.size();
    const OutputLine& line = lines_[first_line_ + below];
    return output.from +
           byte_in_column(output.text, line, column < 0 ? 0 : static_cast<std::size_t>(column));
  }

  void handle_mouse(Context& context, ImVec2 corner, ImVec2 size, float line_height) {
    const OutputSnapshot& output = context.snapshot.output;
    ImGui::SetCursorScreenPos(corner);
    ImGui::InvisibleButton("##text", {std::max(size.x, 1.0F), std::max(size.y, line_height)});
    name_area("output", {}, {top_, {top_.x + character_width(), top_.y + line_height}});
    const std::uint64_t end = output.from + output.text.size();
    const std::uint64_t byte = byte_at(output, ImGui::GetIO().MousePos);
    hovered_.reset();
    if (ImGui::IsItemHovered() && byte < end) {
      hovered_ = byte;
      draw_tooltip(context, byte);
    }
    if (ImGui::IsItemActivated()) {
      const bool extend = ImGui::GetIO().KeyShift && selected_;
      selected_ = Span{extend ? selected_->from : byte, byte};
    }
    if (ImGui::IsItemActive() && selected_) {
      const std::uint64_t to = byte < end && byte >= selected_->from ? byte + 1 : byte;
      const bool dragged = ImGui::IsMouseDragging(ImGuiMouseButton_Left);
      selected_->to = dragged ? to : selected_->from;
    }
    if (ImGui::IsItemDeactivated() && selected_ && selected_->from == selected_->to) {
      const std::uint64_t at = selected_->from;
      selected_.reset();
      if (at < end) go_to(context, at);
    }
    if (ImGui::IsWindowFocused() && !ImGui::GetIO().WantTextInput) handle_keys(context);
  }

  void handle_keys(Context& context) {
    for_each_pressed(output_keys, context.input, [&](const KeyRow<OutputKey>& row) {
      switch (row.command) {
        case OutputKey::copy:
          if (selected_) copy(context, *selected_);
          break;
        case OutputKey::select_all:
          selected_ = Span{0, context.snapshot.output.size};
          break;
        case OutputKey::start:
          reveal_ = 0;
          break;
        case OutputKey::end:
          following_ = true;
          break;
      }
    });
  }

  void draw_tooltip(const Context& context, std::uint64_t byte) const {
    const OutputSnapshot& output = context.snapshot.output;
    const auto value = static_cast<unsigned char>(output.text[byte - output.from]);
    ImGui::BeginTooltip();
    const std::string character = character_text(value);
    ImGui::TextUnformatted(fmt::format("byte {}: {}{}{}", with_separators(byte), value,
                                       character.empty() ? "" : "  ", character)
                               .c_str());
    coloured_text(context.theme.dim, "click goes to the instant at which it was printed");
    coloured_text(context.theme.dim, fmt::format("when last output_size > {}", byte));
    ImGui::EndTooltip();
  }

  // Seeks to the instant at which the byte was printed.
  void go_to(Context& context, std::uint64_t byte) {
    SessionThread* const session = &context.session;
    context.session.ask<Result<Tick>>(
        slot::output_tick,
        [byte](Debugger& debugger, Monitor& monitor) {
          return find_output_tick(debugger.session(), byte, &monitor);
        },
        [state = shared_, session](Result<Tick> tick) {
          if (tick) {
            session->seek(*tick);
          } else {
            state->message = to_string(tick.error());
          }
        });
  }

  void draw_menu(Context& context) {
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) menu_byte_ = hovered_;
    if (!ImGui::BeginPopupContextItem("menu")) return;
    if (ImGui::MenuItem("copy", "Ctrl+C", false, selected_.has_value())) copy(context, *selected_);
    if (ImGui::MenuItem("copy all")) copy(context, {0, context.snapshot.output.size});
    ImGui::Separator();
    if (ImGui::MenuItem("go to where it was printed", "click", false, menu_byte_.has_value())) {
      go_to(context, *menu_byte_);
    }
    if (ImGui::MenuItem("follow the end", "End", following_)) following_ = true;
    ImGui::EndPopup();
  }

  // ---- Responses

  void copy(Context& context, Span span) {
    if (span.high() - span.low() > max_copied_bytes) {
      context.services.notify(fmt::format("{} bytes are too many to copy; select fewer",
                                          with_separators(span.high() - span.low())),
                              Tone::warning);
      return;
    }
    context.session.ask<std::string>(
        slot::none,
        [span](Debugger& debugger, Monitor&) {
          History& history = debugger.session().history();
          const std::uint64_t size = history.machine().output_size;
          return history.output(std::min(span.low(), size), std::min(span.high(), size));
        },
        [state = shared_](std::string text) { state->copied = std::move(text); });
  }

  void handle_responses(Context& context) {
    if (auto message = std::exchange(shared_->message, std::nullopt)) {
      context.services.notify(*message, Tone::warning);
    }
    if (auto text = std::exchange(shared_->copied, std::nullopt)) {
      context.services.copy(*text);
      context.services.notify(fmt::format("{} bytes copied", with_separators(text->size())));
    }
    if (auto found = std::exchange(shared_->found, std::nullopt)) {
      selected_ = *found;
      reveal_ = found->low();
    }
  }

  // Responses, handled in the next frame. Shared with callbacks, which may outlive the panel.
  struct Shared {
    std::optional<std::string> message;
    std::optional<std::string> copied;
    std::optional<Span> found;
  };

  std::string needle_;
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  std::uint64_t laid_out_ = 0;  // the snapshot's serial
  std::size_t columns_ = 0;
  std::vector<OutputLine> lines_;  // of the window
  RowScroller scroller_;
  bool following_ = true;  // of the output
  std::uint64_t top_byte_ = 0;
  std::optional<std::uint64_t> reveal_;
  ImVec2 top_{};
  std::size_t first_line_ = 0;
  std::optional<Span> selected_;
  std::optional<std::uint64_t> hovered_;
  std::optional<std::uint64_t> menu_byte_;
};

}  // namespace

std::unique_ptr<Panel> make_output_panel() {
  return std::make_unique<OutputPanel>();
}

}  // namespace fungescope::ui
