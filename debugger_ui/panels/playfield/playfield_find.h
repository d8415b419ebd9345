// The search bar of the playfield.
#pragma once

#include "debugger_ui/widgets/panel.h"
#include "lang/text_search.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace fungescope::ui {

// Returns the cells that a match covers, within the field.
[[nodiscard]] Rectangle cells_of(const TextMatch& match, std::size_t length);

class FindBar {
 public:
  static constexpr std::size_t max_hits = 10'000;

  void open();
  void close() { open_ = false; }
  [[nodiscard]] bool is_open() const { return open_; }

  // Draws the bar while it is open. Returns the cell of a hit to scroll to, if any.
  [[nodiscard]] std::optional<Point> draw(Context& context);

  // The hits of the last search; `current` is the selected one.
  [[nodiscard]] const std::vector<TextMatch>& hits() const { return found_->matches.found; }
  [[nodiscard]] std::size_t current() const { return current_; }
  [[nodiscard]] std::size_t length() const { return found_->length; }

 private:
  struct Found {
    TextMatches matches;
    std::size_t length = 0;
    bool fresh = false;  // the first hit is not selected yet
  };
  void ask(Context& context);
  std::optional<Point> go(std::size_t hit);

  bool open_ = false;
  bool focus_ = false;
  std::string text_;
  std::string asked_;
  bool searching_ = false;  // for `asked_`
  std::uint64_t instant_ = 0;
  std::size_t current_ = 0;
  // Replaced by the callback, which may outlive this object.
  std::shared_ptr<std::shared_ptr<Found>> inbox_ = std::make_shared<std::shared_ptr<Found>>();
  std::shared_ptr<Found> found_ = std::make_shared<Found>();
};

}  // namespace fungescope::ui
