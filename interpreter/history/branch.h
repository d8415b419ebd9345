// A line of events: what the machine did from one instant on, with one input and
// after certain edits.
#pragma once

#include "history/edit.h"
#include "history/input_log.h"
#include "history/timeline.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fungescope {

struct Branch {
  Branch(std::uint32_t its_id, std::uint32_t its_parent, Snapshot first, InputLog its_input)
      : id(its_id),
        parent(its_parent),
        end(first.tick()),
        input(std::move(its_input)),
        timeline(std::move(first)) {}

  [[nodiscard]] Tick begin() const { return timeline.first().tick(); }
  // The output before this position is the parent's.
  [[nodiscard]] std::uint64_t output_begin() const { return timeline.first().output_size(); }

  std::uint32_t id;
  std::uint32_t parent;
  Tick end;  // recorded up to here
  std::vector<Edit> edits;
  InputLog input;  // all of it, the parent's share included
  Timeline timeline;
  std::string output;  // the first bytes from output_begin() on, as many as are kept
};

}  // namespace fungescope
