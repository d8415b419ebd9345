#include "dap/protocol/base64.h"

#include "conversation.h"

using namespace fungescope;
using namespace fungescope::test;

TEST_CASE("memory: cells are little-endian numbers of 64 bits") {
  Conversation talk;
  talk.launch_at_entry("AB@");
  const auto read = [&](const char* reference, std::int64_t offset, std::int64_t count) {
    return talk.body("readMemory",
                     {{"memoryReference", reference}, {"offset", offset}, {"count", count}});
  };
  const Json first = read("0x0", 0, 16);
  CHECK(first["address"] == "0x0");
  CHECK(*dap::from_base64(first["data"].get<std::string>()) ==
        std::string("A\0\0\0\0\0\0\0B\0\0\0\0\0\0\0", 16));
  CHECK(*dap::from_base64(read("0x8", -1, 2)["data"].get<std::string>()) == std::string("\0B", 2));
  // The field is 80x25.
  CHECK(read("0x3e78", 0, 20)["unreadableBytes"] == 12);
  CHECK(read("0x0", 0, std::int64_t{1} << 50)["unreadableBytes"] ==
        (std::int64_t{1} << 50) - 16000);
  CHECK(read("0x0", -8, 8)["unreadableBytes"] == 8);
  CHECK_FALSE(read("0x0", -8, 8).contains("data"));
  CHECK_FALSE(talk.error("readMemory", {{"memoryReference", "x"}, {"count", 1}}).empty());
  CHECK_FALSE(talk.error("readMemory", {{"memoryReference", "0x0"}, {"count", -1}}).empty());
  const Json far{{"memoryReference", "0x7fffffffffffffff"},
                 {"offset", std::numeric_limits<std::int64_t>::max()},
                 {"count", 1}};
  CHECK_FALSE(talk.error("readMemory", far).empty());
}

TEST_CASE("memory: writes change whole cells or parts of them") {
  Conversation talk;
  talk.launch_at_entry("AB@");
  const auto write = [&](const char* reference, const std::string& bytes, bool partial = false) {
    return Json{
        {"memoryReference", reference}, {"data", dap::to_base64(bytes)}, {"allowPartial", partial}};
  };
  CHECK(talk.body("writeMemory", write("0x1", "\x01"))["bytesWritten"] == 1);
  CHECK(talk.value("cell(0,0)") == "321");
  talk.body("writeMemory", write("0x0", std::string(16, '\xff')));
  CHECK(talk.value("cell(1,0)") == "-1");
  CHECK_FALSE(talk.error("writeMemory", write("0x3e7f", "ab")).empty());
  CHECK(talk.body("writeMemory", write("0x3e7f", "ab", true))["bytesWritten"] == 1);
  const Json bad{{"memoryReference", "0x0"}, {"data", "??"}};
  CHECK_FALSE(talk.error("writeMemory", bad).empty());
}

TEST_CASE("memory: disassembly has exactly the requested count") {
  Conversation talk;
  talk.launch_at_entry("1+@");
  const auto list = [&](std::int64_t offset, std::int64_t count, const char* reference = "0x0") {
    return talk.body("disassemble", {{"memoryReference", reference},
                                     {"instructionOffset", offset},
                                     {"instructionCount", count}})["instructions"];
  };
  const Json here = list(0, 3);
  CHECK(here[0]["instruction"] == "1 (digit 1)");
  CHECK(here[1]["instruction"] == "+ (add)");
  CHECK(here[1]["address"] == "0x8");
  CHECK(here[1]["instructionBytes"] == "2b 00 00 00 00 00 00 00");
  CHECK(here[1]["line"] == 1);
  CHECK(here[1]["column"] == 2);
  const Json before = list(-2, 4);
  CHECK(before.size() == 4);
  CHECK(before[0]["instruction"] == "??");
  CHECK(before[0]["presentationHint"] == "invalid");
  CHECK(before[2]["instruction"] == "1 (digit 1)");
  CHECK(list(1999, 3)[1]["presentationHint"] == "invalid");
  CHECK(list(1, 1, "-8")[0]["instruction"] == "1 (digit 1)");
  CHECK(list(0, 0).empty());
  CHECK(talk.error("disassemble", {{"memoryReference", "0x0"}, {"instructionCount", 1'000'000'000}})
            .find("too many") != std::string::npos);
  CHECK_FALSE(
      talk.error("disassemble", {{"memoryReference", "0x0"}, {"instructionCount", -1}}).empty());
  CHECK_FALSE(talk.error("disassemble", {{"memoryReference", "0x0"}}).empty());
}
