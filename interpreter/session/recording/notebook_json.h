// The notebook as JSON, in recordings and in what the window keeps.
#pragma once

#include "session/notebook.h"
#include "session/recording/json_reader.h"

#include <cstdint>
#include <vector>

namespace fungescope {

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
