// Blocks: cut, paste, fill, move, rotate and mirror; finding and replacing text.
#include <algorithm>
#include <utility>

#include "editing/editor.h"
#include <fmt/format.h>

namespace fungescope::editing {
namespace {

Block uniform_block(Size size, unsigned char byte) {
  return {size, std::string(static_cast<std::size_t>(size.area()), static_cast<char>(byte))};
}

std::string describe(Size size) {
  return fmt::format("{}x{}", size.width, size.height);
}

Playfield field_of(const Document& document) {
  const Size size = document.field();
  Playfield::Bytes bytes;
  bytes.reserve(static_cast<std::size_t>(size.area()));
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) bytes.push_back(document.at({x, y}));
  }
  return {size, std::move(bytes), document.options().dialect.signed_8_bit_cells};
}

// Overwrites the `size` bytes of a match; the rest of them becomes blank.
void write_over(Transaction& transaction, const TextMatch& match, std::size_t size,
                std::string_view by, Size field) {
  Point cell = match.at;
  for (std::size_t i = 0; i < size; ++i) {
    transaction.write(cell, static_cast<unsigned char>(i < by.size() ? by[i] : ' '));
    cell = step_on_torus(cell, match.direction, field);
  }
}

Result<void> check_lengths(std::string_view text, std::string_view by) {
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
  block.cells.reserve(static_cast<std::size_t>(area.size.area()));
  for (std::int64_t y = 0; y < area.size.height; ++y) {
    for (std::int64_t x = 0; x < area.size.width; ++x) {
      block.cells += static_cast<char>(document_.at({area.corner.x + x, area.corner.y + y}));
    }
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
  return write_block(area.corner, uniform_block(area.size, ' '));
}

Result<Done> Editor::paste(Point at, const Block& block) {
  TRY(check_inside({at, block.size}, "the block"));
  return edit({}, [&](Transaction& transaction, Done&) -> Result<void> {
    transaction.write(at, block);
    select({at, block.size});
    return {};
  });
}

Result<Done> Editor::fill(const Rectangle& area, unsigned char byte) {
  return write_block(area.corner, uniform_block(area.size, byte));
}

Result<Done> Editor::move_block(const Rectangle& area, Point to) {
  TRY(check_inside({to, area.size}, "the block"));
  if (to == area.corner) return Done{};
  return edit({}, [&](Transaction& transaction, Done& done) -> Result<void> {
    const Block block = copy(area);
    transaction.write(area.corner, uniform_block(area.size, ' '));
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
    if (target != area) transaction.write(area.corner, uniform_block(area.size, ' '));
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
  return find_text(field_of(document_), text, limit);
}

Result<Done> Editor::replace(const TextMatch& match, std::string_view text, std::string_view by) {
  TRY(check_lengths(text, by));
  return edit({}, [&](Transaction& transaction, Done&) -> Result<void> {
    write_over(transaction, match, text.size(), by, document_.field());
    return {};
  });
}

Result<Editor::Replaced> Editor::replace_all(std::string_view text, std::string_view by) {
  TRY(check_lengths(text, by));
  Replaced result;
  const Size field = document_.field();
  result.done = TRY(edit({}, [&](Transaction& transaction, Done&) -> Result<void> {
    for (const TextMatch& match : find(text, static_cast<std::size_t>(field.area())).found) {
      // An earlier replacement may have overwritten a part of this match.
      Point cell = match.at;
      bool matches = true;
      for (const char byte : text) {
        matches = matches && document_.at(cell) == static_cast<unsigned char>(byte);
        cell = step_on_torus(cell, match.direction, field);
      }
      if (!matches) continue;
      ++result.count;
      write_over(transaction, match, text.size(), by, field);
    }
    return {};
  }));
  return result;
}

}  // namespace fungescope::editing
