#include "debugger_ui/sudoku/play/play_paint.h"

#include "debugger_ui/platform/imgui_compat.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fungescope::ui {
namespace {

using game::UnitState;
using techniques::Cell;
using techniques::Unit;

ImVec2 offset(ImVec2 at, float x, float y) {
  return {at.x + x, at.y + y};
}

// Fills a square with the tints of colours: sectors of equal angles.
void paint_colours(const PlayPainting& painting, ImVec2 corner, float side,
                   game::ColourMask colours) {
  const int total = techniques::count(colours);
  const ImVec2 end = offset(corner, side, side);
  if (total == 1) {
    painting.list.AddRectFilled(corner, end,
                                colour_tint(painting.theme, techniques::first_digit(colours)));
    return;
  }
  // Sectors of a circle around the square, clipped to it.
  const ImVec2 middle = offset(corner, side / 2, side / 2);
  const float angle = 2 * std::numbers::pi_v<float> / static_cast<float>(total);
  float from = -std::numbers::pi_v<float> / 2 - angle / 2;
  painting.list.PushClipRect(corner, end, true);
  for (const techniques::Digit colour : techniques::digits_in(colours)) {
    painting.list.PathLineTo(middle);
    painting.list.PathArcTo(middle, side, from, from + angle, 24);
    painting.list.PathFillConvex(colour_tint(painting.theme, colour));
    from += angle;
  }
  painting.list.PopClipRect();
}

class PlayPainter {
 public:
  PlayPainter(const PlayPainting& painting, const BoardGeometry& board, const BoardLook& look)
      : painting_(painting),
        list_(painting.list),
        theme_(painting.theme),
        board_(board),
        look_(look),
        line_(std::max(1.0F, std::round(board.cell / 60))),
        given_font_(font_of_height(painting.fonts.bold_digits, 0.92F * board.cell)),
        entered_font_(font_of_height(painting.fonts.digits, 0.92F * board.cell)) {}

  void paint() {
    list_.AddRectFilled(board_.corner, offset(board_.corner, board_.side(), board_.side()),
                        theme_.panel);
    for (const Cell cell : techniques::every_cell) paint_background(cell);
    for (const Cell cell : techniques::every_cell) paint_content(cell);
    paint_lines();
    paint_unit_looks();
    if (!look_.hint.area.empty()) outline(look_.hint.area, theme_.warning, 2 * line_, line_);
    paint_hint();
    if (look_.selectable) paint_selection();
    paint_hint_frames();
  }

 private:
  [[nodiscard]] ImVec2 middle_of(Cell cell) const {
    return offset(board_.corner_of(cell), std::round(board_.cell / 2), std::round(board_.cell / 2));
  }

  void tint(Cell cell, ImU32 colour) {
    const ImVec2 corner = board_.corner_of(cell);
    list_.AddRectFilled(corner, offset(corner, board_.cell, board_.cell), colour);
    grounds_[cell] = over(grounds_[cell], colour);
  }

  [[nodiscard]] ImU32 ink(Cell cell, ImU32 colour) const { return legible(colour, grounds_[cell]); }

  void paint_background(Cell cell) {
    const CellLook& look = look_.at(cell);
    grounds_[cell] = theme_.panel;
    if (look_.hint.marks(cell)) return paint_hint_background(cell);
    if (look.colours != 0) {
      paint_colours(painting_, board_.corner_of(cell), board_.cell, look.colours);
      grounds_[cell] = colour_tint(theme_, techniques::first_digit(look.colours));
    } else if (look.crossed) {
      tint(cell, with_alpha(theme_.accent, theme_.dark ? 0.09F : 0.07F));
    }
    if (look.equal) tint(cell, with_alpha(theme_.accent, 0.26F));
    if (look.wrong()) tint(cell, with_alpha(theme_.bad, 0.18F));
    if (look_.selectable && !look_.hinted && look_.selection.contains(cell)) {
      tint(cell, with_alpha(theme_.accent, look.colours != 0 ? 0.18F : 0.3F));
    }
  }

