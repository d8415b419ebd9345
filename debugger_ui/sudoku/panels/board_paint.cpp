#include "debugger_ui/sudoku/panels/board_paint.h"

#include <algorithm>
#include <cmath>

namespace fungescope::ui {
namespace {

using Origin = BoardCell::Origin;

constexpr int cells_per_side = 9;

ImVec2 operator+(ImVec2 a, ImVec2 b) {
  return {a.x + b.x, a.y + b.y};
}
ImVec2 square(float length) {
  return {length, length};
}

class Painter {
 public:
  Painter(ImDrawList& list, const BoardGeometry& board, const BoardPaintParams& painting,
          const Fonts& fonts, const Theme& theme, float scale)
      : list_(list),
        board_(board),
        painting_(painting),
        theme_(theme),
        line_(std::max(1.0F, std::floor(scale))),
        digit_font_(font_within(fonts, 0.7F * board.cell)),
        small_font_(font_within(fonts, 0.33F * board.cell)),
        letter_font_(font_within(fonts, 0.3F * board.cell)) {}

  void paint() {
    list_.AddRectFilled(board_.corner, board_.corner + square(board_.side()), theme_.panel);
    for (std::size_t i = 0; i < 81; ++i) paint_cell(i);
    paint_board_lines(list_, board_, theme_, line_);
    for (std::size_t i = 0; i < 81; ++i) {
      if (painting_.conflict[i]) frame(board_cell(i), theme_.bad, 2 * line_);
    }
    if (painting_.event) frame(*painting_.event, painting_.event_colour, 2 * line_);
    if (painting_.marked) frame(*painting_.marked, theme_.marked, 2 * line_);
    if (painting_.hovered) frame(*painting_.hovered, theme_.dim, line_);
    if (painting_.selected) frame(*painting_.selected, theme_.accent, 2 * line_);
  }

 private:
  void frame(Point at, ImU32 colour, float width) {
    const ImVec2 corner = board_.corner_of(at);
    const float inset = std::ceil(width / 2);
    list_.AddRect(corner + square(inset), corner + square(board_.cell - inset + 1), colour, 0, 0,
                  width);
  }

  void paint_cell(std::size_t index) {
    const BoardCell& cell = painting_.view.cells[index];
    const ImVec2 corner = board_.corner_of(index);
    const ImVec2 end = corner + square(board_.cell);
    ground_ = theme_.panel;
    const auto tint = [&](ImU32 colour) {
      list_.AddRectFilled(corner, end, colour);
      ground_ = over(ground_, colour);
    };
    if (cell.digit != 0 && cell.depth > 0) tint(theme_.depth(cell.depth));
    if (painting_.reason[index]) tint(with_alpha(painting_.event_colour, 0.16F));
    if (painting_.changes.digits[index]) {
      tint(changed_tint(theme_));
      const float thick = std::max(2 * line_, std::floor(board_.cell / 14));
      list_.AddRectFilled({corner.x, end.y - thick}, end, theme_.changed);
    }
    if (cell.digit != 0) {
      paint_digit(cell, corner);
    } else if (painting_.view.ready) {
      paint_candidates(index, cell, corner);
    }
  }

  void paint_digit(const BoardCell& cell, ImVec2 corner) {
    const auto sign = static_cast<char>('0' + cell.digit);
    const ImVec2 size = square(board_.cell);
    if (cell.origin == Origin::given) {
      centred_glyph(list_, digit_font_, corner, size, sign, legible(theme_.given, ground_), true);
      return;
    }
    const bool guess = cell.origin == Origin::guessed;
    const ImU32 colour = legible(guess                            ? theme_.guessed
                                 : cell.origin == Origin::unknown ? theme_.dim
                                                                  : theme_.deduced,
                                 ground_);
    if (guess) {
      const float inset = std::round(0.12F * board_.cell);
      list_.AddRect(corner + square(inset), corner + square(board_.cell - inset + 1), colour,
                    0.1F * board_.cell, 0, std::max(line_, std::floor(board_.cell / 26)));
    }
    centred_glyph(list_, digit_font_, corner, size, sign, colour);
    paint_letter(cell, corner, guess ? colour : legible(theme_.dim, ground_), guess);
  }

  void paint_letter(const BoardCell& cell, ImVec2 corner, ImU32 colour, bool guess) {
    if (cell.depth <= 0 || letter_font_ == nullptr) return;
    const float wide = std::round(0.26F * board_.cell);
    const float inset = guess ? std::round(0.15F * board_.cell) : std::round(0.06F * board_.cell);
    centred_glyph(list_, letter_font_,
                  {corner.x + board_.cell - inset - wide, corner.y + inset - line_}, square(wide),
                  depth_letter(cell.depth), colour, guess);
  }

