// For builds without a back end: everything runs on the fast interpreter.
#include "jit/tier/machine_code.h"

namespace fungescope::jit {

std::unique_ptr<Backend> make_backend() {
  return nullptr;
}

std::string_view backend_name() {
  return {};
}

}  // namespace fungescope::jit
