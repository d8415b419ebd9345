#include "debugger_ui/session_thread/strip_refinement.h"

#include "session/queries/strip.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fungescope::ui {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds between_pictures{100};

// Two lists of stops that stop a run at the same instants have the same text. Short lists.
std::string text_of(const std::vector<Stop>& stops) {
  std::string text;
  for (const Stop& stop : stops) {
    if (in_force(stop)) text += describe(stop) + '\n';
  }
  return text;
}

class StripRefinement final : public Refinement {
 public:
  Progress work(Debugger& debugger, const Occasion& occasion, Monitor& monitor) override;
  void show(const Occasion& occasion, Picture& picture) const override {
    if (picture_ != nullptr && picture_line_ == occasion.line) picture.strip = picture_;
  }

 private:
  // What the samples depend on.
  struct Ground {
    StripLook look;
    std::uint64_t line = 0;
    std::string stops;
    friend bool operator==(const Ground&, const Ground&) = default;
  };

  void begin(Session& session, Ground ground);
  [[nodiscard]] bool outgrown(const Session& session) const;
  void publish(bool done);

  Ground ground_;
  Tick recorded_ = 0;  // the run's end when the sampler began
  std::optional<StripSampler> sampler_;
  bool done_ = false;
  std::shared_ptr<const StripPicture> picture_;
  std::uint64_t picture_line_ = 0;
  Clock::time_point published_;
};

Refinement::Progress StripRefinement::work(Debugger& debugger, const Occasion& occasion,
                                           Monitor& monitor) {
  const StripLook& look = occasion.look.strip;
  if (look.columns == 0 || occasion.playing) return Progress::done;
  Session& session = debugger.session();
  Ground ground{look, occasion.line, look.hits ? text_of(session.stops().all()) : std::string()};
  if (!sampler_ || !(ground == ground_) || outgrown(session)) begin(session, std::move(ground));
  if (done_) return Progress::done;

  const auto all = sampler_->advance(session, &monitor);
  done_ = !all || *all;  // what fails now, fails until the ground is another
  if (!done_ && Clock::now() - published_ < between_pictures) return Progress::partly;
  publish(done_);
  return Progress::news;
}

void StripRefinement::begin(Session& session, Ground ground) {
  ground_ = std::move(ground);
  recorded_ = session.history().end();
  done_ = false;
  published_ = Clock::now();
  StripRequest request{ground_.look.from,
                       ground_.look.to,
                       ground_.look.columns,
                       ground_.look.cells,
                       {},
                       ground_.look.hits && !ground_.stops.empty()};
  for (const Region& region : session.symbols().regions()) request.regions.push_back(region.area);
  sampler_.emplace(std::move(request));
}

// Ticks behind the last column's are worth a new row once they would fill a column.
bool StripRefinement::outgrown(const Session& session) const {
  const StripLook& look = ground_.look;
  const Tick end = std::min(session.history().end(), look.to);
  if (end <= recorded_) return false;
  return end - recorded_ > (end - std::min(look.from, end)) / look.columns;
}

void StripRefinement::publish(bool done) {
  auto picture = std::make_shared<StripPicture>();
  picture->look = ground_.look;
  picture->samples = sampler_->samples();
  picture->done = done;
  picture_ = std::move(picture);
  picture_line_ = ground_.line;
  published_ = Clock::now();
}

}  // namespace

std::unique_ptr<Refinement> make_strip_refinement() {
  return std::make_unique<StripRefinement>();
}

}  // namespace fungescope::ui
