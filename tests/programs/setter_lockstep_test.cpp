// setter.b93 in lock step with a mirror in C++: every change of grid, clues and digits is the same.
//
// This file and programs/setter/README.md describe the same algorithm; the names of its parts are
// those of the program's blocks.
#include "lang/annotations.h"
#include "lang/loader.h"
#include "programs/program_run.h"
#include "support/test.h"
#include "vm/io.h"

#include "sudoku/solving/puzzle.h"

using puzzles::cell_count;

namespace {

constexpr std::int64_t weight = 20000;
constexpr std::int64_t trail_bottom = 1;  // of the trail
constexpr std::int64_t first_column = '!';
constexpr std::int64_t removed = '.';

constexpr std::size_t cell_row(std::size_t cell) {
  return cell / 9;
}
constexpr std::size_t cell_column(std::size_t cell) {
  return cell % 9;
}
constexpr std::size_t cell_box(std::size_t cell) {
  return cell / 27 * 3 + cell % 9 / 3;
}

constexpr bool are_peers(std::size_t a, std::size_t b) {
  return cell_row(a) == cell_row(b) || cell_column(a) == cell_column(b) ||
         cell_box(a) == cell_box(b);
}

using Peers = std::array<std::array<std::size_t, 20>, cell_count>;
Peers find_peers() {
  Peers peers{};
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    std::size_t count = 0;
    for (std::size_t other = 0; other < cell_count; ++other) {
      if (other != cell && are_peers(cell, other)) peers[cell][count++] = other;
    }
  }
  return peers;
}

std::int64_t code_of(std::size_t cell, std::size_t digit) {
  return 16 * (first_column + static_cast<std::int64_t>(cell)) + static_cast<std::int64_t>(digit);
}
std::size_t cell_of(std::int64_t code) {
  return static_cast<std::size_t>(code / 16 - first_column);
}
std::size_t digit_of(std::int64_t code) {
  return static_cast<std::size_t>(code % 16);
}
std::size_t digit_of_character(std::int64_t c) {
  return static_cast<std::size_t>(c - '0');
}

// The regions whose changes are recorded, by their names in the program.
enum class SetterRegion : std::uint8_t { grid, clues, digits };

// A write that changed a cell; writing the value that a cell already has is not recorded.
struct SetterChange {
  SetterRegion region = SetterRegion::grid;
  std::uint8_t cell = 0;  // y * 9 + x
  std::int64_t now = 0;
  friend bool operator==(const SetterChange&, const SetterChange&) = default;
};

struct SetterKind {
  static constexpr std::int64_t minimal = 0;
  static constexpr std::int64_t rows = 1;
  std::int64_t value = minimal;  // or a number of clues
};

// Makes one puzzle after the other, as one run of the program does.
class SetterModel {
 public:
  explicit SetterModel(std::uint64_t seed) : random_(seed) {
    // The program's page before the run, and what CLEAR makes of it.
    grid_.fill(' ');
    clues_.fill(' ');
    digits_.fill('.');
    cells_.fill(weight);
    for (Units* units : {&rows_, &columns_, &boxes_}) {
      for (auto& unit : *units) unit.fill(weight);
    }
    for (std::size_t cell = 0; cell < cell_count; ++cell) {
      order_[cell] = cell;
      for (std::size_t i = 0; i < 9; ++i) orders_[cell][i] = i + 1;
      change(SetterRegion::digits, digits_, cell, 0);
      for (std::size_t digit = 1; digit <= 9; ++digit) {
        places_[cell][digit] = std::exchange(trail_head_, code_of(cell, digit));
      }
    }
    undo(trail_bottom);
  }

  // Returns the next puzzle, 81 characters.
  [[nodiscard]] std::string next(SetterKind kind) {
    do {
      fill();
      shuffle(kind);
      dig();
    } while (kind.value != SetterKind::minimal && rest_ != 0);
    std::string line;
    for (const std::int64_t c : clues_) line += static_cast<char>(c);
    return line;
  }

