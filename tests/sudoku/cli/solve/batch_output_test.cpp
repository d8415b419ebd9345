#include "sudoku/cli/solve/batch_output.h"

#include "support/test.h"

#include "sudoku/cli/solve/solving.h"

using puzzles::grid_from_line;

TEST_CASE("batch output: a drawn grid, plain and with bold givens") {
  const auto puzzle = grid_from_line(test::easy);
  const auto solution = grid_from_line(test::easy_solution);
  const std::string plain = format_grid(solution, puzzle, {false, false});
  CHECK(plain.substr(0, 52) == "+-------+-------+-------+\n| 5 3 4 | 6 7 8 | 9 1 2 |\n");
  const std::string bold = format_grid(solution, puzzle, {true, true});
  CHECK(bold.find("│ \x1b[1m5\x1b[0m \x1b[1m3\x1b[0m 4 │ 6 \x1b[1m7\x1b[0m 8 │ 9 1 2 │\n") !=
        std::string::npos);
  CHECK(bold.find("├───────┼───────┼───────┤") != std::string::npos);
}

TEST_CASE("batch output: words and codes") {
  BatchTask task;
  task.file = std::make_shared<const std::string>("f");
  task.line = 7;
  task.puzzle = grid_from_line(test::easy);
  CHECK(exit_code_of(task) == 0);
  CHECK(describe_failure(task).empty());
  task.result.status = puzzles::SolveStatus::wrong;
  task.result.reason = "because";
  CHECK(exit_code_of(task) == 1);
  CHECK(describe_failure(task) == "f:7: wrong: because");
  CHECK(format_result(task, SolutionFormat::line, {}, true) == "wrong\n");
  CHECK(format_result(task, SolutionFormat::grid, {}, false) == "\nwrong\n");
  task.kind = BatchTask::Kind::malformed;
  task.error = Error{{"f", 7, 3}, "bad", "mend it"};
  CHECK(describe_failure(task) == "f:7:3: bad; mend it");
  CHECK(
      format_result(task, SolutionFormat::json, {}, true) ==
      "{\"file\":\"f\",\"line\":7,\"status\":\"malformed\",\"reason\":\"f:7:3: bad; mend it\"}\n");
}
