#include "session/expressions/symbols.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "lang/text_cursor.h"
#include "lang/value_format.h"
#include "session/expressions/expression_parser.h"
#include "session/expressions/lexer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// How well a name matches a variable, the best last.
enum class Match : std::uint8_t { none, tail_in_other_case, tail, full_in_other_case, full };

Match match_of(std::string_view name, const Watch& variable) {
  const std::string full = variable.full_name();
  if (name.starts_with("::")) {
    if (!variable.scope.empty()) return Match::none;
    name.remove_prefix(2);
  }
  if (name.empty() || full.size() < name.size()) return Match::none;
  const std::string_view tail = std::string_view(full).substr(full.size() - name.size());
  if (!equal_ignoring_case(tail, name)) return Match::none;
  if (tail.size() == full.size()) return tail == name ? Match::full : Match::full_in_other_case;
  const std::string_view before = std::string_view(full).substr(0, full.size() - name.size());
  if (!before.ends_with("::")) return Match::none;
  return tail == name ? Match::tail : Match::tail_in_other_case;
}

// Return what lies at a cell, first of all; null if nothing does.
const Watch* variable_at(const Symbols& symbols, Point at) {
  for (const Watch& variable : symbols.variables()) {
    if (variable.at == at) return &variable;
  }
  return nullptr;
}
const Region* region_at(const Symbols& symbols, Point at) {
  for (const Region& region : symbols.regions()) {
    if (region.area.contains(at)) return &region;
  }
  return nullptr;
}

// Longer names have no suggestions: the cost grows with the square of the length.
constexpr std::size_t max_length = 100;
constexpr std::size_t max_suggested = 3;

// Returns the optimal string alignment distance (Damerau 1964; Wagner and Fischer 1974): the number
// of insertions, deletions, replacements and exchanges of neighbours. Keeps the last three rows of
// the matrix only.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = to_lower(a[i - 1]) == to_lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && to_lower(a[i - 1]) == to_lower(b[j - 2]) &&
          to_lower(a[i - 2]) == to_lower(b[j - 1])) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

bool is_one_name(std::string_view text) {
  Lexer lexer(text);
  const Token token = lexer.take();
  return token.kind == Token::Kind::name && token.text == text;
}

// Whether the word has a meaning in expressions, or in breakpoints and `set`. Quantifiers leave
// their words to regions.
bool is_keyword(std::string_view word) {
  constexpr std::array<std::string_view, 15> of_commands{
      "read", "write", "change", "output", "input", "modified", "becomes", "if",
      "hits", "log",   "ip",     "north",  "east",  "south",    "west"};
  const auto same = [word](std::string_view other) { return equal_ignoring_case(word, other); };
  const std::vector<std::string>& of_expressions = expression_keywords();
  if (find_quantifier(word)) return false;
  return std::any_of(of_expressions.begin(), of_expressions.end(), same) ||
         std::any_of(of_commands.begin(), of_commands.end(), same);
}

}  // namespace

std::string suggest(std::string_view name, const std::vector<std::string>& candidates,
                    std::string_view otherwise) {
  std::vector<std::pair<std::size_t, const std::string*>> near;
  const std::size_t tolerance = std::max<std::size_t>(1, name.size() / 3);
  for (const std::string& candidate : candidates) {
    if (std::max(name.size(), candidate.size()) > max_length) continue;
    const std::size_t edits = distance(name, candidate);
    // A name that is replaced completely is not similar.
    if (edits <= tolerance && edits < name.size()) near.emplace_back(edits, &candidate);
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto& [edits, candidate] : near) {
    if (names.size() == max_suggested) break;
    if (std::find(names.begin(), names.end(), *candidate) == names.end()) {
      names.push_back(*candidate);
    }
  }
  if (names.empty()) return std::string(otherwise);
  return (names.size() == 1 ? "the nearest name is " : "the nearest names are ") +
         join_names(names);
}

Symbols::Symbols(const Annotations& annotations)
    : regions_(annotations.regions),
      variables_(annotations.watches),
      constants_(annotations.constants),
      buttons_(annotations.buttons),
      method_(annotations.method ? annotations.method->text : std::string()),
      prompt_(annotations.prompt ? annotations.prompt->text : std::string()) {}

