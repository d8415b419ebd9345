// Answers why something is not so: why a cell was not executed, or why an expression is not true.
//
// A cell was not executed because of the last decision from which another direction leads to it, or
// to a decision that does. An expression stopped being true by a store; what could have made it
// true again is an instruction that stored to the same cells before, and was led past since.
#pragma once

#include "session/expressions/expression.h"
#include "session/queries/history_queries.h"
#include "session/session.h"
#include "session/why/control/control.h"
#include "session/why/why.h"
#include "session/why/why_text.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fungescope {

// A decision that led past a cell.
struct PassedDecision {
  Decision decision;
  std::vector<Direction> wanted;  // those that lead to the cell for certain
  // 1: the cell itself; more: a decision from which it takes one less.
  std::size_t distance = 1;
};

struct WhyNotCell {
  Tick tick = 0;  // the instant of the question
  Point at{};
  bool next = false;                        // it is the present cell
  std::optional<Tick> last{};               // the instant before it was last executed; none: never
  bool reachable = false;                   // by the paths of the field as it is now
  std::vector<PassedDecision> decisions{};  // the last first, of the shortest distance
};

struct WhyNotTrue {
  Tick tick = 0;
  std::string expression{};
  bool is_true = false;
  // The instant at which it became true or ceased to be; none: it has been so from the beginning.
  std::optional<Tick> since{};
  std::optional<Write> turned{};  // the store that did it; none: it was an edit, or no store
  // Whether only cells decide it. Otherwise the stores below do not explain all of it.
  bool of_cells = true;
  // The last stores to the cells that it depends on, the latest first, each with the causes of the
  // value; nothing for an edit.
  struct Stored {
    Write write;
    std::optional<WhyAnswer> value;
  };
  std::vector<Stored> stored{};
  // An instruction that stored to one of these cells before, and was not executed since.
  struct Passed {
    Write write;  // the last one by it
    WhyNotCell instruction;
  };
  std::vector<Passed> passed{};
};

// These leave the present instant unchanged, and fail when interrupted. The paths belong to the
// present field. Cost: some searches backwards, each at most to the instant since when it is so.
[[nodiscard]] Result<WhyNotCell> why_not_executed(Session& session, Point at,
                                                  const WhyOptions& options, Monitor* monitor);
// Fails if the expression is a constant.
[[nodiscard]] Result<WhyNotTrue> why_not_true(Session& session, const Expression& expression,
                                              const WhyOptions& options, Monitor* monitor);

[[nodiscard]] CauseTree to_tree(const WhyNotCell& answer, const Session& session);
[[nodiscard]] CauseTree to_tree(const WhyNotTrue& answer, const Session& session);

}  // namespace fungescope
