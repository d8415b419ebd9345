// Paints the pencil marks of a cell.
//
// Corner marks, sorted, go to the corners, then to the edges. Centre marks are a word in the
// middle, on one line or two; or each digit has a place of its own, like the keys of a telephone.
#include "debugger_ui/sudoku/play/play_paint.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fungescope::ui {
namespace {

using techniques::Digit;

// The height of a mark's font, in the side of a cell.
constexpr float mark_share = 0.3F;
constexpr float word_share = 0.31F;

// Of the corner marks, in order, as shares of the side from the middle.
struct MarkPlace {
  float x;
  float y;
};
constexpr auto corner_places = std::to_array<MarkPlace>(
    {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}, {0, 0}});

ImU32 equal_tint(const Theme& theme) {
  return with_alpha(theme.accent, 0.34F);
}

class MarkPainter {
 public:
  MarkPainter(const PlayPainting& painting, ImVec2 corner, float side, const CellLook& look,
              ImU32 ground)
      : painting_(painting), corner_(corner), side_(side), look_(look), ground_(ground) {}

  void paint(bool places) {
    if (look_.corner != 0) paint_corners();
    if (look_.centre == 0) return;
    if (places) {
      paint_places();
    } else {
      paint_word();
    }
  }

 private:
  [[nodiscard]] ImVec2 middle() const {
    return {corner_.x + std::round(side_ / 2), corner_.y + std::round(side_ / 2)};
  }

  [[nodiscard]] ImU32 centre_ink() const {
    return mix(painting_.theme.text, painting_.theme.accent, 0.45F);
  }

  void paint_mark(ImFont* font, ImVec2 at, Digit digit, ImU32 colour) {
    const auto bit = techniques::mask_of(digit);
    const Theme& theme = painting_.theme;
    const float half = 0.5F * font->FontSize;
    const bool ruled_out = (look_.ruled_out & bit) != 0;
    ImU32 ground = ground_;
    if ((look_.equal_marks & bit) != 0) {
      ground = over(ground, equal_tint(theme));
      const ImVec2 reach{word_ ? 0.31F * font->FontSize : half, word_ ? 0.43F * 2 * half : half};
      painting_.list.AddRectFilled({at.x - reach.x, at.y - reach.y},
                                   {at.x + reach.x, at.y + reach.y}, equal_tint(theme), reach.x);
    }
    paint_digit(painting_, font, at, digit, legible(ruled_out ? theme.bad : colour, ground));
    if (ruled_out) {
      painting_.list.AddLine({at.x - 0.7F * half, at.y + 0.5F * half},
                             {at.x + 0.7F * half, at.y - 0.5F * half}, theme.bad,
                             std::max(1.2F, side_ / 45));
    }
  }

  void paint_corners() {
    ImFont* const font = font_of_height(painting_.fonts.ladder, mark_share * side_);
    const float reach = std::round(0.355F * side_);
    std::size_t n = 0;
    for (const Digit digit : techniques::digits_in(look_.corner)) {
      const MarkPlace place = corner_places[n++];
      const ImVec2 m = middle();
      paint_mark(font, {m.x + place.x * reach, m.y + place.y * reach}, digit,
                 painting_.theme.candidate);
    }
  }

  // As large as fits: on one line, from six digits on two. The corners and edges belong to the
  // corner marks.
  void paint_word() {
    constexpr int max_in_line = 5;
    constexpr float advance = 0.6F;  // of a digit, in the height of the font
    constexpr float leading = 0.84F;
    constexpr int edge_marks = 6;  // more corner marks reach the left and right edge
    const int length = techniques::count(look_.centre);
    const int lines = length > max_in_line ? 2 : 1;
    const int in_line = (length + lines - 1) / lines;
    const float width = (techniques::count(look_.corner) > edge_marks ? 0.5F : 0.9F) * side_;
    const float room = (look_.corner != 0 ? 0.46F : 0.9F) * side_;
    const float height =
        std::min({word_share * side_, width / (advance * static_cast<float>(in_line)),
                  room / (leading * static_cast<float>(lines))});
    ImFont* const font = font_of_height(painting_.fonts.ladder, height);
    const float step = std::round(advance * font->FontSize);
    const float line_step = std::round(leading * font->FontSize);
    const ImVec2 m = middle();
    word_ = true;
    int n = 0;
    for (const Digit digit : techniques::digits_in(look_.centre)) {
      const int line = n / in_line;
      const int here = std::min(in_line, length - line * in_line);
      const auto column = static_cast<float>(n % in_line) - static_cast<float>(here - 1) / 2;
      const float row = static_cast<float>(line) - static_cast<float>(lines - 1) / 2;
      paint_mark(font, {m.x + column * step, m.y + row * line_step}, digit, centre_ink());
      ++n;
    }
  }

  void paint_places() {
    // The edge belongs to the corner marks.
    const float share = look_.corner != 0 ? 0.6F : 1;
    const float inner = std::round(side_ * share);
    const float inset = std::round((side_ - inner) / 2);
    const ImVec2 corner{corner_.x + inset, corner_.y + inset};
    ImFont* const font = font_of_height(painting_.fonts.ladder,
                                        (look_.corner != 0 ? 0.75F : 1) * mark_share * side_);
    for (const Digit digit : techniques::digits_in(look_.centre)) {
      paint_mark(font, mark_place(corner, inner, digit), digit, centre_ink());
    }
  }

  const PlayPainting& painting_;
  ImVec2 corner_;
  float side_;
  const CellLook& look_;
  ImU32 ground_;       // the colour that the marks stand on
  bool word_ = false;  // the digits are close to each other
};

}  // namespace

void paint_marks(const PlayPainting& painting, ImVec2 corner, float side, const CellLook& look,
                 bool places, ImU32 ground) {
  MarkPainter(painting, corner, side, look, ground).paint(places);
}

ImVec2 mark_place(ImVec2 corner, float side, int digit) {
  const auto column = static_cast<float>((digit - 1) % 3);
  const auto row = static_cast<float>((digit - 1) / 3);
  // Closer together than thirds of the side, which would touch the lines.
  const float step = 0.3F * side;
  return {std::round(corner.x + side / 2 + (column - 1) * step),
          std::round(corner.y + side / 2 + (row - 1) * step)};
}

}  // namespace fungescope::ui
