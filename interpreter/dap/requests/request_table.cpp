#include "dap/requests/request_table.h"

#include <array>

namespace fungescope::dap {

const RequestHandler* find_handler(std::string_view name) {
  for (const auto group :
       {lifecycle_handlers(), execution_handlers(), breakpoint_handlers(), data_handlers(),
        evaluate_handlers(), memory_handlers(), time_handlers(), command_handlers()}) {
    for (const RequestHandler& kind : group) {
      if (kind.name == name) return &kind;
    }
  }
  return nullptr;
}

}  // namespace fungescope::dap
