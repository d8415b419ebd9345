#include "support/generated/shrink.h"

#include "base/escape.h"
#include "lang/instruction.h"
#include "support/program_from_text.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fungescope::test {
namespace {

using Bytes = Playfield::Bytes;

bool reads_signed(const Playfield& field) {
  for (std::int64_t i = 0; i < field.size().area(); ++i) {
    if (field.at(static_cast<std::size_t>(i)) < 0) return true;
  }
  return false;
}

class Shrinker {
 public:
  Shrinker(DifferentialCase c, const Fails& fails, std::uint64_t runs)
      : best_(std::move(c)), fails_(fails), runs_left_(runs) {}

  DifferentialCase run() {
    for (bool again = true; again && runs_left_ > 0;) {
      again = simplify_options();
      again |= drop_jumps();
      again |= drop_traps();
      again |= drop_stops();
      again |= lower_stops();
      again |= shorten_input();
      again |= cut_lines();
      again |= blank_cells();
    }
    return best_;
  }

 private:
  // Accepts the candidate if it still fails.
  bool accept(DifferentialCase candidate) {
    if (runs_left_ == 0) return false;
    --runs_left_;
    if (!fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  template <class Change>
  bool attempt(const Change& change) {
    DifferentialCase candidate = best_;
    change(candidate);
    return accept(std::move(candidate));
  }

  bool simplify_options() {
    bool any = false;
    const auto unless = [&](bool already, auto change) {
      if (!already) any |= attempt(change);
    };
    unless(best_.dialect == Dialect{}, [](DifferentialCase& c) {
      c.dialect = {};
      c.field = Playfield(c.field.size(), bytes_of(c.field));
    });
    unless(!best_.observe, [](DifferentialCase& c) { c.observe = false; });
    unless(best_.interest == Interest::writes,
           [](DifferentialCase& c) { c.interest = Interest::writes; });
    unless(!best_.map_writes, [](DifferentialCase& c) { c.map_writes = false; });
    unless(!best_.input_pauses, [](DifferentialCase& c) { c.input_pauses = false; });
    unless(best_.seed == 0, [](DifferentialCase& c) { c.seed = 0; });
    unless(best_.max_stack >= 1000, [](DifferentialCase& c) { c.max_stack = 1000; });
    unless(best_.output_limit >= 100'000, [](DifferentialCase& c) { c.output_limit = 100'000; });
    return any;
  }

  bool drop_jumps() {
    bool any = false;
    for (std::size_t i = best_.jumps.size(); i-- > 0;) {
      const auto at = static_cast<std::ptrdiff_t>(i);
      if (attempt([at](DifferentialCase& c) { c.jumps.erase(c.jumps.begin() + at); })) {
        any = true;
      } else if (!best_.jumps[i].pokes.empty()) {
        any |= attempt([i](DifferentialCase& c) { c.jumps[i].pokes.clear(); });
      }
    }
    return any;
  }

  bool drop_traps() {
    if (best_.traps.empty()) return false;
    if (attempt([](DifferentialCase& c) { c.traps.clear(); })) return true;
    bool any = false;
    for (std::size_t i = best_.traps.size(); i-- > 0;) {
      if (best_.traps[i]) any |= attempt([i](DifferentialCase& c) { c.traps[i].reset(); });
    }
    return any;
  }

  static void erase_stops(DifferentialCase& c, std::size_t first, std::size_t count) {
    const auto at = static_cast<std::ptrdiff_t>(first);
    c.stops.erase(c.stops.begin() + at, c.stops.begin() + at + static_cast<std::ptrdiff_t>(count));
    const auto moved = [&](std::size_t stop) {
      return stop <= first ? stop : std::max(first, stop - std::min(stop, count));
    };
    for (Jump& jump : c.jumps) {
      jump.stop = moved(jump.stop);
      jump.state = std::min(moved(jump.state), jump.stop);
    }
  }

  bool drop_stops() {
    bool any = false;
    for (std::size_t count = std::max<std::size_t>(best_.stops.size() / 2, 1);; count /= 2) {
      for (std::size_t end = best_.stops.size(); end > 0;) {
        const std::size_t first = end - std::min(end, count);
        const std::size_t length = end - first;
        if (length < best_.stops.size()) {
          any |= attempt([&](DifferentialCase& c) { erase_stops(c, first, length); });
        }
        end = first;
      }
      if (count == 1) return any;
    }
  }

  // Moves each as early as possible.
  bool lower_stops() {
    bool any = false;
    for (std::size_t i = 0; i < best_.stops.size(); ++i) {
      const Tick earliest = i == 0 ? 0 : best_.stops[i - 1];
      for (Tick step = (best_.stops[i] - std::min(best_.stops[i], earliest)) / 2; step > 0;) {
        const bool lowered = best_.stops[i] - earliest >= step &&
                             attempt([&](DifferentialCase& c) { c.stops[i] -= step; });
        any |= lowered;
        if (!lowered) step /= 2;
      }
    }
    return any;
  }

  bool shorten_input() {
    bool any = false;
    for (std::size_t count = best_.input.size(); count > 0; count /= 2) {
      for (std::size_t first = 0; first < best_.input.size();) {
        const bool shorter = attempt([&](DifferentialCase& c) { c.input.erase(first, count); });
        any |= shorter;
        if (!shorter) first += count;
      }
    }
    return any;
  }

  static Bytes bytes_of(const Playfield& field) {
    return {field.source(), field.source() + field.size().area()};
  }

  bool accept_field(Size size, const Bytes& bytes) {
    DifferentialCase candidate = best_;
    const bool is_signed = reads_signed(best_.field);
    const bool resized = !(size == best_.field.size());
    candidate.field = playfield_of(size, bytes, is_signed);
    if (resized) {  // marks and pokes would refer to other cells, or to none
      const auto area = static_cast<std::size_t>(size.area());
      for (Jump& jump : candidate.jumps) {
        jump.pokes.erase(std::remove_if(jump.pokes.begin(), jump.pokes.end(),
                                        [area](const auto& poke) { return poke.first >= area; }),
                         jump.pokes.end());
      }
      for (std::optional<Traps>& traps : candidate.traps) {
        if (traps) traps = moved(*traps, size);
      }
    }
    return accept(std::move(candidate));
  }

  static Traps moved(Traps traps, Size size) {
    const Traps before = traps;
    traps.set_field(size);
    for (const std::size_t index : before.cells()) {
      const auto cell = static_cast<std::int64_t>(index);
      const Point at{cell % before.field().width, cell / before.field().width};
      if (!size.contains(at)) continue;
      for (const Access access : {Access::execute, Access::read, Access::write}) {
        if (before.has(index, access)) traps.set(at, access);
      }
    }
    return traps;
  }

  // Returns the field without `count` rows, or columns, from `first` on.
  bool accept_without(bool rows, std::int64_t first, std::int64_t count) {
    const Size size = best_.field.size();
    Size less = size;
    (rows ? less.height : less.width) -= count;
    Bytes bytes;
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        const std::int64_t at = rows ? y : x;
        if (at >= first && at < first + count) continue;
        bytes.push_back(best_.field.source()[best_.field.index_of({x, y})]);
      }
    }
    return accept_field(less, bytes);
  }

