// How the reply to a command begins.
#pragma once

#include "session/commands/command.h"

#include <string>
#include <utility>

namespace fungescope {

// The text for people; for programs, the command's name so far.
[[nodiscard]] inline Response make_response(const Call& call, std::string text) {
  Response response;
  response.text = std::move(text);
  response.data["command"] = call.command.name;
  return response;
}

}  // namespace fungescope
