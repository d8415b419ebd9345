#include "base/json.h"
#include "base/text_table.h"
#include "cli/standard_ports.h"
#include "cli/subcommands.h"
#include "front_end/command_options.h"
#include "front_end/interrupt.h"
#include "front_end/standard_streams.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "sudoku/cli/solve/batch_input.h"
#include "sudoku/cli/solve/batch_output.h"
#include "sudoku/cli/sudoku_commands.h"
#include "sudoku/formats/puzzle_line.h"
#include "sudoku/solving/solver_knowledge.h"
#include "sudoku/techniques/rating.h"
#include "sudoku/techniques/words/explanation.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

// ---- What is printed of a puzzle: its path step by step, or one hint

struct ExplainOptions {
  std::string source = "-";  // a file, or the puzzle itself
  std::string format = "text";
  std::string next;  // "where", "technique" or "step": one hint instead of the path
  bool ticks = false;

  [[nodiscard]] bool json() const { return format == "json"; }
};

using puzzles::SolverKnowledge;
using techniques::Candidates;
using techniques::CellDigits;
using techniques::Digit;
using techniques::Path;

// Returns when the program had the step's digit, or had ruled out the last of its candidates.
Tick tick_of(const techniques::Step& step, const SolverKnowledge& knowledge) {
  if (step.placement) return knowledge.digits[step.placement->cell];
  Tick last = 0;
  for (const auto& [cell, digits] : step.eliminations) {
    for (const Digit digit : techniques::digits_in(digits)) {
      last = std::max(last, knowledge.ruled_out[cell][digit - 1U]);
    }
  }
  return last;
}

std::string rating_word(const techniques::Step& step) {
  return step.technique == techniques::Technique::search ? "search"
                                                         : techniques::rating_text(step.rating);
}

Json cell_json(techniques::Cell cell) {
  Json json = Json::object();
  json["row"] = techniques::row_of(cell) + 1;
  json["column"] = techniques::column_of(cell) + 1;
  return json;
}

Json eliminations_json(const std::vector<CellDigits>& eliminations) {
  Json list = Json::array();
  for (const auto& [cell, digits] : eliminations) {
    Json json = cell_json(cell);
    json["digits"] = Json::array();
    for (const Digit digit : techniques::digits_in(digits)) json["digits"].push_back(digit);
    list.push_back(std::move(json));
  }
  return list;
}

std::string step_json(const techniques::Step& step, const Candidates& board, std::size_t number,
                      const SolverKnowledge* knowledge) {
  Json json = Json::object();
  json["step"] = number;
  json["rating"] = step.rating > 0 ? Json(step.rating / 10.0) : Json();
  json["technique"] = techniques::name_of(step.technique);
  if (step.placement) {
    json["place"] = cell_json(step.placement->cell);
    json["place"]["digit"] = step.placement->digit;
  }
  if (!step.eliminations.empty()) json["eliminate"] = eliminations_json(step.eliminations);
  json["text"] = techniques::explain(step, board);
  if (knowledge != nullptr) json["tick"] = tick_of(step, *knowledge);
  return json_text(json) + "\n";
}

std::string summary(const Path& path) {
  if (path.steps.empty()) return "the grid is solved\n";
  const std::string rating =
      path.needs_search() ? "no rating" : "rating " + techniques::rating_text(path);
  return fmt::format(
      "{}, {}: {}; {} step{}\n", rating, techniques::name_of(techniques::level_of(path)),
      techniques::name_of(path.hardest), path.steps.size(), path.steps.size() == 1 ? "" : "s");
}

std::string format_path(Candidates board, const Path& path, bool as_json,
                        const SolverKnowledge* knowledge) {
  std::string text;
  std::size_t number = 0;
  for (const techniques::Step& step : path.steps) {
    ++number;
    if (as_json) {
      text += step_json(step, board, number, knowledge);
    } else {
      const std::string tick =
          knowledge == nullptr
              ? ""
              : fmt::format(" tick {:>11} ", with_separators(tick_of(step, *knowledge)));
      text += fmt::format("{:>3}. {:<6} {} {}\n", number, rating_word(step), tick,
                          techniques::explain(step, board));
    }
    techniques::apply(step, board);
  }
  return as_json ? text : text + summary(path);
}

std::string format_hint(const Candidates& board, const Path& path, const ExplainOptions& options,
                        const SolverKnowledge* knowledge) {
  if (path.steps.empty()) return options.json() ? "{}\n" : summary(path);
  const techniques::Step& step = path.steps.front();
  const techniques::HintStrength strength =
      options.next == "where"       ? techniques::HintStrength::where
      : options.next == "technique" ? techniques::HintStrength::technique
                                    : techniques::HintStrength::step;
  if (options.json() && strength == techniques::HintStrength::step) {
    return step_json(step, board, 1, knowledge);
  }
  const std::string hint = techniques::hint(step, board, strength);
  if (options.json()) {
    Json json = Json::object();
    json["hint"] = hint;
    if (knowledge != nullptr) json["tick"] = tick_of(step, *knowledge);
    return json_text(json) + "\n";
  }
  if (knowledge == nullptr) return hint + "\n";
  return fmt::format("{}\nsudoku.b93 knew it at tick {}\n", hint,
                     with_separators(tick_of(step, *knowledge)));
}