  bool cut_lines() {
    bool any = false;
    for (const bool rows : {true, false}) {
      const auto extent = [&] {
        return rows ? best_.field.size().height : best_.field.size().width;
      };
      for (std::int64_t count = extent() / 2; count > 0; count /= 2) {
        for (std::int64_t first = extent() - count; first >= 0; first -= count) {
          if (count < extent()) any |= accept_without(rows, first, count);
        }
      }
    }
    return any;
  }

  bool blank_cells() {
    bool any = false;
    std::vector<std::size_t> full;
    for (std::int64_t i = 0; i < best_.field.size().area(); ++i) {
      if (best_.field.source()[i] != ' ') full.push_back(static_cast<std::size_t>(i));
    }
    for (std::size_t count = std::max<std::size_t>(full.size() / 2, 1);; count /= 2) {
      std::vector<std::size_t> left;
      for (std::size_t first = 0; first < full.size(); first += count) {
        const std::size_t end = std::min(full.size(), first + count);
        Bytes bytes = bytes_of(best_.field);
        for (std::size_t i = first; i < end; ++i) bytes[full[i]] = ' ';
        if (accept_field(best_.field.size(), bytes)) {
          any = true;
        } else {
          left.insert(left.end(), full.begin() + static_cast<std::ptrdiff_t>(first),
                      full.begin() + static_cast<std::ptrdiff_t>(end));
        }
      }
      full = std::move(left);
      if (count == 1) return any;
    }
  }