  // Returns the changes so far.
  [[nodiscard]] const std::vector<SetterChange>& changes() const { return changes_; }

 private:
  using Board = std::array<std::int64_t, cell_count>;
  // A value for each digit, 1 to 9, in each of nine rows, columns or boxes.
  using Units = std::array<std::array<std::int64_t, 10>, 9>;
  struct Place {
    std::size_t cell;
    std::size_t digit;
  };
  struct Frame {
    std::int64_t trail_head;
    std::int64_t guess;
  };

  void change(SetterRegion region, Board& board, std::size_t cell, std::int64_t now) {
    if (board[cell] != now) changes_.push_back({region, static_cast<std::uint8_t>(cell), now});
    board[cell] = now;
  }
  std::size_t random_below(std::size_t n) {
    for (;;) {
      std::size_t number = 0;
      for (std::size_t power = 1; power < n; power *= 3) {
        // East, south, west, north: west asks again.
        unsigned way = random_.next_two_bits();
        while (way == 2) way = random_.next_two_bits();
        number = 3 * number + (way == 3 ? 0 : way + 1);
      }
      if (number < n) return number;
    }
  }
  void fill() {
    Units used_rows{};
    Units used_columns{};
    Units used_boxes{};
    std::array<std::size_t, cell_count + 1> tried{};
    for (std::size_t cell = 0; cell < cell_count;) {
      const auto use = [&](std::size_t digit, std::int64_t value) {
        used_rows[cell_row(cell)][digit] = value;
        used_columns[cell_column(cell)][digit] = value;
        used_boxes[cell_box(cell)][digit] = value;
      };
      if (tried[cell] == 9) {
        --cell;
        use(digit_of_character(grid_[cell]), 0);
        continue;
      }
      auto& order = orders_[cell];
      const std::size_t i = tried[cell]++;
      std::swap(order[i], order[i + random_below(9 - i)]);
      const std::size_t digit = order[i];
      if (used_rows[cell_row(cell)][digit] != 0 || used_columns[cell_column(cell)][digit] != 0 ||
          used_boxes[cell_box(cell)][digit] != 0) {
        continue;
      }
      change(SetterRegion::grid, grid_, cell, '0' + static_cast<std::int64_t>(digit));
      use(digit, 1);
      tried[++cell] = 0;
    }
  }
  void shuffle(SetterKind kind) {
    const bool by_row = kind.value == SetterKind::rows;
    rest_ = by_row ? 54 : cell_count - static_cast<std::size_t>(kind.value);
    for (std::size_t i = 0; i < 9; ++i) room_[i] = by_row ? 5 + i / 3 : 9;
    for (std::size_t i = 9; i-- > 0;) std::swap(room_[i], room_[random_below(i + 1)]);
    for (std::size_t i = cell_count; i-- > 0;) {
      std::swap(order_[i], order_[random_below(i + 1)]);
      change(SetterRegion::clues, clues_, i, grid_[i]);
    }
  }
  void dig() {
    std::array<std::int64_t, 65> marks{};  // by the size of the half that was loaded
    std::size_t size = 128;
    for (std::size_t clue = 0; clue < cell_count && rest_ != 0; ++clue) {
      if (clue > 0) {
        for (size = 1; clue % (2 * size) == 0;) size *= 2;
        undo(marks[size]);
        load(clue - size, clue);
      }
      while (size > 1) {
        size /= 2;
        marks[size] = trail_head_;
        load(clue + size, clue + 2 * size);
      }
      const std::size_t cell = order_[clue];
      if (room_[cell_row(cell)] == 0) continue;
      if (digits_[cell] != 0 || !has_second_solution(cell)) remove_clue(cell);
    }
    undo(trail_bottom);
  }
  void remove_clue(std::size_t cell) {
    change(SetterRegion::clues, clues_, cell, removed);
    --room_[cell_row(cell)];
    --rest_;
  }
  void load(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to && i < cell_count; ++i) {
      const std::size_t cell = order_[i];
      if (clues_[cell] != removed) {
        to_do_.push_back(code_of(cell, digit_of_character(clues_[cell])));
      }
    }
    solve();
  }
  [[nodiscard]] bool has_second_solution(std::size_t cell) {
    std::vector<Frame> frames;
    rule_out({cell, digit_of_character(grid_[cell])});
    for (;;) {
      if (solve()) {
        if (solved_ == cell_count) return true;
        const Place guess = find_guess();
        const std::int64_t code = code_of(guess.cell, guess.digit);
        frames.push_back({trail_head_, code});
        to_do_.push_back(code);
      } else {
        if (frames.empty()) return false;
        const Frame frame = frames.back();
        frames.pop_back();
        undo(frame.trail_head);
        rule_out({cell_of(frame.guess), digit_of(frame.guess)});
      }
    }
  }

  // Empties the to-do list; returns false at a conflict.
  bool solve() {
    while (!to_do_.empty()) {
      const std::int64_t code = to_do_.back();
      to_do_.pop_back();
      if (code == weight) {
        to_do_.clear();
        return false;
      }
      const Place place{cell_of(code), digit_of(code)};
      if (places_[place.cell][place.digit] == 0) set(place);
    }
    return true;
  }
  void set(Place place) {
    static const Peers peers = find_peers();
    const auto& [cell, digit] = place;
    change(SetterRegion::digits, digits_, cell, static_cast<std::int64_t>(digit));
    ++solved_;
    places_[cell][digit] = std::exchange(trail_head_, code_of(cell, digit));
    if (cells_[cell] < 0) {
      for (std::size_t other = 1; other <= 9; ++other) {
        if (places_[cell][other] == 0) rule_out({cell, other});
      }
    }
    for (const std::size_t peer : peers[cell]) {
      if (places_[peer][digit] == 0) rule_out({peer, digit});
    }
  }
  void rule_out(Place place) {
    const auto& [cell, digit] = place;
    const std::int64_t code = code_of(cell, digit);
    places_[cell][digit] = std::exchange(trail_head_, code);
    add_to_tally(rows_[cell_row(cell)][digit], weight - code);
    add_to_tally(boxes_[cell_box(cell)][digit], weight - code);
    add_to_tally(columns_[cell_column(cell)][digit], weight - code);
    add_to_tally(cells_[cell], weight - code);
  }
  void add_to_tally(std::int64_t& tally, std::int64_t amount) {
    tally += amount;
    if (tally > 0) to_do_.push_back(tally);
  }
  [[nodiscard]] Place find_guess() const {
    std::int64_t best = -10 * weight;
    Place guess{0, 1};
    for (std::size_t cell = 0; cell < cell_count && best <= -weight; ++cell) {
      if (cells_[cell] >= 0 || cells_[cell] <= best) continue;
      best = cells_[cell];
      guess.cell = cell;
    }
    while (places_[guess.cell][guess.digit] != 0) ++guess.digit;
    return guess;
  }
  void undo(std::int64_t mark) {
    while (trail_head_ != mark) {
      const std::int64_t code = trail_head_;
      const std::size_t cell = cell_of(code);
      const std::size_t digit = digit_of(code);
      trail_head_ = std::exchange(places_[cell][digit], 0);
      if (digits_[cell] == static_cast<std::int64_t>(digit)) {
        change(SetterRegion::digits, digits_, cell, 0);
        --solved_;
        continue;
      }
      for (std::int64_t* tally : {&rows_[cell_row(cell)][digit], &boxes_[cell_box(cell)][digit],
                                  &columns_[cell_column(cell)][digit], &cells_[cell]}) {
        *tally -= weight - code;
      }
    }
  }

  Random random_;
  std::vector<SetterChange> changes_;

  Board grid_{};
  Board clues_{};
  Board digits_{};
  std::array<std::array<std::size_t, 9>, cell_count> orders_{};
  std::array<std::size_t, cell_count> order_{};
  std::array<std::size_t, 9> room_{};
  std::size_t rest_ = 0;

  std::array<std::array<std::int64_t, 10>, cell_count> places_{};  // links of the trail
  std::array<std::int64_t, cell_count> cells_{};
  Units rows_{};
  Units columns_{};
  Units boxes_{};
  std::int64_t trail_head_ = 1;
  std::size_t solved_ = 0;
  std::vector<std::int64_t> to_do_;
};

