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
    modules.push_back(WasmEmitter(random_graph(seed, size), wasm_source.data()).emit());
    modules.push_back(WasmEmitter(random_flow(seed), wasm_source.data()).emit());
  }
  return modules;
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
