#include "cli/print_error.h"

#include <cstdio>

#include <fmt/format.h>

namespace fungescope {

void print_error(const Error& error) {
  fmt::print(stderr, "fungescope: {}\n", to_string(error));
}

}  // namespace fungescope
