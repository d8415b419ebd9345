// A client for tests: it hands requests to a server one by one and keeps what comes back.
#pragma once

#include "dap/protocol/client.h"
#include "dap/server.h"
#include "support/session_fixture.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace fungescope::test {

class RecordingClient final : public dap::Client {
 public:
  std::vector<Json> sent;
  bool is_gone = false;
  std::function<void()> on_poll;  // called on each poll

  void send(std::string body) override {
    Json message = Json::parse(body, nullptr, false);
    REQUIRE_FALSE(message.is_discarded());  // such as text that is not UTF-8
    sent.push_back(std::move(message));
  }
  std::optional<std::string> poll() override {
    ++polls_;
    if (on_poll) on_poll();
    if (due_.empty() || due_.front().first > polls_) return std::nullopt;
    std::string message = std::move(due_.front().second);
    due_.pop_front();
    return message;
  }
  bool is_closed() override { return is_gone && due_.empty(); }

  // Delivers a message at the n-th poll from now.
  void later(std::size_t n, std::string message) {
    const std::size_t when = polls_ + n;
    const auto next = std::find_if(due_.begin(), due_.end(),
                                   [when](const auto& other) { return other.first > when; });
    due_.emplace(next, when, std::move(message));
  }

 private:
  std::size_t polls_ = 0;
  std::deque<std::pair<std::size_t, std::string>> due_;
};

class Conversation {
 public:
  Conversation() : server(client, files, [this] { return now; }) {}

  // ---- Messages

  std::string message(const std::string& command, Json arguments = Json::object()) {
    return Json{{"seq", ++seq},
                {"type", "request"},
                {"command", command},
                {"arguments", std::move(arguments)}}
        .dump();
  }
  // Returns the response to a request, after the run that it started.
  Json ask(const std::string& command, Json arguments = Json::object()) {
    const std::string text = message(command, std::move(arguments));
    const int asked = seq;
    server.receive(text);
    return response(asked);
  }
  Json response(int asked) {
    for (const Json& one : client.sent) {
      if (one["type"] == "response" && one["request_seq"] == asked) return one;
    }
    FAIL("there is no response to request " << asked);
    return {};
  }
  // Returns the body of a response that must be a success.
  Json body(const std::string& command, Json arguments = Json::object()) {
    const Json answer = ask(command, std::move(arguments));
    CAPTURE(answer.dump());
    REQUIRE(answer["success"] == true);
    return answer["body"];
  }
  // Returns the error of a response that must be a failure.
  std::string error(const std::string& command, Json arguments = Json::object()) {
    return error_of(ask(command, std::move(arguments)));
  }
  static std::string error_of(const Json& answer) {
    CAPTURE(answer.dump());
    REQUIRE(answer["success"] == false);
    const Json& error = answer["body"]["error"];
    const std::string format = error["format"];
    return format == "{text}" ? error["variables"]["text"].get<std::string>() : format;
  }

  // ---- Events

  std::vector<Json> events(const std::string& name) {
    std::vector<Json> found;
    for (const Json& one : client.sent) {
      if (one["type"] == "event" && one["event"] == name) found.push_back(one["body"]);
    }
    return found;
  }
  Json last(const std::string& name) {
    const std::vector<Json> all = events(name);
    REQUIRE_FALSE(all.empty());
    return all.back();
  }
  std::string output(const std::string& category) {
    std::string text;
    for (const Json& one : events("output")) {
      if (one["category"] == category) text += one["output"].get<std::string>();
    }
    return text;
  }

  // ---- Programs

  void initialize(Json traits = Json::object()) { body("initialize", std::move(traits)); }
  // Launches a program named p.b93 and runs it to its first stop.
  void launch(const std::string& source, Json arguments = Json::object()) {
    files.files["p.b93"] = source;
    initialize();
    arguments["program"] = "p.b93";
    body("launch", std::move(arguments));
    body("configurationDone");
  }
  void launch_at_entry(const std::string& source, Json arguments = Json::object()) {
    arguments["stopOnEntry"] = true;
    launch(source, std::move(arguments));
    REQUIRE(last("stopped")["reason"] == "entry");
  }
  // Returns the body of the `stopped` event that a request leads to.
  Json go(const std::string& command, Json arguments = Json::object()) {
    const std::size_t before = events("stopped").size();
    arguments["threadId"] = 1;
    body(command, std::move(arguments));
    const std::vector<Json> breakpoints = events("stopped");
    REQUIRE(breakpoints.size() == before + 1);
    return breakpoints.back();
  }
  Json frame() { return body("stackTrace", {{"threadId", 1}})["stackFrames"][0]; }
  std::string value(const std::string& expression, const std::string& context = "watch") {
    return body("evaluate", {{"expression", expression}, {"context", context}})["result"];
  }
  std::string tick() { return value("tick"); }
  // Returns the reference of a scope.
  std::int64_t scope(const std::string& name) {
    const Json all = body("scopes", {{"frameId", frame()["id"]}})["scopes"];
    for (const Json& one : all) {
      if (one["name"] == name) return one["variablesReference"];
    }
    FAIL("there is no scope " << name);
    return 0;
  }
  Json children(std::int64_t reference, Json more = Json::object()) {
    more["variablesReference"] = reference;
    return body("variables", std::move(more))["variables"];
  }
  static Json named(const Json& list, const std::string& name) {
    for (const Json& one : list) {
      if (one["name"] == name) return one;
    }
    FAIL("there is no child " << name);
    return {};
  }

  MemoryFiles files;
  RecordingClient client;
  dap::Server::Clock::time_point now{};
  dap::Server server;
  int seq = 0;
};

// Prints 9 8 ... 1 and ends; counts in a variable, which is cell (0, 3).
inline constexpr const char* countdown =
    "9>:.:03p1-:v\n"
    " ^         _@\n"
    "\n"
    " \n"
    "#$watch[0,3]:int = Loop :: count\n"
    "#$region[0,3](2x1):decimal = pair\n";

// Never ends.
inline constexpr const char* endless = ">v\n^<\n";

}  // namespace fungescope::test
