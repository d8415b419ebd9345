#include "debugger_ui/session_thread/run_pair.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {
namespace {

// How far a run is searched for changes to start with, and for one change.
constexpr Tick first_search = 20'000'000;
constexpr Tick max_search = 1'000'000'000;

double share_of(const ViewSnapshot& snapshot) {
  const Tick length = snapshot.end - snapshot.begin;
  if (length == 0) return 0;
  return static_cast<double>(snapshot.tick - snapshot.begin) / static_cast<double>(length);
}

}  // namespace

RunPair::RunPair(SessionStart start, std::function<void()> on_update)
    : there_(std::move(start), std::move(on_update)) {
  sides_[1].snapshot = there_.snapshot();
}

bool RunPair::update(SessionThread& here, std::shared_ptr<const ViewSnapshot> snapshot) {
  const Step before = step_;
  bool news = there_.run_callbacks();
  const std::array<SessionThread*, 2> sessions{&here, &there_};
  const std::array<std::shared_ptr<const ViewSnapshot>, 2> snapshots{std::move(snapshot),
                                                                     there_.snapshot()};
  bool other_program = false;
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    Side& side = sides_[i];
    other_program =
        other_program || side.session == nullptr || side.snapshot->program != snapshots[i]->program;
    news = news || side.snapshot != snapshots[i];
    side.session = sessions[i];
    side.snapshot = snapshots[i];
  }
  if (other_program) begin();
  advance();
  for (Side& side : sides_) side.settled = side.session->settled();
  return news || step_ != before;
}

bool RunPair::at_work() const {
  return step_ != Step::idle || sides_[0].session == nullptr || sides_[0].target ||
         sides_[1].target || !there_.settled();
}

std::optional<std::int64_t> RunPair::change(std::size_t side) const {
  const Side& one = sides_.at(side);
  if (!one.snapshot || !one.change || one.change_at != one.snapshot->tick) return std::nullopt;
  return static_cast<std::int64_t>(*one.change) - static_cast<std::int64_t>(one.start);
}

void RunPair::set_together(Together together) {
  together_ = together;
  sides_[0].followed = 0;  // it leads
}

void RunPair::choose_region(const std::string& name) {
  region_ = name;
  if (sides_[0].session != nullptr) begin();
}

void RunPair::step_changes(int by) {
  const auto change = sides_[0].change;
  if (step_ != Step::idle || !change || region_.empty()) return;
  const auto next = static_cast<std::int64_t>(*change) + by;
  ask(sides_[0], static_cast<std::size_t>(std::max<std::int64_t>(next, 0)), no_limit);
  step_ = Step::stepping;
}

// Starts again, with these programs and this region.
void RunPair::begin() {
  const Symbols& here = sides_[0].snapshot->program->symbols;
  const Symbols& there = sides_[1].snapshot->program->symbols;
  regions_.clear();
  for (const auto& shared : shared_regions(here, there)) regions_.push_back(shared.here->name);
  const bool known = std::find(regions_.begin(), regions_.end(), region_) != regions_.end();
  if (!known) region_ = regions_.empty() ? "" : regions_.front();
  step_ = region_.empty() ? Step::idle : Step::starting;
  for (Side& side : sides_) {
    side.start = 0;
    side.followed = 0;
    side.target.reset();
    side.change.reset();
    if (region_.empty()) continue;
    side.changes =
        std::make_shared<RegionChanges>(*side.snapshot->program->symbols.region(region_));
    ask(side, RegionChanges::max_contents, side.snapshot->begin + first_search);
  }
}

RunPair::Found RunPair::find(RegionChanges& changes, Session& session, std::size_t count, Tick to,
                             Monitor& monitor) {
  const Tick last = to == no_limit ? changes.searched_to() + max_search : to;
  Found found;
  found.failed = !changes.extend(session.history(), count, last, &monitor).has_value();
  found.count = changes.count_at(to);
  found.instant = changes.instant_of(count);
  found.known = changes.known().size();
  found.contents.assign(changes.contents().begin(), changes.contents().end());
  return found;
}

void RunPair::ask(Side& side, std::size_t count, Tick to) {
  side.answer = std::make_shared<std::optional<Found>>();
  side.session->ask<Found>(
      slot::pair,
      [changes = side.changes, count, to](Debugger& debugger, Monitor& monitor) {
        return find(*changes, debugger.session(), count, to, monitor);
      },
      [place = side.answer](Found found) { *place = std::move(found); });
}

void RunPair::advance() {
  Side& leader = sides_.at(leader_);
  Side& other = sides_.at(1 - leader_);
  const auto arrived = [](const Side& side) { return side.answer && side.answer->has_value(); };
  switch (step_) {
    case Step::starting:
      if (!arrived(sides_[0]) || !arrived(sides_[1])) return;
      {
        const auto start =
            common_start((*sides_[0].answer)->contents, (*sides_[1].answer)->contents);
        sides_[0].start = start.here;
        sides_[1].start = start.there;
      }
      break;
    case Step::counting: {
      if (!arrived(leader)) return;
      const Found& found = **leader.answer;
      leader.change = found.count;
      const auto changes = static_cast<std::int64_t>(found.count + other.start) -
                           static_cast<std::int64_t>(leader.start);
      wanted_ = static_cast<std::size_t>(std::max<std::int64_t>(changes, 0));
      step_ = Step::locating;
      ask(other, wanted_, no_limit);
      return;
    }
    case Step::locating: {
      if (!arrived(other)) return;
      const Found& found = **other.answer;
      other.change = std::min(wanted_, found.known);
      other.change_at = found.instant;
      if (!found.failed) send(other, found.instant);
      break;
    }
    case Step::stepping:
      if (!arrived(sides_[0])) return;
      sides_[0].session->seek((*sides_[0].answer)->instant, Visit::same);
      break;
    case Step::idle:
      break;
  }
  step_ = Step::idle;
  follow();
}

// Sends a run after the other one.
void RunPair::send(Side& side, Tick tick) {
  if (side.snapshot->tick == tick) {
    side.followed = side.snapshot->instant;
    return;
  }
  side.target = tick;
  side.settled = false;
  side.session->seek(tick, Visit::same);
}

// Finds out whether a run has moved by itself.
void RunPair::follow() {
  for (Side& side : sides_) {
    if (!side.target) continue;
    if (side.snapshot->tick != *side.target && !side.settled) return;  // on its way
    side.target.reset();
    side.followed = side.snapshot->instant;
  }
  const auto moved = std::find_if(sides_.begin(), sides_.end(), [](const Side& side) {
    return side.followed != side.snapshot->instant;
  });
  if (moved == sides_.end()) return;
  leader_ = static_cast<std::size_t>(moved - sides_.begin());
  Side& leader = sides_.at(leader_);
  Side& other = sides_.at(1 - leader_);
  leader.followed = leader.snapshot->instant;
  other.followed = other.snapshot->instant;
  if (together_ == Together::apart) return;
  if (together_ == Together::changes && !region_.empty()) {
    leader.change_at = leader.snapshot->tick;
    step_ = Step::counting;
    ask(leader, RegionChanges::max_changes, leader.snapshot->tick);
    return;
  }
  const ViewSnapshot& run = *other.snapshot;
  const double ticks = share_of(*leader.snapshot) * static_cast<double>(run.end - run.begin);
  send(other, run.begin + static_cast<Tick>(ticks));
}

}  // namespace fungescope::ui