  DifferentialCase best_;
  const Fails& fails_;
  std::uint64_t runs_left_;
};

std::string describe(const Traps& traps) {
  std::string text;
  for (const std::size_t index : traps.cells()) {
    const auto cell = static_cast<std::int64_t>(index);
    text += fmt::format(" ({}, {}):{}", cell % traps.field().width, cell / traps.field().width,
                        traps.accesses(index));
  }
  for (const Instruction& i : instructions) {
    if (traps.has_before(i.op)) text += fmt::format(" before {}", i.name);
  }
  if (traps.on_modified_code()) text += " modified code";
  if (traps.floor() != 0) text += fmt::format(" floor {}", traps.floor());
  if (traps.ceiling() != std::numeric_limits<std::size_t>::max()) {
    text += fmt::format(" ceiling {}", traps.ceiling());
  }
  return text;
}

std::string describe(const Jump& jump) {
  std::string text =
      fmt::format("before stop {} to the state after {} stops, by ", jump.stop, jump.state);
  if (jump.method == Jump::Method::load) text += "load";
  if (jump.method == Jump::Method::pieces) text += fmt::format("pieces of {}", jump.piece);
  if (jump.method == Jump::Method::forget) text += "forget";
  if (jump.method == Jump::Method::restore) text += fmt::format("restore, {}", jump.piece);
  for (const auto& [cell, value] : jump.pokes) text += fmt::format(", cell {} = {}", cell, value);
  return text;
}

// Lists the values of cells that the text shows as dots.
std::string other_cells(const Playfield& field) {
  std::string text;
  for (std::int64_t y = 0; y < field.size().height; ++y) {
    for (std::int64_t x = 0; x < field.size().width; ++x) {
      const std::int64_t value = field.at(Point{x, y});
      if (value < ' ' || value > '~') text += fmt::format(" ({}, {})={}", x, y, value);
    }
  }
  return text.empty() ? text : "other cells:" + text + "\n";
}

}  // namespace

DifferentialCase shrink(const DifferentialCase& c, const Fails& fails, std::uint64_t runs) {
  return Shrinker(c, fails, runs).run();
}

std::string to_text(const DifferentialCase& c) {
  std::string text = fmt::format("dialect {}{}, seed {}, at most {} values\n", c.dialect.name,
                                 find_dialect(c.dialect.name) == c.dialect ? "" : ", changed",
                                 c.seed, c.max_stack);
  if (!c.input.empty()) {
    text += fmt::format("input {}{}\n", escape_controls(c.input),
                        c.input_pauses ? ", with pauses" : "");
  }
  if (c.output_limit < 100'000) text += fmt::format("output of {} bytes\n", c.output_limit);
  if (c.observe) {
    text += fmt::format("observer of {}\n", c.interest == Interest::all ? "everything" : "writes");
  }
  if (c.map_writes) text += "write map\n";
  text += fmt::format("stops {}\n", fmt::join(c.stops, " "));
  for (const Jump& jump : c.jumps) text += describe(jump) + "\n";
  for (std::size_t i = 0; i < c.traps.size(); ++i) {
    text += fmt::format("traps {}:{}\n", i, c.traps[i] ? describe(*c.traps[i]) : " none");
  }
  text += fmt::format("field of {} x {}\n", c.field.size().width, c.field.size().height);
  return text + to_text(c.field) + other_cells(c.field);
}

}  // namespace fungescope::test
