// What is wrong, as every command says it.
#pragma once

#include "base/result.h"

namespace fungescope {

// A line on standard error.
void complain(const Error& error);

}  // namespace fungescope
