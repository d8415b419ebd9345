// Feeds any bytes to the parsers of saved games and of best times.
//
// A game gets the hash that its text needs, since nearly every change would be caught by it.
// Invariants: what is read is the same when it is written and read again; undo leads back to the
// givens.
#include "base/hash.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/fuzz_check.h"
#include "sudoku/game/best_times.h"
#include "sudoku/game/saved_game.h"
#include <fmt/format.h>

using namespace fungescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  const auto times = game::parse_best_times(text).times;
  FUZZ_CHECK(game::parse_best_times(game::to_text(times)).times == times);

  const std::size_t end = text.rfind("\nend ");
  if (end != std::string::npos) {
    text.resize(end + 1);
    Hasher hasher;
    hasher.add_text(text);
    text += fmt::format("end {:016x}\n", hasher.value());
  }
  const auto played = game::parse_saved_game(text);
  if (!played) return 0;
  const std::string written = game::to_text(*played, 0);
  const auto again = game::parse_saved_game(written);
  FUZZ_CHECK(again && again->board() == played->board() && again->history() == played->history());
  FUZZ_CHECK(game::to_text(*again, 0) == written);
  game::Game undone = *played;
  while (undone.undo()) {
  }
  FUZZ_CHECK(undone.board() == game::board_of(undone.puzzle().givens));
  return 0;
}
