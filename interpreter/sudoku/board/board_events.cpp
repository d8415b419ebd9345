#include "sudoku/board/board_events.h"

#include "session/run_control/search.h"
#include "session/session.h"

#include <array>
#include <utility>

#include "sudoku/board/board_why_text.h"
#include "sudoku/techniques/geometry.h"
#include <fmt/format.h>

namespace fungescope {
namespace {

using Kind = BoardEvent::Kind;
using CellOrigin = BoardCell::Origin;
using namespace board_values;

// The reason of an undo lies a little in its past. It is looked for within the last ticks, unless
// the checkpoint before them is so far away that the replay would take seconds.
constexpr Tick max_reason_ticks = 20'000'000;
constexpr Tick max_replay = 2'000'000'000;

int count_of(std::uint16_t candidates) {
  return static_cast<int>(std::bitset<9>(candidates).count());
}

std::bitset<81> cells_of_unit(std::size_t unit) {
  std::bitset<81> cells;
  for (std::size_t n = 0; n < 9; ++n) cells.set(unit_cell(unit, n));
  return cells;
}

// Whether the digit has no other place in a unit.
bool is_only_place(const BoardView& view, std::size_t unit, std::size_t cell, int digit) {
  if (!cells_of_unit(unit)[cell]) return false;
  for (std::size_t n = 0; n < 9; ++n) {
    const std::size_t other = unit_cell(unit, n);
    if (other != cell && view.cells[other].possible(digit)) return false;
  }
  return true;
}

void add_reason_of_deduction(BoardEvent& event, const BoardView& view, std::size_t cell) {
  if (view.cells[cell].candidates == 1U << static_cast<unsigned>(event.digit - 1)) {
    event.reason = "nothing else is possible there";
    return;
  }
  for (std::size_t unit = 0; unit < 27; ++unit) {
    if (!is_only_place(view, unit, cell, event.digit)) continue;
    event.reason = "its only place in " + board_unit_name(unit);
    event.reason_cells = cells_of_unit(unit);
    return;
  }
}

// The guessed cell has its digit already; all others that are blank are compared with it.
std::string reason_of_guess(const BoardView& view, std::size_t cell) {
  const int own = count_of(view.cells[cell].candidates);
  for (const BoardCell& other : view.cells) {
    if (other.digit == 0 && count_of(other.candidates) < own) return {};
  }
  return "it has the fewest candidates";
}

BoardView view_of(const BoardMap& map, const BoardGivens& givens, const Machine& machine) {
  return view_board(map, cells_of(machine.field), givens.at(map, machine));
}

// Adds what led to an undo, at the instant at which a place was ruled out last.
Result<void> add_conflict(Session& session, const BoardMap& map, const BoardGivens& givens,
                          BoardEvent& event, Monitor* monitor) {
  History& history = session.history();
  const Tick present = history.tick();
  const Tick distance = present - history.segment_before(present).begin;
  if (distance > max_replay) {
    event.reason = fmt::format("the reason is not sought, a replay of {} ticks away", distance);
    return {};
  }
  const ScopedSeek scoped_seek(history);
  const auto found = TRY(conflict_before(session, map, givens, present, monitor));
  if (!found) return {};
  event.depth = std::max(event.depth, found->depth);
  if (found->conflict) {
    event.reason = found->conflict->text;
    event.reason_cells = found->conflict->cells;
  }
  return {};
}

// Describes the store that led to the present instant. Without `seeks_reason`, an undo has none.
Result<std::optional<BoardEvent>> event_at(Session& session, const BoardMap& map,
                                           const BoardGivens& givens, const TrapEvent& store,
                                           Monitor* monitor, bool seeks_reason = true) {
  const Machine& machine = session.machine();
  const BoardView view = view_of(map, givens, machine);
  if (!view.ready) return std::nullopt;
  BoardEvent event;
  event.tick = machine.tick;
  event.cell = {store.at.x - map.grid.x, store.at.y - map.grid.y};
  const std::size_t cell = board_index(event.cell);
  event.digit = board_digit(store.now);
  if (event.digit == 0) {
    event.kind = Kind::undone;
    event.digit = board_digit(store.before);
    event.depth = view.depth;
    if (!seeks_reason || !map.follows_reference) return event;
    TRY(add_conflict(session, map, givens, event, monitor));
    return event;
  }
  const CellOrigin origin = view.cells[cell].origin;
  if (origin == CellOrigin::given) return event;
  event.kind = origin == CellOrigin::guessed ? Kind::guessed : Kind::deduced;
  event.depth = view.cells[cell].depth;
  if (!map.follows_reference) return event;
  if (event.kind == Kind::guessed) {
    event.reason = reason_of_guess(view, cell);
  } else {
    add_reason_of_deduction(event, view, cell);
  }
  return event;
}

// Two cells of a unit with the same digit.
std::optional<BoardConflict> find_equal_digits(const BoardView& view) {
  for (std::size_t unit = 0; unit < 27; ++unit) {
    std::array<std::bitset<81>, 10> cells_of;
    for (std::size_t n = 0; n < 9; ++n) {
      const std::size_t cell = unit_cell(unit, n);
      cells_of[static_cast<std::size_t>(view.cells[cell].digit)].set(cell);
    }
    for (std::size_t v = 1; v <= 9; ++v) {
      if (cells_of[v].count() < 2) continue;
      return BoardConflict{cells_of[v],
                           fmt::format("more than one {} in {}", v, board_unit_name(unit)), unit,
                           static_cast<int>(v)};
    }
  }
  return std::nullopt;
}

// Whether a store to the grid is an event on a board that means something: it changes a digit, or
// sets a given, which the grid may hold already.
bool is_event(const BoardMap& map, const BoardPhase& phase, const TrapEvent& store) {
  if (!store.is(TrapEvent::write) || !phase.ready()) return false;
  const int digit = board_digit(store.now);
  const Point cell{store.at.x - map.grid.x, store.at.y - map.grid.y};
  if (phase.is_given(board_index(cell), digit)) return true;
  return phase.kind == BoardPhase::Kind::search && board_digit(store.before) != digit;
}

}  // namespace

std::size_t unit_cell(std::size_t unit, std::size_t n) {
  return techniques::geometry.cells[(2 - unit / 9) * 9 + unit % 9][n];
}

std::optional<BoardConflict> find_conflict(const BoardView& view) {
  if (!view.ready && !view.upcoming) return std::nullopt;
  if (auto conflict = find_equal_digits(view)) return conflict;
  if (!view.ready || !view.follows_reference) return std::nullopt;
  for (std::size_t i = 0; i < view.cells.size(); ++i) {
    if (view.cells[i].digit != 0 || view.cells[i].candidates != 0) continue;
    return BoardConflict{std::bitset<81>().set(i),
                         "nothing is possible in " + board_cell_name(board_cell(i)), std::nullopt,
                         0};
  }
  for (std::size_t unit = 0; unit < 27; ++unit) {
    std::uint16_t open = 0;
    for (std::size_t n = 0; n < 9; ++n) open |= view.cells[unit_cell(unit, n)].candidates;
    for (int v = 1; v <= 9; ++v) {
      if ((open >> (v - 1) & 1) != 0) continue;
      return BoardConflict{cells_of_unit(unit),
                           fmt::format("no place for {} in {}", v, board_unit_name(unit)), unit, v};
    }
  }
  return std::nullopt;
}

Result<std::optional<FoundConflict>> conflict_before(Session& session, const BoardMap& map,
                                                     const BoardGivens& givens, Tick instant,
                                                     Monitor* monitor) {
  History& history = session.history();
  // One run to there leaves checkpoints shortly before it, at which the search can begin.
  if (history.seek(instant - 1, monitor) == StopReason::interrupted) return interrupted_error();
  const Size field = history.machine().field.size();
  SearchQuery query(field);
  const Rectangle places{map.pspace, {places_side, places_side}};
  query.traps.set(places, Access::write);
  query.stores = cells_in(places, field);
  query.lowest = instant - std::min(instant, max_reason_ticks);
  const auto last =
      TRY(find_last(history, query, instant, false, monitor, [](const SearchHit& hit) {
        return hit.event.is(TrapEvent::write) && hit.event.now == ruled_out;
      }));
  if (!last) return std::nullopt;
  if (history.seek(last->tick, monitor) == StopReason::interrupted) return interrupted_error();
  const BoardView view = view_of(map, givens, history.machine());
  return FoundConflict{last->tick, view.depth, find_conflict(view)};
}

std::string_view to_string(BoardEvent::Kind kind) {
  constexpr std::array<std::string_view, 4> kinds{"given", "deduced", "guessed", "undone"};
  return kinds[static_cast<std::size_t>(kind)];
}

std::string to_text(const BoardEvent& event) {
  const std::string place = fmt::format("{} in {}", event.digit, board_cell_name(event.cell));
  const std::string letter = event.depth > 0 ? depth_name(event.depth) : "";
  const std::string reason = event.reason.empty() ? "" : ", " + event.reason;
  switch (event.kind) {
    case Kind::given:
      return "given: " + place;
    case Kind::deduced:
      return (letter.empty() ? "" : letter + ": ") + place + reason;
    case Kind::guessed:
      return letter + ": guess " + place + reason;
    case Kind::undone:
      return fmt::format("undo{}{}{}{}", letter.empty() ? "" : " ", letter,
                         reason.empty() ? "" : ": ", event.reason);
  }
  return {};
}

BoardEventGoal::BoardEventGoal(Session& session, const BoardMap& map)
    : session_(session), map_(map) {
  const Rectangle grid{map.grid, {9, 9}};
  goal_ = change_goal(session, grid);
  goal_.add_to = [this, add_grid = std::move(goal_.add_to)](SearchQuery& query) {
    add_grid(query);
    const bool fits = query.traps.field() == session_.machine().field.size();
    if (fits && !givens_.complete()) BoardGivens::add_traps(map_, query.traps);
  };
  goal_.reached = [this, grid](const SearchHit& hit) {
    const Machine& machine = session_.machine();
    givens_.follow(map_, machine, hit.event);
    if (!grid.contains(hit.event.at)) return false;
    if (!is_event(map_, givens_.at(map_, machine), hit.event)) return false;
    if (board_digit(hit.event.now) != 0) {
      undone_level_.reset();
      return true;
    }
    const std::int64_t level = machine.field.at(*map_.level);
    return std::exchange(undone_level_, level) != level;
  };
}

const RunGoal& BoardEventGoal::goal(Monitor* monitor) {
  (void)givens_.search(session_, map_, monitor);
  return goal_;
}

std::optional<BoardEvent> BoardEventGoal::describe(const TrapEvent& store, Monitor* monitor) const {
  auto event = event_at(session_, map_, givens_, store, monitor);
  if (!event) event = event_at(session_, map_, givens_, store, nullptr, false);  // interrupted
  return event ? std::move(*event) : std::nullopt;
}

Result<std::optional<BoardEvent>> last_board_event(Session& session, const BoardMap& map,
                                                   const BoardGivens& givens, Monitor* monitor) {
  History& history = session.history();
  if (!givens.at(map, history.machine()).ready()) return std::nullopt;
  const Size field = history.machine().field.size();
  ScopedSeek scoped_seek(history);
  const Rectangle grid{map.grid, {9, 9}};
  SearchQuery query(field);
  query.traps.set(grid, Access::write);
  query.stores = cells_in(grid, field);
  const auto matches = [&](const SearchHit& hit) {
    return is_event(map, givens.at(map, history.machine()), hit.event);
  };
  const auto set = TRY(find_last(
      history, query, scoped_seek.present(), true, monitor,
      [&](const SearchHit& hit) { return matches(hit) && board_digit(hit.event.now) != 0; }));
  const Tick from = set ? set->tick : history.begin();
  TRY(scoped_seek.seek(from, monitor));
  // After the last one that was set: the first digit that is taken away at the last level.
  struct Found {
    Tick tick = 0;
    TrapEvent event;
    std::optional<std::int64_t> level;
  };
  std::optional<Found> found;
  if (set) found = Found{from, set->event, {}};
  const StopReason arrival = search_forward(
      history, query, true, scoped_seek.present(), monitor, [&](const SearchHit& hit) {
        if (!matches(hit)) return false;
        const std::int64_t level = history.machine().field.at(*map.level);
        if (!found || found->level != level) found = Found{history.tick(), hit.event, level};
        return false;
      });
  if (arrival == StopReason::interrupted) return interrupted_error();
  if (!found) return std::nullopt;
  TRY(scoped_seek.seek(found->tick, monitor));
  return event_at(session, map, givens, found->event, monitor);
}

}  // namespace fungescope
