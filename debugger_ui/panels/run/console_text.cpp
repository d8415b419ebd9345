#include "debugger_ui/panels/run/console_text.h"

#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/widgets/drawing.h"
#include "debugger_ui/widgets/item_names.h"
#include "session/run_control/search.h"
#include "session/why/why.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// Bytes of the window before the top line, so that scrolling up shows text at once.
constexpr std::uint64_t bytes_before_top = 4096;
constexpr std::uint64_t max_copied_bytes = std::uint64_t{64} << 20U;

enum class TextKey : std::uint8_t { copy, select_all, find, start, end };
constexpr auto text_keys = std::to_array<KeyRow<TextKey>>({
    {TextKey::copy, Key::c, with_ctrl, "copy the selection"},
    {TextKey::select_all, Key::a, with_ctrl, "select all"},
    {TextKey::find, Key::f, with_ctrl, "find a text in the output"},
    {TextKey::start, Key::home, {}, "to the start"},
    {TextKey::end, Key::end, {}, "to the end, and follow it"},
});

}  // namespace

void ConsoleText::draw(Context& context) {
  if (const auto found = std::exchange(*found_, std::nullopt)) {
    selected_ = *found;
    reveal_ = found->low();
  }
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size = ImGui::GetContentRegionAvail();
  const float line_height = ImGui::GetTextLineHeight();
  const float bar_width = 12 * context.scale;
  const float room = (size.x - bar_width) / character_width();
  lay_out(context.snapshot, static_cast<std::size_t>(std::max(room, 8.0F)));
  if (transcript_.empty()) {
    selected_.reset();
    following_ = true;
    const std::string& prompt = context.snapshot.program->symbols.prompt();
    placeholder_text(context,
                     prompt.empty() ? "nothing has been printed or read at this instant" : prompt);
    return name_area("console prompt", prompt, {corner, corner + size});
  }
  if (selected_) {
    selected_from_ = transcript_.index_of(selected_->low());
    selected_to_ = transcript_.index_of(selected_->high());
  }
  const OutputSnapshot& output = context.snapshot.output;
  const auto visible = static_cast<std::uint64_t>(std::max(size.y / line_height, 1.0F));
  const bool all = output.from == 0 && output.text.size() == output.size;
  const std::size_t first =
      all ? scroll_lines(corner, size, visible) : scroll_bytes(context, corner, size, visible);
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

void ConsoleText::lay_out(const ViewSnapshot& snapshot, std::size_t columns) {
  if (laid_out_ == snapshot.serial && columns_ == columns) return;
  laid_out_ = snapshot.serial;
  columns_ = columns;
  transcript_ = Transcript(snapshot.output, snapshot.input);
  lines_ = wrap_lines(transcript_.text(), columns);
  if (lines_.empty()) lines_.push_back({0, 0});
}

// ---- Scrolling

std::size_t ConsoleText::scroll_lines(ImVec2 corner, ImVec2 size, std::uint64_t visible) {
  const std::uint64_t rows = lines_.size();
  const std::uint64_t last = rows > visible ? rows - visible : 0;
  if (reveal_) {
    scroller_.reveal(line_of(lines_, transcript_.index_of(*reveal_)), visible);
    following_ = false;
    reveal_.reset();
  } else if (following_) {
    scroller_.set_first(last);
  }
  scroller_.update(corner, size, rows, visible);
  if (scroller_.moved()) following_ = scroller_.first() == last;
  const auto first = static_cast<std::size_t>(scroller_.first());
  top_byte_ = transcript_.place_of(lines_[first].begin).output;
  return first;
}

std::size_t ConsoleText::scroll_bytes(Context& context, ImVec2 corner, ImVec2 size,
                                      std::uint64_t visible) {
  const OutputSnapshot& output = context.snapshot.output;
  const std::size_t shown = std::min<std::size_t>(visible, lines_.size());
  // The end is estimated from the visible part.
  const std::uint64_t tail_from = transcript_.place_of(lines_[lines_.size() - shown].begin).output;
  const std::uint64_t tail =
      std::max<std::uint64_t>(output.from + output.text.size() - tail_from, 1);
  const std::uint64_t last = output.size - std::min(output.size, tail);
  if (reveal_) {
    top_byte_ = reveal_->output - std::min(reveal_->output, tail / 2);
    following_ = false;
    reveal_.reset();
  }
  scroller_.set_first(following_ ? last : top_byte_);
  const float notch = 3.0F * static_cast<float>(std::max<std::uint64_t>(tail / visible, 1));
  scroller_.update(corner, size, output.size, tail, notch);
  if (scroller_.moved()) following_ = scroller_.first() >= last;
  top_byte_ = scroller_.first();
  if (following_) return lines_.size() - shown;
  const std::uint64_t from = top_byte_ - std::min(top_byte_, bytes_before_top);
  context.request.output_from = from / bytes_before_top * bytes_before_top;
  if (top_byte_ < output.from || top_byte_ >= output.from + output.text.size()) {
    return lines_.size() - shown;  // until the window follows, a frame later
  }
  return line_of(lines_, transcript_.index_of({top_byte_, 0}));
}

// ---- Drawing

void ConsoleText::draw_line(const Context& context, const OutputLine& line, ImVec2 at) const {
  const Theme& theme = context.theme;
  const std::string& text = transcript_.text();
  const std::uint64_t read = context.snapshot.input.position;
  ImDrawList* const list = ImGui::GetWindowDrawList();
  const float step = character_width();
  const float height = ImGui::GetTextLineHeight();
  float x = at.x;
  std::string run;  // characters of one colour are drawn in one call
  float run_x = x;
  ImU32 run_colour = theme.text;
  const auto flush = [&] {
    if (!run.empty()) list->AddText({run_x, at.y}, run_colour, run.c_str());
    run.clear();
  };
  for (std::size_t i = line.begin; i < line.end;) {
    const OutputGlyph glyph = glyph_at(text, i);
    const float width =
        glyph.kind == OutputGlyph::Kind::newline ? step : step * static_cast<float>(glyph.columns);
    if (selected_ && i >= selected_from_ && i < selected_to_) {
      list->AddRectFilled({x, at.y}, {x + width, at.y + height}, selected_row(theme));
    }
    if (hovered_ == i) {
      list->AddLine({x, at.y + height - 1}, {x + width, at.y + height - 1}, theme.accent);
    }
    const TranscriptPart& part = *transcript_.part_at(i);
    ImU32 colour = theme.text;
    if (part.input) {
      colour = part.tick && part.from + (i - part.begin) < read ? theme.accent : theme.faint;
    } else if (glyph.kind == OutputGlyph::Kind::escape) {
      colour = theme.of(InstructionClass::string);
    }
    if (run.empty() || colour != run_colour) {
      flush();
      run_x = x;
      run_colour = colour;
    }
    run += glyph_text(text, i, glyph);
    x += width;
    i += glyph.bytes;
  }
  flush();
}

void ConsoleText::draw_tooltip(const Context& context, std::size_t index) const {
  const TranscriptPart& part = *transcript_.part_at(index);
  const std::uint64_t byte = part.from + (index - part.begin);
  const auto value = static_cast<unsigned char>(transcript_.text()[index]);
  const std::string character = character_text(value);
  const std::string what =
      fmt::format("byte {}{}: {}{}{}\n", with_separators(byte), part.input ? " of the input" : "",
                  value, character.empty() ? "" : "  ", character);
  if (!part.input) {
    item_tooltip(context, what + "click goes to the instant at which it was printed",
                 fmt::format("when last output_size > {}", byte));
  } else if (part.tick) {
    item_tooltip(context, what + "click goes to the instant before its line was read",
                 fmt::format("goto {}", *part.tick));
  } else {
    item_tooltip(context, what + "not read yet at this instant");
  }
}

void ConsoleText::draw_menu(Context& context) {
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) menu_index_ = hovered_;
  if (!ImGui::BeginPopupContextItem("menu")) return;
  if (ImGui::MenuItem("copy", "Ctrl+C", false, selected_.has_value())) copy(context, *selected_);
  if (ImGui::MenuItem("copy all")) copy(context, {{}, {context.snapshot.output.size, no_limit}});
  if (ImGui::MenuItem("find…", "Ctrl+F")) find_requested_ = true;
  ImGui::Separator();
  if (ImGui::MenuItem("go to where it was printed or read", "click", false,
                      menu_index_.has_value())) {
    go_to(context, *menu_index_);
  }
  const std::string byte = menu_index_ ? printed_byte(*menu_index_) : std::string();
  if (!byte.empty()) why_item(context, "why this value?", byte, "W");
  if (ImGui::MenuItem("follow the end", "End", following_)) following_ = true;
  ImGui::EndPopup();
}

