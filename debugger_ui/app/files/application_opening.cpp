// Opening programs in the background, putting one in the place of another, and restarting it.
#include "debugger_ui/app/application.h"
#include "front_end/file_input.h"

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

InputLog input_of(std::string bytes, bool closed) {
  return InputLog(std::move(bytes), closed ? InputLog::End::closed : InputLog::End::open);
}

// Whether the input of the run is exactly this.
bool has_input(const ViewSnapshot& snapshot, const InputLog& input) {
  const InputSnapshot& shown = snapshot.input;
  return shown.from == 0 && shown.size == input.bytes().size() && shown.text == input.bytes() &&
         shown.closed == input.closed();
}

}  // namespace

void Application::open(const std::string& file) {
  stale_ = true;  // the page calls this between frames
  if (const auto link = read_link(file); !link) return report_not_opened(link.error());
  guard("another program is opened", [this, file] { start_opening(request_for(file)); });
}

void Application::report_not_opened(Error error) {
  if (error.where.file == "link") error.where = {};  // a column within it is useless to a user
  const std::string text =
      fmt::format("Not opened: {}. This is {}.", to_string(error), snapshot_->program->name);
  messages_.add(text, Tone::bad, in_mode());  // the mode has no bars
  show_notice({"not opened", text, {}});
}

OpenRequest Application::request_for(const std::string& file) const {
  OpenRequest request;
  request.file = absolute_program(file);
  request.session = options_.open.session;
  // These are of the first file alone.
  request.session.regions.clear();
  request.session.load.size.reset();
  request.keep = options_.user_files;
  request.plays = options_.open.plays;
  return request;
}

void Application::start_opening(OpenRequest request) {
  stale_ = true;
  if (opening_) opening_->cancelled = true;
  // The state must be on disk before the same file is opened again.
  session_->interrupt();
  auto opening = std::make_unique<Opening>();
  opening->from_mode = !request.restarts && in_mode();
  opening->request = std::move(request);
  opening->job.start(
      [&here = *opening,
       saved = autosave_.save(*session_, SaveScope::all)](const StopToken& /*stop*/) {
        saved->wait();
        return open_file(here.request, &here);
      },
      options_.wake);
  opening_ = std::move(opening);
}

void Application::finish_opening() {
  if (!opening_->saved) {
    opening_->opened = opening_->job.take();
    if (!opening_->opened) return;
    // Saves the changes made since.
    session_->interrupt();
    opening_->saved = autosave_.save(*session_, SaveScope::all);
  }
  if (!opening_->saved->finished()) return;
  const std::unique_ptr<Opening> opening = std::move(opening_);
  stale_ = true;
  if (opening->cancelled) return;
  Result<OpenedFile>& opened = *opening->opened;
  if (!opened) return notify(to_string(opened.error()), Tone::bad);
  const bool restarts = opening->request.restarts;
  if (restarts) copy_breakpoints_and_watches(*snapshot_, editing_.moved(), *opened->start.session);
  // A user who has gone to the mode since then stays there.
  if (opening->from_mode && in_mode()) choose_layout(LayoutPreset::solver);
  replace(std::move(*opened), restarts);
  if (opening->request.then) opening->request.then();
}

