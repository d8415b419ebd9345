// How the reply to a command begins.
#pragma once

#include "session/commands/command.h"

#include <string>
#include <utility>

namespace fungescope {

// The text for people; for programs, the command's name so far.
[[nodiscard]] inline Reply answer(const Call& call, std::string text) {
  Reply reply;
  reply.text = std::move(text);
  reply.data["command"] = call.command.name;
  return reply;
}

}  // namespace fungescope
