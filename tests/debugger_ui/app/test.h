// What the tests of the application share.
#pragma once

#include "debugger_ui/panels/panels.h"
#include "debugger_ui/support/app_window.h"
#include "support/eventually.h"
#include "support/files.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <imgui/imgui_internal.h>
#include <nlohmann/json.hpp>

// NOLINTNEXTLINE(google-global-names-in-headers)
using namespace fungescope;
using namespace fungescope::ui;  // NOLINT(google-global-names-in-headers)
