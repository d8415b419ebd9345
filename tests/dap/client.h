// The other end of a server in tests: hands it messages one by one, or at the n-th poll of a run,
// and records what it sends. Its clock stands still unless a test moves it.
#pragma once

#include "dap/server.h"
#include "support/session_fixture.h"
#include "support/test.h"

#include <chrono>

namespace fungescope::test {

class RecordingClient final : public dap::Client {
 public:
  RecordingClient() : server(*this, files, [this] { return now_; }) {}
  RecordingClient(const RecordingClient&) = delete;
  RecordingClient& operator=(const RecordingClient&) = delete;

  // Returns a request with the next sequence number.
  std::string request(const std::string& command, Json arguments) {
    const Json message{{"seq", ++seq},
                       {"type", "request"},
                       {"command", command},
                       {"arguments", std::move(arguments)}};
    return message.dump();
  }
  // Returns the response to a request, after the run that it starts.
  Json ask(const std::string& command, Json arguments = Json::object()) {
    const std::string message = request(command, std::move(arguments));
    const int asked = seq;
    server.receive(message);
    for (const Json& one : sent) {
      if (one["type"] == "response" && one["request_seq"] == asked) return one;
    }
    FAIL("there is no response to request " << asked);
    return {};
  }
  // Delivers a message at the n-th poll from now.
  void deliver_at(std::size_t n, std::string message) {
    due_.emplace(polls_ + n, std::move(message));
  }

  void send(std::string body) override {
    Json message = Json::parse(body, nullptr, false);
    REQUIRE_FALSE(message.is_discarded());  // such as text that is not UTF-8
    sent.push_back(std::move(message));
  }
  std::optional<std::string> poll() override {
    ++polls_;
    now_ += time_of_poll;
    if (due_.empty() || due_.begin()->first > polls_) return std::nullopt;
    return std::move(due_.extract(due_.begin()).mapped());
  }
  bool is_closed() override { return is_gone && due_.empty(); }

  MemoryFiles files;
  std::vector<Json> sent;
  int seq = 0;  // of the last request
  bool is_gone = false;
  std::chrono::milliseconds time_of_poll{0};

 private:
  std::size_t polls_ = 0;
  std::multimap<std::size_t, std::string> due_;  // by poll
  dap::Server::Clock::time_point now_{};

 public:
  dap::Server server;
};

// The text of the error in a response, which must be a failure.
inline std::string error_of(const Json& response) {
  CAPTURE(response.dump());
  REQUIRE(response["success"] == false);
  const Json& error = response["body"]["error"];
  const std::string format = error["format"];
  return format == "{text}" ? error["variables"]["text"].get<std::string>() : format;
}

}  // namespace fungescope::test
