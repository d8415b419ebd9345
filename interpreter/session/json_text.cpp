#include "session/json_text.h"

#include "base/escape.h"

namespace fungescope {

std::string json_text(const Json& json, int indent) {
  return escape_json(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace fungescope
