#include "session/views/board.h"

#include "lang/text_cursor.h"
#include "session/run_control/scoped_seek.h"
#include "session/run_control/search.h"
#include "session/session.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {
namespace {

using CellOrigin = BoardCell::Origin;
using namespace board_values;

constexpr std::int64_t side = 9;
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

  [[nodiscard]] bool returns_to(std::int64_t where) const {
    return map_.return_address && cell_at_(*map_.return_address) == where;
  }

  [[nodiscard]] int digit(Point cell) const { return digit_of_value(in(map_.grid, cell)); }

  // Reads the candidates of a ready board and, unless the digit is given, its origin.
  void read(Point cell, BoardCell& into) const {
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
    if (into.digit == 0 || into.origin == CellOrigin::given) return;
    const std::int64_t guess = in(map_.rlatter, cell);
    into.origin = guess > 0 ? CellOrigin::guessed : CellOrigin::deduced;
    into.depth = guess > 0 ? guess : deepest;
  }

 private:
  [[nodiscard]] std::int64_t in(Point corner, Point offset) const {
    return cell_at_(Point{corner.x + offset.x, corner.y + offset.y});
  }

  const BoardMap& map_;
  const CellAt& cell_at_;
};

Point board_point(std::size_t index) {
  return {static_cast<std::int64_t>(index) % side, static_cast<std::int64_t>(index) / side};
}

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
  const auto return_address = symbols.variable("SetValueAndHints::returnAddr");
  return BoardMap{*grid,
                  *pspace,
                  *rlatter,
                  *rstack,
                  return_address ? std::optional((*return_address)->at) : std::nullopt,
                  equal_ignoring_case(symbols.method(), reference_method)};
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

Result<void> BoardGivens::search(Session& session, const BoardMap& map, Monitor* monitor) {
  History& history = session.history();
  const Size field = history.machine().field.size();
  if (!map.return_address || known_at(history.tick(), field)) return {};
  ScopedSeek scoped_seek(history);
  if (!field_) searched_to_ = history.begin();
  if (auto there = scoped_seek.seek(searched_to_, monitor); !there) return there;
  if (!field_) field_ = history.machine().field.size();
  if (*field_ != field) return {};
  SearchQuery query(field);
  query.traps.set(*map.return_address, Access::write);
  const auto ends_givens = [](const SearchHit& search_hit) {
    return search_hit.event.before == returns_to_givens &&
           search_hit.event.now == returns_to_search;
  };
  const StopReason arrival =
      search_forward(history, query, false, scoped_seek.present(), monitor, ends_givens);
  searched_to_ = history.tick();
  if (arrival == StopReason::interrupted) return interrupted_error();
  if (arrival == StopReason::trapped) {
    set_at_ = searched_to_;
    grid_ = grid_text(map, history.machine().field);
  }
  return {};
}

std::string puzzle_to_solve(const Session& session, const BoardMap& map) {
  const InputLog& input = session.history().input();
  std::string puzzle;
  for (const char byte : input.bytes()) {
    const bool digit = byte >= '1' && byte <= '9';
    if (!digit && std::string_view(" .0_*").find(byte) == std::string_view::npos) continue;
    puzzle += digit ? byte : ' ';
    if (puzzle.size() == side * side) return puzzle;
  }
  if (!puzzle.empty() || !input.closed()) return {};
  const Playfield& source = *session.source().field;
  return fits_into({map.grid, {side, side}}, source.size()) ? grid_text(map, source) : puzzle;
}

void show_upcoming(BoardView& view, std::string_view puzzle) {
  if (view.ready || puzzle.size() != view.cells.size()) return;
  view.upcoming = true;
  for (std::size_t i = 0; i < view.cells.size(); ++i) {
    BoardCell& cell = view.cells[i];
    cell.digit = digit_of_value(puzzle[i]);
    cell.origin = cell.digit == 0 ? CellOrigin::blank : CellOrigin::given;
  }
}

BoardView view_board(const BoardMap& map, const Playfield& field, std::string_view givens,
                     const SetAt& set_at) {
  return view_board(map, cells_of(field), givens, set_at);
}

BoardView view_board(const BoardMap& map, const CellAt& cell_at, std::string_view givens,
                     const SetAt& set_at) {
  const BoardReader reader(map, cell_at);
  BoardView view;
  view.has_return_address = map.return_address.has_value();
  view.follows_reference = map.follows_reference;
  const bool setting_givens = reader.returns_to(returns_to_givens);
  view.ready = setting_givens || (reader.returns_to(returns_to_search) && !givens.empty());
  std::int64_t deepest_guess = 0;
  for (std::size_t i = 0; i < view.cells.size(); ++i) {
    BoardCell& cell = view.cells[i];
    const Point at = board_point(i);
    cell.digit = reader.digit(at);
    cell.candidates = all_candidates;
    if (cell.digit != 0) cell.origin = CellOrigin::unknown;
    if (!view.ready) continue;
    const bool given =
        setting_givens || (i < givens.size() && digit_of_value(givens[i]) == cell.digit);
    if (cell.digit != 0 && given) cell.origin = CellOrigin::given;
    reader.read(at, cell);
    cell.stuck = view.follows_reference && cell.digit == 0 && cell.candidates == 0;
    if (cell.origin == CellOrigin::guessed) deepest_guess = std::max(deepest_guess, cell.depth);
  }
  if (!view.ready) return view;
  for (std::size_t i = 0; i < view.cells.size(); ++i) {
    BoardCell& cell = view.cells[i];
    if (cell.origin != CellOrigin::deduced && cell.origin != CellOrigin::guessed) continue;
    // Other candidates are possible only while the digit is being set or taken back, which happens
    // at the deepest guess.
    const bool complete = cell.candidates == 1U << static_cast<unsigned>(cell.digit - 1);
    if (cell.origin == CellOrigin::deduced && !complete) cell.depth = deepest_guess;
    const Point at = board_point(i);
    if (set_at) cell.set_at = set_at(Point{map.grid.x + at.x, map.grid.y + at.y});
  }
  return view;
}

}  // namespace fungescope
