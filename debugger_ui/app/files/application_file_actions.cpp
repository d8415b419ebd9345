// The actions of the File menu.
#include "base/escape.h"
#include "debugger_ui/app/application.h"
#include "debugger_ui/panels/panels.h"
#include "front_end/file_output.h"
#include "front_end/program_file.h"
#include "printing/poster.h"
#include "programs/catalogue.h"
#include "session/commands/arguments.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

std::string stem_of(const ViewSnapshot& snapshot) {
  const std::string stem = std::filesystem::path(snapshot.program->name).stem().string();
  return stem.empty() ? "program" : stem;
}

// Parses "1000 2,000" within the recorded run; an omitted end is the run's.
Result<TickInterval> interval_from(const std::string& text, const ViewSnapshot& snapshot) {
  auto interval = parse_tick_interval(text, tick_words(snapshot));
  if (!interval) return interval;
  interval->from = std::clamp(interval->from, snapshot.begin, snapshot.end);
  interval->to = std::clamp(interval->to, snapshot.begin, snapshot.end);
  return interval;
}

}  // namespace

void Application::add_file_actions() {
  ActionMenu file = actions_.menu("File");
  file.add("new…", {{Key::n, with_ctrl}}, "an empty program in a file of its own",
           [this] { new_program(); });
  file.add("open…", {{Key::o, with_ctrl}}, "a program, or a recording", [this] { ask_open(); });
  file.add_submenu("open recent",
                   [this] {
                     std::vector<Action> entries;
                     for (const std::string& name : settings_.recent) {
                       entries.push_back({.label = name, .perform = [this, name] { open(name); }});
                     }
                     return entries;
                   })
      .enabled_if([this] { return !settings_.recent.empty(); });
  file.add_submenu("examples", [this] {
    std::vector<Action> entries;
    for (const BuiltInProgram& program : built_in_programs()) {
      entries.push_back({.label = program.name,
                         .remark = program.summary,
                         .perform = [this, name = program.as_file()] { open(name); }});
    }
    return entries;
  });
  file.add("open a link…", {}, "a program and an instant that somebody has shared",
           [this] { ask_link(); });
  file.add("compare with…", {}, "the run of another program, side by side with this one",
           [this] { ask_other_run(); });
  file.add("end the comparison", {}, "show this run alone", [this] { end_other_run(); })
      .enabled_if([this] { return pair_ != nullptr; });
  file.add("reload from disk", {{Key::r, with_ctrl}}, "read the file again, and keep the run",
           [this] { guard("the file is read again", [this] { reload_file(); }); })
      .with_command("reload");
  file.separate();
  file.add("save", {{Key::s, with_ctrl}}, "the program, with its line ends as they were",
           [this] { save_program({}); });
  file.add("save as…", {{Key::s, with_ctrl_shift}}, "the program, to another file",
           [this] { save_program_as({}); });
  file.separate();
  file.add("save a recording…", {}, "program, input and edits: the same run elsewhere",
           [this] {
             prompt_save_path(
                 "Save a recording", stem_of(*snapshot_) + ".fungescope",
                 [this](const std::string& path) { run("save " + double_quoted(path)); });
           })
      .with_command("save FILE");
  file.add("share a link…", {},
           "the program and this instant as an address, for a message or a page",
           [this] { share(); });
  file.separate();
  file.add("clear saved state…", {},
           "breakpoints, bookmarks, watches and edited runs of earlier sessions",
           [this] { forget_kept(); });
  file.add_submenu("export");

  ActionMenu exports = actions_.menu("export");
  exports.add("picture of the window…", {}, "", [this] { ask_picture(ExportSubject::window); });
  exports.add("picture of the playfield…", {}, "",
              [this] { ask_picture(ExportSubject::playfield); });
  exports.add("picture of the board…", {}, "", [this] {
    const Panel& board = *panels_[static_cast<std::size_t>(PanelId::board)];
    if (!board.available(*snapshot_)) return notify(std::string(board.nothing()), Tone::plain);
    ask_picture(ExportSubject::board);
  });
  exports.add("animation…", {}, "",
              [this] { exporter_.ask_animation(*snapshot_, stem_of(*snapshot_)); });
  exports.separate();
  using printing::Paper;
  exports.add("page as PDF, A3…", {}, "the program as a poster, without its annotations", [this] {
    ask_poster({Paper::a3, false});
  });
  exports.add("page as PDF, A4…", {}, "", [this] { ask_poster({Paper::a4, false}); });
  exports.add("blocks as PDF, A4…", {}, "the page, then a page for each block", [this] {
    ask_poster({Paper::a4, true});
  });
  exports.separate();
  exports.add("trace as CSV…", {}, "", [this] { ask_trace("csv"); })
      .with_command("trace FROM TO csv FILE");
  exports.add("trace as JSON…", {}, "", [this] { ask_trace("json"); })
      .with_command("trace FROM TO json FILE");
  exports.separate();
  exports
      .add("notebook as Markdown…", {},
           "where you went, what led there and what you found, for others to read",
           [this] { ask_notebook_file(*snapshot_, *this); })
      .with_command("notebook export FILE");
}

void Application::ask_open() {
  if (options_.choose_file) return options_.choose_file();
  FileRequest request;
  const std::string& file = snapshot_->program->file;
  if (program_origin(file, StandardInput::accept) == ProgramOrigin::file)
    request.folder = std::filesystem::path(file).parent_path().string();
  dialogs_.file.open(std::move(request), [this](const std::string& path) { open(path); });
}

void Application::ask_picture(ExportSubject subject) {
  prompt_save_path(
      fmt::format("Picture of the {}", name_of(subject)),
      fmt::format("{}-{}.png", stem_of(*snapshot_), name_of(subject)),
      [this, subject](const std::string& path) { exporter_.save_png(subject, path, *session_); });
}

void Application::ask_poster(printing::PosterOptions how) {
  const auto print = [how](const Session& session, const std::string& path) -> Result<void> {
    const Source& source = session.source();
    const std::string title = program_title(session.options().load.file);
    const auto pages = TRY(printing::lay_out_poster(
        {title, *source.field, source.annotations, source.phases, session.options().load.dialect},
        how));
    const auto bytes = TRY(printing::to_pdf(pages, title));
    return replace_file(path, bytes);
  };
  prompt_save_path("Page as PDF", stem_of(*snapshot_) + ".pdf", [=, this](const std::string& path) {
    session_->ask<Result<void>>(
        slot::none,
        [=](Debugger& debugger, Monitor& /*monitor*/) { return print(debugger.session(), path); },
        [=, this](const Result<void>& written) {
          notify(written ? path + " written" : to_string(written.error()),
                 written ? Tone::good : Tone::bad);
        });
  });
}

void Application::ask_trace(std::string_view format) {
  const std::string range = fmt::format("{} {}", snapshot_->begin, snapshot_->end);
  const auto save = [this, format = std::string(format)](const std::string& text) {
    const auto interval = interval_from(text.empty() ? "start" : text, *snapshot_);
    if (!interval) return;
    const std::string line = fmt::format("trace {} {} {}", interval->from, interval->to, format);
    prompt_save_path(
        "Save the trace", stem_of(*snapshot_) + "." + format,
        [this, line](const std::string& path) { run(line + ' ' + double_quoted(path)); });
  };
  const auto check = [this](const std::string& text) -> Result<void> {
    const auto interval = interval_from(text, *snapshot_);
    return interval ? Result<void>() : tl::unexpected(interval.error());
  };
  dialogs_.line.open("Trace: first tick, last tick", range, range, save, check);
}

}  // namespace fungescope::ui
