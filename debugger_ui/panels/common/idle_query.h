// Runs a query on the session's thread once the present has been unchanged for a while.
#pragma once

#include "debugger_ui/widgets/panel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace fungescope::ui {

// `Query` is comparable and has a member `instant`: the snapshot's instant to which it refers.
template <class Query, class Response>
class IdleQuery {
 public:
  // Called each frame. Runs `wanted` unless it ran last. After a change of the present it waits
  // until that is unchanged for a moment, since a query may replay the whole history. One whose
  // instant is 0 runs at once, also while playing.
  void update(Context& context, SessionThread::Slot slot, const Query& wanted,
              Response (*run)(const Query&, Session&, Monitor&)) {
    if (instant_ != wanted.instant) {
      instant_ = wanted.instant;
      idle_since_ = context.time;
    }
    if (last_ == wanted || (wanted.instant != 0 && context.snapshot.playing())) return;
    const bool moved = last_ && last_->instant != wanted.instant;
    if (moved && context.time - idle_since_ < idle_delay) {
      context.schedule.within(idle_delay - (context.time - idle_since_));
      return;
    }
    last_ = wanted;
    context.session.ask<Response>(
        slot,
        [wanted, run](Debugger& debugger, Monitor& monitor) {
          return run(wanted, debugger.session(), monitor);
        },
        [place = answer_, wanted](Response response) {
          *place = {wanted, std::move(response)};
        });
  }

  // Drops the response, and that of a query in flight, which runs again.
  void clear() {
    answer_ = std::make_shared<Answer>();
    last_.reset();
  }

  // The latest response; null until there is one.
  [[nodiscard]] const Response* response() const {
    return answer_->response ? &*answer_->response : nullptr;
  }
  // The query that it answers.
  [[nodiscard]] const Query& answered() const { return answer_->query; }
  // Null unless the latest response is to this query.
  [[nodiscard]] const Response* response_to(const Query& query) const {
    return answer_->query == query ? response() : nullptr;
  }
  [[nodiscard]] bool is_last(const Query& query) const { return last_ == query; }

 private:
  static constexpr double idle_delay = 0.12;  // seconds

  struct Answer {
    Query query{};
    std::optional<Response> response;
  };

  std::optional<Query> last_;
  std::uint64_t instant_ = 0;
  double idle_since_ = 0;
  // Shared with the query in flight.
  std::shared_ptr<Answer> answer_ = std::make_shared<Answer>();
};

}  // namespace fungescope::ui
