#include "debugger_ui/panels/playfield/playfield_paint.h"

#include "debugger_ui/platform/imgui_compat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace fungescope::ui {
namespace {

constexpr float smallest_block_width = 1;
constexpr float smallest_block_height = 1.5F;

// A batch of rectangles in a draw list: reserves room for all of them at once, and returns the
// unused rest.
class QuadBatch {
 public:
  // The limit of 16-bit indices of a draw call.
  static constexpr int max_size = 16'000;

  QuadBatch(ImDrawList& list, int capacity) : list_(list), left_(capacity) {
    list_.PrimReserve(6 * capacity, 4 * capacity);
  }
  ~QuadBatch() { list_.PrimUnreserve(6 * left_, 4 * left_); }
  QuadBatch(const QuadBatch&) = delete;
  QuadBatch& operator=(const QuadBatch&) = delete;

  [[nodiscard]] bool full() const { return left_ == 0; }
  void rectangle(float x0, float y0, float x1, float y1, ImU32 colour) {
    --left_;
    list_.PrimRect({x0, y0}, {x1, y1}, colour);
  }
  void glyph(float x, float y, const GlyphBox& box, ImU32 colour) {
    --left_;
    list_.PrimRectUV({x + box.x0, y + box.y0}, {x + box.x1, y + box.y1}, {box.u0, box.v0},
                     {box.u1, box.v1}, colour);
  }

 private:
  ImDrawList& list_;
  int left_;
};

// The visible part of one row, with the data for drawing its cells.
class FieldRow {
 public:
  FieldRow(const FieldPaint& field, const Rectangle& visible, std::int64_t y)
      : field_(field), cells_(field.snapshot.cells), y_(y) {
    const Playfield& source = *field.snapshot.program->source;
    index_ = source.index_of({0, y});
    const bool has_row =
        y >= cells_.area.corner.y && y < cells_.area.corner.y + cells_.area.size.height;
    known_begin_ = has_row ? cells_.area.corner.x : 0;
    known_end_ = has_row ? cells_.area.corner.x + cells_.area.size.width : 0;
    known_ = has_row ? cells_.index_of({0, y}) : 0;
    note_named(visible);
  }

  [[nodiscard]] bool known(std::int64_t x) const { return x >= known_begin_ && x < known_end_; }
  [[nodiscard]] std::int64_t value(std::int64_t x) const {
    return known(x) ? cells_.values[known_ + static_cast<std::size_t>(x)]
                    : field_.snapshot.program->source->at(index_ + static_cast<std::size_t>(x));
  }
  [[nodiscard]] std::uint8_t flags(std::int64_t x) const {
    return known(x) ? cells_.flags[known_ + static_cast<std::size_t>(x)] : 0;
  }
  [[nodiscard]] CellKind kind(std::int64_t x) const {
    const std::size_t index = index_ + static_cast<std::size_t>(x);
    if (field_.code.is_text(index)) return CellKind::text;
    if (field_.code.has(index)) return CellKind::code;
    const bool named = !named_.empty() && named_[static_cast<std::size_t>(x - first_)] != 0;
    return named || (flags(x) & CellsSnapshot::modified) != 0 ? CellKind::data : CellKind::prose;
  }
  [[nodiscard]] std::int64_t y() const { return y_; }

 private:
  // Marks the cells that lie in a region or are a variable.
  void note_named(const Rectangle& visible) {
    first_ = visible.corner.x;
    const std::int64_t end = first_ + visible.size.width;
    const auto note = [&](std::int64_t begin, std::int64_t past) {
      begin = std::max(begin, first_);
      past = std::min(past, end);
      if (begin >= past) return;
      named_.resize(static_cast<std::size_t>(visible.size.width));
      std::fill(named_.begin() + (begin - first_), named_.begin() + (past - first_), 1);
    };
    const Symbols& symbols = field_.snapshot.program->symbols;
    for (const Region& region : symbols.regions()) {
      if (y_ < region.area.corner.y || y_ >= region.area.corner.y + region.area.size.height)
        continue;
      note(region.area.corner.x, region.area.corner.x + region.area.size.width);
    }
    for (const Watch& variable : symbols.variables()) {
      if (variable.at.y == y_) note(variable.at.x, variable.at.x + 1);
    }
  }

