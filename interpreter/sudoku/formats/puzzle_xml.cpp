#include <algorithm>
#include <utility>

#include "sudoku/formats/puzzle_reader.h"
#include <fmt/format.h>
#include <pugixml.hpp>

namespace fungescope::puzzles {
namespace {

// Converts increasing offsets to locations in one pass over the document.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}

  SourceLocation locate(std::size_t offset, const std::string& file) {
    offset = std::min(offset, text_.size());
    for (; at_ < offset; ++at_) {
      const bool crlf = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
      if (crlf || (text_[at_] != '\n' && text_[at_] != '\r')) continue;
      ++line_;
      line_begin_ = at_ + 1;
    }
    return {file, line_, offset >= line_begin_ ? offset - line_begin_ + 1 : 0};
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  std::size_t line_begin_ = 0;
};

class GameCollector final : public pugi::xml_tree_walker {
 public:
  bool for_each(pugi::xml_node& node) override {
    if (std::string_view(node.name()) == "game" && node.attribute("data")) games.push_back(node);
    return true;
  }
  std::vector<pugi::xml_node> games;
};

// Splits into the texts before each bar, without empty ones.
std::vector<std::string_view> split_at_bars(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t bar = text.find('|'); bar != std::string_view::npos; bar = text.find('|')) {
    if (bar > 0) parts.push_back(text.substr(0, bar));
    text.remove_prefix(bar + 1);
  }
  return parts;
}

// Parses "version: 1 5|-|0|0|1,2,|1|...": of each cell the value first, the editability last.
Result<Puzzle> parse_cell_records(std::string_view data, const SourceLocation& where) {
  const std::size_t begin =
      data.find_first_not_of("0123456789 ", std::string_view("version:").size());
  const std::size_t first_bar = data.find('|');
  const std::size_t last_space = data.find_last_of(" \n\t", first_bar);
  if (first_bar == std::string_view::npos || last_space == std::string_view::npos ||
      begin < last_space) {
    return fail(where, "the cells of this game cannot be read", "export it again");
  }
  const auto parts = split_at_bars(data.substr(last_space + 1));
  const std::size_t each = parts.size() / cell_count;
  if (each < 2 || parts.size() != each * cell_count) {
    return fail(where,
                fmt::format("the game has {} fields, which do not make 81 cells", parts.size()),
                "export it again");
  }
  Puzzle puzzle;
  for (std::size_t i = 0; i < cell_count; ++i) {
    const std::string_view value = parts[i * each];
    const bool editable = parts[i * each + each - 1] != "0";
    const int digit = value.size() == 1 ? parse_cell(value[0]) : -1;
    if (digit < 0) {
      return fail(where, fmt::format("cell {} of the game is \"{}\"", i + 1, value.substr(0, 20)),
                  "a cell is 0 to 9");
    }
    if (!editable) puzzle.grid.cells[i] = static_cast<std::uint8_t>(digit);
  }
  return puzzle;
}

Result<Puzzle> parse_game(std::string_view data, SourceLocation where) {
  if (data.substr(0, 8) == "version:") return parse_cell_records(data, where);
  auto puzzle = parse_puzzle_field(data, 0);
  if (!puzzle) puzzle.error().where = std::move(where);
  return puzzle;
}

}  // namespace

Result<std::vector<PuzzleRecord>> parse_puzzle_xml(std::string document, const std::string& file) {
  LineCounter lines(document);
  pugi::xml_document xml;
  const auto parsed =
      xml.load_buffer(document.data(), document.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!parsed) {
    std::string what = parsed.description();
    if (!what.empty()) what[0] = static_cast<char>(what[0] | 0x20);
    return fail(lines.locate(static_cast<std::size_t>(parsed.offset), file),
                fmt::format("this is not well-formed XML ({})", what), "repair the file");
  }
  GameCollector collector;
  xml.traverse(collector);
  if (collector.games.empty()) {
    return fail({file}, "the XML holds no puzzle",
                "expected OpenSudoku's form: <game data=\"...\"/>");
  }
  std::vector<PuzzleRecord> puzzles;
  for (const pugi::xml_node game : collector.games) {
    SourceLocation where = lines.locate(static_cast<std::size_t>(game.offset_debug()), file);
    const std::uint64_t line = where.line;
    puzzles.push_back({line, parse_game(game.attribute("data").value(), std::move(where))});
  }
  return puzzles;
}

}  // namespace fungescope::puzzles
