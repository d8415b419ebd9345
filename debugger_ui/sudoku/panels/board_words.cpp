#include "debugger_ui/sudoku/panels/board_words.h"

#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/sudoku/panels/board_paint.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <string_view>

#include "sudoku/board/board_why_text.h"
#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// The legend: words in the styles of the board that they name.
struct LegendWord {
  std::string_view text;
  ImU32 Theme::*colour;
  bool heavy = false;       // a given digit
  bool framed = false;      // a guess
  bool tinted = false;      // what rests on a guess
  bool underlined = false;  // a change
};
constexpr auto legend = std::to_array<LegendWord>({
    {"given", &Theme::given, true},
    {"deduced", &Theme::deduced},
    {"guess a", &Theme::guessed, false, true, true},
    {"rests on a", &Theme::deduced, false, false, true},
    {"changed", &Theme::changed, false, false, false, true},
});

float width_of(ImFont* font, std::string_view text) {
  return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

void draw_legend_word(const Context& context, const LegendWord& word, ImFont* font,
                      const ItemBox& box) {
  const Theme& theme = context.theme;
  const auto& [at, end] = box;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImU32 ground = theme.panel;
  if (word.tinted) ground = over(ground, theme.depth(1));
  if (word.underlined) ground = over(ground, changed_tint(theme));
  list.AddRectFilled(at, end, ground);
  const ImU32 colour = legible(theme.*word.colour, ground);
  if (word.framed) list.AddRect(at, end, colour, 2);
  if (word.underlined) list.AddRectFilled({at.x, end.y - 1}, {end.x, end.y + 1}, theme.changed);
  for (int stroke = 0; stroke < (word.heavy ? 2 : 1); ++stroke) {
    const float x = at.x + 3 * context.scale + 0.6F * static_cast<float>(stroke);
    list.AddText(font, font->FontSize, {x, at.y}, colour, word.text.data(),
                 word.text.data() + word.text.size());
  }
  name_area("board legend", word.text, box);
}

// Lays the words out from the cursor on, in the body's font where all of them fit into a line, else
// in the small one, and calls `draw` with each, the font and its box. Returns their height.
template <class Draw>
float lay_out_legend(const Context& context, const Draw& draw) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float pad = 6 * context.scale;
  const float gap = 4 * context.scale;
  float all = -gap;
  for (const LegendWord& word : legend) all += width_of(context.fonts.body, word.text) + pad + gap;
  ImFont* const font = all <= room ? context.fonts.body : context.fonts.small;
  const float height = font->FontSize + 1;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImVec2 at{0, 0};
  for (const LegendWord& word : legend) {
    const float width = width_of(font, word.text) + pad;
    if (at.x > 0 && at.x + width > room) at = {0, at.y + height + gap};
    const ImVec2 corner{from.x + at.x, from.y + at.y};
    draw(word, font, ItemBox{corner, {corner.x + width, corner.y + height}});
    at.x += width + gap;
  }
  return at.y + height + gap;
}

void draw_legend(const Context& context) {
  const float height =
      lay_out_legend(context, [&](const LegendWord& word, ImFont* font, const ItemBox& box) {
        draw_legend_word(context, word, font, box);
      });
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, height - ImGui::GetStyle().ItemSpacing.y});
  if (context.snapshot.changed_since) {
    item_tooltip(context, "changed since tick " + with_separators(*context.snapshot.changed_since));
  }
}

// Why the cell in focus has its digit, with its instant to go to.
void draw_reason(Context& context, const ShownReasons& shown) {
  const BoardWhy& answer = *shown.answer;
  const BoardFact& focus = answer.facts[shown.reasons.focus];
  wrapped_coloured_text(colour_of(context.theme, focus.kind),
                        reason_sentence(answer, shown.reasons));
  name_item("board reason");
  if (focus.tick) {
    const std::string tick = "tick " + with_separators(*focus.tick);
    if (text_button(context, tick.c_str())) context.session.seek(*focus.tick);
    name_item("board reason tick");
    item_tooltip(context, "the instant after it was set", fmt::format("goto {}", *focus.tick));
    ImGui::SameLine();
  }
  if (answer.summary.unexpanded > 0) {
    const std::string all = "why " + board_cell_name(answer.facts[0].cell) + " --all";
    if (text_button(context, "all reasons")) context.services.run(all);
    name_item("board all reasons");
    item_tooltip(context, "down to givens and guesses", all);
    ImGui::SameLine();
  }
  if (text_button(context, "hide")) hide_reasons(context);
  name_item("board hide reasons");
  item_tooltip(context, "removes the arrows", "Esc");
}

