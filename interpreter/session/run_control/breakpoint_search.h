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
class BreakpointSearch {
 public:
  // For the stops and the source as they are. The session outlives it. Cost: on a field of 24 M
  // cells 0.5 ms, which is why it is worth keeping.
  explicit BreakpointSearch(Session& session);
  BreakpointSearch(const BreakpointSearch&) = delete;
  BreakpointSearch& operator=(const BreakpointSearch&) = delete;

  // To be called before a search. Cost: next to nothing unless the stops or the source have
  // changed.
  void refresh();

  [[nodiscard]] SearchQuery& query() { return query_; }
  // Is a stop in force?
  [[nodiscard]] bool any() const { return any_; }
  // Does every hit stop, and say nothing?
  [[nodiscard]] bool plain() const { return plain_; }

  // The stops that hold where the search has met something, their hit counts left out.
  [[nodiscard]] std::vector<const Breakpoint*> hits_at(const SearchHit& search_hit) const;

 private:
  // What `query_` was made of: the source, and the stops as text.
  struct CacheKey {
    const Source* source = nullptr;
    std::string breakpoints;
    friend bool operator==(const CacheKey&, const CacheKey&) = default;
  };

  [[nodiscard]] CacheKey present_key() const;
  void prepare();
  [[nodiscard]] bool completed(const Breakpoint& stop, const SearchHit& search_hit) const;

  Session& session_;
  SearchQuery query_;
  CacheKey cache_key_;
  std::vector<std::uint32_t> output_stops_;  // by index in query_.outputs
  bool any_ = false;
  bool plain_ = true;
};

}  // namespace fungescope
