#include "debugger_ui/session_thread/output_tick.h"

#include "session/run_control/scoped_seek.h"
#include "session/run_control/search.h"

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// Shorter ranges are run instead of halved.
constexpr Tick short_range = Tick{1} << 20U;

// Rejects the write that contains a byte, which stops the run before it.
class StopAt final : public Output {
 public:
  StopAt(std::uint64_t offset, std::uint64_t size) : offset_(offset), size_(size) {}
  bool write(std::string_view bytes) override {
    if (size_ + bytes.size() > offset_) return false;
    size_ += bytes.size();
    return true;
  }

 private:
  std::uint64_t offset_;
  std::uint64_t size_;
};

}  // namespace

Result<Tick> find_output_tick(Session& session, std::uint64_t offset, Monitor* monitor) {
  History& history = session.history();
  if (offset >= history.machine().output_size) {
    return fail({}, fmt::format("byte {} of the output is not printed yet", offset));
  }
  const ScopedSeek scoped_seek(history);
  // Invariant: the byte is printed at `after`, and not at `before`.
  Tick before = history.begin();
  Tick after = scoped_seek.present();
  while (after - before > short_range) {
    const Tick middle = before + (after - before) / 2;
    if (history.seek(middle, monitor) == StopReason::interrupted) return interrupted_error();
    (history.machine().output_size > offset ? after : before) = middle;
  }
  if (history.seek(before, monitor) == StopReason::interrupted) return interrupted_error();
  StopAt output(offset, history.machine().output_size);
  RunHooks hooks;
  hooks.output = &output;
  hooks.monitor = monitor;
  switch (history.run(after, hooks)) {
    case StopReason::interrupted:
      return interrupted_error();
    case StopReason::output_closed:
      return history.tick() + 1;
    default:
      return after;
  }
}

}  // namespace fungescope::ui
