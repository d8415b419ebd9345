// A bar to find text in the playfield.
#pragma once

#include "debugger_ui/widgets/panel.h"
#include "session/queries/find.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace fungescope::ui {

// The cells that a match covers, within the field.
[[nodiscard]] Rectangle cells_of(const TextMatch& match, std::size_t length);

class FindBar {
 public:
  static constexpr std::size_t max_hits = 10'000;

  void open();
  void close() { open_ = false; }
  [[nodiscard]] bool is_open() const { return open_; }

  // A line of its own, while it is open. A cell to show, when it goes to a hit.
  [[nodiscard]] std::optional<Point> draw(Context& context);

  // What was found; `current` is the one gone to.
  [[nodiscard]] const std::vector<TextMatch>& hits() const { return found_->matches.found; }
  [[nodiscard]] std::size_t current() const { return current_; }
  [[nodiscard]] std::size_t length() const { return found_->length; }

 private:
  struct Found {
    TextMatches matches;
    std::size_t length = 0;
    bool fresh = true;  // nobody has gone to a hit yet
  };
  void ask(Context& context);
  std::optional<Point> go(std::size_t hit);

  bool open_ = false;
  bool focus_ = false;
  std::array<char, 256> text_{};
  std::string asked_;
  std::uint64_t instant_ = 0;
  std::size_t current_ = 0;
  // Replaced by the callback, which may come when this is gone.
  std::shared_ptr<std::shared_ptr<Found>> inbox_ = std::make_shared<std::shared_ptr<Found>>();
  std::shared_ptr<Found> found_ = std::make_shared<Found>();
};

}  // namespace fungescope::ui
