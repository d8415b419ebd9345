// Compares all writes of runs of cats, squares and sudoku1k with tests/data/programs/writes.txt, so
// that no change of a page goes unnoticed whose output stays by the rules.
//
// A line of the file is a program, a seed, the input with `/` for the end of a line and `_` for a
// blank, and what is compared: the number of writes, their hash, and the output's hash. If a change
// is intended, FUNGESCOPE_ACCEPT_WRITES=1 in the environment replaces these.
#include "base/hash.h"
#include "programs/program_run.h"
#include "support/test.h"
#include "vm/io.h"

#include <cstdlib>
#include <fstream>

namespace {

class WriteHash final : public Observer {
 public:
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t now) override {
    ++count;
    for (const std::int64_t value : {at.x, at.y, now}) hasher.add_signed(value);
  }

  std::size_t count = 0;
  Hasher hasher;
};

// Runs what the first three fields of a line name. Returns the line as it should be.
std::string measured(const std::string& line) {
  std::istringstream fields(line);
  std::string name;
  MachineOptions options;
  std::string input;
  fields >> name >> options.seed >> input;
  const std::string start = fmt::format("{} {} {}", name, options.seed, input);
  std::replace(input.begin(), input.end(), '/', '\n');
  std::replace(input.begin(), input.end(), '_', ' ');
  Machine machine(loaded_program(fmt::format("{0}/{0}.b93", name)).playfield, options);
  StringInput bytes(input);
  StringOutput output;
  WriteHash writes;
  CHECK(Engine(EngineKind::interpreter).run(machine, {bytes, output}, 1'000'000'000, &writes) ==
        StopReason::ended);
  Hasher printed;
  printed.add_text(output.text);
  return fmt::format("{} {} {:016x} {:016x}", start, writes.count, writes.hasher.value(),
                     printed.value());
}

}  // namespace

TEST_CASE("programs: the writes of kept runs are the same, in their order") {
  const Lines kept = data_lines("programs/writes.txt");
  CHECK(kept.size() >= 60);
  Lines now;
  for (const std::string& line : kept) now.push_back(measured(line));
  if (std::getenv("FUNGESCOPE_ACCEPT_WRITES") != nullptr) {
    std::ofstream replaced(data_path("programs/writes.txt"));
    for (const std::string& line : now) replaced << line << '\n';
    return;
  }
  for (std::size_t i = 0; i < kept.size(); ++i) CHECK(now[i] == kept[i]);
}
