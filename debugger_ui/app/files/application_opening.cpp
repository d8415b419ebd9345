// Opening programs in the background, and putting one in the place of another.
#include "debugger_ui/app/application.h"
#include "front_end/program_file.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {

void Application::open(const std::string& file) {
  stale_ = true;  // the page calls this between frames
  if (const auto link = read_link(file); !link) return report_not_opened(link.error());
  guard("another program is opened", [this, file] { open_now(file); });
}

void Application::report_not_opened(Error error) {
  if (error.where.file == "link") error.where = {};  // a place in it tells nobody anything
  Notice notice;
  notice.id = "not opened";
  notice.text =
      fmt::format("Not opened: {}. This is {}.", to_string(error), snapshot_->program->name);
  messages_.add_to_list(notice.text, Tone::bad);
  // The mode has no bars.
  if (in_mode()) messages_.add(notice.text, Tone::bad);
  notices_.show(std::move(notice));
  stale_ = true;
}

void Application::open_now(const std::string& file) {
  start_opening(options_of_another(file), false);
}

OpenOptions Application::options_of_another(const std::string& file) const {
  OpenOptions options = options_.open;
  options.file = absolute_program(file);
  // These options apply to the first file only.
  options.source.reset();
  options.input.reset();
  options.own_seed = options.own_dialect = options.own_size = options.own_tick = false;
  options.breaks.clear();
  options.keep = options_.user_files;
  options.session.regions.clear();
  options.session.load.size.reset();
  return options;
}

// Publishes the progress of a recording's replay.
class Application::OpeningMonitor final : public Monitor {
 public:
  OpeningMonitor(Opening& opening, const StopToken& stop) : opening_(opening), stop_(stop) {}
  bool should_continue(Tick now, Tick goal) override {
    opening_.now = now;
    opening_.goal = goal;
    return !stop_();
  }

 private:
  Opening& opening_;
  const StopToken& stop_;
};

void Application::start_opening(OpenOptions options, bool same_program,
                                std::function<void()> then) {
  stale_ = true;
  if (opening_) opening_->cancel();
  // The state must be on disk before the same file is opened again.
  session_->interrupt();
  auto opening = std::make_unique<Opening>();
  opening->file = program_display_name(options.file, StandardInput::accept);
  opening->same_program = same_program;
  opening->from_mode = !same_program && in_mode();
  opening->then = std::move(then);
  opening->job.start(
      [options = std::move(options), &progress = *opening,
       saved = autosave_.save(*session_, SaveScope::all)](const StopToken& stop) {
        saved->wait();
        OpeningMonitor monitor(progress, stop);
        return open_file(options, &monitor);
      },
      options_.wake);
  opening_ = std::move(opening);
}

void Application::finish_opening() {
  Opening& opening = *opening_;
  if (!opening.saved) {
    opening.opened = opening.job.take();
    if (!opening.opened) return;
    // Saves the changes made since.
    session_->interrupt();
    opening.saved = autosave_.save(*session_, SaveScope::all);
  }
  if (!opening.saved->finished()) return;
  Result<OpenedFile> opened = std::move(*opening.opened);
  const bool same = opening.same_program;
  const bool from_mode = opening.from_mode;
  const bool cancelled = opening.cancelled;
  const std::function<void()> then = std::move(opening.then);
  opening_.reset();
  stale_ = true;
  if (cancelled) return;
  if (!opened) return notify(to_string(opened.error()), Tone::bad);
  if (same) {
    copy_breakpoints_and_watches(*snapshot_, editing_.moved(), *opened->start.session);
  }
  // A user who has gone to the mode since then stays there.
  if (from_mode && in_mode()) choose_layout(LayoutPreset::solver);
  replace(std::move(*opened), same);
  if (then) then();
}

void Application::replace(OpenedFile opened, bool same_program) {
  const Session& session = *opened.start.session;
  options_.open.file = opened.start.file;
  const ProgramOrigin origin = program_origin(options_.open.file, StandardInput::accept);
  const bool on_disk = origin == ProgramOrigin::file;
  const bool readable_again =
      origin != ProgramOrigin::standard_input && origin != ProgramOrigin::link;
  if (readable_again) options_.open.source.reset();
  if (origin == ProgramOrigin::link) options_.open.source = session.source().text;
  if (options_.user_files && on_disk) settings_.add_recent(absolute_program(options_.open.file));
  for (const Error& warning : session.source().warnings) notify(to_string(warning), Tone::warning);
  if (!opened.problem.empty()) notify(std::move(opened.problem), Tone::plain);
  exporter_.drop();
  selection_ = {};
  // A recording, restarted ones included, cannot be reloaded as a source, nor overwritten by one.
  if (!same_program) origin_.is_recording = opened.recording;
  if (!same_program) origin_.link = std::move(opened.link_text);
  const bool to_file = on_disk && !origin_.is_recording;
  const bool first = session_ == nullptr;
  // An empty program is there to be written; in any other, plain keys are commands.
  if (!same_program && !first) editing_.set_active(session.source().text.empty());
  editing_.program_opened(session.source().text, session.options().load,
                          to_file ? options_.open.file : "");
  file_watch_ = to_file ? FileWatch(options_.open.file) : FileWatch();
  notices_ = {};
  if (first) {
    session_ = std::make_unique<SessionThread>(std::move(opened.start), options_.wake);
  } else {
    session_->replace(std::move(opened.start));
  }
  if (!same_program) {
    // What somebody else has sent does not mix with what the user has set in a program.
    const bool keeps = options_.user_files && !opened.recording && readable_again && !opened.link;
    autosave_ = {};  // releases the lock of the same program
    autosave_ = keeps ? ProgramAutosave(
                            options_.open.file,
                            [this](std::string text) { notify(std::move(text), Tone::warning); })
                      : ProgramAutosave();
    if (opened.known) {
      const bool edited = !opened.known->recording.empty() && autosave_.enabled();
      autosave_.resume(*session_, std::move(*opened.known), std::move(opened.other_saved_run));
      if (edited && first && options_.resumes) {
        autosave_.restore_edited_run(*session_);
      } else if (edited) {
        offer_kept_run();
      }
    }
  }
  snapshot_ = session_->snapshot();
  if (opened.link) go_to_shared(std::move(*opened.link));
  if (!same_program) offer_unsaved(first);
}

}  // namespace fungescope::ui
