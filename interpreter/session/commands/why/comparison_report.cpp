#include "session/commands/why/comparison_report.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "lang/value_format.h"

#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::size_t max_cells_shown = 10;
constexpr std::size_t max_areas_shown = 12;  // with --json all of them

// An instruction as it is in the source: "'_'", or the value of a cell that has no glyph.
std::string code_text(std::int64_t value) {
  return format_value(value, WatchType::character);
}

std::string value_text(std::int64_t value) {
  return describe_value(value);
}

std::string bytes_text(const std::string& bytes) {
  return bytes.empty() ? "nothing" : double_quoted(bytes);
}

std::string mode_text(std::int64_t value) {
  return value != 0 ? "on" : "off";
}

std::string size_text(Size size) {
  return fmt::format("{}x{}", size.width, size.height);
}

std::string outcome_text(const Outcome& outcome) {
  if (outcome.waits) return "waits for input";
  if (outcome.status == Status::ended) return "ends";
  if (outcome.status == Status::faulted) return "stops: " + describe(outcome.fault);
  return fmt::format("goes {} to {}", to_string(outcome.direction), to_string(outcome.ip));
}

class Formatter {
 public:
  Formatter(const Symbols& symbols, ComparisonVoice voice) : symbols_(symbols), voice_(voice) {}

  template <class T>
  [[nodiscard]] std::string versus(const T& here, const T& there) const {
    return voice_ == ComparisonVoice::instead_of ? fmt::format("{} instead of {}", there, here)
                                                 : fmt::format("{} here, {} there", here, there);
  }
  template <class T>
  [[nodiscard]] std::string versus(const Both<T>& both) const {
    return versus(both.here, both.there);
  }
  template <class T, class Print>
  [[nodiscard]] std::string versus(const Both<T>& both, Print print) const {
    return versus(print(both.here), print(both.there));
  }
  // Of two sentences about a run.
  [[nodiscard]] std::string clauses(const std::string& here, const std::string& there) const {
    return voice_ == ComparisonVoice::instead_of
               ? fmt::format("it {}; without the change it {}", there, here)
               : fmt::format("here it {}, there it {}", here, there);
  }
  [[nodiscard]] std::string cell_values(Point at, const Both<std::int64_t>& values) const {
    return versus(values, [&](std::int64_t value) {
      return format_value_at(symbols_, at, value, RegionText::number);
    });
  }
  [[nodiscard]] std::string cell_values(const CellDifference& cell) const {
    return cell_values(cell.at, {cell.before, cell.now});
  }

  [[nodiscard]] std::string by(const SharedStep& step) const {
    return step.code.here == step.code.there
               ? fmt::format("{} at {}", code_text(step.code.here), to_string(step.by))
               : fmt::format("{} ({})", to_string(step.by), versus(step.code, code_text));
  }

  [[nodiscard]] std::string use(const FirstUse& use) const {
    using Kind = FirstUse::Kind;
    if (use.kind == Kind::popped) {
      return fmt::format("{} pops {}", by(use.step), versus(use.values, value_text));
    }
    const std::string cell = cell_name(symbols_, use.cell);
    if (use.kind == Kind::executed) {
      return fmt::format("{} is executed, {}", cell, versus(use.values, code_text));
    }
    return fmt::format("{} {} {}, {}", by(use.step),
                       use.kind == Kind::read ? "reads" : "overwrites", cell,
                       cell_values(use.cell, use.values));
  }

  [[nodiscard]] std::string item(const StateDifference& item,
                                 const DifferingInstant& instant) const {
    using Kind = StateDifference::Kind;
    switch (item.kind) {
      case Kind::stack_size:
        return "the stack's depth is " + versus(item.values);
      case Kind::stack_value:
        return (item.from_top == 0 ? "the top" : fmt::format("stack({})", item.from_top)) + " is " +
               versus(item.values, value_text);
      case Kind::cell:
        return cell_name(symbols_, item.cell) + " is " + cell_values(item.cell, item.values);
      case Kind::output:
        return "it prints " + versus(item.bytes, bytes_text);
      case Kind::input:
        return "it has read " + versus(item.values) + " bytes";
      case Kind::string_mode:
        return "string mode is " + versus(item.values, mode_text);
      case Kind::random:
        return "other random numbers are left";
      case Kind::pointer:
        break;
    }
    return outcomes(instant);
  }

