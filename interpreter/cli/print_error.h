// What is wrong, as every command says it.
#pragma once

#include "base/result.h"

namespace fungescope {

// A line on standard error.
void print_error(const Error& error);

}  // namespace fungescope