  // Without the player's colours: the two would mix to tints that mean nothing.
  void paint_hint_background(Cell cell) {
    const HintLook& hint = look_.hint;
    if (hint.wrong.contains(cell)) return tint(cell, with_alpha(theme_.bad, 0.35F));
    if (hint.placement && hint.placement->cell == cell)
      return tint(cell, with_alpha(theme_.good, 0.22F));
    if (hint.cells.contains(cell)) return tint(cell, with_alpha(theme_.warning, 0.24F));
    if (hint.area.contains(cell)) tint(cell, with_alpha(theme_.warning, 0.12F));
  }

  void paint_content(Cell cell) {
    const CellLook& look = look_.at(cell);
    if (look.digit == 0) {
      if (look_.hint.placement && look_.hint.placement->cell == cell) {
        return paint_digit(painting_, entered_font_, middle_of(cell), look_.hint.placement->digit,
                           ink(cell, theme_.good));
      }
      if (look_.hint.cells.contains(cell)) return paint_hint_marks(cell);
      paint_marks(painting_, board_.corner_of(cell), board_.cell, look, look_.places,
                  grounds_[cell]);
      return;
    }
    const ImU32 colour = ink(cell, look.wrong() ? theme_.bad
                                   : look.given ? theme_.given
                                                : theme_.deduced);
    paint_digit(painting_, look.given ? given_font_ : entered_font_, middle_of(cell), look.digit,
                colour);
    const ImVec2 corner = board_.corner_of(cell);
    const float size = std::round(0.13F * board_.cell);
    const float inset = std::round(0.1F * board_.cell);
    const float width = std::max(1.5F, board_.cell / 30);
    // The colour alone would not be enough: a bar below a digit against the rules, a cross in the
    // corner of a wrong one.
    if (look.conflict) {
      const float bar = std::round(0.34F * board_.cell);
      const ImVec2 from = offset(corner, (board_.cell - bar) / 2, board_.cell - inset - line_);
      list_.AddRectFilled(from, offset(from, bar, std::max(2.0F, std::round(width))), theme_.bad);
    }
    if (look.mistake) {
      const ImVec2 from = offset(corner, board_.cell - inset - size, inset);
      list_.AddLine(from, offset(from, size, size), theme_.bad, width);
      list_.AddLine(offset(from, size, 0), offset(from, 0, size), theme_.bad, width);
    }
  }

  void paint_lines() {
    const float thin = theme_.dark ? 0.24F : 0.22F;
    const float thick = theme_.dark ? 0.62F : 0.75F;
    for (const bool is_thick : {false, true}) {
      const ImU32 colour = mix(theme_.panel, theme_.text, is_thick ? thick : thin);
      for (int i = 0; i <= 9; ++i) {
        if ((i % 3 == 0) != is_thick) continue;
        const float width = is_thick ? std::max(2.0F, 2 * line_) : line_;
        const float at = board_.cell * static_cast<float>(i) - std::floor(width / 2);
        const float before = is_thick ? std::floor(width / 2) : 0;
        const ImVec2 c = board_.corner;
        const float end = board_.side() + width - before;
        list_.AddRectFilled(offset(c, at, -before), offset(c, at + width, end), colour);
        list_.AddRectFilled(offset(c, -before, at), offset(c, end, at + width), colour);
      }
    }
  }

  // Frames a set of cells along its edges.
  void outline(const techniques::CellSet& cells, ImU32 colour, float width, float inset) {
    for (const Cell cell : cells) {
      const auto x = static_cast<int>(techniques::column_of(cell));
      const auto y = static_cast<int>(techniques::row_of(cell));
      const auto inside = [&](int dx, int dy) {
        const int nx = x + dx;
        const int ny = y + dy;
        return nx >= 0 && ny >= 0 && nx < 9 && ny < 9 &&
               cells.contains(static_cast<Cell>(ny * 9 + nx));
      };
      const ImVec2 a = board_.corner_of(cell);
      const float left = a.x + (inside(-1, 0) ? 0 : inset);
      const float right = a.x + board_.cell - (inside(1, 0) ? 0 : inset - 1);
      const float top = a.y + (inside(0, -1) ? 0 : inset);
      const float bottom = a.y + board_.cell - (inside(0, 1) ? 0 : inset - 1);
      if (!inside(0, -1)) list_.AddRectFilled({left, top}, {right, top + width}, colour);
      if (!inside(0, 1)) list_.AddRectFilled({left, bottom - width}, {right, bottom}, colour);
      if (!inside(-1, 0)) list_.AddRectFilled({left, top}, {left + width, bottom}, colour);
      if (!inside(1, 0)) list_.AddRectFilled({right - width, top}, {right, bottom}, colour);
      // Inner corners, where two neighbours are inside and the diagonal one is not.
      for (const int dx : {-1, 1}) {
        for (const int dy : {-1, 1}) {
          if (!inside(dx, 0) || !inside(0, dy) || inside(dx, dy)) continue;
          const float cx = dx < 0 ? a.x : a.x + board_.cell - width - inset + 1;
          const float cy = dy < 0 ? a.y : a.y + board_.cell - width - inset + 1;
          list_.AddRectFilled({cx, cy}, {cx + width + inset, cy + width + inset}, colour);
        }
      }
    }
  }

