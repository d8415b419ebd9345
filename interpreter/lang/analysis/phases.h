// Defines phases: the blocks of a program that an instruction pointer is in, such as READ, SOLVE
// and UNDO. A source declares them, or titles its blocks; docs/semantics.md, 'Phases', has the
// rule.
//
//     #$phase SOLVE = 2,74,157,6
//       ------ - - --- SOLVE -------------------------------------------------------
#pragma once

#include "base/result.h"
#include "lang/geometry.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fungescope {

class Playfield;
struct Annotations;

// A block of a phase, as declared or titled.
struct PhaseBlock {
  std::string name;
  Rectangle area;
  SourceLocation where = {};  // of the annotation
};

class PhaseMap {
 public:
  static constexpr std::size_t max_phases = 64;

  PhaseMap() = default;
  // Of blocks that overlap, the later one owns the cells. Blocks of one name are one phase; phases
  // beyond `max_phases` are left out.
  explicit PhaseMap(const std::vector<PhaseBlock>& blocks);

  // In the order of the blocks.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] bool empty() const { return names_.empty(); }

  struct Block {
    Rectangle area;
    std::size_t phase = 0;  // an index into `names`
  };
  [[nodiscard]] const std::vector<Block>& blocks() const { return blocks_; }

  // Returns the phase of a cell, as an index into `names`.
  [[nodiscard]] std::optional<std::size_t> at(Point cell) const {
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
      if (block->area.contains(cell)) return block->phase;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::string name_at(Point cell) const {
    const auto phase = at(cell);
    return phase ? names_[*phase] : std::string();
  }

 private:
  std::vector<std::string> names_;
  std::vector<Block> blocks_;
};

// Returns the phases that the annotations declare, else those that titled blocks name. Cost: a
// search for dashes in the bytes of the source.
[[nodiscard]] PhaseMap phases_of(const Annotations& annotations, const Playfield& source);

}  // namespace fungescope
