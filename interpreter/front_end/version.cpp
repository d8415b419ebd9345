#include "front_end/standard_streams.h"
#include "jit/tier/machine_code.h"
#include "lang/dialect.h"

#include <fmt/format.h>

namespace fungescope {

std::string version_text(std::string_view program) {
  const std::string_view native = jit::backend_name();
  return fmt::format("{} {}\ncommit: {}\nback ends: {}, c\ndialects: {}", program,
                     FUNGESCOPE_VERSION, FUNGESCOPE_COMMIT,
                     native.empty() ? "no JIT for this processor" : native, dialect_names());
}

}  // namespace fungescope