  void paint_selection() {
    const float width = std::max(2.0F, std::round(board_.cell / 22));
    outline(look_.selection, theme_.accent, width, line_);
    if (look_.selection.size() > 1) {
      outline(techniques::CellSet::of(look_.cursor), theme_.text, line_, line_ + width);
    }
  }

  // ---- Rows, columns and boxes

  void paint_unit_looks() {
    ImFont* const font = font_of_height(
        painting_.fonts.ladder, std::min(0.72F * play_margin(painting_.scale), 0.4F * board_.cell));
    const float gap = play_margin(painting_.scale) / 2 + line_;
    for (std::size_t i = 0; i < 9; ++i) {
      const float along = board_.cell * (static_cast<float>(i) + 0.5F);
      paint_number(font, offset(board_.corner, -gap, along), static_cast<int>(i) + 1,
                   look_.units[techniques::unit_of(techniques::UnitKind::row, i)]);
      paint_number(font, offset(board_.corner, along, -gap), static_cast<int>(i) + 1,
                   look_.units[techniques::unit_of(techniques::UnitKind::column, i)]);
      paint_box(techniques::unit_of(techniques::UnitKind::box, i));
    }
  }

  void paint_number(ImFont* font, ImVec2 middle, int number, UnitState look) {
    const float size = std::round(0.3F * play_margin(painting_.scale));
    if (look == UnitState::complete) {
      const float width = std::max(1.5F, 1.6F * painting_.scale);
      list_.PathLineTo(offset(middle, -size, 0));
      list_.PathLineTo(offset(middle, -0.25F * size, 0.75F * size));
      list_.PathLineTo(offset(middle, size, -0.75F * size));
      list_.PathStroke(theme_.good, 0, width);
      return;
    }
    if (look == UnitState::conflict) {
      const float half = 1.35F * size;
      list_.AddRectFilled(offset(middle, -half, -half), offset(middle, half, half), theme_.bad,
                          0.4F * half);
    }
    paint_digit(painting_, font, middle, number,
                look == UnitState::conflict ? theme_.panel : theme_.faint);
  }

  void paint_box(Unit unit) {
    const UnitState look = look_.units[unit];
    if (look == UnitState::open) return;
    const techniques::CellSet& cells = techniques::geometry.sets[unit];
    if (look == UnitState::conflict) return outline(cells, theme_.bad, 2 * line_, line_);
    outline(cells, with_alpha(theme_.good, 0.75F), std::max(1.0F, line_), 2 * line_);
  }

  // ---- The hint

  // Where a candidate is, when all nine have places of their own.
  [[nodiscard]] ImVec2 candidate_at(Cell cell, int digit) const {
    return mark_place(board_.corner_of(cell), board_.cell, digit);
  }

  void paint_hint_marks(Cell cell) {
    const CellLook& look = look_.at(cell);
    ImFont* const font = font_of_height(painting_.fonts.ladder, 0.3F * board_.cell);
    const float radius = std::round(0.135F * board_.cell);
    for (int digit = 1; digit <= 9; ++digit) {
      const auto bit = techniques::mask_of(static_cast<techniques::Digit>(digit));
      const ImVec2 at = candidate_at(cell, digit);
      const bool lost = (look_.hint.lost[cell] & bit) != 0;
      const bool pattern = (look_.hint.pattern[cell] & bit) != 0;
      if (lost) {
        paint_digit(painting_, font, at, digit, ink(cell, theme_.bad));
        list_.AddLine(offset(at, -radius, radius * 0.7F), offset(at, radius, -radius * 0.7F),
                      theme_.bad, std::max(1.5F, board_.cell / 36));
      } else if (pattern) {
        list_.AddCircleFilled(at, radius, theme_.good, 24);
        paint_digit(painting_, font, at, digit, theme_.panel);
      } else if (((look.centre | look.corner) & bit) != 0) {
        paint_digit(painting_, font, at, digit, ink(cell, theme_.candidate));
      }
    }
  }

