#include "lang/analysis/phases.h"

#include "lang/annotations.h"
#include "lang/playfield.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <string_view>

namespace fungescope {
namespace {

// Dashes in a row that make a rule, after its title.
constexpr std::string_view rule = "--------";

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

struct Title {
  std::string name;
  std::int64_t from = 0;  // columns of the rule, its title included
  std::int64_t past = 0;
  std::int64_t y = 0;
};

// Skips the dashes of a rule and its gaps, which are at most as long as the dashes around them,
// from `at` in steps of `by`. Returns the position after the last dash.
std::size_t end_of_rule(std::string_view line, std::size_t at, int by) {
  std::size_t end = at;
  std::size_t gap = 0;
  std::size_t dashes = 0;
  const auto next = [by](std::size_t position) { return by > 0 ? position + 1 : position - 1; };
  for (; at < line.size() && (line[at] == '-' || line[at] == ' '); at = next(at)) {
    if (line[at] == '-') {
      if (gap > std::max<std::size_t>(dashes, 2)) return end;
      dashes = gap == 0 ? dashes + 1 : 1;
      gap = 0;
      end = next(at);
    } else {
      ++gap;
    }
  }
  return end;
}

// Returns the title whose first letter is at `start`, if it has a rule on both sides.
std::optional<Title> title_at(std::string_view line, std::size_t start) {
  std::size_t past = start;
  // Words with one blank between them.
  while (past < line.size() &&
         (is_capital(line[past]) || is_digit_character(line[past]) || line[past] == '_' ||
          (line[past] == ' ' && past + 1 < line.size() && is_capital(line[past + 1])))) {
    ++past;
  }
  std::size_t left = start;
  while (left > 0 && line[left - 1] == ' ') --left;
  std::size_t right = past;
  while (right < line.size() && line[right] == ' ') ++right;
  constexpr std::size_t max_blanks = 2;  // between a title and its rule
  const bool close = start - left >= 1 && start - left <= max_blanks && right - past >= 1 &&
                     right - past <= max_blanks && past - start >= 2;
  if (!close || left == 0 || line.substr(left - 1, 1) != "-") return std::nullopt;
  if (line.substr(right, rule.size()) != rule) return std::nullopt;
  const std::size_t from = end_of_rule(line, left - 1, -1) + 1;
  if (left - from < 2) return std::nullopt;
  return Title{std::string(line.substr(start, past - start)), static_cast<std::int64_t>(from),
               static_cast<std::int64_t>(end_of_rule(line, right, 1))};
}

std::vector<Title> titles_in(std::string_view line) {
  std::vector<Title> titles;
  if (line.find(rule) == std::string_view::npos) return titles;
  for (std::size_t at = 1; at < line.size(); ++at) {
    if (!is_capital(line[at]) || line[at - 1] != ' ') continue;
    const auto title = title_at(line, at);
    if (!title) continue;
    titles.push_back(*title);
    at += title->name.size();
  }
  return titles;
}

// Finds the titled blocks of a source: lines or parts of lines that are rules of dashes around a
// title in capitals.
std::vector<PhaseBlock> titled_blocks(const Playfield& source) {
  const Size field = source.size();
  const auto width = static_cast<std::size_t>(field.width);
  const std::string_view bytes(reinterpret_cast<const char*>(source.source()),
                               static_cast<std::size_t>(field.area()));
  std::vector<Title> found;
  std::int64_t widest = 0;
  for (std::size_t at = find_from(bytes, rule, 0); at != bytes.size();) {
    const std::size_t y = at / width;
    for (Title& title : titles_in(bytes.substr(y * width, width))) {
      widest = std::max(widest, title.past - title.from);
      title.y = static_cast<std::int64_t>(y);
      found.push_back(std::move(title));
    }
    at = find_from(bytes, rule, (y + 1) * width);
  }
  if (found.empty()) return {};
  // The last block ends where the annotations at the end of the source begin.
  std::int64_t bottom = field.height;
  for (; bottom > found.back().y + 1; --bottom) {
    const auto line = bytes.substr(static_cast<std::size_t>(bottom - 1) * width, width);
    const bool blank = line.find_first_not_of(' ') == std::string_view::npos;
    if (!blank && !is_annotation_line(line)) break;
  }
  std::vector<PhaseBlock> blocks;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Title& title = found[i];
    // A title over at least half of the widest rule owns whole lines, with the lanes at their ends.
    const bool whole = 2 * (title.past - title.from) >= widest;
    const std::int64_t from = whole ? 0 : std::min(title.from, field.width);
    const std::int64_t past = whole ? field.width : std::min(title.past, field.width);
    // It ends at the next title over at least half of its columns.
    const auto next = std::find_if(
        found.begin() + static_cast<std::ptrdiff_t>(i) + 1, found.end(), [&](const auto& other) {
          const std::int64_t common = std::min(past, other.past) - std::max(from, other.from);
          return other.y > title.y && 2 * common >= past - from;
        });
    const std::int64_t end = next == found.end() ? bottom : std::min(next->y, bottom);
    if (past <= from || end <= title.y) continue;
    blocks.push_back({title.name, {{from, title.y}, {past - from, end - title.y}}});
  }
  return blocks;
}

}  // namespace

PhaseMap::PhaseMap(const std::vector<PhaseBlock>& blocks) {
  for (const PhaseBlock& block : blocks) {
    auto name = std::find(names_.begin(), names_.end(), block.name);
    if (name == names_.end()) {
      if (names_.size() == max_phases) continue;
      name = names_.insert(names_.end(), block.name);
    }
    blocks_.push_back({block.area, static_cast<std::size_t>(name - names_.begin())});
  }
}

PhaseMap phases_of(const Annotations& annotations, const Playfield& source) {
  return PhaseMap(annotations.phases.empty() ? titled_blocks(source) : annotations.phases);
}

}  // namespace fungescope
