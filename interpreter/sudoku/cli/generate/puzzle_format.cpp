#include "sudoku/cli/generate/puzzle_format.h"

#include "base/text_table.h"
#include "session/json_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view csv_header = "puzzle,solution,clues,level,rating,hardest,seed,ticks\n";

std::size_t clues_in(const std::vector<std::uint8_t>& cells) {
  return cells.size() - static_cast<std::size_t>(std::count(cells.begin(), cells.end(), 0));
}

// Quotes a field that symbols make ambiguous (RFC 4180).
std::string csv_field(std::string text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) {
    text.insert(at, 1, '"');
  }
  return '"' + text + '"';
}

}  // namespace

std::string PuzzleFormat::apply(const Candidate& candidate, bool first, bool header) const {
  switch (format) {
    case SolutionFormat::json:
      return json_of(candidate);
    case SolutionFormat::csv:
      return (first && header ? std::string(csv_header) : std::string()) + csv_of(candidate);
    case SolutionFormat::grid:
      return (first ? "" : "\n") + rows_of(candidate.cells);
    case SolutionFormat::pretty:
      return (first ? "" : "\n") + drawing_of(candidate.cells);
    case SolutionFormat::automatic:
    case SolutionFormat::line:
      break;
  }
  return line_of(candidate.cells) + "\n";
}

std::string PuzzleFormat::line_of(const std::vector<std::uint8_t>& cells) const {
  std::string line;
  for (const std::uint8_t number : cells) {
    if (!symbols.are_characters() && !line.empty()) line += ' ';
    line += symbols.of(number);
  }
  return line;
}

std::string PuzzleFormat::rows_of(const std::vector<std::uint8_t>& cells) const {
  std::size_t width = 0;
  for (std::size_t number = 1; number <= shape.numbers(); ++number) {
    width = std::max(width, symbols.of(number).size());
  }
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool ends_row = (i + 1) % shape.order == 0;
    const std::string_view symbol = symbols.of(cells[i]);
    if (symbols.are_characters()) {
      text += symbol;
    } else {
      text.append(width - symbol.size(), ' ').append(symbol).append(ends_row ? "" : " ");
    }
    if (ends_row) text += '\n';
  }
  return text;
}

std::string PuzzleFormat::drawing_of(const std::vector<std::uint8_t>& cells) const {
  GridDrawing grid;
  grid.order = shape.order;
  grid.box_side = shape.box_side;
  for (const std::uint8_t number : cells) grid.cells.emplace_back(symbols.of(number));
  return draw_grid(grid, style);
}

std::string PuzzleFormat::csv_of(const Candidate& candidate) const {
  std::string rated = ",,";
  if (candidate.path) {
    rated = fmt::format("{},{},{}", techniques::name_of(techniques::level_of(*candidate.path)),
                        techniques::rating_text(*candidate.path),
                        techniques::name_of(candidate.path->hardest));
  }
  return fmt::format("{},{},{},{},{},{}\n", csv_field(line_of(candidate.cells)),
                     csv_field(line_of(candidate.solution)), clues_in(candidate.cells), rated,
                     candidate.seed, candidate.ticks);
}

std::string PuzzleFormat::json_of(const Candidate& candidate) const {
  Json json = Json::object();
  json["puzzle"] = line_of(candidate.cells);
  json["solution"] = line_of(candidate.solution);
  json["clues"] = clues_in(candidate.cells);
  if (candidate.path) {
    json["level"] = techniques::name_of(techniques::level_of(*candidate.path));
    if (candidate.path->needs_search()) {
      json["rating"] = nullptr;
    } else {
      json["rating"] = candidate.path->rating / 10.0;
    }
    json["hardest"] = techniques::name_of(candidate.path->hardest);
  }
  // As text, since many readers of JSON round numbers of 64 bits.
  json["seed"] = std::to_string(candidate.seed);
  json["ticks"] = candidate.ticks;
  return json_text(json) + "\n";
}

}  // namespace fungescope
