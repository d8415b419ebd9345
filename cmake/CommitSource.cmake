# cmake -DSOURCE=project -DOUTPUT=commit.cpp -P CommitSource.cmake
# Writes a C++ file that defines build_commit() of front_end/standard_streams.h.
set(commit unknown)
if(EXISTS ${SOURCE}/.git)
  execute_process(COMMAND git -c safe.directory=${SOURCE} -C ${SOURCE} rev-parse --short=12 HEAD
    RESULT_VARIABLE failure OUTPUT_VARIABLE found ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(failure EQUAL 0)
    set(commit ${found})
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "front_end/standard_streams.h"

namespace fungescope {

std::string_view build_commit() {
  return "@commit@";
}

}  // namespace fungescope
]])
