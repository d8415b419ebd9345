#include "session/views/board.h"

#include "session/run_control/scoped_seek.h"
#include "session/run_control/search.h"
#include "session/session.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Origin = BoardCell::Origin;

constexpr std::int64_t side = 9;
constexpr std::int64_t places_side = 27;  // of pspace and rstack
constexpr std::int64_t ruled_out = 'X';
constexpr std::uint16_t all_candidates = 0x1ff;

Result<Point> find_region(const Symbols& symbols, std::string_view name, std::int64_t size) {
  const Region* region = symbols.region(name);
  if (region != nullptr && region->area.size == Size{size, size}) return region->area.corner;
  const std::string_view problem =
      region == nullptr ? "there is no region" : "the size is wrong of";
  return fail({}, fmt::format("{} '{}', {}x{}", problem, name, size, size),
              "a board has grid and rlatter of 9x9, pspace and rstack of 27x27");
}

int digit_of_value(std::int64_t value) {
  return value >= '1' && value <= '9' ? static_cast<int>(value - '0') : 0;
}

class BoardReader {
 public:
  BoardReader(const BoardMap& map, const CellAt& cell_at) : map_(map), cell_at_(cell_at) {}

  // Whether pspace holds only the values of a running solver, and not the source text of one that
  // has not begun.
  [[nodiscard]] bool is_ready() const {
    for (std::int64_t y = 0; y < places_side; ++y) {
      for (std::int64_t x = 0; x < places_side; ++x) {
        const std::int64_t value = in(map_.pspace, {x, y});
        if (value != 0 && value != ruled_out) return false;
      }
    }
    return true;
  }

  [[nodiscard]] int digit(Point cell) const { return digit_of_value(in(map_.grid, cell)); }

  // Reads the candidates and, unless the digit is given, its origin.
  void read_solving(Point cell, BoardCell& into) const {
    into.candidates = 0;
    std::int64_t deepest = 0;
    for (int v = 1; v <= 9; ++v) {
      const Point place{3 * cell.x + (v - 1) % 3, 3 * cell.y + (v - 1) / 3};
      if (in(map_.pspace, place) == ruled_out) {
        deepest = std::max(deepest, in(map_.rstack, place));
      } else {
        into.candidates = static_cast<std::uint16_t>(into.candidates | 1U << (v - 1));
      }
    }
    if (into.digit == 0 || into.origin == Origin::given) return;
    const std::int64_t guess = in(map_.rlatter, cell);
    into.origin = guess > 0 ? Origin::guessed : Origin::deduced;
    into.depth = guess > 0 ? guess : deepest;
  }

 private:
  [[nodiscard]] std::int64_t in(Point corner, Point offset) const {
    return cell_at_(Point{corner.x + offset.x, corner.y + offset.y});
  }

  const BoardMap& map_;
  const CellAt& cell_at_;
};

CellAt cells_of(const Playfield& field) {
  return [&field](Point at) { return field.at(at); };
}

}  // namespace

Result<BoardMap> find_board(const Symbols& symbols) {
  const auto grid = find_region(symbols, "grid", side);
  if (!grid) return tl::unexpected(grid.error());
  const auto pspace = find_region(symbols, "pspace", places_side);
  if (!pspace) return tl::unexpected(pspace.error());
  const auto rlatter = find_region(symbols, "rlatter", side);
  if (!rlatter) return tl::unexpected(rlatter.error());
  const auto rstack = find_region(symbols, "rstack", places_side);
  if (!rstack) return tl::unexpected(rstack.error());
  return BoardMap{*grid, *pspace, *rlatter, *rstack};
}

std::string grid_text(const BoardMap& map, const Playfield& field) {
  const CellAt cell_at = cells_of(field);
  const BoardReader reader(map, cell_at);
  std::string text;
  for (std::int64_t i = 0; i < side * side; ++i) {
    const int digit = reader.digit({i % side, i / side});
    text += digit == 0 ? ' ' : static_cast<char>('0' + digit);
  }
  return text;
}

Result<std::string> board_givens(Session& session, const BoardMap& map, Monitor* monitor) {
  History& history = session.history();
  const Size field = history.machine().field.size();
  ScopedSeek scoped_seek(history);
  if (auto there = scoped_seek.seek(history.begin(), monitor); !there) {
    return tl::unexpected(there.error());
  }
  if (history.machine().field.size() != field) return std::string();
  SearchQuery query(field);
  query.traps.set({map.pspace, {places_side, places_side}}, Access::write);
  const auto begins = [](const SearchHit& search_hit) {
    return search_hit.event.now == ruled_out && search_hit.event.before != ruled_out;
  };
  const StopReason arrival =
      search_forward(history, query, false, scoped_seek.present(), monitor, begins);
  if (arrival == StopReason::interrupted) return interrupted_error();
  return arrival == StopReason::trapped ? grid_text(map, history.machine().field) : std::string();
}

BoardView view_board(const BoardMap& map, const Playfield& field, std::string_view givens,
                     const SetAt& set_at) {
  return view_board(map, cells_of(field), givens, set_at);
}

BoardView view_board(const BoardMap& map, const CellAt& cell_at, std::string_view givens,
                     const SetAt& set_at) {
  const BoardReader reader(map, cell_at);
  BoardView view;
  view.ready = reader.is_ready();
  for (std::size_t i = 0; i < view.cells.size(); ++i) {
    BoardCell& cell = view.cells[i];
    const Point at{static_cast<std::int64_t>(i) % side, static_cast<std::int64_t>(i) / side};
    cell.digit = reader.digit(at);
    const bool given =
        !view.ready || (i < givens.size() && digit_of_value(givens[i]) == cell.digit);
    if (cell.digit != 0 && given) cell.origin = Origin::given;
    cell.candidates = all_candidates;
    if (view.ready) reader.read_solving(at, cell);
    if (cell.digit != 0 && cell.origin != Origin::given && set_at) {
      cell.set_at = set_at(Point{map.grid.x + at.x, map.grid.y + at.y});
    }
  }
  return view;
}

}  // namespace fungescope
