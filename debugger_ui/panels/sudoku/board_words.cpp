#include "debugger_ui/panels/sudoku/board_words.h"

#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/sudoku/board_paint.h"
#include "debugger_ui/widgets/item_names.h"
#include "session/why/board/board_why_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

using Origin = BoardCell::Origin;

class BoardWords {
 public:
  BoardWords(const std::optional<BoardConflict>& conflict, const ShownReasons* reasons)
      : conflict_(conflict), reasons_(reasons) {}

  void draw(Context& context) const {
    if (reasons_ != nullptr) {
      draw_reason(context);
    } else {
      draw_event(context);
      draw_summary(context);
      draw_badge(context);
    }
    if (ImGui::GetContentRegionAvail().y > ImGui::GetTextLineHeight()) draw_legend(context);
  }

 private:
  // Why the cell in focus has its digit, with its instant to go to.
  void draw_reason(Context& context) const {
    const BoardWhy& answer = *reasons_->answer;
    const BoardFact& focus = answer.facts[reasons_->reasons.focus];
    wrapped_coloured_text(colour_of(context.theme, focus.kind),
                          reason_sentence(answer, reasons_->reasons));
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
  static void draw_event(const Context& context) {
    const ViewSnapshot& snapshot = context.snapshot;
    const std::string phase = snapshot.program->phases.name_at(snapshot.ip);
    const BoardView& view = *snapshot.board;
    std::string text;
    ImU32 colour = context.theme.text;
    if (snapshot.status == Status::ended && summarise(view).solved == 81) {
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

  void draw_summary(const Context& context) const {
    const BoardView& view = *context.snapshot.board;
    const BoardSummary summary = summarise(view);
    std::string text = fmt::format("{} of 81 filled, {} given", summary.solved, summary.given);
    if (view.upcoming) {
      text = fmt::format("{} digits given", summary.given);
    } else if (!view.ready) {
      text = fmt::format("{} digits; {}", summary.solved,
                         view.has_return_address ? "the program is not solving yet"
                                                 : "the program does not tell when it is solving");
    } else if (summary.guesses > 0) {
      const bool whole = summary.solved == 81;
      text += fmt::format(", {}{} guess{}{}", summary.guesses, whole ? "" : " open",
                          summary.guesses == 1 ? "" : "es", whole ? " held" : "");
    } else {
      text += ", no guess";
    }
    wrapped_coloured_text(context.theme.text, text);
    if (!conflict_) return;
    wrapped_coloured_text(context.theme.bad, "conflict: " + conflict_->text);
    name_item("board conflict");
  }

  // Draws a tick mark or a cross at the cursor.
  static void badge_mark(const Context& context, bool good) {
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

  static void draw_badge(Context& context) {
    const CheckSnapshot& check = context.snapshot.check;
    if (!check.possible) return;
    if (!check.difference_at || *check.difference_at > context.snapshot.tick) {
      badge_mark(context, true);
      const Tick until = std::min(check.agreed_until, context.snapshot.tick);
      std::string text = "VM and reference agree up to tick " + with_separators(until);
      if (ImGui::CalcTextSize(text.c_str()).x > ImGui::GetContentRegionAvail().x) {
        text = "both agree up to " + with_separators(until);
      }
      wrapped_coloured_text(context.theme.dim, text);
      item_tooltip(context,
                   fmt::format("{} changes of the four regions were the same as those of the "
                               "reference solver",
                               with_separators(check.changes)));
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

  // One sample of each style used on the board, with its meaning.
  static void draw_legend(const Context& context) {
    const Theme& theme = context.theme;
    bool first = true;
    const auto entry = [&](char sign, ImU32 colour, Origin origin, char letter, const char* text) {
      const float box = std::floor(1.25F * ImGui::GetTextLineHeight());
      const float width = box + ImGui::CalcTextSize(text).x + 6 * context.scale;
      if (!first) {
        ImGui::SameLine(0, 1.5F * character_width());
        if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
      }
      first = false;
      ImDrawList& list = *ImGui::GetWindowDrawList();
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const ImVec2 size{box, ImGui::GetTextLineHeight()};
      if (letter != 0) {
        list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, theme.depth(1));
      }
      if (origin == Origin::guessed) {
        list.AddRect({at.x + 1, at.y + 1}, {at.x + size.x - 1, at.y + size.y - 1}, colour, 2);
      }
      ImFont* const font = font_within(context.fonts, size.y);
      const ImVec2 left{letter == 0 ? size.x : 0.7F * size.x, size.y};
      centred_glyph(list, font, at, left, sign, colour, origin == Origin::given);
      if (letter != 0) {
        ImFont* const small = font_within(context.fonts, 0.7F * size.y);
        centred_glyph(list, small, {at.x + 0.55F * size.x, at.y}, {0.45F * size.x, 0.7F * size.y},
                      letter, colour);
      }
      ImGui::Dummy(size);
      ImGui::SameLine(0, 4 * context.scale);
      coloured_text(theme.dim, text);
    };
    entry('5', theme.given, Origin::given, 0, "given");
    entry('5', theme.deduced, Origin::deduced, 0, "deduced");
    entry('5', theme.guessed, Origin::guessed, 'a', "guess a");
    entry('5', theme.deduced, Origin::deduced, 'a', "rests on a");
    entry('5', theme.changed, Origin::blank, 0, "changed");
  }

  const std::optional<BoardConflict>& conflict_;
  const ShownReasons* reasons_;
};

}  // namespace

const BoardEvent* told_event(const ViewSnapshot& snapshot) {
  const bool told = snapshot.board_event && snapshot.board->ready;
  const bool solved = snapshot.status == Status::ended && summarise(*snapshot.board).solved == 81;
  return told && !solved ? &*snapshot.board_event : nullptr;
}

ImU32 colour_of_event(const Theme& theme, const BoardEvent& event) {
  switch (event.kind) {
    case BoardEvent::Kind::deduced:
      return theme.deduced;
    case BoardEvent::Kind::guessed:
      return theme.guessed;
    case BoardEvent::Kind::undone:
      return theme.warning;
    default:
      return theme.text;
  }
}

void hide_reasons(Context& context) {
  context.selection.hidden_answer = context.snapshot.why;
}

void draw_board_words(Context& context, const std::optional<BoardConflict>& conflict,
                      const ShownReasons* reasons) {
  BoardWords(conflict, reasons).draw(context);
}

}  // namespace fungescope::ui