  const FieldPaint& field_;
  const CellsSnapshot& cells_;
  std::int64_t y_;
  std::size_t index_ = 0;
  std::int64_t known_begin_ = 0;
  std::int64_t known_end_ = 0;
  std::size_t known_ = 0;  // index that column 0 would have; wraps around
  std::int64_t first_ = 0;
  std::vector<std::uint8_t> named_;
};

// The colours of HeatIntensities.
std::array<ImU32, 256> heat_ramp(const Theme& theme) {
  std::array<ImU32, 256> ramp{};
  for (std::size_t i = 1; i < ramp.size(); ++i) ramp[i] = theme.heat(static_cast<float>(i) / 255);
  return ramp;
}

// The background of a cell: its overlay, or that it changed.
class Backgrounds {
 public:
  explicit Backgrounds(const FieldPaint& field) : field_(field) {
    if (needs_heat(field.overlay)) {
      ramp_ = heat_ramp(field.theme);
      for (std::size_t i = 1; i < ramp_.size(); ++i) {
        const ImU32 ground = over(field.theme.panel, ramp_[i]);
        over_[i] = legible(ground, ground);  // black or white
      }
    }
    changed_ = changed_tint(field.theme);
    modified_ = with_alpha(field.theme.modified, 0.45F);
  }

  // Returns the colour of a glyph: its class's, as far as it can be read on what lies below.
  [[nodiscard]] ImU32 character(const FieldRow& row, std::int64_t x, ImU32 colour) {
    if (needs_heat(field_.overlay)) {
      const std::uint8_t share = field_.heat.at({x, row.y()});
      if (share != 0) return over_[share];
    }
    const ImU32* const below = field_.grounds.at({x, row.y()});
    ImU32 ground = below == nullptr ? field_.theme.panel : *below;
    if (const ImU32 tint = of(row, x); tint != 0) ground = over(ground, tint);
    if (ground == field_.theme.panel) return colour;
    const auto [ink, added] = inks_.try_emplace({colour, ground}, 0);
    if (added) ink->second = legible(colour, ground);
    return ink->second;
  }

  // Returns 0 for none.
  [[nodiscard]] ImU32 of(const FieldRow& row, std::int64_t x) const {
    const std::uint8_t flags = row.flags(x);
    if ((flags & CellsSnapshot::changed) != 0 && !needs_heat(field_.overlay)) return changed_;
    if (field_.overlay == Overlay::none) return 0;
    if (field_.overlay == Overlay::modified) {
      return (flags & CellsSnapshot::modified) != 0 ? modified_ : 0;
    }
    return ramp_[field_.heat.at({x, row.y()})];
  }

