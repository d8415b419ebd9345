#include "sudoku/game/saved_game.h"

#include "base/hash.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "sudoku/game/text_fields.h"
#include "sudoku/techniques/words/explanation.h"
#include <fmt/format.h>

namespace fungescope::game {
namespace {

constexpr std::string_view saved_title = "fungescope game ";
constexpr std::int64_t saved_version = 1;
constexpr std::int64_t max_time = std::int64_t{1} << 50U;  // milliseconds
constexpr std::int64_t max_count = 1'000'000'000;
constexpr techniques::Rating max_rating = 200;
constexpr std::string_view end_word = "end ";

// ---- Writing

void add_digits(std::string& text, DigitMask digits) {
  for (const Digit digit : techniques::digits_in(digits)) text += static_cast<char>('0' + digit);
}

void add_change(std::string& text, const CellChange& change) {
  text += ' ';
  text += techniques::to_text(change.cell);
  text += '=';
  if (change.after.digit != 0) text += static_cast<char>('0' + change.after.digit);
  for (const DigitMask mask : {change.after.centre, change.after.corner, change.after.colours}) {
    text += '/';
    add_digits(text, mask);
  }
}

std::string word_of(StepKind kind) {
  std::string word(name_of(kind));
  std::replace(word.begin(), word.end(), ' ', '-');
  return word;
}

std::uint64_t hash_of(std::string_view text) {
  Hasher hasher;
  hasher.add_text(text);
  return hasher.value();
}

// ---- Parsing

class GameParser {
 public:
  explicit GameParser(std::string_view text) : text_(text), reader_(text) {}

  Result<Game> parse() {
    TRY(read_title());
    TRY(read_puzzle());
    TRY(read_counts());
    TRY(read_steps());
    if (position_ > steps_.size()) {
      return reader_.error(fmt::format("there are {} steps, not {}", steps_.size(), position_));
    }
    Game game(puzzle_);
    game.restore({std::move(steps_), position_}, Timer(time_), help_, finished_);
    return game;
  }

 private:
  // Reads the line of a name, and returns what comes after it.
  Result<std::string_view> read_line(std::string_view name) {
    if (reader_.at_end()) return end_is_missing();
    std::string_view line = reader_.next();
    if (cut(line, ' ') != name) return reader_.error(fmt::format("'{}' is missing", name));
    return line;
  }
  Result<std::int64_t> read_number(std::string_view name, std::int64_t max) {
    const auto field = TRY(read_line(name));
    const auto number = parse_number(field, max);
    if (!number) return reader_.error(fmt::format("the number of '{}' is invalid", name));
    return *number;
  }
  [[nodiscard]] tl::unexpected<Error> end_is_missing() const {
    return fail({{}, reader_.line() + 1}, "the end is missing");
  }

  Result<void> read_title() {
    if (!text_.starts_with(saved_title)) return fail({{}, 1}, "this is not a saved game");
    const auto number = parse_number(reader_.next().substr(saved_title.size()), max_count);
    if (number && *number > saved_version) {
      return reader_.error("a later version of fungescope has saved the game");
    }
    if (number != saved_version) return reader_.error("the version is invalid");
    return {};
  }

  Result<puzzles::Grid> read_grid(std::string_view name) {
    const auto field = TRY(read_line(name));
    if (field.size() != board_cells ||
        field.find_first_not_of(".123456789") != std::string_view::npos) {
      return reader_.error(fmt::format("the '{}' are not 81 digits and dots", name));
    }
    return puzzles::grid_from_line(field);
  }

  Result<void> read_puzzle() {
    const auto givens = TRY(read_grid("givens"));
    puzzle_.givens = givens;
    const auto solutions = TRY(read_number("solutions", 2));
    puzzle_.solutions = static_cast<int>(solutions);
    if (puzzle_.solutions != 1) return {};
    const auto solution = TRY(read_grid("solution"));
    if (!puzzles::is_solution_of(solution, givens)) {
      return reader_.error("this does not solve the puzzle");
    }
    puzzle_.solution = solution;
    return read_level();
  }

  Result<void> read_level() {
    auto field = TRY(read_line("level"));
    const auto level = techniques::parse_level(cut(field, ' '));
    const auto rating = parse_number(field, max_rating);
    if (!level || !rating) return reader_.error("the level or the rating is invalid");
    puzzle_.level = *level;
    puzzle_.rating = static_cast<techniques::Rating>(*rating);
    return {};
  }

  Result<void> read_counts() {
    time_ = TRY(read_number("time", max_time));
    auto help = TRY(read_line("help"));
    std::array<std::int64_t, 3> counts{};
    constexpr std::array<std::string_view, 3> names{"hints", "checks", "shown"};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool named = cut(help, ' ') == names[i];
      const auto number = parse_number(cut(help, ' '), i == 2 ? 1 : max_count);
      if (!named || !number) return reader_.error("the help used is invalid");
      counts[i] = *number;
    }
    if (!help.empty()) return reader_.error("the help used is invalid");
    help_ = {static_cast<int>(counts[0]), static_cast<int>(counts[1]), counts[2] == 1};
    const auto finished = TRY(read_number("finished", 1));
    finished_ = finished == 1;
    const auto position = TRY(read_number("steps", max_count));
    position_ = static_cast<std::size_t>(position);
    return {};
  }

