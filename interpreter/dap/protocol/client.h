// The connection to the client, as the server uses it: bodies of messages, in and out.
#pragma once

#include <optional>
#include <string>

namespace fungescope::dap {

class Client {
 public:
  virtual ~Client() = default;
  // Sends valid UTF-8. A message that cannot be sent is dropped, and the client counts as closed.
  virtual void send(std::string body) = 0;
  // Returns a message that has arrived, without waiting. Called every few milliseconds while the
  // machine runs.
  [[nodiscard]] virtual std::optional<std::string> poll() = 0;
  // Returns whether no more messages will arrive.
  [[nodiscard]] virtual bool is_closed() = 0;
};

}  // namespace fungescope::dap
