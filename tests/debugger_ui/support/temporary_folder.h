// A temporary folder, also used for the user's settings and state; removed after the test.
#pragma once

#include "support/files.h"
#include "support/scratch.h"

#include <cstdlib>

namespace fungescope::ui {

struct TemporaryFolder : test::Scratch {
  TemporaryFolder() {
    ::setenv("XDG_STATE_HOME", folder().c_str(), 1);
    ::setenv("XDG_CONFIG_HOME", folder().c_str(), 1);
  }
};

}  // namespace fungescope::ui