  [[nodiscard]] std::string outcomes(const DifferingInstant& instant) const {
    const auto& [here, there] = instant.outcome;
    const auto goes = [](const Outcome& one) {
      return !one.waits && one.status == Status::running;
    };
    std::string text;
    if (!goes(here) || !goes(there)) {
      text = clauses(outcome_text(here), outcome_text(there));
    } else if (here.direction != there.direction) {
      text = "it goes " + versus(to_string(here.direction), to_string(there.direction));
    } else {
      text = "it goes to " + versus(to_string(here.ip), to_string(there.ip));
    }
    if (instant.popped && instant.popped->here != instant.popped->there) {
      text += ", as it pops " + versus(*instant.popped);
    }
    return text;
  }

  [[nodiscard]] std::string instants(const Divergence& found) const {
    if (found.parted_at_begin) return "the pointers are at different cells from the start\n";
    std::string text;
    if (found.use) {
      text += fmt::format("first used at tick {}: {}\n", with_separators(found.use->step.tick),
                          use(*found.use));
    }
    const bool parts_at_once = found.difference && found.parting &&
                               found.difference->step.tick == found.parting->step.tick;
    if (found.difference) text += difference(*found.difference, parts_at_once);
    if (found.parting) {
      text += fmt::format("the pointers part at tick {}, by {}: {}\n",
                          with_separators(found.parting->step.tick), by(found.parting->step),
                          outcomes(*found.parting));
    }
    if (!found.difference && !found.parting && found.searched_to > 0) {
      text += fmt::format("{} up to tick {}\n",
                          found.use ? "no use of it makes a difference" : "nothing uses it",
                          with_separators(found.searched_to));
    }
    return text;
  }

  // `parts_at_once`: what happens to the pointer follows in a line of its own.
  [[nodiscard]] std::string difference(const DifferingInstant& instant, bool parts_at_once) const {
    std::vector<std::string> items;
    for (const StateDifference& one : instant.items) {
      if (parts_at_once && one.kind == StateDifference::Kind::pointer) continue;
      items.push_back(item(one, instant));
    }
    if (items.empty()) return {};
    return fmt::format("first difference at tick {}, by {}: {}\n",
                       with_separators(instant.step.tick), by(instant.step),
                       fmt::join(items, "; "));
  }

  [[nodiscard]] std::string output(const RunComparison& comparison) const {
    if (!comparison.output) {
      if (comparison.same_from) return "the output is the same\n";
      return fmt::format("the output is the same: {} bytes\n",
                         with_separators(comparison.end.here.output_size));
    }
    const OutputDifference& output = *comparison.output;
    std::string text =
        fmt::format("the output differs from byte {} on: {}", with_separators(output.position),
                    versus(output.bytes, bytes_text));
    const auto& [here, there] = output.tick;
    if (here || there) {
      const Both<Tick> ticks{here ? *here : *there, there ? *there : *here};
      text += ", printed at tick " + (ticks.here == ticks.there ? with_separators(ticks.here)
                                                                : versus(ticks, with_separators));
    }
    return text + '\n';
  }

  [[nodiscard]] static std::string end(const RunEnd& end, std::string_view suffix) {
    using Reason = RunEnd::Reason;
    const std::string at = " at tick " + with_separators(end.tick);
    if (end.reason == Reason::ended) return fmt::format("end{}{}", suffix, at);
    if (end.reason == Reason::waits) return fmt::format("wait{} for input{}", suffix, at);
    if (end.reason == Reason::faulted) return fmt::format("stop{}{}: {}", suffix, at, end.fault);
    return fmt::format("go{} on{}", suffix.empty() ? "" : "es", at);
  }

