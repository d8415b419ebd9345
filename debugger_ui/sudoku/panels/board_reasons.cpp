#include "debugger_ui/sudoku/panels/board_words.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sudoku/board/board_why_text.h"
#include <fmt/format.h>

namespace fungescope::ui {
namespace {

std::size_t focus_of(const BoardWhy& answer, std::optional<Point> at) {
  if (!at) return 0;
  for (std::size_t i = 0; i < answer.facts.size(); ++i) {
    const BoardFact& fact = answer.facts[i];
    if (!fact.excludes && fact.cell == *at && !fact.exclusions.empty()) return i;
  }
  return 0;
}

// Leaves the middle of both cells free, where their digits are. Bends a little, so that arrows
// along a row or a column do not cover one another.
void paint_arrow(ImDrawList& list, const BoardGeometry& board, const ReasonArrow& arrow,
                 ImU32 colour, float thickness) {
  const ImVec2 from = board.corner_of(arrow.from);
  const ImVec2 to = board.corner_of(arrow.to);
  const float half = board.cell / 2;
  const ImVec2 a{from.x + half, from.y + half};
  const ImVec2 b{to.x + half, to.y + half};
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  if (length < 1) return;
  const ImVec2 along{(b.x - a.x) / length, (b.y - a.y) / length};
  const ImVec2 aside{-along.y, along.x};
  const float free = 0.36F * board.cell;
  const float bend = std::min(0.10F * length, 0.55F * board.cell);
  const ImVec2 middle{(a.x + b.x) / 2 + aside.x * bend, (a.y + b.y) / 2 + aside.y * bend};
  const auto towards = [](ImVec2 start, ImVec2 end, float distance) {
    const float all = std::max(std::hypot(end.x - start.x, end.y - start.y), 1.0F);
    return ImVec2{start.x + (end.x - start.x) * distance / all,
                  start.y + (end.y - start.y) * distance / all};
  };
  const ImVec2 start = towards(a, middle, free);
  const ImVec2 tip = towards(b, middle, free);
  const float head = std::clamp(0.20F * board.cell, 4.0F, 5 * thickness + 4);
  const ImVec2 base = towards(tip, middle, head);
  list.AddBezierQuadratic(start, middle, base, colour, thickness);
  const float distance = std::max(std::hypot(tip.x - base.x, tip.y - base.y), 0.01F);
  const ImVec2 across{-(tip.y - base.y) / distance * 0.45F * head,
                      (tip.x - base.x) / distance * 0.45F * head};
  list.AddTriangleFilled({base.x + across.x, base.y + across.y},
                         {base.x - across.x, base.y - across.y}, tip, colour);
}

// A small cross in the upper left corner of a cell.
void paint_excluded(ImDrawList& list, const BoardGeometry& board, Point at, ImU32 colour,
                    float thickness) {
  const ImVec2 corner = board.corner_of(at);
  const float low = std::round(0.08F * board.cell);
  const float high = std::round(0.22F * board.cell);
  list.AddLine({corner.x + low, corner.y + low}, {corner.x + high, corner.y + high}, colour,
               thickness);
  list.AddLine({corner.x + low, corner.y + high}, {corner.x + high, corner.y + low}, colour,
               thickness);
}

}  // namespace

BoardReasons reasons_of(const BoardWhy& answer, std::optional<Point> at) {
  BoardReasons reasons;
  reasons.focus = focus_of(answer, at);
  for (std::size_t i = 0; i < answer.facts.size(); ++i) {
    const BoardFact& fact = answer.facts[i];
    for (const BoardExclusionGroup& group : groups_of(fact)) {
      if (!group.because) continue;
      const BoardFact& premise = answer.facts[*group.because];
      if (premise.cell == fact.cell) continue;
      reasons.arrows.push_back(
          {premise.cell, fact.cell, premise.kind, fact.level + 1, i == reasons.focus});
    }
  }
  // Those in focus last, above all others.
  std::stable_sort(reasons.arrows.begin(), reasons.arrows.end(),
                   [](const ReasonArrow& a, const ReasonArrow& b) {
                     if (a.focused != b.focused) return b.focused;
                     return a.level > b.level;
                   });
  if (reasons.arrows.size() > BoardReasons::max_arrows) {
    reasons.arrows.erase(reasons.arrows.begin(), reasons.arrows.end() - BoardReasons::max_arrows);
  }
  const BoardFact& focus = answer.facts[reasons.focus];
  if (!focus.unit || *focus.unit == cell_unit) return reasons;
  for (std::size_t n = 0; n < 9; ++n) reasons.unit.set(unit_cell(*focus.unit, n));
  for (const BoardExclusion& one : focus.exclusions) reasons.excluded.set(board_index(one.cell));
  return reasons;
}

std::string reason_sentence(const BoardWhy& answer, const BoardReasons& reasons) {
  const BoardFact& focus = answer.facts[reasons.focus];
  return fmt::format("{}: {}", claim_of(focus), reason_of(focus));
}

ImU32 colour_of(const Theme& theme, BoardFact::Kind kind) {
  constexpr std::array colours{&Theme::text,    &Theme::given,   &Theme::deduced,
                               &Theme::guessed, &Theme::warning, &Theme::warning};
  return theme.*colours[static_cast<std::size_t>(kind)];
}

void paint_reasons(ImDrawList& list, const BoardGeometry& board, const BoardReasons& reasons,
                   const Theme& theme, float scale) {
  const float line = std::max(1.0F, scale);
  for (std::size_t i = 0; i < reasons.excluded.size(); ++i) {
    if (reasons.excluded[i]) paint_excluded(list, board, board_cell(i), theme.bad, line);
  }
  for (const ReasonArrow& arrow : reasons.arrows) {
    const ImU32 colour = with_alpha(colour_of(theme, arrow.kind), arrow.focused ? 0.85F : 0.22F);
    paint_arrow(list, board, arrow, colour, arrow.focused ? 2 * line : line);
  }
}

}  // namespace fungescope::ui
