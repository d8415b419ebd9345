#include "dap/requests/request_table.h"

#include <array>

namespace fungescope::dap {

const RequestKind* find_request(std::string_view name) {
  for (const auto group :
       {lifecycle_requests(), execution_requests(), breakpoint_requests(), data_requests(),
        evaluate_requests(), memory_requests(), time_requests()}) {
    for (const RequestKind& kind : group) {
      if (kind.name == name) return &kind;
    }
  }
  return nullptr;
}

}  // namespace fungescope::dap
