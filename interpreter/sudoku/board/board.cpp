#include "sudoku/board/board.h"

#include "lang/text_cursor.h"
#include "session/run_control/search.h"
#include "session/session.h"

#include <algorithm>
#include <array>
#include <variant>

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

class BoardReader {
 public:
  BoardReader(const BoardMap& map, const CellAt& cell_at) : map_(map), cell_at_(cell_at) {}

  [[nodiscard]] int digit(Point cell) const { return board_digit(cell_at_(map_.digit_at(cell))); }

  // Reads the guesses that stand, one in the other.
  [[nodiscard]] std::int64_t depth(const BoardPhase& phase) const {
    return std::max<std::int64_t>(0, cell_at_(*map_.level) - phase.first_level);
  }

  // Reads the candidates of a ready board and, unless the digit is given, its origin.
  void read(Point cell, BoardCell& into, const BoardPhase& phase) const {
    into.candidates = 0;
    std::int64_t deepest = 0;
    for (int v = 1; v <= 9; ++v) {
      const Point mark = map_.mark_at(cell, v);
      if (cell_at_(mark) == ruled_out) {
        const Point level{mark.x - map_.pspace.x + map_.rstack.x,
                          mark.y - map_.pspace.y + map_.rstack.y};
        deepest = std::max(deepest, cell_at_(level));
      } else {
        into.candidates = static_cast<std::uint16_t>(into.candidates | 1U << (v - 1));
      }
    }
    if (into.digit == 0 || into.origin == CellOrigin::given) return;
    const Point level{map_.rlatter.x + cell.x, map_.rlatter.y + cell.y};
    const std::int64_t guess = cell_at_(level) - phase.first_level;
    const bool stands = guess > 0 && guess <= depth(phase);
    into.origin = stands ? CellOrigin::guessed : CellOrigin::deduced;
    into.depth = stands ? guess : std::max<std::int64_t>(0, deepest - phase.first_level);
  }

 private:
  const BoardMap& map_;
  const CellAt& cell_at_;
};

// Those that a program clears before it solves.
std::array<Rectangle, 3> cleared_regions(const BoardMap& map) {
  constexpr Size places{places_side, places_side};
  return {{{map.pspace, places}, {map.rstack, places}, {map.rlatter, {side, side}}}};
}

// Counts what is ruled out; nothing while pspace holds something else.
std::optional<int> count_marks(const BoardMap& map, const CellAt& cell_at) {
  int marks = 0;
  for (std::int64_t i = 0; i < places_side * places_side; ++i) {
    const std::int64_t value =
        cell_at({map.pspace.x + i % places_side, map.pspace.y + i / places_side});
    if (value != 0 && value != ruled_out) return std::nullopt;
    marks += value == ruled_out ? 1 : 0;
  }
  return marks;
}

}  // namespace

std::vector<int> mask_digits(std::uint16_t mask) {
  std::vector<int> digits;
  for (int v = 1; v <= 9; ++v) {
    if ((mask >> (v - 1) & 1) != 0) digits.push_back(v);
  }
  return digits;
}

CellAt cells_of(const Playfield& field) {
  return [&field](Point at) { return field.at(at); };
}

Result<BoardMap> find_board(const Symbols& symbols) {
  BoardMap map;
  map.grid = TRY(find_region(symbols, "grid", side));
  map.pspace = TRY(find_region(symbols, "pspace", places_side));
  map.rlatter = TRY(find_region(symbols, "rlatter", side));
  map.rstack = TRY(find_region(symbols, "rstack", places_side));
  if (const auto level = symbols.variable("recursionLevel")) map.level = (*level)->at;
  map.follows_reference = equal_ignoring_case(symbols.method(), reference_method);
  return map;
}

std::string grid_text(const BoardMap& map, const Playfield& field) {
  const CellAt cell_at = cells_of(field);
  const BoardReader reader(map, cell_at);
  std::string text;
  for (std::size_t i = 0; i < 81; ++i) {
    const int digit = reader.digit(board_cell(i));
    text += digit == 0 ? ' ' : static_cast<char>('0' + digit);
  }
  return text;
}

std::string_view reason_not_ready(BoardPhase::Kind kind) {
  switch (kind) {
    case BoardPhase::Kind::undeclared:
      return "the program does not declare recursionLevel, which says how many guesses stand";
    case BoardPhase::Kind::uncleared:
      return "the program has not cleared pspace, rlatter and rstack, so what is given is not "
             "known";
    case BoardPhase::Kind::reading_on:
      return "the program has read on, so what is given is not known";
    case BoardPhase::Kind::given_gone:
      return "the program has taken back a given, so what is given is not known";
    case BoardPhase::Kind::edited:
      return "an edit has changed the levels of the guesses";
    default:
      return "the program is not solving yet";
  }
}

