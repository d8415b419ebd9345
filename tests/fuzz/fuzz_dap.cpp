// Sends frames with requests, well formed and malformed, to a server in memory: some are the raw
// bytes, most are assembled from words of the protocol. Every message is valid UTF-8 and JSON,
// every request has one response, and nothing runs endlessly.
#include "dap/protocol/transport.h"
#include "dap/requests.h"
#include "dap/server.h"
#include "support/session_fixture.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz_check.h"

using namespace fungescope;

namespace {

// ---- Requests from bytes

const std::vector<std::string_view> commands = test::request_names();
const std::vector<std::string_view> keys = test::argument_names();
const std::vector<std::string_view> words = test::split(
    "p.b93|q.b93|count|Loop|pair|[0]|[1]|position|delta|tick|repl|watch|hover|0x0|0x8|-8|"
    "0xfffffffffffffff8|AAAA|write|readWrite|instruction|fault|indexed|top > 3|pair(0,0)|cell(1,1)|"
    "continue|back continue|step 3|break change pair|goto 5|set top = 3|input 1|input end|mark m|m|"
    "progress 1|1,0|x {top}|strict|\"|\xff");

constexpr std::array<std::int64_t, 20> numbers{
    0, 1,  1,  1,  2,   2,      3,          4,         5,         7,
    8, 12, 20, -1, 100, 10'000, 2147483648, INT64_MAX, INT64_MIN, 65'537};

Json value(Bytes& bytes, int depth);

Json object(Bytes& bytes, int depth) {
  Json json = Json::object();
  const std::size_t count = bytes.below(6);
  for (std::size_t i = 0; i < count; ++i) {
    static const std::vector<std::string_view> inner = test::split(
        "path|line|column|condition|hitCondition|logMessage|instructionReference|offset|dataId|"
        "accessType|sourceReference|hex|name|program|stdin|x");
    const std::string key = bytes.one_of(depth > 0 ? inner : keys);
    json[key] = value(bytes, depth + 1);
  }
  return json;
}

Json value(Bytes& bytes, int depth) {
  const auto kind = bytes.below(depth > 3 ? 6 : 9);
  if (kind <= 1) return numbers[bytes.below(numbers.size())];
  if (kind <= 3) return bytes.one_of(words) + (bytes.below(8) == 0 ? "(1,0)" : "");
  if (kind == 4) return bytes.below(2) == 0;
  if (kind == 5) return bytes.take(bytes.below(12));
  if (kind == 6) return object(bytes, depth);
  Json list = Json::array();
  const std::size_t count = bytes.below(4);
  for (std::size_t i = 0; i < count; ++i) list.push_back(value(bytes, depth + 1));
  return list;
}

// Includes kinds that the server rejects.
std::string message(Bytes& bytes, std::int64_t seq) {
  if (bytes.below(16) == 0) return bytes.take(bytes.below(64));
  const std::string command = bytes.one_of(commands);
  Json arguments = object(bytes, 0);
  if (bytes.below(4) != 0) {
    if (!arguments.contains("threadId")) arguments["threadId"] = 1;
    if (!arguments.contains("program")) arguments["program"] = "p.b93";
    if (!arguments.contains("source")) arguments["source"] = {{"path", "p.b93"}};
    if (!arguments.contains("memoryReference")) arguments["memoryReference"] = "0x8";
    if (!arguments.contains("instructionCount")) arguments["instructionCount"] = 3;
  }
  const Json json{
      {"seq", seq}, {"type", "request"}, {"command", command}, {"arguments", arguments}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// ---- The other end

class FuzzClient final : public dap::Client {
 public:
  explicit FuzzClient(Bytes& bytes) : bytes_(bytes) {}

  void send(std::string body) override {
    const Json json = Json::parse(body, nullptr, false);
    FUZZ_CHECK(!json.is_discarded());
    FUZZ_CHECK(json["seq"] == ++received_);
    if (json["type"] != "response") return;
    const Json& request = json["request_seq"];
    FUZZ_CHECK(request.is_number_integer());
    FUZZ_CHECK(json["success"].is_boolean());
    FUZZ_CHECK(json["success"] == true || !json["body"]["error"]["format"].empty());
    ++responses_[request.get<std::int64_t>()];
  }
  std::optional<std::string> poll() override {
    // Many programs do not end: they are soon paused, or the session is closed.
    if (++polls_ % 4 != 0 || is_closed()) return std::nullopt;
    if (polls_ % 16 == 0)
      return R"({"seq":0,"type":"request","command":"pause","arguments":{"threadId":1}})";
    return message(bytes_, ++seq);
  }
  bool is_closed() override { return polls_ > 200; }

  void check_responses() const {
    for (const auto& [request, count] : responses_) {
      // Raw bytes may have any sequence number, and 0 means none.
      FUZZ_CHECK(request <= 0 || request > seq || count <= 1 + raw);
    }
  }

  std::int64_t seq = 0;
  std::size_t raw = 0;

 private:
  Bytes& bytes_;
  std::size_t polls_ = 0;
  std::int64_t received_ = 0;
  std::map<std::int64_t, std::size_t> responses_;
};

constexpr std::array<std::string_view, 5> programs{
    "9>:.:03p1-:v\n ^         _@\n\n \n#$watch[0,3]:int = Loop :: count\n"
    "#$region[0,3](2x1):decimal = pair\n#$watch[1,3]:int = pair\n",
    ">v\n^<\n", "&:.,~@", "\"\xc3\xff\",,@", ">1+:02p:.v\n^        <\n"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  test::MemoryFiles files;
  files.files["p.b93"] = programs[bytes.below(programs.size())];
  FuzzClient client(bytes);
  dap::Server::Clock::time_point now{};
  dap::Server server(client, files, [&now] { return now += std::chrono::milliseconds(20); });
  const auto ask = [&](const char* command) {
    const Json json{
        {"seq", ++client.seq},
        {"type", "request"},
        {"command", command},
        {"arguments",
         {{"program", "p.b93"}, {"stopOnEntry", true}, {"supportsProgressReporting", true}}}};
    server.receive(json.dump());
  };
  if (bytes.below(8) != 0) {
    ask("initialize");
    ask("launch");
    ask("configurationDone");
  }
  dap::FrameReader frames;
  for (int i = 0; i < 40 && !bytes.at_end() && !server.done(); ++i) {
    if (bytes.below(32) == 0) {
      ++client.raw;
      frames.feed(bytes.take(bytes.below(32)));
    } else {
      frames.feed(dap::encode_frame(message(bytes, ++client.seq)));
    }
    for (;;) {
      const auto frame = frames.next();
      if (!frame || !*frame) break;
      server.receive(**frame);
    }
  }
  client.check_responses();
  return 0;
}