  void paint_candidates(std::size_t index, const BoardCell& cell, ImVec2 corner) {
    const bool selected = painting_.selected && board_index(*painting_.selected) == index;
    for (int v = 1; v <= 9; ++v) {
      const bool gone = (painting_.changes.ruled_out[index] >> (v - 1) & 1) != 0;
      const bool chosen = selected && painting_.selected_digit == v;
      const float third = (board_.cell - 2 * line_) / 3;
      const int column = (v - 1) % 3;
      const int row = (v - 1) / 3;
      const ImVec2 at{corner.x + line_ + std::floor(static_cast<float>(column) * third),
                      corner.y + line_ + std::floor(static_cast<float>(row) * third)};
      if (chosen) list_.AddRectFilled(at, at + square(std::floor(third)), theme_.accent);
      if (!gone && !cell.possible(v) && !chosen) continue;
      const ImU32 ink = gone ? theme_.changed : theme_.candidate;
      paint_candidate(v, at, std::floor(third), chosen ? theme_.on_accent : legible(ink, ground_));
      if (gone || !cell.possible(v)) strike(at, std::floor(third), chosen);
    }
  }

  void paint_candidate(int v, ImVec2 at, float size, ImU32 colour) {
    if (small_font_ != nullptr) {
      centred_glyph(list_, small_font_, at, square(size), static_cast<char>('0' + v), colour);
      return;
    }
    const float dot = std::max(1.0F, std::floor(size / 3));
    const ImVec2 corner{at.x + std::floor((size - dot) / 2), at.y + std::floor((size - dot) / 2)};
    list_.AddRectFilled(corner, corner + square(dot), colour);
  }

  void strike(ImVec2 at, float size, bool chosen) {
    if (small_font_ == nullptr) return;
    const float y = at.y + std::floor(size / 2);
    list_.AddRectFilled({at.x + line_, y}, {at.x + size - line_, y + line_},
                        chosen ? theme_.on_accent : theme_.changed);
  }

  ImDrawList& list_;
  const BoardGeometry& board_;
  const BoardPaintParams& painting_;
  const Theme& theme_;
  float line_;
  ImU32 ground_ = 0;  // of the cell that is painted, with its tints
  ImFont* digit_font_;
  ImFont* small_font_;
  ImFont* letter_font_;
};

}  // namespace

BoardGeometry BoardGeometry::in(ImVec2 corner, ImVec2 size, float margin) {
  BoardGeometry board;
  board.cell = std::max(4.0F, std::floor((std::min(size.x, size.y) - margin - 3) / cells_per_side));
  const float spare = std::floor((size.x - margin - board.side() - 3) / 2);
  board.corner = {std::floor(corner.x + margin + std::max(spare, 1.0F)),
                  std::floor(corner.y + margin + 1)};
  return board;
}

std::optional<Point> BoardGeometry::cell_at(ImVec2 position) const {
  const auto x = static_cast<std::int64_t>(std::floor((position.x - corner.x) / cell));
  const auto y = static_cast<std::int64_t>(std::floor((position.y - corner.y) / cell));
  if (x < 0 || y < 0 || x >= cells_per_side || y >= cells_per_side) return std::nullopt;
  return Point{x, y};
}

int BoardGeometry::digit_at(ImVec2 position) const {
  const float x = std::fmod(position.x - corner.x, cell) * 3 / cell;
  const float y = std::fmod(position.y - corner.y, cell) * 3 / cell;
  return std::clamp(static_cast<int>(y), 0, 2) * 3 + std::clamp(static_cast<int>(x), 0, 2) + 1;
}

void paint_board_lines(ImDrawList& list, const BoardGeometry& board, const Theme& theme,
                       float scale) {
  const float line = std::max(1.0F, std::floor(scale));
  for (const bool thick : {false, true}) {
    for (int i = 0; i <= cells_per_side; ++i) {
      if ((i % 3 == 0) != thick) continue;
      const float at = board.cell * static_cast<float>(i);
      const float before = thick ? line : 0;
      const ImU32 colour = thick ? theme.dim : theme.grid_line;
      const ImVec2 c = board.corner;
      const float end = board.side() + line;
      list.AddRectFilled({c.x + at - before, c.y - before}, {c.x + at + line, c.y + end}, colour);
      list.AddRectFilled({c.x - before, c.y + at - before}, {c.x + end, c.y + at + line}, colour);
    }
  }
}

void paint_board_coordinates(ImDrawList& list, const BoardGeometry& board, const Fonts& fonts,
                             const Theme& theme, float margin) {
  ImFont* const font = font_within(fonts, std::min(margin - 2, fonts.small->FontSize));
  const auto label = [&](char letter, int i, ImVec2 corner, ImVec2 size) {
    const auto sign = static_cast<char>('1' + i);
    // The two characters meet in the middle.
    const float half = 0.3F * font->FontSize;
    centred_glyph(list, font, {corner.x - half, corner.y}, size, letter, theme.dim);
    centred_glyph(list, font, {corner.x + half, corner.y}, size, sign, theme.dim);
  };
  for (int i = 0; i < cells_per_side; ++i) {
    const float at = board.cell * static_cast<float>(i);
    label('c', i, {board.corner.x + at, board.corner.y - margin}, {board.cell, margin});
    label('r', i, {board.corner.x - margin, board.corner.y + at}, {margin, board.cell});
  }
}

void paint_board(ImDrawList& list, const BoardGeometry& board, const BoardPaintParams& painting,
                 const Fonts& fonts, const Theme& theme, float scale) {
  Painter(list, board, painting, fonts, theme, scale).paint();
  if (painting.margin > 0) {
    paint_board_coordinates(list, board, fonts, theme, painting.margin);
  }
}

}  // namespace fungescope::ui