Result<void> BoardGivens::search(Session& session, const BoardMap& map, Monitor* monitor) {
  History& history = session.history();
  const Size field = history.machine().field.size();
  if (!needed(map, history.tick(), history.machine().field)) return {};
  if (!field_) find_edits(history, map);
  ScopedSeek scoped_seek(history);
  if (!field_) searched_to_ = history.begin();
  if (auto there = scoped_seek.seek(searched_to_, monitor); !there) return there;
  if (!field_) field_ = history.machine().field.size();
  if (*field_ != field) return {};
  SearchQuery query(field);
  add_traps(map, query.traps);
  const StopReason arrival = search_forward(history, query, false, scoped_seek.present(), monitor,
                                            [&](const SearchHit& hit) {
                                              follow(map, history.machine(), hit.event);
                                              return complete();
                                            });
  searched_to_ = history.tick();
  return arrival == StopReason::interrupted ? interrupted_error() : Result<void>();
}

void BoardGivens::add_traps(const BoardMap& map, Traps& traps) {
  for (const Rectangle& region : cleared_regions(map)) traps.set(region, Access::write);
  traps.set(Rectangle{map.grid, {side, side}}, Access::write);
  if (map.level) traps.set(*map.level, Access::write);
}

void BoardGivens::follow(const BoardMap& map, const Machine& machine, const TrapEvent& store) {
  if (complete() || !map.level || !store.is(TrapEvent::write)) return;
  if (!field_) field_ = machine.field.size();
  searched_to_ = machine.tick;
  if (!first_level_) {
    if (!is_clear(map, machine.field)) return;
    first_level_ = machine.field.at(*map.level);
  }
  if (!ready_at_ && store.at == *map.level) first_level_ = store.now;
  const bool given = Rectangle{map.grid, {side, side}}.contains(store.at);
  if (given && !ready_at_) ready_at_ = machine.tick;
  for (const Rectangle& region : cleared_regions(map)) {
    if (store.now == 0 || !region.contains(store.at)) continue;
    search_at_ = machine.tick;
    if (!ready_at_) ready_at_ = search_at_;
    grid_ = grid_text(map, machine.field);
    input_position_ = machine.input_position;
  }
}

// Resumes where it found the regions not to be clear: the program clears them cell by cell.
bool BoardGivens::is_clear(const BoardMap& map, const Playfield& field) {
  const std::int64_t level = field.at(*map.level);
  if (level < 0 || level >= ' ') return false;  // a character of the source
  const auto regions = cleared_regions(map);
  constexpr std::size_t places = 2 * 729 + 81;
  for (std::size_t checked = 0; checked < places; ++checked, dirty_ = (dirty_ + 1) % places) {
    auto cell = static_cast<std::int64_t>(dirty_);
    std::size_t region = 0;
    while (cell >= regions[region].size.area()) cell -= regions[region++].size.area();
    const auto& [corner, size] = regions[region];
    if (field.at({corner.x + cell % size.width, corner.y + cell / size.width}) != 0) return false;
  }
  return true;
}

bool BoardGivens::needed(const BoardMap& map, Tick tick, const Playfield& field) const {
  if (!map.level || complete() || (field_ && (*field_ != field.size() || searched_to_ >= tick))) {
    return false;
  }
  return count_marks(map, cells_of(field)).has_value();
}

void BoardGivens::find_edits(const History& history, const BoardMap& map) {
  const Rectangle grid{map.grid, {side, side}};
  BranchInfo branch = history.info(history.branch());
  std::vector<BranchInfo> line{branch};
  while (branch.id != branch.parent) line.push_back(branch = history.info(branch.parent));
  for (auto part = line.rbegin(); part != line.rend(); ++part) {
    for (const Edit& edit : part->edits) {
      const auto* const set = std::get_if<SetCell>(&edit);
      if (set == nullptr) continue;
      if (grid.contains(set->at)) {
        const Point cell{set->at.x - map.grid.x, set->at.y - map.grid.y};
        edits_.push_back({part->begin, board_index(cell), board_digit(set->value)});
      }
      const bool level = set->at == map.level ||
                         Rectangle{map.rlatter, {side, side}}.contains(set->at) ||
                         Rectangle{map.rstack, {places_side, places_side}}.contains(set->at);
      if (level) levels_edited_at_ = std::min(levels_edited_at_, part->begin);
    }
  }
}

BoardPhase BoardGivens::at(const BoardMap& map, const Machine& machine) const {
  return at(map, machine.tick, machine.field.size(), cells_of(machine.field),
            machine.input_position);
}

