// The techniques. Each function returns its first step in the order of Sudoku Explainer, or nothing
// if the board has none. Boards must be consistent: no empty cell and no unit may lack a candidate
// that it needs. Every step places or eliminates something.
//
// The order and the ratings come from Sudoku Explainer by Nicolas Juillerat (2006), with the
// strong-linked fish of its successor Sukaku Explainer; finder_order lists them.
#pragma once

#include <span>

#include "sudoku/techniques/candidates.h"
#include "sudoku/techniques/step.h"

namespace fungescope::techniques {

using Finder = std::optional<Step> (*)(const Candidates&);

// Returns all techniques in the order in which they are tried.
[[nodiscard]] std::span<const Finder> finder_order();
// Returns the first of them, up to the last one that finds steps rated below `limit`.
[[nodiscard]] std::span<const Finder> finders_below(Rating limit);

[[nodiscard]] std::optional<Step> find_last_value(const Candidates& board);
[[nodiscard]] std::optional<Step> find_hidden_single(const Candidates& board);
[[nodiscard]] std::optional<Step> find_naked_single(const Candidates& board);

[[nodiscard]] std::optional<Step> find_direct_intersection(const Candidates& board);
[[nodiscard]] std::optional<Step> find_intersection(const Candidates& board);

[[nodiscard]] std::optional<Step> find_direct_hidden_set(const Candidates& board, int size);
[[nodiscard]] std::optional<Step> find_hidden_set(const Candidates& board, int size);
[[nodiscard]] std::optional<Step> find_naked_set(const Candidates& board, int size);

[[nodiscard]] std::optional<Step> find_fish(const Candidates& board, int size);
[[nodiscard]] std::optional<Step> find_turbot_fish(const Candidates& board);

[[nodiscard]] std::optional<Step> find_xy_wing(const Candidates& board);
[[nodiscard]] std::optional<Step> find_xyz_wing(const Candidates& board);

[[nodiscard]] std::optional<Step> find_unique_loop(const Candidates& board);
[[nodiscard]] std::optional<Step> find_bivalue_universal_grave(const Candidates& board);

[[nodiscard]] std::optional<Step> find_chain(const Candidates& board);
[[nodiscard]] std::optional<Step> find_nishio(const Candidates& board);
[[nodiscard]] std::optional<Step> find_multiple_chains(const Candidates& board);
[[nodiscard]] std::optional<Step> find_dynamic_chains(const Candidates& board);

// ---- Helpers with which they fill in a Step

// Returns the candidates among `digits` that the cells have, in reading order.
[[nodiscard]] std::vector<CellDigits> candidates_in(const Candidates& board, const CellSet& cells,
                                                    DigitMask digits);

// Returns the cells of a unit at some places.
[[nodiscard]] CellSet cells_at(Unit unit, Places places);

// Returns the union of the places of some digits in a unit if each has at least two of them and
// they are `size` in all; otherwise 0.
[[nodiscard]] Places shared_places(const Candidates& board, Unit unit, DigitMask digits, int size);

// Returns what is added to a chain's rating: 1 for more than 6 nodes, 2 for more than 8, then 10,
// 14, 18, 26, 34...
[[nodiscard]] Rating rating_for_length(std::size_t nodes);

}  // namespace fungescope::techniques