 private:
  const FieldPaint& field_;
  std::array<ImU32, 256> ramp_{};
  std::array<ImU32, 256> over_{};
  ImU32 changed_ = 0;
  ImU32 modified_ = 0;
  std::map<std::pair<ImU32, ImU32>, ImU32> inks_;  // computed, by class and ground
};

// Draws `colour(x)` for each cell of a row, merging equal neighbours into one rectangle.
template <class Colour>
void paint_runs(ImDrawList& list, const FieldView& view, const Rectangle& visible, std::int64_t y,
                const Colour& colour) {
  const float top = view.y_of(y);
  const float bottom = view.y_of(y + 1);
  const std::int64_t end = visible.corner.x + visible.size.width;
  std::int64_t begin = visible.corner.x;
  while (begin < end) {
    QuadBatch quads(list,
                    static_cast<int>(std::min<std::int64_t>(end - begin, QuadBatch::max_size)));
    while (begin < end && !quads.full()) {
      const ImU32 wanted = colour(begin);
      std::int64_t past = begin + 1;
      while (past < end && colour(past) == wanted) ++past;
      if (wanted != 0) quads.rectangle(view.x_of(begin), top, view.x_of(past), bottom, wanted);
      begin = past;
    }
  }
}

// Draws values without a glyph in smaller digits, or as a mark where these do not fit.
class NumberPainter {
 public:
  NumberPainter(const FieldPaint& field) : zoom_(field.view.zoom), list_(field.fonts.ladder) {
    // The largest font in which two digits fit, or three where cells are large.
    const std::size_t wanted = zoom_.width >= 16 ? 3 : 2;
    for (int i = 0; i < zoom_.font; ++i) {
      ImFont& font = *list_[static_cast<std::size_t>(i)];
      if (glyph_box(font, '0').advance * static_cast<float>(wanted) > zoom_.width) break;
      font_ = &font;
    }
    if (font_ == nullptr && zoom_.font > 0 &&
        2 * glyph_box(*list_[0], '0').advance <= zoom_.width + 1) {
      font_ = list_[0];
    }
    if (font_ == nullptr) return;
    for (char character = '-'; character <= '9'; ++character)
      boxes_[index_of(character)] = glyph_box(*font_, static_cast<char32_t>(character));
    room_ = static_cast<std::size_t>((zoom_.width + 1) / boxes_[index_of('0')].advance);
    down_ = std::round((zoom_.height - font_->FontSize) / 2);
  }

  static constexpr int max_quads = 8;

  void paint(QuadBatch& quads, float x, float y, std::int64_t value, ImU32 colour) const {
    const std::string number = font_ == nullptr
                                   ? std::string()
                                   : compact_number(value, std::min<std::size_t>(room_, max_quads));
    if (number.empty()) return mark(quads, x, y, colour);
    const float advance = boxes_[index_of('0')].advance;
    float at = x + std::floor((zoom_.width - advance * static_cast<float>(number.size())) / 2);
    for (const char character : number) {
      quads.glyph(at, y + down_, boxes_[index_of(character)], colour);
      at += advance;
    }
  }

 private:
  static std::size_t index_of(char character) { return static_cast<std::size_t>(character - '-'); }

  void mark(QuadBatch& quads, float x, float y, ImU32 colour) const {
    const float side = std::max(std::round(zoom_.width / 3), 2.0F);
    const float left = x + std::floor((zoom_.width - side) / 2);
    const float top = y + std::floor((zoom_.height - side) / 2);
    quads.rectangle(left, top, left + side, top + side, colour);
  }

  const ZoomLevel& zoom_;
  const std::vector<ImFont*>& list_;
  ImFont* font_ = nullptr;
  std::array<GlyphBox, '9' - '-' + 1> boxes_{};
  std::size_t room_ = 0;
  float down_ = 0;
};

// The glyphs of a font, each centred in a cell.
class GlyphPainter {
 public:
  explicit GlyphPainter(const FieldPaint& field) : numbers_(field) {
    const ZoomLevel& zoom = field.view.zoom;
    ImFont& font = *field.fonts.ladder[static_cast<std::size_t>(zoom.font)];
    const float down = std::round((zoom.height - font.FontSize) / 2);
    for (std::size_t character = 0; character < boxes_.size(); ++character) {
      if (!is_visible(static_cast<std::int64_t>(character))) continue;
      GlyphBox& box = boxes_[character] = glyph_box(font, static_cast<char32_t>(character));
      const float right = std::floor((zoom.width - box.advance) / 2);
      box.x0 += right, box.x1 += right, box.y0 += down, box.y1 += down;
    }
  }

  static constexpr int max_quads = NumberPainter::max_quads;

