#include "base/escape.h"
#include "lang/analysis/static_analysis.h"
#include "session/commands/arguments.h"
#include "session/commands/extension.h"
#include "session/expressions/symbols.h"
#include "session/queries/history_queries.h"
#include "session/why/why_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "sudoku/board/board.h"
#include "sudoku/board/board_events.h"
#include "sudoku/board/board_why.h"
#include "sudoku/board/board_why_text.h"
#include <fmt/format.h>

namespace fungescope {
namespace {

// ---- board [candidates | ticks | r5c3]

// Searches for the tick at which a digit was found.
void find_tick(Session& session, const BoardMap& map, BoardView& view, std::size_t cell,
               Monitor* monitor) {
  BoardCell& shown = view.cells[cell];
  if (!shown.found()) return;
  const auto write = last_write(session, {map.digit_at(board_cell(cell)), {1, 1}}, monitor);
  if (write && *write) shown.set_at = (*write)->tick;
}

Json board_to_json(const BoardView& view) {
  constexpr std::array<std::string_view, 5> origins{"blank", "given", "deduced", "guessed",
                                                    "unknown"};
  Json cells = Json::array();
  for (const BoardCell& cell : view.cells) {
    Json json{{"digit", cell.digit},
              {"origin", origins[static_cast<std::size_t>(cell.origin)]},
              {"depth", cell.depth}};
    json["possible"] = mask_digits(cell.candidates);
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
BoardView shown_board(const Session& session, const BoardMap& map, const BoardPhase& phase) {
  const Machine& machine = session.machine();
  BoardView view = view_board(map, cells_of(machine.field), phase);
  if (phase.kind == BoardPhase::Kind::before) {
    const bool reads = reads_input(*session.source().field, machine.dialect);
    show_upcoming(view, puzzle_to_solve(session, map, reads));
  }
  return view;
}

Json cell_to_json(Point cell) {
  return {{"name", board_cell_name(cell)}, {"x", cell.x}, {"y", cell.y}};
}

// Returns the cell that a word of the command names. `column` is the word's.
Result<Point> cell_named(std::string_view word, std::size_t column) {
  const auto cell = parse_board_cell(word);
  if (cell && cell->x < 9 && cell->y < 9) return *cell;
  return fail({{}, 0, column},
              cell ? "the board has no " + board_cell_name(*cell)
                   : fmt::format("{} is not a cell of the board", single_quoted(word)),
              "its cells are r1c1 to r9c9: rows and columns from 1");
}

// Describes one cell. Searches only for the tick of its own digit.
Result<Response> describe_cell(const Call& call, ArgumentParser arguments, const BoardMap& map,
                               const BoardPhase& phase) {
  Session& session = call.debugger.session();
  const std::string_view word = arguments.take_word();
  const auto cell = TRY(cell_named(word, 1));
  TRY(arguments.expect_end());
  BoardView view = shown_board(session, map, phase);
  find_tick(session, map, view, board_index(cell), &call.debugger.monitor());
  return board_reply(call, view, describe(view, cell) + '\n');
}

Result<Response> show_sudoku_board(const Call& call) {
  Session& session = call.debugger.session();
  Monitor* const monitor = &call.debugger.monitor();
  const auto map = TRY(find_board(session.symbols()));
  BoardGivens givens;
  TRY(givens.search(session, map, monitor));
  const BoardPhase phase = givens.at(map, session.machine());
  ArgumentParser arguments(call.arguments);
  const bool candidates = arguments.take_word("candidates");
  const bool ticks = !candidates && arguments.take_word("ticks");
  if (!candidates && !ticks && !arguments.at_end()) {
    return describe_cell(call, arguments, map, phase);
  }
  TRY(arguments.expect_end());

  BoardView view = shown_board(session, map, phase);
  const auto event = TRY(last_board_event(session, map, givens, monitor));
  std::string text = to_text(view, candidates);
  if (event) text += fmt::format("     {}\n", to_text(*event));
  if (ticks) {
    for (std::size_t i = 0; i < view.cells.size(); ++i) {
      find_tick(session, map, view, i, monitor);
      if (!view.cells[i].set_at) continue;
      text += describe(view, board_cell(i)) + '\n';
    }
  }
  Response response = board_reply(call, view, std::move(text));
  if (event) response.data["event"] = event_to_json(*event);
  return response;
}

// ---- why r5c3

constexpr std::size_t any_depth = 81;  // no chain of digits is longer

// Of an optional member: null if there is none.
template <class T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json exclusion_to_json(const BoardExclusion& exclusion) {
  Json json = cell_to_json(exclusion.cell);
  json["digit"] = exclusion.digit;
  json["tick"] = json_or_null(exclusion.tick);
  json["because"] = json_or_null(exclusion.because);
  return json;
}

Json refutation_to_json(const BoardFact& fact) {
  Json json = {{"guessed_at", json_or_null(fact.guessed_at)}, {"contradicted_at", nullptr}};
  if (fact.contradiction) json["contradicted_at"] = fact.contradiction->tick;
  return json;
}

Json fact_to_json(const BoardWhy& answer, std::size_t index) {
  using Of = BoardFact::Kind;
  const BoardFact& fact = answer.facts[index];
  Json json = {{"id", index},
               {"kind", to_string(fact.kind)},
               {"digit", fact.digit},
               {"excludes", fact.excludes},
               {"tick", json_or_null(fact.tick)},
               {"text", fmt::format("{}: {}", claim_of(fact), reason_of(fact))},
               {"level", fact.level},
               {"expanded", fact.expanded}};
  json.update(cell_to_json(fact.cell));
  json["exclusions"] = Json::array();
  for (const BoardExclusion& one : fact.exclusions) {
    json["exclusions"].push_back(exclusion_to_json(one));
  }
  if (fact.kind == Of::given) json["input_bytes"] = fact.input;
  if (fact.kind == Of::guessed || fact.kind == Of::refuted) json["depth"] = fact.depth;
  if (fact.kind == Of::guessed || fact.kind == Of::blank) {
    json["possible"] = mask_digits(fact.candidates);
  }
  if (fact.kind == Of::refuted) json.update(refutation_to_json(fact));
  if (fact.unit) {
    json["unit"] = *fact.unit == cell_unit ? "cell" : board_unit_name(*fact.unit);
    json["since"] = json_or_null(fact.since);
  }
  return json;
}

Json summary_to_json(const BoardWhy::Summary& summary) {
  using Of = BoardFact::Kind;
  return {{"givens", summary.of(Of::given)},       {"guesses", summary.of(Of::guessed)},
          {"deductions", summary.of(Of::deduced)}, {"refuted", summary.of(Of::refuted)},
          {"edits", summary.of(Of::edited)},       {"depth", summary.depth},
          {"input_bytes", summary.input},          {"unexpanded", summary.unexpanded}};
}

// The error in a program without the regions of a sudoku board.
tl::unexpected<Error> no_board(const Symbols& symbols, Point cell, std::size_t column) {
  const auto& regions = symbols.regions();
  const auto drawn = std::find_if(regions.begin(), regions.end(),
                                  [](const Region& region) { return region.board.has_value(); });
  if (drawn == regions.end()) {
    return fail({{}, 0, column}, "there is no board in this program",
                "declare one with the regions grid and rlatter of 9x9, pspace and rstack of 27x27");
  }
  if (!drawn->board->pieces.empty() || cell.x >= drawn->area.size.width ||
      cell.y >= drawn->area.size.height) {
    return fail({{}, 0, column},
                fmt::format("the board {} does not tell why its squares are what they are",
                            single_quoted(drawn->name)),
                "why X,Y asks about the cell that stores one; board shows them");
  }
  return fail({{}, 0, column},
              fmt::format("the board {} does not tell when its digits are set or ruled out",
                          single_quoted(drawn->name)),
              fmt::format("why {}({},{}) tells what the value there was made of", drawn->name,
                          cell.x, cell.y));
}

Result<Response> why_on_sudoku_board(const Call& call, std::string_view word, std::size_t column,
                                     const WhyOptions& options, bool depth_given) {
  Session& session = call.debugger.session();
  const Point cell = parse_board_cell(word).value();
  const auto map = find_board(session.symbols());
  if (!map) return no_board(session.symbols(), cell, column);
  TRY(cell_named(word, column));
  BoardWhyOptions board_options;
  if (depth_given) board_options.depth = options.depth;
  board_options.to_input = options.to_input;
  if (options.all || options.to_input) board_options.depth = any_depth;
  const auto answer =
      TRY(why_on_board(session, *map, cell, board_options, &call.debugger.monitor()));
  CauseTree tree = to_tree(answer);
  Response response = make_response(call, to_text(tree));
  WhyQuestion question{board_cell_name(cell), {}, options.all, options.to_input};
  if (depth_given) question.depth = options.depth;
  LastAnswer last = answer_here(session, std::move(question), board_options.depth, std::move(tree));
  last.attachments.set(std::make_shared<const BoardWhy>(answer));
  call.debugger.set_last_answer(std::make_shared<const LastAnswer>(std::move(last)));
  response.data["board"] = cell_to_json(cell);
  response.data["tick"] = answer.tick;
  response.data["facts"] = Json::array();
  for (std::size_t i = 0; i < answer.facts.size(); ++i) {
    response.data["facts"].push_back(fact_to_json(answer, i));
  }
  response.data["summary"] = summary_to_json(answer.summary);
  return response;
}

// ---- The extension

constexpr std::int64_t grid_side = 9;

// "5 3 . | . 7 . | . . .", out of all the digits of the board.
std::string row_text(std::string_view digits, std::int64_t row) {
  std::string text;
  for (std::int64_t x = 0; x < grid_side; ++x) {
    if (x > 0) text += x % 3 == 0 ? " | " : " ";
    text += digits[static_cast<std::size_t>(row * grid_side + x)];
  }
  return text;
}

BoardTable table_of(const Session& session) {
  const BoardMap map = *find_board(session.symbols());
  std::string digits = grid_text(map, session.machine().field);
  std::replace(digits.begin(), digits.end(), ' ', '.');
  BoardTable table{{map.grid, {grid_side, grid_side}}, "grid", {}, {}};
  for (std::int64_t y = 0; y < grid_side; ++y) table.rows.push_back(row_text(digits, y));
  for (const char digit : digits) table.cells.emplace_back(1, digit);
  return table;
}

Result<void> recognise(const Symbols& symbols) {
  const auto map = find_board(symbols);
  return map ? Result<void>() : tl::unexpected(map.error());
}

std::string sample_input(const Session& session) {
  const Machine& machine = session.machine();
  return std::string(reads_input(machine.field, machine.dialect) ? sample_puzzle : "");
}

}  // namespace

const Extension& sudoku_extension() {
  static const Extension extension{
      recognise,
      sample_input,
      {"candidates | ticks | r5c3", "the sudoku of a program that has its map",
       "Where each digit came from; with ticks, or for one cell, also since when. That\n"
       "is known once the program has cleared pspace, rlatter and rstack, and has set\n"
       "recursionLevel; until then it is the puzzle that will be solved. The last line says\n"
       "what happened last, and why. ",
       "  board\n  board candidates\n  board r6c3\n", show_sudoku_board, table_of},
      {"r5c3", "what rules out its digits",
       "why r5c3 tells in terms of the puzzle why the cell in row 5, column 3 of a sudoku\n"
       "board has its digit: what ruled out the others, three levels deep, N or, with\n"
       "--all, down to givens and guesses.\n",
       [](std::string_view word) { return parse_board_cell(word).has_value(); },
       why_on_sudoku_board}};
  return extension;
}

}  // namespace fungescope