void Application::replace(OpenedFile opened, bool restarts) {
  const Session& session = *opened.start.session;
  options_.open.file = opened.start.file;
  const ProgramOrigin origin = program_origin(options_.open.file, StandardInput::accept);
  const bool on_disk = origin == ProgramOrigin::file;
  const bool readable_again =
      origin != ProgramOrigin::standard_input && origin != ProgramOrigin::link;
  if (readable_again) options_.open.source.reset();
  if (origin == ProgramOrigin::link) options_.open.source = session.source().text;
  if (options_.user_files && on_disk) settings_.add_recent(absolute_program(options_.open.file));
  if (const auto& notice = session.source().notice) notify(to_string(*notice), Tone::plain);
  for (const Error& warning : session.source().warnings) notify(to_string(warning), Tone::warning);
  if (!opened.message.empty()) notify(std::move(opened.message), Tone::plain);
  exporter_.drop();
  selection_ = {};
  if (!restarts) end_other_run();
  // A recording, restarted ones included, cannot be reloaded as a source, nor overwritten by one.
  if (!restarts) origin_.is_recording = opened.recording;
  if (!restarts) origin_.link = std::move(opened.link_text);
  const bool to_file = on_disk && !origin_.is_recording;
  const bool first = session_ == nullptr;
  // An empty program is there to be written; in any other, plain keys are commands.
  if (!restarts && !first) editing_.set_active(session.source().text.empty());
  editing_.program_opened(session.source().text, session.options().load,
                          to_file ? options_.open.file : "");
  file_watch_ = to_file ? FileWatch(options_.open.file) : FileWatch();
  notices_ = {};
  if (first) {
    session_ = std::make_unique<SessionThread>(std::move(opened.start), options_.wake);
  } else {
    session_->replace(std::move(opened.start));
  }
  if (!restarts) {
    // What somebody else has sent does not mix with what the user has set in a program.
    const bool keeps = options_.user_files && !opened.recording && readable_again && !opened.link;
    autosave_ = {};  // releases the lock of the same program
    if (keeps) autosave_ = ProgramAutosave(options_.open.file, warn());
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
  if (!restarts) offer_unsaved(first);
}

// ---- Another run, side by side

void Application::ask_other_run() {
  prompt_line("Compare with another program", "a file, or @NAME", "",
              [this](const std::string& file) {
                auto start = open_other_run(options_.open, file);
                if (!start) return notify(to_string(start.error()), Tone::bad);
                show_other_run(std::move(*start));
              });
}

void Application::show_other_run(SessionStart start) {
  pair_ = std::make_unique<RunPair>(std::move(start), options_.wake);
  reveal(PanelId::pair);
  if (tiling().maximised() != PanelId::pair) tiling().toggle_maximised(PanelId::pair);
}

void Application::end_other_run() {
  if (std::exchange(pair_, nullptr)) tiling().close(PanelId::pair);
}

// ---- Restarting

OpenRequest Application::restart_request() const {
  OpenRequest request = options_.open;
  request.file = snapshot_->program->file;
  request.source.reset();
  if (editing_.modified() || editing_.path().empty()) request.source = editing_.bytes();
  request.session.seed = snapshot_->program->seed;
  request.session.load.dialect = snapshot_->program->dialect;
  request.session.load.size = snapshot_->program->size;
  request.keep = false;
  request.plays = false;
  request.restarts = true;
  return request;
}

void Application::restart_with_another_seed() {
  OpenRequest request = restart_request();
  request.plays = true;
  request.own_seed = false;
  if (snapshot_->input.closed) return restart_with_present_input(std::move(request));
  request.input.reset();
  start_opening(std::move(request));
}

void Application::restart_with_present_input(OpenRequest request) {
  session_->interrupt();
  session_->ask<InputLog>(
      slot::none, [](Debugger& debugger, Monitor&) { return debugger.session().history().input(); },
      [this, request = std::move(request)](const InputLog& input) mutable {
        request.input = input;
        start_opening(std::move(request));
      });
}

void Application::ask_program_options() {
  ProgramOptions options = options_of(*snapshot_);
  options.file = origin_.input_file;
  dialogs_.program.open(options, snapshot_->input.size,
                        [this](const ProgramOptions& how) { restart_with(how); });
}

void Application::restart_with(const ProgramOptions& how) {
  OpenRequest request = restart_request();
  request.session.seed = how.seed;
  request.session.load.dialect = *find_dialect(how.dialect);
  request.session.load.size = how.size;
  if (how.input == ProgramOptions::Input::keep) return restart_with_present_input(request);
  std::string bytes = how.bytes;
  if (how.input == ProgramOptions::Input::file) {
    auto contents = read_file(how.file);
    if (!contents) return notify("not restarted: " + to_string(contents.error()), Tone::bad);
    bytes = std::move(*contents);
    origin_.input_file = how.file;
  }
  request.input = input_of(std::move(bytes), how.input_closed);
  start_opening(std::move(request));
}

void Application::restart(InputLog input, const std::function<void()>& then) {
  // The same input gives the same run: keep everything known about it, with its bookmarks.
  if (has_input(*snapshot_, input) && !has_edits(snapshot_->branches)) {
    run("restart");
    if (then) then();
    return;
  }
  OpenRequest request = restart_request();
  request.input = std::move(input);
  request.then = then;
  start_opening(std::move(request));
}

void Application::run_with_input(std::string bytes) {
  restart(input_of(std::move(bytes), true), [this] { play_at_full_speed(); });
}

void Application::debug_with_input(std::string file, std::string input,
                                   std::function<void()> then) {
  guard("another program is opened",
        [this, file = std::move(file), input = std::move(input), then = std::move(then)] {
          OpenRequest request = request_for(file);
          request.input = input_of(input, true);
          request.keep = false;
          request.plays = false;
          request.then = then;
          start_opening(std::move(request));
          choose_layout(LayoutPreset::solver);
        });
}

void Application::run_with_cells(const Rectangle& area, const std::string& characters) {
  run("restart");
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const auto offset = static_cast<std::int64_t>(i);
    run(fmt::format("set {},{} = {}", area.corner.x + offset % area.size.width,
                    area.corner.y + offset / area.size.width, static_cast<int>(characters[i])));
  }
  play_at_full_speed();
}

}  // namespace fungescope::ui
