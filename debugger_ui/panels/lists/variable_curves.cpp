#include "debugger_ui/panels/lists/variable_curves.h"

#include <chrono>
#include <optional>
#include <utility>

namespace fungescope::ui {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t columns_of_one = 128;
// So long other work may have to wait for a part of the samples.
constexpr std::chrono::milliseconds a_part{15};

class ForAWhile final : public Monitor {
 public:
  explicit ForAWhile(Monitor& outer) : outer_(outer) {}
  bool go_on(Tick now, Tick goal) override {
    return outer_.go_on(now, goal) && Clock::now() < end_;
  }

 private:
  Monitor& outer_;
  Clock::time_point end_ = Clock::now() + a_part;
};

}  // namespace

// The sampler belongs to the machine's thread while it is asked, else to the window's.
struct VariableCurves::Row {
  Row(const Picture& picture, StripRequest request)
      : program(picture.program),
        branch(picture.branch),
        end(picture.end),
        sampler(std::move(request)) {}

  std::shared_ptr<const ProgramInfo> program;
  BranchId branch;
  Tick end;
  StripSampler sampler;
  bool waiting = false;
  bool complete = false;
  std::shared_ptr<const std::vector<StripSample>> samples;

  [[nodiscard]] bool is_of(const Picture& picture) const {
    return program == picture.program && branch == picture.branch;
  }
};

VariableCurves::VariableCurves() = default;
VariableCurves::~VariableCurves() = default;

void VariableCurves::update(Context& context) {
  const Picture& picture = context.picture;
  if (asked_ && asked_->complete) done_ = asked_;
  if (picture.playing() || picture.busy() || picture.end == picture.begin) return;
  if (picture.program->symbols.variables().empty()) return;
  if (!asked_ || !asked_->is_of(picture) || asked_->end != picture.end) {
    StripRequest request;
    request.from = picture.begin;
    request.to = picture.end;
    request.columns = columns_of_one;
    for (const Watch& variable : picture.program->symbols.variables()) {
      request.cells.push_back(variable.at);
    }
    asked_ = std::make_shared<Row>(picture, std::move(request));
  }
  if (asked_->waiting || asked_->complete) return;
  asked_->waiting = true;
  context.vm.ask<bool>(
      slot::curves,
      [row = asked_](Debugger& debugger, Monitor& monitor) {
        ForAWhile part(monitor);
        const auto all = row->sampler.advance(debugger.session(), &part);
        return !all || *all;  // what fails now, fails until the run is another
      },
      [row = asked_](bool all) {
        row->waiting = false;
        row->complete = all;
        if (all) {
          row->samples = std::make_shared<const std::vector<StripSample>>(row->sampler.samples());
        }
      });
}

std::shared_ptr<const std::vector<StripSample>> VariableCurves::samples(
    const Picture& picture) const {
  const bool known = done_ && done_->is_of(picture) && picture.end / 2 <= done_->end;
  return known ? done_->samples : picture.played;
}

}  // namespace fungescope::ui
