#include "session/queries/references.h"

#include "lang/analysis/static_analysis.h"
#include "session/run_control/scoped_seek.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fungescope {
namespace {

constexpr Tick max_replayed = 100'000'000;

struct Key {
  bool read = false;  // writes come first
  Point by;
  friend bool operator<(const Key& a, const Key& b) {
    return std::tuple(a.read, a.by.y, a.by.x) < std::tuple(b.read, b.by.y, b.by.x);
  }
};

class ReferenceRecorder final : public Observer {
 public:
  explicit ReferenceRecorder(const Rectangle& area) : area_(area) {}

  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick tick, Point by, Point at, std::int64_t /*before*/,
                std::int64_t /*now*/) override {
    if (area_.contains(at)) add({false, by}, tick);
  }
  void on_read(Tick tick, Point by, Point at, std::int64_t /*value*/) override {
    if (area_.contains(at)) add({true, by}, tick);
  }

  // Returns nothing if there are too many.
  Reference* reference(const Key& key) {
    const auto found = references_.find(key);
    if (found != references_.end()) return &found->second;
    if (references_.size() == max_references) {
      more_ = true;
      return nullptr;
    }
    return &references_.try_emplace(key, Reference{key.by, !key.read}).first->second;
  }
  [[nodiscard]] const std::map<Key, Reference>& all() const { return references_; }
  [[nodiscard]] bool more() const { return more_; }

 private:
  void add(const Key& key, Tick tick) {
    if (Reference* const found = reference(key)) {
      ++found->count;
      found->last = tick;
    }
  }

  Rectangle area_;
  std::map<Key, Reference> references_;
  bool more_ = false;
};

}  // namespace

Result<References> find_references(Session& session, const Rectangle& area, Monitor* monitor) {
  History& history = session.history();
  const Tick now = history.tick();
  References result;
  result.from = std::max(history.begin(), now > max_replayed ? now - max_replayed : 0);
  ReferenceRecorder recorder(area);
  const Machine& machine = session.machine();
  for (const CellAccess& access : constant_accesses(machine.field, machine.dialect)) {
    if (!area.contains(access.at)) continue;
    if (Reference* const found = recorder.reference({!access.write, access.by})) {
      found->constant = true;
    }
  }
  const auto reached = TRY(replay(history, result.from, now, recorder, monitor));
  if (reached < now) return fail({}, "interrupted");
  for (const auto& [key, reference] : recorder.all()) result.found.push_back(reference);
  result.more = recorder.more();
  return result;
}

}  // namespace fungescope
