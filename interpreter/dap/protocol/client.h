// The other end, as the server sees it: bodies of messages, in and out.
#pragma once

#include <optional>
#include <string>

namespace fungescope::dap {

class Client {
 public:
  virtual ~Client() = default;
  // Valid UTF-8. What cannot be sent is dropped; then the client is gone.
  virtual void send(std::string body) = 0;
  // A message that has come in already; nothing if there is none. Called every few
  // milliseconds while the machine runs.
  [[nodiscard]] virtual std::optional<std::string> poll() = 0;
  // Nothing will come any more.
  [[nodiscard]] virtual bool is_closed() = 0;
};

}  // namespace fungescope::dap