  void paint(QuadBatch& quads, float x, float y, std::int64_t value, ImU32 colour) const {
    if (is_blank(value)) return;
    if (is_visible(value)) {
      quads.glyph(x, y, boxes_[static_cast<std::size_t>(value)], colour);
    } else {
      numbers_.paint(quads, x, y, value, colour);
    }
  }

 private:
  NumberPainter numbers_;
  std::array<GlyphBox, 256> boxes_{};
};

void paint_glyphs(const FieldPaint& field, const Rectangle& visible) {
  const GlyphPainter glyphs(field);
  Backgrounds backgrounds(field);
  const CellColours colours(field.theme, field.snapshot.program->dialect);
  // Cells that are not in the snapshot yet are dimmed.
  const float waiting = visible.size.area() <= ViewRequest::max_cells ? 0.5F : 1.0F;
  for (std::int64_t y = visible.corner.y; y < visible.corner.y + visible.size.height; ++y) {
    const FieldRow row(field, visible, y);
    paint_runs(field.list, field.view, visible, y,
               [&](std::int64_t x) { return backgrounds.of(row, x); });
    const float top = field.view.y_of(y);
    const float left = field.view.x_of(visible.corner.x);
    const int capacity = static_cast<int>(visible.size.width) * GlyphPainter::max_quads;
    if (capacity > QuadBatch::max_size)
      continue;  // cells are some pixels wide: no screen has that many
    QuadBatch quads(field.list, capacity);
    for (std::int64_t x = visible.corner.x; x < visible.corner.x + visible.size.width; ++x) {
      const std::int64_t value = row.value(x);
      if (is_blank(value)) continue;
      const ImU32 colour = backgrounds.character(row, x, colours.of(value, row.kind(x)));
      glyphs.paint(quads, left + static_cast<float>(x - visible.corner.x) * field.view.zoom.width,
                   top, value, row.known(x) ? colour : with_alpha(colour, waiting));
    }
  }
}

void paint_blocks(const FieldPaint& field, const Rectangle& visible) {
  const Backgrounds backgrounds(field);
  const CellColours colours(field.theme, field.snapshot.program->dialect);
  std::vector<ImU32> row_colours(static_cast<std::size_t>(visible.size.width));
  const bool heat = field.overlay != Overlay::none;
  for (std::int64_t y = visible.corner.y; y < visible.corner.y + visible.size.height; ++y) {
    const FieldRow row(field, visible, y);
    for (std::int64_t i = 0; i < visible.size.width; ++i) {
      const std::int64_t x = visible.corner.x + i;
      const std::int64_t value = row.value(x);
      ImU32 colour = backgrounds.of(row, x);
      if (colour == 0 && !is_blank(value)) {
        const CellKind kind = row.kind(x);
        // Solid blocks are more prominent than glyphs.
        const float quiet = heat ? 0.18F : kind == CellKind::prose ? 0.45F : 0.7F;
        colour = with_alpha(colours.of(value, kind), quiet);
      }
      row_colours[static_cast<std::size_t>(i)] = colour;
    }
    paint_runs(field.list, field.view, visible, y, [&](std::int64_t x) {
      return row_colours[static_cast<std::size_t>(x - visible.corner.x)];
    });
  }
}

// Returns `view` in units of squares of `side` cells.
FieldView in_blocks(const FieldView& view, std::int64_t side) {
  FieldView blocks = view;
  blocks.zoom = {view.zoom.width * static_cast<float>(side),
                 view.zoom.height * static_cast<float>(side), -1};
  blocks.left /= static_cast<double>(side);
  blocks.top /= static_cast<double>(side);
  return blocks;
}

// Draws counts over the overview, where cells are smaller than pixels.
void paint_heat_blocks(const FieldPaint& field, const Rectangle& visible) {
  const HeatSnapshot* const heat = field.heat.heat();
  if (heat == nullptr || heat->block_bits == 0 || !needs_heat(field.overlay)) return;
  const unsigned bits = heat->block_bits;
  const Point first{visible.corner.x >> bits, visible.corner.y >> bits};
  const Point last{(visible.corner.x + visible.size.width - 1) >> bits,
                   (visible.corner.y + visible.size.height - 1) >> bits};
  const Rectangle blocks = rectangle_between(first, last);
  const auto ramp = heat_ramp(field.theme);
  const FieldView view = in_blocks(field.view, std::int64_t{1} << bits);
  for (std::int64_t y = first.y; y <= last.y; ++y) {
    paint_runs(field.list, view, blocks, y, [&](std::int64_t x) {
      return ramp[field.heat.at({x << bits, y << bits})];
    });
  }
}

}  // namespace