// ---- The command

// Returns the argument as a task if it is a puzzle, or was meant as one, rather than the name of a
// file.
std::optional<BatchTask> task_of(const std::string& argument) {
  std::error_code ignored;
  if (argument == "-" || std::filesystem::exists(argument, ignored)) return std::nullopt;
  puzzles::ParsedLine line = puzzles::parse_puzzle_line(argument);
  if (!line.looks_like_puzzle) return std::nullopt;
  BatchTask task{.file = std::make_shared<const std::string>("the puzzle")};
  if (!line.result) line.result.error().where = {*task.file};
  task.set(std::move(line.result));
  return task;
}

// Makes an error of a puzzle whose candidates a program would need.
void refuse_lost_marks(BatchTask& task) {
  const auto digits = task.digits_alone();
  if (digits) return;
  task.kind = BatchTask::Kind::malformed;
  task.error = {digits.error().where, digits.error().what,
                "Befunge programs take digits only: omit --ticks"};
}

class Explainer {
 public:
  explicit Explainer(const ExplainOptions& options) : options_(options), output_(STDOUT_FILENO) {
    if (options.ticks) solver_.emplace();
  }

  // Returns false if no more can be written.
  bool explain(BatchTask& task) {
    if (task.kind == BatchTask::Kind::puzzle) {
      task.result = puzzles::solve_without_program(task.puzzle, true, task.marks.get());
      // --ticks are of a program.
      if (solver_ && task.result.status == puzzles::SolveStatus::solved) refuse_lost_marks(task);
    }
    if (exit_code_ == exit_code::done) exit_code_ = exit_code_of(task);
    const std::string failure = describe_failure(task);
    if (!failure.empty()) {
      output_.flush();
      print_message("fungescope: {}\n", failure);
      return true;
    }
    const techniques::Path path = techniques::solve_by_techniques(task.puzzle, task.marks.get());
    std::optional<puzzles::SolverKnowledge> knowledge;
    if (solver_) {
      knowledge = puzzles::record_knowledge(*solver_, task.puzzle, interrupted());
      if (!knowledge) return false;
    }
    const techniques::Candidates start(task.puzzle, task.marks.get());
    const puzzles::SolverKnowledge* const known = knowledge ? &*knowledge : nullptr;
    const std::string text = options_.next.empty()
                                 ? format_path(start, path, options_.json(), known)
                                 : format_hint(start, path, options_, known);
    const bool separate =
        !std::exchange(first_, false) && !options_.json() && options_.next.empty();
    return output_.write((separate ? "\n" : "") + text) && output_.flush();
  }

  int finish() {
    output_.flush();
    return final_exit_code(output_.error(), "the explanation is incomplete", exit_code_);
  }

 private:
  const ExplainOptions& options_;
  std::optional<puzzles::BuiltInSolver> solver_;  // for --ticks
  DescriptorOutput output_;
  bool first_ = true;
  int exit_code_ = exit_code::done;
};

int explain_command(const ExplainOptions& options) {
  if (!options.json() && options.format != "text") {
    const auto error = unknown_word("format", options.format, "text, json");
    return fail_with(error.value(), exit_code::usage);
  }
  Explainer explainer(options);
  if (std::optional<BatchTask> task = task_of(options.source)) {
    explainer.explain(*task);
    return explainer.finish();
  }
  BatchInput input({options.source});
  input.read(
      1,
      [&](std::vector<BatchTask> tasks) {
        for (BatchTask& task : tasks) {
          if (!explainer.explain(task)) return false;
        }
        return true;
      },
      [] { return interrupted().load(std::memory_order_relaxed); });
  return explainer.finish();
}

}  // namespace

void add_explain_options(CLI::App& command, int& exit_code) {
  command.footer(
      "FILE is a file of puzzles, in any format that `solve` reads, or one puzzle itself: 81\n"
      "cells, with . or 0 for unknown, or a link. A puzzle in progress is one with more givens,\n"
      "or a grid of candidates, from which the explanation starts.\n"
      "Cells are named by row and column: r5c3. Each step has its rating on the scale of\n"
      "Sudoku Explainer.\n"
      "Exit codes: 0 all explained, else that of the first failure: 2 usage or unreadable\n"
      "file, 4 the output cannot be written, 10 unsolvable, 11 invalid, 12 several\n"
      "solutions, 13 no puzzle; 130 Ctrl-C.\n"
      "Examples:\n"
      "  fungescope explain puzzle.txt\n"
      "  fungescope explain --next=where puzzle.txt");
  // Shared with the callback, which runs after this function returns.
  const auto options = std::make_shared<ExplainOptions>();
  command
      .add_option("FILE", options->source, "A file of puzzles, or a puzzle; - is standard input")
      ->capture_default_str();
  command
      .add_flag("--next{step}", options->next,
                "Only the next step; --next=where tells where to look, --next=technique also what "
                "for")
      ->check(CLI::IsMember({"where", "technique", "step"}));
  command.add_flag("--ticks", options->ticks, "Tell at which tick sudoku.b93 knew each step");
  command.add_option("--format", options->format, "One of: text, json")->capture_default_str();
  command.callback([options, &exit_code] { exit_code = explain_command(*options); });
}

}  // namespace fungescope