const Region* Symbols::region(std::string_view name) const {
  const auto found = std::find_if(regions_.begin(), regions_.end(), [name](const Region& region) {
    return equal_ignoring_case(region.name, name);
  });
  return found == regions_.end() ? nullptr : &*found;
}

std::vector<const Watch*> Symbols::variables_named(std::string_view name) const {
  std::vector<const Watch*> best;
  Match best_match = Match::tail_in_other_case;
  for (const Watch& variable : variables_) {
    const Match match = match_of(name, variable);
    if (match < best_match) continue;
    if (match > best_match) best.clear();
    best_match = match;
    best.push_back(&variable);
  }
  return best;
}

Result<const Watch*> Symbols::variable(std::string_view name) const {
  const std::vector<const Watch*> found = variables_named(name);
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    return fail({}, fmt::format("there is no variable {}", single_quoted(name)),
                suggest(name, names()));
  }
  std::vector<std::string> candidates;
  for (const Watch* const variable : found) {
    candidates.push_back(fmt::format("{} at {}", variable->full_name(), to_string(variable->at)));
  }
  return fail({}, fmt::format("{} may be {}", single_quoted(name), join_names(candidates, "or")),
              "write its scope, or its cell");
}

std::vector<std::string> Symbols::names() const {
  std::vector<std::string> names;
  for (const Region& region : regions_) names.push_back(region.name);
  for (const Watch& variable : variables_) {
    names.push_back(variable.full_name());
    if (!variable.scope.empty()) names.push_back(variable.name);
  }
  return names;
}

std::string cell_name(const Symbols& symbols, Point at) {
  if (const Watch* const variable = variable_at(symbols, at)) return variable->full_name();
  const Region* const region = region_at(symbols, at);
  if (region == nullptr) return to_string(at);
  const Point corner = region->area.corner;
  return element_name(region->name, {at.x - corner.x, at.y - corner.y});
}

std::string element_name(std::string_view region, Point offset) {
  return region.empty() ? to_string(offset) : fmt::format("{}({},{})", region, offset.x, offset.y);
}

std::string origin_of(const Region& region) {
  return is_declared_by_hand(region) ? "by hand" : fmt::format("in line {}", region.where.line);
}

Result<void> check_region_name(std::string_view name, const Symbols& symbols,
                               const Region* renamed) {
  if (!is_one_name(name)) {
    return fail({}, fmt::format("{} cannot be the name of a region", single_quoted(name)),
                "use letters, digits and _, and begin with a letter");
  }
  if (is_keyword(name)) {
    return fail({}, fmt::format("{} is a keyword of the commands", single_quoted(name)),
                "choose another name");
  }
  if (const Region* const other = symbols.region(name); other != nullptr && other != renamed) {
    const std::string advice =
        is_declared_by_hand(*other)
            ? "choose another name, or remove it: region delete " + other->name
            : "choose another name";
    return fail({},
                fmt::format("there is already a region {}, declared {}", single_quoted(other->name),
                            origin_of(*other)),
                advice);
  }
  for (const Watch& variable : symbols.variables()) {
    if (!equal_ignoring_case(variable.full_name(), name)) continue;
    return fail({},
                fmt::format("{} is a variable, at {}", single_quoted(variable.full_name()),
                            to_string(variable.at)),
                "choose another name");
  }
  return {};
}

std::string format_value_at(const Symbols& symbols, Point at, std::int64_t value,
                            RegionText region_text) {
  if (const Watch* const variable = variable_at(symbols, at)) {
    return format_value(value, variable->type);
  }
  const Region* const region = region_at(symbols, at);
  if (region == nullptr || region_text == RegionText::number) return describe_value(value);
  const bool quoted = region_text == RegionText::quoted;
  if (quoted && region->encoding.kind == Encoding::Kind::ascii) {
    return format_value(value, WatchType::character);
  }
  std::string text = format_cell(value, region->encoding);
  return quoted || text.find_first_not_of(' ') != std::string::npos ? text : "blank";
}

}  // namespace fungescope
