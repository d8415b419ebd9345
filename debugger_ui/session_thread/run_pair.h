// Two runs side by side: the window's and one of another program, on a session thread of its own.
// When one moves, the other follows to the matching instant: after as many changes of a region that
// both programs have (session/comparison/region_changes.h), or at the same share of its run.
//
//     RunPair pair(std::move(start), wake);
//     stale = pair.update(session, snapshot) || stale;   // between frames
//     pair.there().snapshot();                            // is drawn next to the other
#pragma once

#include "debugger_ui/session_thread/session_thread.h"
#include "session/comparison/region_changes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

class RunPair {
 public:
  enum class Together : std::uint8_t { changes, share, apart };

  // `start` is the other run. `on_update`: as SessionThread has it.
  RunPair(SessionStart start, std::function<void()> on_update);

  // Takes results, and makes one run follow the other. `here` is the window's session and its
  // newest snapshot. Returns whether there is something new to draw.
  bool update(SessionThread& here, std::shared_ptr<const ViewSnapshot> snapshot);
  // Whether a run is on its way, or something is being searched for it.
  [[nodiscard]] bool at_work() const;

  [[nodiscard]] SessionThread& there() { return there_; }
  [[nodiscard]] const std::shared_ptr<const ViewSnapshot>& snapshot() const {
    return sides_[1].snapshot;
  }
  // How many changes of the region a run has made since both held the same, negative before that; 0
  // for here and 1 for there. Nothing if that is not known.
  [[nodiscard]] std::optional<std::int64_t> change(std::size_t side) const;

  [[nodiscard]] Together together() const { return together_; }
  void set_together(Together together);
  // The names of the regions that both have.
  [[nodiscard]] const std::vector<std::string>& regions() const { return regions_; }
  [[nodiscard]] const std::string& region() const { return region_; }
  void choose_region(const std::string& name);
  // Moves both by so many changes.
  void step_changes(int by);

 private:
  struct Found {
    std::size_t count = 0;  // of changes, up to the tick that was asked about
    Tick instant = 0;       // of the change that was asked about
    std::size_t known = 0;
    std::vector<std::uint64_t> contents;
    bool failed = false;
  };
  struct Side {
    SessionThread* session = nullptr;
    std::shared_ptr<const ViewSnapshot> snapshot;
    bool settled = false;                    // before the snapshot was taken
    std::shared_ptr<RegionChanges> changes;  // used on the session's thread alone
    std::shared_ptr<std::optional<Found>> answer;
    std::size_t start = 0;       // changes before both hold the same
    std::uint64_t followed = 0;  // the last instant that the other has followed, or at which it is
    std::optional<Tick> target;  // to which it follows
    std::optional<std::size_t> change;
    Tick change_at = 0;  // the tick at which it is that
  };
  enum class Step : std::uint8_t { idle, starting, counting, locating, stepping };

  static Found find(RegionChanges& changes, Session& session, std::size_t count, Tick to,
                    Monitor& monitor);
  void begin();
  void advance();
  void ask(Side& side, std::size_t count, Tick to);
  void follow();
  void send(Side& side, Tick tick);

  std::array<Side, 2> sides_;
  Together together_ = Together::changes;
  std::vector<std::string> regions_;
  std::string region_;  // empty: there is none
  Step step_ = Step::idle;
  std::size_t leader_ = 0;
  std::size_t wanted_ = 0;  // the change at which the other is to be
  SessionThread there_;     // last: its thread ends first
};

}  // namespace fungescope::ui
