// The stops of a session as something to search for: where one of them may hold,
// and which do where the search has come to.
#pragma once

#include "session/run_control/search.h"
#include "session/session.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fungescope {

// Looks at each instant once and as a whole (Quest::whole_end). Not copied: its quest calls it.
class StopQuest {
 public:
  // For the stops and the source as they are. The session outlives it. Cost: on a field of 24 M
  // cells 0.5 ms, which is why it is worth keeping.
  explicit StopQuest(Session& session);
  StopQuest(const StopQuest&) = delete;
  StopQuest& operator=(const StopQuest&) = delete;

  // To be called before a search. Cost: next to nothing unless the stops or the source have
  // changed.
  void renew();

  [[nodiscard]] Quest& quest() { return quest_; }
  // Is a stop in force?
  [[nodiscard]] bool any() const { return any_; }
  // Does every hit stop, and say nothing?
  [[nodiscard]] bool plain() const { return plain_; }

  // The stops that hold where the search has met something, their hit counts left out.
  [[nodiscard]] std::vector<const Stop*> holding(const Meeting& meeting) const;

 private:
  // What `quest_` was made of: the source, and the stops as text.
  struct Meaning {
    const Source* source = nullptr;
    std::string stops;
    friend bool operator==(const Meaning&, const Meaning&) = default;
  };

  [[nodiscard]] Meaning present_meaning() const;
  void prepare();
  [[nodiscard]] bool completed(const Stop& stop, const Meeting& meeting) const;

  Session& session_;
  Quest quest_;
  Meaning meaning_;
  std::vector<std::uint32_t> output_stops_;  // by index in quest_.outputs
  bool any_ = false;
  bool plain_ = true;
};

}  // namespace fungescope