// What just happened, in a sentence.
void draw_event(const Context& context) {
  const ViewSnapshot& snapshot = context.snapshot;
  const std::string phase = snapshot.program->phases.name_at(snapshot.ip);
  const BoardView& view = *board_view(snapshot);
  std::string text;
  ImU32 colour = context.theme.text;
  if (is_solved(snapshot)) {
    text = "solved";
    colour = context.theme.good;
  } else if (const BoardEvent* const event = told_event(snapshot)) {
    text = to_text(*event);
    colour = colour_of_event(context.theme, *event);
  } else if (!view.ready) {
    text = phase.empty() ? "the puzzle to solve" : "the puzzle to solve; now in " + phase;
  } else {
    text = " ";
  }
  wrapped_coloured_text(colour, text);
  name_item("board event");
}

void draw_summary(const Context& context, const std::optional<BoardConflict>& conflict) {
  const BoardView& view = *board_view(context.snapshot);
  const BoardSummary summary = summarise(view);
  std::string text = fmt::format("{} of 81 filled, {} given", summary.solved, summary.given);
  if (view.upcoming) {
    text = fmt::format("{} digits given", summary.given);
  } else if (!view.ready) {
    text = fmt::format("{} digits; {}", summary.solved, reason_not_ready(view.phase));
  } else if (summary.guesses > 0) {
    const bool whole = summary.solved == 81;
    text += fmt::format(", {}{} guess{}{}", summary.guesses, whole ? "" : " open",
                        summary.guesses == 1 ? "" : "es", whole ? " held" : "");
  } else {
    text += ", no guess";
  }
  wrapped_coloured_text(context.theme.text, text);
  if (!conflict) return;
  wrapped_coloured_text(context.theme.bad, "conflict: " + conflict->text);
  name_item("board conflict");
}

// Draws a tick mark or a cross at the cursor.
void badge_mark(const Context& context, bool good) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float size = ImGui::GetTextLineHeight();
  const float wide = std::max(1.5F, 1.8F * context.scale);
  if (good) {
    const ImU32 colour = context.theme.good;
    const std::array points{ImVec2{at.x + 0.12F * size, at.y + 0.52F * size},
                            ImVec2{at.x + 0.38F * size, at.y + 0.78F * size},
                            ImVec2{at.x + 0.86F * size, at.y + 0.24F * size}};
    list.AddPolyline(points.data(), 3, colour, 0, wide);
  } else {
    const ImU32 colour = context.theme.bad;
    const float low = 0.2F * size;
    const float high = 0.8F * size;
    list.AddLine({at.x + low, at.y + low}, {at.x + high, at.y + high}, colour, wide);
    list.AddLine({at.x + low, at.y + high}, {at.x + high, at.y + low}, colour, wide);
  }
  ImGui::Dummy({size, size});
  name_item("board check");
  ImGui::SameLine(0, 4 * context.scale);
}

void draw_badge(Context& context) {
  const CheckSnapshot check = check_of(context.snapshot);
  if (!check.method) return;
  if (!check.difference_at || *check.difference_at > context.snapshot.tick) {
    badge_mark(context, true);
    const Tick until = std::min(check.agreed_until, context.snapshot.tick);
    std::string text = "VM and reference agree up to tick " + with_separators(until);
    if (ImGui::CalcTextSize(text.c_str()).x > ImGui::GetContentRegionAvail().x) {
      text = "both agree up to " + with_separators(until);
    }
    wrapped_coloured_text(context.theme.dim, text);
    item_tooltip(context, fmt::format("{} changes of the four regions were the same as those of {}",
                                      with_separators(check.changes),
                                      puzzles::reference_name(*check.method)));
    if (!check.difference_at) return;
  }
  badge_mark(context, false);
  const Tick tick = *check.difference_at;
  wrapped_coloured_text(context.theme.bad,
                        fmt::format("they differ at tick {}", with_separators(tick)));
  if (ImGui::IsItemClicked()) context.session.seek(tick, "difference from the reference solver");
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  item_tooltip(context, check.difference, fmt::format("goto {}", tick));
}

}  // namespace

const BoardEvent* told_event(const ViewSnapshot& snapshot) {
  const bool has_event = board_event(snapshot) != nullptr && board_view(snapshot)->ready;
  return has_event && !is_solved(snapshot) ? board_event(snapshot) : nullptr;
}

ImU32 colour_of_event(const Theme& theme, const BoardEvent& event) {
  constexpr std::array colours{&Theme::text, &Theme::deduced, &Theme::guessed, &Theme::warning};
  return theme.*colours[static_cast<std::size_t>(event.kind)];
}

void hide_reasons(Context& context) {
  context.selection.hidden_answer = context.snapshot.why;
}

float board_legend_height(const Context& context) {
  return lay_out_legend(context, [](const auto&...) {});
}

void draw_board_words(Context& context, const std::optional<BoardConflict>& conflict,
                      const ShownReasons* reasons) {
  draw_legend(context);
  if (reasons != nullptr) return draw_reason(context, *reasons);
  draw_event(context);
  draw_summary(context, conflict);
  draw_badge(context);
}

}  // namespace fungescope::ui
