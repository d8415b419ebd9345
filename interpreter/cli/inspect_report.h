// What `inspect` tells of a program, as text for people and as JSON.
#pragma once

#include "front_end/source_options.h"
#include "lang/static_analysis.h"

#include <string>

namespace fungescope {

struct InspectReport {
  std::string file;
  OpenedProgram opened;
  Histogram histogram{};
  std::uint64_t reachable = 0;
};

// Cost: one pass over the field and one walk over its reachable cells.
[[nodiscard]] InspectReport make_inspect_report(std::string file, OpenedProgram opened);

// Aligned, a section for each thing that there is, nothing for what there is not.
[[nodiscard]] std::string to_text(const InspectReport& report);

// One object, indented. Bytes of a name that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string to_json(const InspectReport& report);

}  // namespace fungescope
