#include "cli/complain.h"

#include <cstdio>

#include <fmt/format.h>

namespace fungescope {

void complain(const Error& error) {
  fmt::print(stderr, "fungescope: {}\n", to_string(error));
}

}  // namespace fungescope