  void paint_hint() {
    const HintLook& hint = look_.hint;
    for (std::size_t i = 1; i < hint.chain.size(); ++i) {
      const auto& from = hint.chain[i - 1];
      const auto& to = hint.chain[i];
      list_.AddLine(candidate_at(from.cell, from.digit), candidate_at(to.cell, to.digit),
                    with_alpha(theme_.marked, 0.8F), std::max(1.5F, 1.5F * line_));
    }
  }

  // One by one: cells next to each other rule out digits of their own.
  void paint_hint_frames() {
    const float width = std::max(2.0F, std::round(board_.cell / 26));
    const float inset = std::max(2.0F, std::round(board_.cell / 20));
    for (const Cell cell : look_.hint.cited) {
      outline(techniques::CellSet::of(cell), theme_.warning, width, inset);
    }
    if (!look_.hint.placement) return;
    outline(techniques::CellSet::of(look_.hint.placement->cell), theme_.good, width, line_);
  }

  const PlayPainting& painting_;
  ImDrawList& list_;
  const Theme& theme_;
  const BoardGeometry& board_;
  const BoardLook& look_;
  float line_;
  std::array<ImU32, 81> grounds_{};  // of each cell, with its tints; of several colours the first
  ImFont* given_font_;
  ImFont* entered_font_;
};

// Of the colours 1 to 9, as 0xRRGGBB.
using Tints = std::array<std::uint32_t, 9>;
constexpr Tints dark_tints{0x70322e, 0x70481a, 0x605714, 0x315c2c, 0x1c5953,
                           0x22507a, 0x4c3d80, 0x6f325b, 0x4b525b};
constexpr Tints light_tints{0xf8c8c2, 0xfbd8ae, 0xfaeea2, 0xcdeab6, 0xb6e6de,
                            0xbedcf8, 0xd8cdf7, 0xf6cae6, 0xd3d8de};

}  // namespace

BoardGeometry play_geometry(ImVec2 corner, ImVec2 size, float scale) {
  const float room = play_margin(scale);
  BoardGeometry board;
  board.cell = std::max(12.0F, std::floor((std::min(size.x, size.y) - room - 4) / 9));
  board.corner = {std::floor(corner.x + room + (size.x - room - board.side()) / 2),
                  std::floor(corner.y + room + (size.y - room - board.side()) / 2)};
  return board;
}

Cell nearest_cell(const BoardGeometry& board, ImVec2 position) {
  const auto along = [&board](float at, float from) {
    return std::clamp(static_cast<int>(std::floor((at - from) / board.cell)), 0, 8);
  };
  return static_cast<Cell>(along(position.y, board.corner.y) * 9 +
                           along(position.x, board.corner.x));
}

void paint_play_board(const PlayPainting& painting, const BoardGeometry& board,
                      const BoardLook& look) {
  PlayPainter(painting, board, look).paint();
}

ImU32 colour_tint(const Theme& theme, game::Colour colour) {
  const std::uint32_t rgb = (theme.dark ? dark_tints : light_tints)[colour - 1U];
  return IM_COL32(rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff, 255);
}

ImFont* font_of_height(const std::vector<ImFont*>& fonts, float height) {
  ImFont* best = fonts.front();
  for (ImFont* const font : fonts) {
    if (font->FontSize <= height) best = font;
  }
  return best;
}

void paint_digit(const PlayPainting& painting, ImFont* font, ImVec2 middle, int digit,
                 ImU32 colour) {
  const auto character = static_cast<char>('0' + digit);
  const GlyphBox box = glyph_box(*font, static_cast<char32_t>(character));
  const ImVec2 at{std::round(middle.x - (box.x0 + box.x1) / 2),
                  std::round(middle.y - (box.y0 + box.y1) / 2)};
  painting.list.AddText(font, font->FontSize, at, colour, &character, &character + 1);
}

}  // namespace fungescope::ui
