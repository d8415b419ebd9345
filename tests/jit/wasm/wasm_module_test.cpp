// The form of WebAssembly modules. backend_test.cpp and differential_test.cpp run them, in builds
// for WebAssembly.
#include "jit/random_graph.h"
#include "jit/wasm/wasm_code.h"
#include "jit/wasm/wasm_emitter.h"
#include "support/process.h"
#include "support/scratch.h"

using namespace fungescope::jit;
using namespace fungescope::jit::test;

namespace {

std::vector<std::uint8_t> signed_bytes(std::int64_t value) {
  WasmBytes bytes;
  bytes.signed_number(value);
  return bytes.bytes();
}

std::vector<std::uint8_t> unsigned_bytes(std::uint64_t value) {
  WasmBytes bytes;
  bytes.unsigned_number(value);
  return bytes.bytes();
}

using Bytes = std::vector<std::uint8_t>;
constexpr std::array<unsigned char, 100> wasm_source{'1', ' ', 0, 255};

// Modules of graphs of all shapes.
std::vector<Bytes> wasm_modules() {
  std::vector<Bytes> modules;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const RandomGraphSize size{static_cast<int>(1 + seed % 20), static_cast<int>(1 + seed % 14),
                               static_cast<std::size_t>(1 + seed % 3)};
    modules.push_back(WasmEmitter(random_graph(seed, size), wasm_source.data(), nullptr).emit());
    modules.push_back(WasmEmitter(random_flow(seed), wasm_source.data(), nullptr).emit());
  }
  return modules;
}

std::size_t count_lines(const Listing& listing, const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(listing.begin(), listing.end(), [&](const ListingLine& line) {
        const std::size_t begin = std::min(line.text.find_first_not_of(' '), line.text.size());
        return line.text.substr(begin, line.text.find(' ', begin) - begin) == text;
      }));
}

}  // namespace

TEST_CASE("numbers are encoded as LEB128") {
  CHECK(unsigned_bytes(0) == Bytes{0});
  CHECK(unsigned_bytes(127) == Bytes{127});
  CHECK(unsigned_bytes(128) == Bytes{0x80, 1});
  CHECK(unsigned_bytes(624485) == Bytes{0xe5, 0x8e, 0x26});
  CHECK(signed_bytes(0) == Bytes{0});
  CHECK(signed_bytes(63) == Bytes{63});
  CHECK(signed_bytes(64) == Bytes{0xc0, 0});
  CHECK(signed_bytes(-64) == Bytes{0x40});
  CHECK(signed_bytes(-65) == Bytes{0xbf, 0x7f});
  CHECK(signed_bytes(-123456) == Bytes{0xc0, 0xbb, 0x78});
  CHECK(signed_bytes(INT64_MIN) ==
        Bytes{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f});
}

TEST_CASE("the listing of a module has the instructions, nested") {
  Listing listing;
  const Graph graph = random_graph(3, {6, 6, 2});
  const Bytes module = WasmEmitter(graph, wasm_source.data(), &listing).emit();
  CHECK(module == WasmEmitter(graph, wasm_source.data(), nullptr).emit());
  REQUIRE(!listing.empty());
  const std::size_t opened =
      count_lines(listing, "block") + count_lines(listing, "loop") + count_lines(listing, "if");
  CHECK(count_lines(listing, "loop") >= 2);
  CHECK(count_lines(listing, "end") == opened);
  CHECK(listing.back().text == "unreachable");
  for (const BasicBlock& block : graph.blocks) {
    for (const ValueId id : block.code) {
      if (graph.at(id).exit == no_exit) continue;
      CAPTURE(id);
      CHECK(std::any_of(listing.begin(), listing.end(), [&](const ListingLine& line) {
        return line.of == ListingLine::value && line.id == id;
      }));
    }
  }
}

#ifndef __EMSCRIPTEN__
TEST_CASE("modules are valid") {
  const auto node = fungescope::test::run_process({"/usr/bin/env", "node", "--version"});
  if (node.exit_code != 0) {
    MESSAGE("skipped: there is no node");
    return;
  }
  std::string all;
  for (const Bytes& module : wasm_modules()) {
    for (unsigned shift = 0; shift < 32; shift += 8)
      all += static_cast<char>(module.size() >> shift);
    all.append(module.begin(), module.end());
  }
  const fungescope::test::Scratch scratch;
  const std::string path = scratch.file("modules", all);
  const auto result = fungescope::test::run_process({"/usr/bin/env", "node", "-e", R"js(
const bytes = require("fs").readFileSync(process.argv[1]);
let count = 0;
for (let at = 0; at < bytes.length; ++count) {
  const size = bytes.readUInt32LE(at);
  new WebAssembly.Module(bytes.subarray(at + 4, at + 4 + size));  // throws, and says why
  at += 4 + size;
}
console.log(count);
)js",
                                                     path});
  CHECK(result.err == "");
  CHECK(result.out == "120\n");
}
#endif
