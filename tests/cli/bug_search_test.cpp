// Gives the commands of docs/bug-search.md to the debugger, with the bugs of that page planted, and
// compares the answers.
#include "support/files.h"
#include "support/process.h"
#include "support/scratch.h"

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope::test;

namespace {

struct BugSearch {
  std::string heading;
  std::string commands;
  std::vector<std::string> answers;  // "..." stands for any number of lines
  std::size_t x = 0;
  std::size_t y = 0;
  char before = ' ';
  char now = ' ';
};

// Parses "`p`" or "a blank", and what follows.
char character(std::istream& text) {
  std::string word;
  text >> word;
  if (word == "a") text >> word;
  return word.at(0) == '`' ? word.at(1) : ' ';
}

// Parses "Cell (21, 50): `p` became `.`."
void parse_change(const std::string& line, BugSearch& search) {
  std::istringstream text(line);
  std::string word;
  char sign = 0;
  text >> word >> sign >> search.x >> sign >> search.y >> sign >> sign;
  search.before = character(text);
  text >> word;
  search.now = character(text);
}

std::vector<BugSearch> searches_of(const std::string& page) {
  std::vector<BugSearch> found;
  std::istringstream lines(page);
  std::string block;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) {
      block = block.empty() ? line : "";
    } else if (block == "```repl") {
      found.back().commands += line + '\n';
    } else if (block == "```text") {
      found.back().answers.push_back(line);
    } else if (line.rfind("## ", 0) == 0) {
      found.emplace_back().heading = line;
    } else if (line.rfind("Cell (", 0) == 0) {
      parse_change(line, found.back());
    }
  }
  return found;
}

std::string planted(const std::string& program, const BugSearch& search) {
  std::size_t begin = 0;
  for (std::size_t y = 0; y < search.y; ++y) begin = program.find('\n', begin) + 1;
  std::string changed = program;
  char& cell = changed.at(begin + search.x);
  REQUIRE(cell == search.before);
  cell = search.now;
  return changed;
}

// Returns the first line of the page that the answers do not have where it should be.
std::string missing_line(const std::vector<std::string>& expected, const std::string& answers) {
  std::istringstream lines(answers);
  bool skips = true;  // the page leaves out what `input` answers
  for (const std::string& one : expected) {
    if (one == "...") {
      skips = true;
      continue;
    }
    std::string line;
    do {
      if (!std::getline(lines, line)) return one;
    } while (skips && line != one);
    if (line != one) return one + "\ninstead of\n" + line;
    skips = false;
  }
  return {};
}

}  // namespace

TEST_CASE("each planted bug of the page on searching is found by its commands") {
  const std::string program = file_bytes(FUNGESCOPE_SOURCE "/programs/sudoku/sudoku.b93");
  const std::vector<BugSearch> searches =
      searches_of(file_bytes(FUNGESCOPE_SOURCE "/docs/bug-search.md"));
  CHECK(searches.size() == 6);
  const Scratch scratch;
  for (const BugSearch& search : searches) {
    CAPTURE(search.heading);
    const ProcessResult outcome = run_process(
        {FUNGESCOPE_PROGRAM, "repl", "--script", scratch.file("search.repl", search.commands),
         scratch.file("changed.b93", planted(program, search))});
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err == "");
    CHECK(missing_line(search.answers, outcome.out) == "");
  }
}