// Compares the writes of the program, one by one, with the changes of the mirror.
class Comparison final : public Observer {
 public:
  Comparison(const Annotations& annotations, const std::vector<SetterChange>& expected)
      : expected_(expected) {
    constexpr std::array names{"grid", "clues", "digits"};
    for (std::size_t i = 0; i < names.size(); ++i) {
      areas_[i] = annotations.find_region(names[i])->area;
    }
  }

  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t before, std::int64_t now) override {
    if (before == now || different_at) return;
    for (std::size_t i = 0; i < areas_.size(); ++i) {
      if (!areas_[i].contains(at)) continue;
      const std::int64_t cell =
          (at.y - areas_[i].corner.y) * areas_[i].size.width + (at.x - areas_[i].corner.x);
      const SetterChange change{static_cast<SetterRegion>(i), static_cast<std::uint8_t>(cell), now};
      if (same < expected_.size() && expected_[same] == change) {
        ++same;
      } else {
        different_at = tick;
      }
    }
  }

  std::size_t same = 0;
  std::optional<Tick> different_at;

 private:
  const std::vector<SetterChange>& expected_;
  std::array<Rectangle, 3> areas_;
};

// Compares a run that makes `count` puzzles of a kind.
void compare(const Program& program, Engine& engine, std::uint64_t seed, int count,
             const std::string& name, SetterKind kind) {
  CAPTURE(seed);
  CAPTURE(name);
  SetterModel mirror(seed);
  std::string expected = std::string(setter_greeting) + "\n";
  for (int i = 0; i < count; ++i) expected += mirror.next(kind) + "\n";

  Machine machine(program.playfield, MachineOptions{.seed = seed});
  engine.forget();
  Comparison comparison(program.annotations, mirror.changes());
  StringInput input(std::to_string(count) + " " + name + "\n");
  StringOutput output;
  CHECK(engine.run(machine, {input, output}, 1'000'000'000, &comparison) == StopReason::ended);
  CHECK(output.text == expected);
  CHECK(!comparison.different_at);
  CHECK(comparison.same == mirror.changes().size());
  CHECK(comparison.same > 3 * cell_count);
}

constexpr std::uint64_t seeds = 1000;

// Returns the number of clues that a run asks for. The fewer they are, the longer it takes: up to
// four times as long as filling the grid, so that one in ten has few.
std::int64_t clues_of(std::uint64_t seed) {
  const std::uint64_t n = seed / 10;
  return static_cast<std::int64_t>(seed % 10 == 8 ? 26 + n % 14 : 40 + (seed + n) % 33);
}

}  // namespace

TEST_CASE("setter.b93 and its mirror make the same changes") {
  const Program program = load(program_bytes("setter/setter.b93"), {}).value();
  Engine engine(EngineKind::interpreter);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    // Every tenth run makes a second puzzle, which starts from what the first one left.
    const int count = seed % 10 == 5 ? 2 : 1;
    if (seed % 100 == 5) {
      compare(program, engine, seed, count, "minimal", {SetterKind::minimal});
    } else if (seed % 200 == 106) {
      compare(program, engine, seed, count, "rows", {SetterKind::rows});
    } else {
      const std::int64_t clues = clues_of(seed);
      compare(program, engine, seed, count, std::to_string(clues), {clues});
    }
  }
}

// The search for a guess goes as far as the last cell, but rarely ends there.
TEST_CASE("setter.b93 and its mirror guess in the last cell") {
  const Program program = load(program_bytes("setter/setter.b93"), {}).value();
  Engine engine(EngineKind::interpreter);
  for (const std::uint64_t seed : {116, 535}) {
    compare(program, engine, seed, 1, "minimal", {SetterKind::minimal});
  }
}
