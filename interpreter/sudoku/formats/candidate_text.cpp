// Grids of candidates.
#include "sudoku/formats/puzzle_line.h"
#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

// Lines of about nine groups are rows of candidates, and malformed if they have another number.
constexpr std::size_t min_groups = 7;
constexpr std::size_t max_groups = 12;
constexpr std::size_t max_faults = 2;  // more, and the line is something else

struct Group {
  std::string_view text;
  std::size_t begin = 0;  // its offset in the line
  // Its candidates; 0: it has a fault.
  CandidateMask candidates = 0;
  std::size_t digits = 0;
  bool placed = false;  // by the player
};

// Parses digits in ascending order, a digit after `u`, or a blank.
void parse_group(Group& group) {
  std::string_view text = group.text;
  if (text.size() == 1 && parse_cell(text[0]) == 0) {
    group.candidates = all_candidates;
    return;
  }
  group.placed = text.size() == 2 && text.front() == 'u';
  if (group.placed) text.remove_prefix(1);
  CandidateMask candidates = 0;
  for (const char c : text) {
    if (c < '1' || c > '9') return;
    const CandidateMask digit = candidate_bit(c - '0');
    if (candidates >= digit) return;
    candidates |= digit;
  }
  group.digits = text.size();
  group.candidates = candidates;
}

// Splits a line into at most `limit` groups.
std::vector<Group> split_groups(std::string_view line, std::size_t limit) {
  std::vector<Group> groups;
  const auto between = [](char c) { return is_space(c) || c == '|' || c == '\x1a'; };
  for (std::size_t at = 0; at < line.size() && groups.size() < limit;) {
    if (between(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && !between(line[end])) ++end;
    Group group{line.substr(at, end - at), at};
    parse_group(group);
    groups.push_back(group);
    at = end;
  }
  return groups;
}

tl::unexpected<Error> fault_of(const Group& group, const PlainLine& line) {
  const std::size_t bad = group.text.find_first_not_of("123456789");
  const std::size_t at = group.begin + (bad == std::string_view::npos ? 0 : bad);
  const std::string what = bad == std::string_view::npos
                               ? "the candidates of a cell must be in ascending order"
                               : quoted_character(line.text, at) + " is not a candidate";
  return line_error(line.origin[at] + 1, what,
                    "a cell is the digits 1 to 9 that are left in it, as in 147");
}

// Tells a row of candidates from nine single cells and from other text.
bool is_of_candidates(const std::vector<Group>& groups) {
  std::size_t digits = 0;
  std::size_t faults = 0;
  std::size_t sets = 0;  // groups that single cells cannot be
  for (const Group& group : groups) {
    digits += group.digits;
    faults += group.candidates == 0 ? 1 : 0;
    sets += group.digits > 1 || group.placed ? 1 : 0;
  }
  if (groups.size() == 9 && faults == 0) return sets > 0;
  return groups.size() >= min_groups && groups.size() <= max_groups && faults <= max_faults &&
         sets >= 2 && digits > 9;
}

}  // namespace

std::optional<Result<CandidateRow>> parse_candidate_row(const PlainLine& line) {
  const std::vector<Group> groups = split_groups(line.text, max_groups + 1);
  if (!is_of_candidates(groups)) return std::nullopt;
  for (const Group& group : groups) {
    if (group.candidates == 0) return fault_of(group, line);
  }
  if (groups.size() != 9) {
    return line_error(0, fmt::format("the row has {}, not 9", format_cell_count(groups.size())),
                      "each cell is one group of candidates");
  }
  CandidateRow row{};
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = groups[i].candidates;
  return row;
}

std::optional<PencilMarks> parse_candidate_line(std::string_view line) {
  const std::vector<Group> groups = split_groups(line, cell_count + 1);
  if (groups.size() != cell_count) return std::nullopt;
  PencilMarks marks{};
  for (std::size_t i = 0; i < cell_count; ++i) {
    if (groups[i].candidates == 0) return std::nullopt;
    marks[i] = groups[i].candidates;
  }
  return marks;
}

Result<Puzzle> parse_sukaku(std::string_view cells, std::uint64_t column) {
  PencilMarks marks{};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const int digit = parse_cell(cells[i]);
    if (digit == 0) continue;
    if (digit != static_cast<int>(i % 9 + 1)) {
      return line_error(column + i,
                        fmt::format("{} is where cell {} has its candidate {}",
                                    quoted_character(cells, i), i / 9 + 1, i % 9 + 1),
                        "a cell is nine characters, each its digit or a blank");
    }
    marks[i / 9] |= candidate_bit(digit);
  }
  return puzzle_of(marks);
}

}  // namespace fungescope::puzzles
