// The text that --version prints.
#pragma once

#include <string>
#include <string_view>

namespace fungescope {

// Returns the program's name and version in the first line, as in "fungescope 0.1.0", and further
// lines "NAME: VALUE": the commit it was built from, its back ends, its dialects.
[[nodiscard]] std::string version_text(std::string_view program);

// Returns the abbreviated commit, or "unknown" if the sources were not in a git repository.
[[nodiscard]] std::string_view build_commit();

}  // namespace fungescope
