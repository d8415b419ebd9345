// Parts of a session as JSON, in recordings and in what the window keeps: the regions and the
// notebook.
#pragma once

#include "base/json.h"
#include "lang/annotations.h"
#include "session/notebook.h"

#include <cstdint>
#include <vector>

namespace fungescope {

// A declared region.
[[nodiscard]] Json region_to_json(const Region& region);
// Complains to the reader if a member is missing or wrong.
[[nodiscard]] Region read_region(JsonReader& reader);

// The notebook.
struct SavedNotebook {
  std::vector<NotebookEntry> entries;  // empty: nothing was saved
  std::uint32_t present = 0;           // the number of the present entry
  friend bool operator==(const SavedNotebook&, const SavedNotebook&) = default;
};
[[nodiscard]] SavedNotebook saved_notebook(const Notebook& notebook);

[[nodiscard]] Json notebook_to_json(const SavedNotebook& notebook);
// Complains to the reader if a member is missing or wrong. Notebook::restore checks the rest.
[[nodiscard]] SavedNotebook read_notebook(JsonReader reader);

}  // namespace fungescope
