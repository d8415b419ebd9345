// Finds who wrote a cell, and what made a value that was stored or pushed: the first step of `why`.
#pragma once

#include "session/queries/history_queries.h"
#include "session/run_control/search.h"
#include "session/session.h"
#include "session/why/provenance.h"
#include "session/why/why.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope {

struct ValueMaker {
  Op op = Op::blank;  // the instruction that stored or pushed it; of characters `string_mode`
  Tick tick = 0;      // the instant after that
  Use root;           // the value
  Cause cause;        // what made it, past all copies
  std::optional<CutBy> cut;  // why the search was given up: the copies go back too far

  // Whether that instruction made the value itself: it did not only copy it.
  [[nodiscard]] bool is_maker() const { return cause.is_by_instruction() && cause.tick() == tick; }
  [[nodiscard]] bool is_known() const { return cause.kind != Cause::Kind::unknown; }
};

// Returns the value and what made it: "9 = 4 + 5, tick 1,234, by (20, 96), after 1 copy", "65 'A',
// input byte 17, tick ...". Without the instant if the instruction that stored or pushed the value
// also made it; empty if it is not known.
[[nodiscard]] std::string to_text(const ValueMaker& maker, const Session& session);

// Finds the makers of values at or before the present, which must not change meanwhile. Each keeps
// the windows that it has traced, and gives up after a quarter of a million ticks in all.
class ValueMakers {
 public:
  ValueMakers(Session& session, Monitor* monitor);

  // Fails when interrupted. `write` is not an edit. Cost: some 0.5 ms for an instant far from the
  // ones before, and a search backwards for each copy that came from further back.
  [[nodiscard]] Result<ValueMaker> of(const Write& write);
  [[nodiscard]] Result<ValueMaker> of(const Push& push);

 private:
  [[nodiscard]] Result<ValueMaker> find(Tick tick, std::int64_t value,
                                        const Traced<Origin>& origin);

  ScopedSeek scoped_seek_;
  Provenance provenance_;
};

// The last store to an area at or before the present, and what made its value.
struct LastWriter {
  std::optional<Write> write;       // nothing: there is none
  std::optional<ValueMaker> maker;  // nothing: there is none, or it is an edit
};
// Cost: as `last_write`. Fails when interrupted.
[[nodiscard]] Result<LastWriter> who_wrote(Session& session, const Rectangle& area,
                                           Monitor* monitor);
// Returns complete lines: "tick 1,234, by (20, 96): grid(2,5) from 0 to 9", and the value's maker.
[[nodiscard]] std::string to_text(const LastWriter& writer, std::string_view place,
                                  const Session& session);

}  // namespace fungescope
