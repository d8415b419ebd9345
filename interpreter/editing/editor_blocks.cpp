// Blocks: cut, paste, fill, move, rotate and mirror.
#include <algorithm>
#include <utility>

#include "editing/editor.h"
#include <fmt/format.h>

namespace fungescope::editing {
namespace {

Block blank_block(Size size) {
  return {size, std::string(static_cast<std::size_t>(size.area()), ' ')};
}

std::string describe(Size size) {
  return fmt::format("{}x{}", size.width, size.height);
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

Result<Done> Editor::cut(const Rectangle& area, Block& block) {
  block = copy(area);
  end_typing();
  return edit({"cut"}, [&](Transaction& transaction, Done&) -> Result<void> {
    transaction.write(area.corner, blank_block(area.size));
    return {};
  });
}

Result<Done> Editor::paste(Point at, const Block& block) {
  TRY(check_inside({at, block.size}, "the block"));
  end_typing();
  return edit({"paste"}, [&](Transaction& transaction, Done&) -> Result<void> {
    transaction.write(at, block);
    at_.anchor = at_.cursor = at;
    at_.corner = {at.x + block.size.width - 1, at.y + block.size.height - 1};
    return {};
  });
}

Result<Done> Editor::fill(const Rectangle& area, unsigned char byte) {
  end_typing();
  return edit({byte == ' ' ? "clear" : "fill"},
              [&](Transaction& transaction, Done&) -> Result<void> {
                Block block = blank_block(area.size);
                std::fill(block.cells.begin(), block.cells.end(), static_cast<char>(byte));
                transaction.write(area.corner, block);
                return {};
              });
}

Result<Done> Editor::move_block(const Rectangle& area, Point to) {
  TRY(check_inside({to, area.size}, "the block"));
  if (to == area.corner) return Done{};
  end_typing();
  return edit({"move"}, [&](Transaction& transaction, Done& done) -> Result<void> {
    const Block block = copy(area);
    transaction.write(area.corner, blank_block(area.size));
    transaction.write(to, block);
    done.map.add(BlockShift{area, {to.x - area.corner.x, to.y - area.corner.y}});
    at_.anchor = at_.cursor = to;
    at_.corner = {to.x + area.size.width - 1, to.y + area.size.height - 1};
    return {};
  });
}

Result<Done> Editor::turn_block(const Rectangle& area, const TurnedBlock& turned,
                                std::string_view name) {
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
  end_typing();
  return edit({name}, [&](Transaction& transaction, Done& done) -> Result<void> {
    if (target != area) transaction.write(area.corner, blank_block(area.size));
    transaction.write(target.corner, turned.block);
    at_.anchor = at_.cursor = target.corner;
    at_.corner = {target.corner.x + target.size.width - 1,
                  target.corner.y + target.size.height - 1};
    if (turned.reversed_branches > 0) {
      done.notes.push_back(
          fmt::format("{} now the other way round; a ! before {} restores the meaning",
                      turned.reversed_branches == 1
                          ? "a branch decides"
                          : fmt::format("{} branches decide", turned.reversed_branches),
                      turned.reversed_branches == 1 ? "it" : "each"));
    }
    return {};
  });
}

Result<Done> Editor::rotate(const Rectangle& area, Rotation rotation, Arrows arrows) {
  return turn_block(area, rotated(copy(area), rotation, arrows), "rotate");
}

Result<Done> Editor::mirror(const Rectangle& area, Mirror mirror, Arrows arrows) {
  return turn_block(area, mirrored(copy(area), mirror, arrows), "mirror");
}

}  // namespace fungescope::editing