// Returns what a command calls the byte of the output there; nothing for input.
std::string ConsoleText::printed_byte(std::size_t index) const {
  const TranscriptPart* const part = transcript_.part_at(index);
  if (part == nullptr || part->input) return {};
  return fmt::format("output {}", part->from + (index - part->begin));
}

// ---- Mouse

std::size_t ConsoleText::index_at(ImVec2 mouse) const {
  const float row = (mouse.y - top_.y) / ImGui::GetTextLineHeight();
  const float column = (mouse.x - top_.x) / character_width();
  const std::size_t below = row < 0 ? 0 : static_cast<std::size_t>(row);
  if (first_line_ + below >= lines_.size()) return transcript_.text().size();
  return byte_in_column(transcript_.text(), lines_[first_line_ + below],
                        column < 0 ? 0 : static_cast<std::size_t>(column));
}

void ConsoleText::handle_mouse(Context& context, ImVec2 corner, ImVec2 size, float line_height) {
  ImGui::SetCursorScreenPos(corner);
  ImGui::InvisibleButton("##text", {std::max(size.x, 1.0F), std::max(size.y, line_height)});
  name_area("console text", {}, {top_, {top_.x + character_width(), top_.y + line_height}});
  const std::size_t end = transcript_.text().size();
  const std::size_t index = index_at(ImGui::GetIO().MousePos);
  const TranscriptPlace place = transcript_.place_of(index);
  hovered_.reset();
  if (ImGui::IsItemHovered() && index < end) {
    hovered_ = index;
    context.selection.value_here = printed_byte(index);
    draw_tooltip(context, index);
  }
  if (ImGui::IsItemActivated()) {
    const bool extend = ImGui::GetIO().KeyShift && selected_;
    selected_ = Span{extend ? selected_->from : place, place};
  }
  if (ImGui::IsItemActive() && selected_) {
    const bool dragged = ImGui::IsMouseDragging(ImGuiMouseButton_Left);
    const bool after = index < end && place >= selected_->from;
    const TranscriptPlace to = after ? transcript_.place_of(index + 1) : place;
    selected_->to = dragged ? to : selected_->from;
  }
  if (ImGui::IsItemDeactivated() && selected_ && selected_->from == selected_->to) {
    const std::size_t at = transcript_.index_of(selected_->from);
    selected_.reset();
    if (at < end) {
      go_to(context, at);
    } else {
      context.selection.focus_console = true;
    }
  }
  if (ImGui::IsWindowFocused() && !ImGui::GetIO().WantTextInput) handle_keys(context);
}