  Result<void> read_steps() {
    Board board = board_of(puzzle_.givens);
    for (;;) {
      if (reader_.at_end()) return end_is_missing();
      std::string_view line = reader_.next();
      const std::string_view word = cut(line, ' ');
      if (word == "end") return read_end(line);
      const auto kind = kind_of_word(word);
      if (!kind) return reader_.error("this is not a step");
      PlayedStep step{*kind, {}};
      while (!line.empty()) {
        const auto change = parse_change(cut(line, ' '), board);
        if (!change) return reader_.error("a cell of the step is invalid");
        board.at(change->cell) = change->after;
        step.changes.push_back(*change);
      }
      if (step.changes.empty()) return reader_.error("the step has no cells");
      steps_.push_back(std::move(step));
    }
  }

  Result<void> read_end(std::string_view hash) {
    const std::size_t size = static_cast<std::size_t>(hash.data() - text_.data()) - end_word.size();
    if (hash != fmt::format("{:016x}", hash_of(text_.substr(0, size)))) {
      return reader_.error("the text was changed: its hash differs");
    }
    if (!reader_.at_end() || text_.back() != '\n') return reader_.error("this is not the end");
    return {};
  }

  static std::optional<StepKind> kind_of_word(std::string_view word) {
    for (std::size_t i = 0; i < step_kind_count; ++i) {
      if (word == word_of(static_cast<StepKind>(i))) return static_cast<StepKind>(i);
    }
    return std::nullopt;
  }

  // Digits in ascending order.
  static std::optional<DigitMask> parse_digits(std::string_view text) {
    DigitMask mask = 0;
    for (const char c : text) {
      if (c < '1' || c > '9') return std::nullopt;
      const DigitMask bit = techniques::mask_of(static_cast<Digit>(c - '0'));
      if (bit <= mask) return std::nullopt;
      mask |= bit;
    }
    return mask;
  }

  [[nodiscard]] std::optional<CellChange> parse_change(std::string_view text,
                                                       const Board& board) const {
    if (text.size() < 5 || text[0] != 'r' || text[2] != 'c' || text[4] != '=') return {};
    const auto row = parse_number(text.substr(1, 1), 9);
    const auto column = parse_number(text.substr(3, 1), 9);
    if (row.value_or(0) == 0 || column.value_or(0) == 0) return {};
    CellChange change;
    change.cell = static_cast<Cell>((*row - 1) * 9 + *column - 1);
    change.before = board.at(change.cell);
    text.remove_prefix(5);
    if (std::count(text.begin(), text.end(), '/') != 3) return {};
    const auto digit = parse_digits(cut(text, '/'));
    const auto centre = parse_digits(cut(text, '/'));
    const auto corner = parse_digits(cut(text, '/'));
    const auto colours = parse_digits(text);
    if (!digit || techniques::count(*digit) > 1 || !centre || !corner || !colours) return {};
    change.after = {*digit == 0 ? Digit{0} : techniques::first_digit(*digit), *centre, *corner,
                    *colours};
    if (change.after == change.before) return {};
    if (puzzle_.is_given(change.cell) && change.after.digit != change.before.digit) return {};
    return change;
  }

  std::string_view text_;
  LineReader reader_;
  Puzzle puzzle_;
  std::int64_t time_ = 0;
  HelpUsed help_;
  bool finished_ = false;
  std::size_t position_ = 0;
  std::vector<PlayedStep> steps_;
};

}  // namespace

std::string to_text(const Game& game, double now) {
  const Puzzle& puzzle = game.puzzle();
  std::string text = fmt::format("{}{}\ngivens {}\nsolutions {}\n", saved_title, saved_version,
                                 puzzles::to_line(puzzle.givens), puzzle.solutions);
  auto out = std::back_inserter(text);
  if (puzzle.has_one_solution()) {
    fmt::format_to(out, "solution {}\nlevel {} {}\n", puzzles::to_line(puzzle.solution),
                   techniques::name_of(puzzle.level.value_or(Level::easy)), puzzle.rating);
  }
  const HelpUsed& help = game.help();
  fmt::format_to(out, "time {}\nhelp hints {} checks {} shown {:d}\nfinished {:d}\nsteps {}\n",
                 std::min(game.timer().milliseconds(now), max_time), help.hints, help.checks,
                 help.solution_shown, game.is_finished(), game.history().position);
  for (const PlayedStep& step : game.history().steps) {
    text += word_of(step.kind);
    for (const CellChange& change : step.changes) add_change(text, change);
    text += '\n';
  }
  return text + fmt::format("end {:016x}\n", hash_of(text));
}

Result<Game> parse_saved_game(std::string_view text) {
  return GameParser(text).parse();
}

bool is_later_version(std::string_view text) {
  if (!text.starts_with(saved_title)) return false;
  text.remove_prefix(saved_title.size());
  return parse_number(cut(text, '\n'), max_count).value_or(0) > saved_version;
}

}  // namespace fungescope::game