  [[nodiscard]] std::string ends(const RunComparison& comparison) const {
    if (comparison.same_from) {
      return fmt::format("from tick {} on both are the same\n",
                         with_separators(*comparison.same_from));
    }
    const auto& [here, there] = comparison.end;
    if (here.reason == there.reason && here.tick == there.tick && here.fault == there.fault) {
      const bool limited = here.reason == RunEnd::Reason::goes_on;
      return fmt::format("both {}{}\n", end(here, ""),
                         limited ? "; for TICKS follows them further" : "");
    }
    return clauses(end(here, "s"), end(there, "s")) + '\n';
  }

  [[nodiscard]] std::string area(const DifferenceArea& area) const {
    std::vector<std::string> cells;
    for (const CellDifference& cell : area.listed) {
      const bool named = area.kind == DifferenceArea::Kind::variable;
      cells.push_back((named ? "" : cell_name(symbols_, cell.at) + " ") + cell_values(cell));
    }
    if (area.cells > area.listed.size()) cells.emplace_back("...");
    return fmt::format("{}", fmt::join(cells, "; "));
  }

  [[nodiscard]] std::string last(const InstantDiff& last) const {
    std::string text =
        "at the end " + (last.cells == 0 ? "no cell differs"
                                         : count_text(last.cells, "cell differs", "cells differ"));
    const std::size_t here = last.before.stack_size();
    const std::size_t there = last.now.stack_size();
    if (here != there) {
      text += "; the stack's depth is " + versus(here, there);
    } else if (last.common_stack < here) {
      text += last.common_stack == 0 ? std::string("; the stack differs from the bottom on")
                                     : fmt::format("; the stack differs above its lowest {} values",
                                                   with_separators(last.common_stack));
    }
    text += '\n';
    TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::left});
    const std::vector<DifferenceArea> areas = difference_areas(last, symbols_);
    const std::size_t shown =
        areas.size() <= max_areas_shown + 1 ? areas.size() : max_areas_shown;  // never "1 more"
    for (std::size_t i = 0; i < shown; ++i) {
      const DifferenceArea& one = areas[i];
      const std::string count = one.kind == DifferenceArea::Kind::region
                                    ? fmt::format("{} of {}", one.cells, one.area.size.area())
                                    : with_separators(one.cells);
      table.add_row(
          {one.kind == DifferenceArea::Kind::rest ? "no region" : one.name, count, area(one)});
    }
    text += table.to_string();
    if (shown < areas.size()) {
      text += fmt::format("  ... and {} more regions and variables\n", areas.size() - shown);
    }
    return text;
  }

  [[nodiscard]] std::string first(const RunComparison& comparison) const {
    std::string text;
    if (comparison.dialect.here != comparison.dialect.there) {
      text += "the dialect is " + versus(comparison.dialect) + '\n';
    }
    if (!comparison.first) {
      return text + "the field is " + versus(comparison.field, size_text) + '\n';
    }
    const InstantDiff& diff = *comparison.first;
    if (diff.cells > 0) {
      text += fmt::format("{} from the start, tick {}:\n",
                          count_text(diff.cells, "cell differs", "cells differ"),
                          with_separators(comparison.begin));
      for (std::size_t i = 0; i < diff.listed.size() && i < max_cells_shown; ++i) {
        text += fmt::format("  {}: {}\n", cell_name(symbols_, diff.listed[i].at),
                            cell_values(diff.listed[i]));
      }
      if (diff.listed.size() > max_cells_shown) {
        text +=
            fmt::format("  ... {} more\n", with_separators(diff.listed.size() - max_cells_shown));
      }
    }
    const std::size_t here = diff.before.stack_size();
    const std::size_t there = diff.now.stack_size();
    if (here != there || diff.common_stack < here) {
      text += fmt::format("the stack's depth is {}; the lowest {} values are the same\n",
                          versus(here, there), diff.common_stack);
    }
    return text;
  }

  // Of two programs by the changes of a region.
  [[nodiscard]] std::string regions(const RegionComparison& comparison) const {
    const auto& [here, there] = comparison.changes;
    const std::string& name = here.region().name;
    std::string text;
    const auto start = [](const RegionChanges& changes, std::size_t count) {
      return fmt::format("after {}, at tick {}", count_text(count, "change"),
                         with_separators(changes.instant_of(count)));
    };
    if (!comparison.same_start) {
      text += name + " never holds the same in both\n";
    } else if (comparison.start != Both<std::size_t>()) {
      text += fmt::format("{} holds the same first here {}, there {}\n", name,
                          start(here, comparison.start.here), start(there, comparison.start.there));
    }
    const RegionChange* const own = comparison.first_other(false);
    const RegionChange* const other = comparison.first_other(true);
    if (comparison.same > 0) {
      text += count_text(comparison.same, "change is", "changes are") + " the same\n";
    }
    if (own != nullptr || other != nullptr) {
      text +=
          fmt::format("the {} change is {}\n", comparison.same == 0 ? "first" : "next",
                      versus(change_text(own, here.region()), change_text(other, here.region())));
    }
    text +=
        versus(count_text(here.known().size(), "change"), with_separators(there.known().size()));
    text += fmt::format("; {}\nat the ends {} holds {}\n",
                        clauses(end(comparison.end.here, "s"), end(comparison.end.there, "s")),
                        name, comparison.same_end ? "the same" : "something else");
    if (own != nullptr) {
      text += fmt::format("goto {} is the instant before the first change that differs\n",
                          own->tick - 1);
    }
    return text;
  }

 private:
  // `region` is the one here, by which both are shown.
  [[nodiscard]] std::string change_text(const RegionChange* change, const Region& region) const {
    if (change == nullptr) return "nothing";
    const Point offset = region.area.size.point_at(change->cell);
    const Point at{region.area.corner.x + offset.x, region.area.corner.y + offset.y};
    const bool empty = region.encoding.kind == Encoding::Kind::ascii && change->now == 0;
    return fmt::format("{}({},{}) = {} at tick {}", region.name, offset.x, offset.y,
                       format_value_at(symbols_, at, empty ? ' ' : change->now, RegionText::drawn),
                       with_separators(change->tick));
  }

  const Symbols& symbols_;
  ComparisonVoice voice_;
};

}  // namespace

