// The command `board` in programs with the memory map of a sudoku.
#include "lang/analysis/static_analysis.h"
#include "session/commands/arguments.h"
#include "session/queries/history_queries.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "sudoku/board/board.h"
#include "sudoku/board/board_commands.h"
#include "sudoku/board/board_events.h"
#include <fmt/format.h>

namespace fungescope {
namespace {

enum class BoardForm : std::uint8_t { plain, candidates, ticks };

// Returns the tick of the last store to a cell; nothing if its value is from an edit.
SetAt last_writes(Session& session, Monitor* monitor) {
  return [&session, monitor](Point at) -> std::optional<Tick> {
    const auto write = last_write(session, {at, {1, 1}}, monitor);
    if (!write || !*write) return std::nullopt;
    return (*write)->tick;
  };
}

Json board_to_json(const BoardView& view) {
  constexpr std::array<std::string_view, 5> origins{"blank", "given", "deduced", "guessed",
                                                    "unknown"};
  Json cells = Json::array();
  for (const BoardCell& cell : view.cells) {
    Json json{{"digit", cell.digit},
              {"origin", origins[static_cast<std::size_t>(cell.origin)]},
              {"depth", cell.depth}};
    Json possible = Json::array();
    for (int digit = 1; digit <= 9; ++digit) {
      if (cell.possible(digit)) possible.push_back(digit);
    }
    json["possible"] = std::move(possible);
    if (cell.set_at) json["set_at"] = *cell.set_at;
    cells.push_back(std::move(json));
  }
  return cells;
}

Json event_to_json(const BoardEvent& event) {
  return {{"kind", to_string(event.kind)},
          {"tick", event.tick},
          {"x", event.cell.x},
          {"y", event.cell.y},
          {"digit", event.digit},
          {"depth", event.depth},
          {"text", to_text(event)}};
}

Response board_reply(const Call& call, const BoardView& view, std::string text) {
  Response response = make_response(call, std::move(text));
  response.data["ready"] = view.ready;
  response.data["cells"] = board_to_json(view);
  return response;
}

// The board or, until the program has set it, the puzzle that will be solved.
BoardView shown_board(const Session& session, const BoardMap& map, const BoardPhase& phase,
                      const SetAt& set_at) {
  const Machine& machine = session.machine();
  BoardView view = view_board(map, machine.field, phase, set_at);
  if (phase.kind == BoardPhase::Kind::before) {
    const bool reads = reads_input(*session.source().field, machine.dialect);
    show_upcoming(view, puzzle_to_solve(session, map, reads));
  }
  return view;
}

// Describes one cell. Searches only for the tick of its own digit.
Result<Response> board_cell(const Call& call, ArgumentParser arguments, const BoardMap& map,
                            const BoardPhase& phase) {
  Session& session = call.debugger.session();
  const auto cell = arguments.point({9, 9});
  if (!cell) return tl::unexpected(cell.error());
  if (auto rest = arguments.expect_end(); !rest) return tl::unexpected(rest.error());
  const Point at{map.grid.x + cell->x, map.grid.y + cell->y};
  const SetAt ask = last_writes(session, &call.debugger.monitor());
  const SetAt ask_here = [&](Point asked) -> std::optional<Tick> {
    return asked == at ? ask(asked) : std::nullopt;
  };
  const BoardView view = shown_board(session, map, phase, ask_here);
  return board_reply(call, view, describe(view, *cell) + '\n');
}

}  // namespace

Result<Response> show_sudoku_board(const Call& call) {
  Session& session = call.debugger.session();
  Monitor* const monitor = &call.debugger.monitor();
  const auto map = find_board(session.symbols());
  if (!map) return tl::unexpected(map.error());
  BoardGivens givens;
  if (auto searched = givens.search(session, *map, monitor); !searched) {
    return tl::unexpected(searched.error());
  }
  const BoardPhase phase = givens.at(*map, session.machine());
  ArgumentParser arguments(call.arguments);
  BoardForm form = BoardForm::plain;
  if (arguments.take_word("candidates"))
    form = BoardForm::candidates;
  else if (arguments.take_word("ticks"))
    form = BoardForm::ticks;
  else if (!arguments.at_end())
    return board_cell(call, arguments, *map, phase);
  if (auto rest = arguments.expect_end(); !rest) return tl::unexpected(rest.error());

  const SetAt set_at = form == BoardForm::ticks ? last_writes(session, monitor) : SetAt();
  const BoardView view = shown_board(session, *map, phase, set_at);
  const auto event = last_board_event(session, *map, givens, monitor);
  if (!event) return tl::unexpected(event.error());
  std::string text = to_text(view, {form == BoardForm::candidates});
  if (*event) text += fmt::format("     {}\n", to_text(**event));
  if (form == BoardForm::ticks) {
    for (std::size_t i = 0; i < view.cells.size(); ++i) {
      if (!view.cells[i].set_at) continue;
      const auto place = static_cast<std::int64_t>(i);
      text += describe(view, {place % 9, place / 9}) + '\n';
    }
  }
  Response response = board_reply(call, view, std::move(text));
  if (*event) response.data["event"] = event_to_json(**event);
  return response;
}

}  // namespace fungescope
