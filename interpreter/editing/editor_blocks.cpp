// Blocks: cut, paste, fill, move, rotate and mirror; finding and replacing text.
#include "lang/source_text.h"

#include <algorithm>
#include <utility>

#include "editing/editor.h"
#include <fmt/format.h>

namespace fungescope::editing {
namespace {

Block uniform_block(Size size, char32_t character) {
  return {size, std::u32string(static_cast<std::size_t>(size.area()), character)};
}

std::string describe(Size size) {
  return fmt::format("{}x{}", size.width, size.height);
}

// Overwrites the `size` cells of a match; the rest of them becomes blank.
void write_over(Transaction& transaction, const TextMatch& match, std::size_t size,
                std::u32string_view by, Size field) {
  Point cell = match.at;
  for (std::size_t i = 0; i < size; ++i) {
    transaction.write(cell, i < by.size() ? by[i] : U' ');
    cell = step_on_torus(cell, match.direction, field);
  }
}

Result<void> check_lengths(std::u32string_view text, std::u32string_view by) {
  if (by.size() <= text.size() && !text.empty()) return {};
  if (text.empty()) return fail({}, "there is nothing to replace", "type the text to find");
  return fail(
      {}, fmt::format("the replacement has {} characters and the text {}", by.size(), text.size()),
      "a replacement moves no cell: make it at most as long");
}

}  // namespace

Result<void> Editor::check_inside(const Rectangle& area, std::string_view what) const {
  const Size canvas = document_.canvas();
  if (fits_into(area, canvas)) return {};
  const Point outside{std::max<std::int64_t>(area.corner.x, 0),
                      std::max<std::int64_t>(area.corner.y, 0)};
  const Size needed{std::max(canvas.width, outside.x + area.size.width),
                    std::max(canvas.height, outside.y + area.size.height)};
  return fail(document_.location_of(outside),
              fmt::format("{} of {} does not fit into the field of {}", what, describe(area.size),
                          describe(canvas)),
              document_.has_fixed_size()
                  ? "choose another place; this field has a fixed size"
                  : fmt::format("enlarge the field to {} first", describe(needed)));
}

Block Editor::copy(const Rectangle& area) const {
  Block block{area.size, {}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(area.size.area()); ++i) {
    const Point at = area.size.point_at(i);
    block.cells += document_.at({area.corner.x + at.x, area.corner.y + at.y});
  }
  return block;
}

Result<Done> Editor::write_block(Point at, const Block& block) {
  return edit({}, [&](Transaction& transaction, Done&) -> Result<void> {
    transaction.write(at, block);
    return {};
  });
}

Result<Done> Editor::cut(const Rectangle& area, Block& block) {
  block = copy(area);
  return write_block(area.corner, uniform_block(area.size, U' '));
}

Result<Done> Editor::paste(Point at, const Block& block) {
  TRY(check_inside({at, block.size}, "the block"));
  return edit({}, [&](Transaction& transaction, Done&) -> Result<void> {
    transaction.write(at, block);
    select({at, block.size});
    return {};
  });
}

Result<Done> Editor::fill(const Rectangle& area, char32_t character) {
  return write_block(area.corner, uniform_block(area.size, character));
}

Result<Done> Editor::move_block(const Rectangle& area, Point to) {
  TRY(check_inside({to, area.size}, "the block"));
  if (to == area.corner) return Done{};
  return edit({}, [&](Transaction& transaction, Done& done) -> Result<void> {
    const Block block = copy(area);
    transaction.write(area.corner, uniform_block(area.size, U' '));
    transaction.write(to, block);
    done.map.add(BlockShift{area, {to.x - area.corner.x, to.y - area.corner.y}});
    select({to, area.size});
    return {};
  });
}

Result<Done> Editor::turn_block(const Rectangle& area, Turn how, Arrows arrows) {
  const TurnedBlock turned = editing::turn(copy(area), how, arrows);
  const Rectangle target{area.corner, turned.block.size};
  TRY(check_inside(target, "the turned block"));
  for (std::int64_t y = 0; y < target.size.height; ++y) {
    for (std::int64_t x = 0; x < target.size.width; ++x) {
      const Point cell{target.corner.x + x, target.corner.y + y};
      if (area.contains(cell) || document_.at(cell) == ' ') continue;
      return fail(document_.location_of(cell), "the turned block would cover this cell",
                  "clear it, or move the block to where there is room");
    }
  }
  return edit({}, [&](Transaction& transaction, Done& done) -> Result<void> {
    if (target != area) transaction.write(area.corner, uniform_block(area.size, U' '));
    transaction.write(target.corner, turned.block);
    select(target);
    const std::int64_t reversed = turned.reversed_branches;
    if (reversed > 0) {
      done.notes.push_back(fmt::format(
          "{} now the other way round; a ! before {} restores the meaning",
          reversed == 1 ? "a branch decides" : fmt::format("{} branches decide", reversed),
          reversed == 1 ? "it" : "each"));
    }
    return {};
  });
}

TextMatches Editor::find(std::string_view text, std::size_t limit) const {
  return find_text(document_.playfield(document_.field()), characters(text), limit);
}

std::u32string Editor::characters(std::string_view text) const {
  return decode_characters(text, document_.options().dialect);
}

Result<Done> Editor::replace(const TextMatch& match, std::string_view text, std::string_view by) {
  const std::u32string from = characters(text);
  const std::u32string to = characters(by);
  TRY(check_lengths(from, to));
  return edit({}, [&](Transaction& transaction, Done&) -> Result<void> {
    write_over(transaction, match, from.size(), to, document_.field());
    return {};
  });
}

Result<Editor::Replaced> Editor::replace_all(std::string_view text, std::string_view by) {
  const std::u32string from = characters(text);
  const std::u32string to = characters(by);
  TRY(check_lengths(from, to));
  Replaced result;
  const Size field = document_.field();
  result.done = TRY(edit({}, [&](Transaction& transaction, Done&) -> Result<void> {
    for (const TextMatch& match : find(text, static_cast<std::size_t>(field.area())).found) {
      // An earlier replacement may have overwritten a part of this match.
      Point cell = match.at;
      bool matches = true;
      for (const char32_t character : from) {
        matches = matches && document_.at(cell) == character;
        cell = step_on_torus(cell, match.direction, field);
      }
      if (!matches) continue;
      ++result.count;
      write_over(transaction, match, from.size(), to, field);
    }
    return {};
  }));
  return result;
}

}  // namespace fungescope::editing
