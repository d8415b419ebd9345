// Symbols for tests, from annotations as they stand in a file.
#pragma once

#include "session/expressions/symbols.h"
#include "support/test.h"

namespace fungescope::test {

inline Annotations annotations_in(std::string_view text) {
  AnnotationScan scan = scan_annotations(LineReader(text, LineEndings::any), "t.b93");
  for (const Error& warning : scan.warnings) FAIL_CHECK(to_string(warning));
  return std::move(scan.annotations);
}

inline Symbols symbols_in(std::string_view text) {
  return Symbols(annotations_in(text));
}

// "COLUMN: what; advice".
inline std::string message(const Error& error) {
  return to_string(error);
}

}  // namespace fungescope::test
