// All that follows from one assumption: that a candidate is right, or that it is wrong.
//
// Weak and strong links are those of chain_search.h. A dynamic search also follows the strong links
// that arise when other candidates have been found wrong.
#pragma once

#include <bitset>

#include "sudoku/techniques/candidates.h"
#include "sudoku/techniques/step.h"

namespace fungescope::techniques {

class Implications {
 public:
  struct Options {
    bool one_digit = false;  // follow links within units only
    bool dynamic = false;
  };
  static constexpr std::size_t candidate_count = board_cells * 9;
  using Id = std::uint16_t;  // of a candidate: cell * 9 + digit - 1
  using Set = std::bitset<candidate_count>;

  // Finds what follows from `source`, up to the first contradiction. `board` must outlive this.
  Implications(const Candidates& board, Node source, Options options);

  [[nodiscard]] static Id id_of(Cell cell, Digit digit) {
    return static_cast<Id>(cell * 9U + digit - 1U);
  }
  [[nodiscard]] static Node node_of(Id id, bool on) {
    return {static_cast<Cell>(id / 9U), static_cast<Digit>(id % 9U + 1U), on};
  }

  // Returns the candidates that are right, or wrong, among them the source.
  [[nodiscard]] const Set& all(bool on) const { return on ? on_ : off_; }
  // Returns a candidate that would be both, if there is one.
  [[nodiscard]] std::optional<Id> contradiction() const { return contradiction_; }
  // Returns the nodes from which a known node follows, itself included, each after those that it
  // needs.
  [[nodiscard]] std::vector<Node> reasons(Node target) const;
  // Returns their number; any number above `limit` if there are more.
  [[nodiscard]] std::size_t count_reasons(Node target, std::size_t limit) const;

 private:
  static constexpr std::uint16_t none = 0xffff;
  struct Fact {
    Node node;
    std::uint16_t first_parent = 0;  // in `parents_`
    std::uint16_t parent_count = 0;
  };

  bool expand_on(std::uint16_t index);
  bool expand_off(std::uint16_t index);
  bool follow(Node node, std::uint16_t parent, const CellSet& lost_places, DigitMask lost_digits);
  void collect(Node target, std::size_t limit) const;

  const Candidates& board_;
  Options options_;
  Candidates rest_;  // of a dynamic search: without the wrong candidates that were expanded
  Set on_;
  Set off_;
  std::vector<Fact> facts_;
  std::vector<std::uint16_t> parents_;
  std::array<std::array<std::uint16_t, candidate_count>, 2> fact_of_{};  // off and on
  std::vector<std::uint16_t> pending_on_;
  std::vector<std::uint16_t> pending_off_;
  std::optional<Id> contradiction_;
  mutable std::vector<std::uint16_t> collected_;  // facts, by `collect`
  mutable std::vector<bool> is_collected_;
};

}  // namespace fungescope::techniques
