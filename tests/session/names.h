// Symbols for tests, from annotations as they stand in a file.
#pragma once

#include "session/expressions/symbols.h"
#include "support/test.h"

namespace fungescope::test {

inline Symbols symbols_in(std::string_view text) {
  AnnotationScan scan = scan_annotations(LineReader(text, LineEndings::any), "t.b93");
  for (const Error& warning : scan.warnings) FAIL_CHECK(to_string(warning));
  return Symbols(std::move(scan.annotations));
}

}  // namespace fungescope::test
