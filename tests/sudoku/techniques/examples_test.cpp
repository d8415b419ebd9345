// Published examples of the techniques, with the explanations of their steps: the transcripts
// *.steps in `examples` (support/transcript.h). The title of a case is its technique.
//
//     :board DIGITS REMOVED...   a position; "345" removes the candidate 3 from r4c5
//     > find                     prints the explanation of the technique's step there
//     > hints                    prints its two weaker hints
//     :puzzle DIGITS
//     > first                    prints the first step of the technique on the puzzle's path
#include "base/random.h"
#include "support/run_transcripts.h"

#include <optional>
#include <string>

#include "sudoku/techniques/finders.h"
#include "sudoku/techniques/positions.h"
#include "sudoku/techniques/rating.h"
#include "sudoku/techniques/words/explanation.h"
#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::techniques;
using test::TranscriptStep;

namespace {

// Returns the step that the finder of a technique finds.
std::optional<Step> found(const Candidates& board, const std::string& technique) {
  for (const Finder find : finder_order()) {
    std::optional<Step> step = find(board);
    if (step && name_of(step->technique) == technique) return step;
  }
  return std::nullopt;
}

// Returns the first step of a technique on the way to the solution.
std::string first_step(const std::string& puzzle, const std::string& technique) {
  const puzzles::Grid grid = puzzles::grid_from_line(puzzle);
  Candidates board(grid);
  for (const Step& step : solve_by_techniques(grid).steps) {
    if (name_of(step.technique) == technique) {
      std::string about = rating_text(step.rating);
      if (step.type != 0) about += fmt::format(", type {}", step.type);
      if (!step.chains.empty()) about += ", several chains";
      CHECK(step.chains.size() != 1);
      for (const auto& chain : step.chains) CHECK(chain.size() > 1);
      CHECK(explain(step, board).starts_with(conclusion(step) + ": "));
      return about + "\n" + explain(step, board) + "\n";
    }
    apply(step, board);
  }
  return "none\n";
}

class ExampleRunner {
 public:
  std::optional<std::string> operator()(const TranscriptStep& step) {
    if (step.word == "===") technique_ = step.text;
    if (step.word == ":board" || step.word == ":puzzle") digits_ = step.text;
    if (step.word != ">") return std::nullopt;
    if (step.text == "first") return first_step(digits_, technique_);
    const std::string digits = digits_.substr(0, 81);
    const Candidates board =
        test::position(digits, digits_.size() > 81 ? std::string_view(digits_).substr(82) : "");
    const std::optional<Step> it = found(board, technique_);
    if (!it) return "none\n";
    const std::string explanation = explain(*it, board);
    CHECK(hint(*it, board, HintStrength::step) == explanation);
    if (step.text == "find") return explanation + "\n";
    return hint(*it, board, HintStrength::where) + "\n" +
           hint(*it, board, HintStrength::technique) + "\n";
  }

 private:
  std::string technique_;
  std::string digits_;
};

}  // namespace

TEST_CASE("techniques: published examples") {
  test::run_transcripts<ExampleRunner>(FUNGESCOPE_SOURCE "/tests/sudoku/techniques/examples",
                                       ".steps");
}

TEST_CASE("techniques: an empty board has no step") {
  const Candidates empty{puzzles::Grid{}};
  for (const Finder find : finder_order()) CHECK_FALSE(find(empty));
}

// No puzzle has direct claiming as its first step: see the next test.
TEST_CASE("techniques: direct claiming, where the third line has one place left") {
  // The digit 7 of row 1 is in box 1, so that row 2 has r2c4 left.
  Candidates board{puzzles::Grid{}};
  auto keep = [&](std::size_t row, std::initializer_list<std::size_t> columns) {
    CellSet kept;
    for (const std::size_t column : columns) kept.insert(static_cast<Cell>(row * 9 + column));
    for (std::size_t column = 0; column < 9; ++column) {
      const Cell cell = static_cast<Cell>(row * 9 + column);
      if (!kept.contains(cell)) board.eliminate(cell, mask_of(7));
    }
  };
  keep(0, {0, 1, 2});
  keep(1, {0, 1, 3});
  keep(2, {0, 4, 6});
  const std::optional<Step> step = find_direct_intersection(board);
  REQUIRE(step);
  CHECK(step->technique == Technique::direct_claiming);
  CHECK(rating_text(step->rating) == "1.9");
  CHECK(explain(*step, board) ==
        "r2c4 = 7: direct claiming, since the places for 7 in row 1, r1c1, r1c2 and r1c3, are all "
        "in box 1, so that r2c1, r2c2 and r3c1 lose 7, and r2c4 is the last place for 7 in row 2");
}

TEST_CASE("techniques: wherever direct claiming applies, an easier technique does") {
  // If the digit's places in a line are all in a box, and another line of the box has one place
  // outside of it, the digit is a hidden single there, or the third box points at the third line.
  Random random(42);
  int seen = 0;
  for (int round = 0; round < 3000; ++round) {
    Candidates board{puzzles::Grid{}};
    for (std::size_t i = 0; i < board_cells; ++i) {
      if (random.next() % 8 < 5) board.eliminate(static_cast<Cell>(i), mask_of(7));
    }
    bool consistent = true;
    for (std::size_t unit = 0; unit < unit_count; ++unit) {
      consistent = consistent && board.places_count(static_cast<Unit>(unit), 7) > 0;
    }
    if (!consistent) continue;
    for (std::size_t row = 0; row < 9; ++row) {
      const CellSet here = board.cells_with(7) & geometry.sets[unit_of(UnitKind::row, row)];
      const CellSet& box = geometry.sets[unit_of(here.first(), UnitKind::box)];
      if (here.size() < 2 || !here.is_subset_of(box)) continue;
      for (std::size_t other = row / 3 * 3; other < row / 3 * 3 + 3; ++other) {
        const CellSet there = board.cells_with(7) & geometry.sets[unit_of(UnitKind::row, other)];
        if (other == row || there.size() < 2 || (there - box).size() != 1) continue;
        ++seen;
        if (find_hidden_single(board)) continue;
        const std::optional<Step> step = find_direct_intersection(board);
        REQUIRE(step);
        CHECK(step->technique == Technique::direct_pointing);
      }
    }
  }
  CHECK(seen > 100);
}