std::vector<ZoomLevel> levels_for_fonts(const Fonts& fonts) {
  std::vector<FontCell> cells;
  for (ImFont* const font : fonts.ladder) {
    cells.push_back({glyph_box(*font, '0').advance, font->FontSize});
  }
  return zoom_levels(cells);
}

std::size_t level_for_font_size(const std::vector<ZoomLevel>& levels, const Fonts& fonts,
                                float size) {
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i].font < 0) continue;
    if (fonts.ladder[static_cast<std::size_t>(levels[i].font)]->FontSize >= size) return i;
  }
  return levels.size() - 1;
}

std::int64_t value_at(const ViewSnapshot& snapshot, Point at) {
  if (snapshot.cells.area.contains(at)) return snapshot.cells.values[snapshot.cells.index_of(at)];
  return snapshot.program->source->at(at);
}

CellDetail detail_for(const ZoomLevel& zoom) {
  if (zoom.font >= 0) return CellDetail::glyphs;
  return zoom.width >= smallest_block_width && zoom.height >= smallest_block_height
             ? CellDetail::blocks
             : CellDetail::density;
}

void paint_cells(const FieldPaint& field) {
  const Rectangle visible = field.view.visible(field.snapshot.program->field());
  if (visible.size.area() == 0) return;
  const CellDetail detail = detail_for(field.view.zoom);
  if (detail == CellDetail::glyphs) return paint_glyphs(field, visible);
  if (detail == CellDetail::blocks) return paint_blocks(field, visible);
  paint_density(field, field.view, visible, field.theme.panel);
  paint_heat_blocks(field, visible);
}

void paint_density(const FieldPaint& field, const FieldView& view, const Rectangle& cells,
                   ImU32 background) {
  // Blocks of about two pixels: smaller ones would be as many as pixels.
  const std::size_t level = Density::level_for(2.5 / view.zoom.height);
  const std::int64_t side = Density::block_sides[level];
  const Size size = field.density.size(level);
  const Point first{cells.corner.x / side, cells.corner.y / side};
  const Point end{std::min((cells.corner.x + cells.size.width - 1) / side + 1, size.width),
                  std::min((cells.corner.y + cells.size.height - 1) / side + 1, size.height)};
  constexpr int steps = 12;
  std::array<ImU32, steps + 1> shades{};
  for (int i = 1; i <= steps; ++i) {
    shades[static_cast<std::size_t>(i)] =
        mix(background, field.theme.dim, 0.12F + 0.53F * static_cast<float>(i) / steps);
  }
  const auto shade = [&](std::int64_t x, std::int64_t y) {
    const float share = std::min(std::sqrt(field.density.at(level, {x, y})), 1.0F);
    return shades[static_cast<std::size_t>(std::ceil(share * steps))];
  };
  const FieldView blocks = in_blocks(view, side);
  const Rectangle all{first, {end.x - first.x, end.y - first.y}};
  for (std::int64_t y = first.y; y < end.y; ++y) {
    paint_runs(field.list, blocks, all, y, [&](std::int64_t x) { return shade(x, y); });
  }
}

}  // namespace fungescope::ui
