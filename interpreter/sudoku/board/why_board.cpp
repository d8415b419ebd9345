// The response to `why r5c3`: the reasons of a cell of the sudoku board.
#include "base/escape.h"
#include "session/expressions/symbols.h"
#include "session/why/why_text.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "sudoku/board/board_commands.h"
#include "sudoku/board/board_why.h"
#include "sudoku/board/board_why_text.h"
#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::size_t any_depth = 81;  // no chain of digits is longer

// Of an optional member: null if there is none.
template <class T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json cell_to_json(Point cell) {
  return {{"name", board_cell_name(cell)}, {"x", cell.x}, {"y", cell.y}};
}

Json digits_to_json(std::uint16_t digits) {
  Json array = Json::array();
  for (int v = 1; v <= 9; ++v) {
    if ((digits >> (v - 1) & 1) != 0) array.push_back(v);
  }
  return array;
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
    json["possible"] = digits_to_json(fact.candidates);
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

}  // namespace

Result<Response> why_on_sudoku_board(const Call& call, std::string_view word, std::size_t column,
                                     const WhyOptions& options, bool depth_given) {
  Session& session = call.debugger.session();
  const Point cell = parse_board_cell(word).value();
  const auto map = find_board(session.symbols());
  if (!map) return no_board(session.symbols(), cell, column);
  if (cell.x >= 9 || cell.y >= 9) {
    return fail({{}, 0, column}, fmt::format("the board has no {}", board_cell_name(cell)),
                "its cells are r1c1 to r9c9: rows and columns from 1");
  }
  BoardWhyOptions board_options;
  if (depth_given) board_options.depth = options.depth;
  board_options.to_input = options.to_input;
  if (options.all || options.to_input) board_options.depth = any_depth;
  const auto answer = why_on_board(session, *map, cell, board_options, &call.debugger.monitor());
  if (!answer) return tl::unexpected(answer.error());
  CauseTree tree = to_tree(*answer);
  Response response = make_response(call, to_text(tree));
  WhyQuestion question{board_cell_name(cell), {}, options.all, options.to_input};
  if (depth_given) question.depth = options.depth;
  LastAnswer last = answer_here(session, std::move(question), board_options.depth, std::move(tree));
  last.attachments.set(std::make_shared<const BoardWhy>(*answer));
  call.debugger.set_last_answer(std::make_shared<const LastAnswer>(std::move(last)));
  response.data["board"] = cell_to_json(cell);
  response.data["tick"] = answer->tick;
  response.data["facts"] = Json::array();
  for (std::size_t i = 0; i < answer->facts.size(); ++i) {
    response.data["facts"].push_back(fact_to_json(*answer, i));
  }
  response.data["summary"] = summary_to_json(answer->summary);
  return response;
}

}  // namespace fungescope