KeyGroup ConsoleText::keys() {
  return key_group("the console's text", text_keys);
}

void ConsoleText::handle_keys(Context& context) {
  for_each_pressed(text_keys, context.input, [&](const KeyRow<TextKey>& row) {
    if (row.command == TextKey::copy && selected_) copy(context, *selected_);
    if (row.command == TextKey::select_all) {
      selected_ = Span{{}, {context.snapshot.output.size, no_limit}};
    }
    if (row.command == TextKey::find) find_requested_ = true;
    if (row.command == TextKey::start) reveal_ = TranscriptPlace{};
    if (row.command == TextKey::end) following_ = true;
  });
}

// Seeks to the instant at which the byte was printed, or before its line was read.
void ConsoleText::go_to(Context& context, std::size_t index) {
  const TranscriptPart* const part = transcript_.part_at(index);
  if (part == nullptr) return;
  SessionThread* const session = &context.session;
  if (part->input) {
    if (part->tick) session->seek(*part->tick, "read of the input");
    return;
  }
  const std::uint64_t byte = part->from + (index - part->begin);
  context.session.ask<Result<Tick>>(
      slot::output_tick,
      [byte](Debugger& debugger, Monitor& monitor) {
        History& history = debugger.session().history();
        const ScopedSeek scoped_seek(history);
        return output_tick(history, byte, &monitor);
      },
      [session, byte](const Result<Tick>& tick) {
        if (tick) session->seek(*tick, fmt::format("byte {} of the output", byte));
      });
}

// ---- Queries

void ConsoleText::find(Context& context, const std::string& needle, bool backwards) {
  if (needle.empty()) return;
  const std::uint64_t from = !selected_  ? 0
                             : backwards ? selected_->low().output
                                         : selected_->low().output + 1;
  using Found = std::optional<std::uint64_t>;
  context.session.ask<Found>(
      slot::find,
      [needle, from, backwards](Debugger& debugger, Monitor& monitor) {
        History& history = debugger.session().history();
        const std::uint64_t size = history.machine().output_size;
        return find_bytes(
            [&](std::uint64_t low, std::uint64_t high) { return history.output(low, high); }, size,
            needle, from, backwards,
            [&] { return monitor.should_continue(history.tick(), history.tick()); });
      },
      [place = found_, services = &context.services, needle](Found found) {
        if (found) {
          // Not the input before its first byte.
          *place = Span{{*found, no_limit}, {*found + needle.size(), 0}};
        } else {
          services->notify(fmt::format("'{}' is not in the output", needle), Tone::warning);
        }
      });
}

void ConsoleText::copy(Context& context, Span span) {
  const TranscriptPlace low = span.low();
  const TranscriptPlace high = span.high();
  if (high.output - low.output > max_copied_bytes) {
    context.services.notify(fmt::format("{} bytes are too many to copy; select fewer",
                                        with_separators(high.output - low.output)),
                            Tone::warning);
    return;
  }
  context.session.ask<std::string>(
      slot::none,
      [low, high](Debugger& debugger, Monitor&) {
        History& history = debugger.session().history();
        const std::uint64_t size = history.machine().output_size;
        return history.output(std::min(low.output, size), std::min(high.output, size));
      },
      [services = &context.services, low, high,
       input = context.snapshot.input](std::string output) {
        const std::string text = transcript_between(low, high, std::move(output), input);
        services->copy(text);
        services->notify(fmt::format("{} bytes copied", with_separators(text.size())));
      });
}

}  // namespace fungescope::ui