std::string to_text(const RegionComparison& comparison, const Symbols& symbols) {
  return Formatter(symbols, ComparisonVoice::here_and_there).regions(comparison);
}

std::string to_text(const RunComparison& comparison, const Symbols& symbols,
                    ComparisonVoice voice) {
  const Formatter formatter(symbols, voice);
  std::string text = formatter.instants(comparison.divergence);
  text += formatter.output(comparison);
  if (comparison.stopped_early) return text;
  text += formatter.ends(comparison);
  if (comparison.last) text += formatter.last(*comparison.last);
  return text;
}

std::string first_to_text(const RunComparison& comparison, const Symbols& symbols,
                          ComparisonVoice voice) {
  return Formatter(symbols, voice).first(comparison);
}

std::vector<DifferenceArea> difference_areas(const InstantDiff& diff, const Symbols& symbols) {
  using Kind = DifferenceArea::Kind;
  const auto add = [](DifferenceArea& area, const CellDifference& cell) {
    if (area.cells++ < DifferenceArea::max_listed) area.listed.push_back(cell);
  };
  std::vector<DifferenceArea> areas;
  for (const Region& region : symbols.regions()) {
    areas.push_back({Kind::region, region.name, region.area});
  }
  for (const Watch& variable : symbols.variables()) {
    areas.push_back({Kind::variable, variable.full_name(), {variable.at, {1, 1}}});
  }
  DifferenceArea rest{Kind::rest, {}, {{0, 0}, diff.before.field_size()}};
  for (const CellDifference& cell : diff.listed) {
    bool named = false;
    for (DifferenceArea& area : areas) {
      if (!area.area.contains(cell.at)) continue;
      add(area, cell);
      named = true;
    }
    if (!named) add(rest, cell);
  }
  areas.push_back(std::move(rest));
  std::erase_if(areas, [](const DifferenceArea& area) { return area.cells == 0; });
  return areas;
}

}  // namespace fungescope