BoardPhase BoardGivens::at(const BoardMap& map, Tick tick, Size field, const CellAt& cell_at,
                           std::uint64_t input_position) const {
  BoardPhase phase;
  if (!map.level) phase.kind = BoardPhase::Kind::undeclared;
  if (!map.level || (field_ && *field_ != field)) return phase;
  if (!ready_at_ || tick < *ready_at_) {
    const bool marked = count_marks(map, cell_at).value_or(0) > 0;
    if (marked) phase.kind = BoardPhase::Kind::uncleared;
    return phase;
  }
  phase.first_level = *first_level_;
  if (search_at_ ? tick < *search_at_ : tick <= searched_to_) {
    phase.kind = BoardPhase::Kind::clear;
  } else if (search_at_) {
    phase.kind =
        input_position > input_position_ ? BoardPhase::Kind::reading_on : BoardPhase::Kind::search;
    phase.givens = grid_;
  }
  if (!phase.ready()) return phase;
  const BoardReader reader(map, cell_at);
  // What the user set before the program did is part of the puzzle.
  for (const auto& [set_at, cell, digit] : edits_) {
    phase.edited[cell] =
        set_at >= *ready_at_ && set_at <= tick && reader.digit(board_cell(cell)) == digit;
  }
  for (std::size_t i = 0; i < phase.givens.size(); ++i) {
    const int given = board_digit(phase.givens[i]);
    const bool gone = given != 0 && given != reader.digit(board_cell(i)) && !phase.edited[i];
    if (gone) phase.kind = BoardPhase::Kind::given_gone;
  }
  if (cell_at(*map.level) < phase.first_level) phase.kind = BoardPhase::Kind::given_gone;
  if (levels_edited_at_ <= tick) phase.kind = BoardPhase::Kind::edited;
  return phase;
}

std::string input_cells(std::string_view input) {
  std::string cells;
  for (const char byte : input) {
    const bool blank = std::string_view(" .0_*").find(byte) != std::string_view::npos;
    if (board_digit(byte) == 0 && !blank) continue;
    cells += blank ? ' ' : byte;
    if (cells.size() == 81) break;
  }
  return cells;
}

std::string puzzle_to_solve(const Session& session, const BoardMap& map, bool reads_input) {
  if (!reads_input) {
    const Playfield& field = session.machine().field;
    return count_marks(map, cells_of(field)).value_or(0) > 0 ? std::string()
                                                             : grid_text(map, field);
  }
  const InputLog& input = session.history().input();
  std::string cells = input_cells(input.bytes());
  if (cells.size() == 81) return cells;
  const Playfield& source = *session.source().field;
  const bool keeps_grid = cells.empty() && input.closed();
  return keeps_grid && fits_into({map.grid, {side, side}}, source.size()) ? grid_text(map, source)
                                                                          : std::string();
}

void show_upcoming(BoardView& view, std::string_view puzzle) {
  if (view.phase != BoardPhase::Kind::before || puzzle.size() != view.cells.size()) return;
  view.upcoming = true;
  for (std::size_t i = 0; i < view.cells.size(); ++i) {
    BoardCell& cell = view.cells[i];
    cell.digit = board_digit(puzzle[i]);
    cell.origin = cell.digit == 0 ? CellOrigin::blank : CellOrigin::given;
  }
}

BoardView view_board(const BoardMap& map, const CellAt& cell_at, const BoardPhase& phase) {
  const BoardReader reader(map, cell_at);
  BoardView view;
  view.follows_reference = map.follows_reference;
  view.phase = phase.kind;
  view.ready = phase.ready() && map.level;
  view.givens = phase.givens;
  if (view.ready) view.depth = reader.depth(phase);
  for (std::size_t i = 0; i < view.cells.size(); ++i) {
    BoardCell& cell = view.cells[i];
    const Point at = board_cell(i);
    cell.digit = reader.digit(at);
    cell.candidates = all_candidates;
    if (cell.digit != 0) cell.origin = CellOrigin::unknown;
    if (!view.ready) continue;
    if (phase.kind == BoardPhase::Kind::clear) view.givens += static_cast<char>('0' + cell.digit);
    if (phase.is_given(i, cell.digit)) cell.origin = CellOrigin::given;
    reader.read(at, cell, phase);
    if (cell.digit != 0 && phase.edited[i]) {
      cell.origin = CellOrigin::unknown;
      cell.depth = 0;
    }
    cell.stuck = view.follows_reference && cell.digit == 0 && cell.candidates == 0;
    if (cell.origin != CellOrigin::deduced) continue;
    // Other candidates are possible only while the digit is being set or taken back, which happens
    // at the deepest guess.
    const bool complete = (cell.candidates & ~(1U << static_cast<unsigned>(cell.digit - 1))) == 0;
    if (!complete) cell.depth = view.depth;
  }
  return view;
}

}  // namespace fungescope
