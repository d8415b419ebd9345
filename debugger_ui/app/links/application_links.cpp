// Links in the application: sharing the present state as one, and going to the instant of one.
#include "base/text_table.h"
#include "debugger_ui/app/application.h"
#include "front_end/program_file.h"
#include "session/commands/session_link.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// A layout that belongs to the window and not to what it shows is not in links.
bool is_in_links(LayoutPreset layout) {
  const auto& names = link_layouts();
  return std::find(names.begin(), names.end(), name_of(layout)) != names.end();
}

}  // namespace

void Application::request_present(std::function<void(PresentLink)> then) {
  session_->ask<PresentLink>(
      slot::none, [](Debugger& debugger, Monitor&) { return present_link(debugger); },
      [this, then = std::move(then)](PresentLink present) {
        SessionImage& link = present.image;
        if (is_in_links(settings_.layout)) link.layout = std::string(name_of(settings_.layout));
        // The program in the editor may be ahead of the run.
        const bool ahead = editing_.modified() || editing_.pending() || present.edited;
        std::string source = ahead ? editing_.bytes() : std::string();
        if (ahead && source != source_of(link).value_or("")) {
          link.built_in.clear();
          link.source = std::move(source);
          link.file = snapshot_->program->name;
          link.tick = 0;
          present.edited = true;
        }
        then(std::move(present));
      });
}

void Application::request_link(std::function<void(Result<std::string>)> then) {
  request_present(
      [then = std::move(then)](const PresentLink& present) { then(encode_link(present.image)); });
}

void Application::share() {
  request_present([this](PresentLink present) {
    ShareDialog::Contents contents;
    contents.present = std::move(present);
    contents.has_read_input = snapshot_->input.position > 0;
    contents.own_page = !options_.page.empty();
    contents.page = contents.own_page ? options_.page : settings_.page;
    dialogs_.share.open(std::move(contents),
                        [this](const std::string& address, const std::string& page) {
                          copy(address);
                          if (options_.page.empty()) settings_.page = page;
                        });
    stale_ = true;
  });
}

void Application::ask_link() {
  const auto check = [](const std::string& text) -> Result<void> {
    const auto link = decode_link(text);
    return link ? Result<void>() : tl::unexpected(link.error());
  };
  dialogs_.line.open(
      "Open a link", "#1/program=…, or the whole address", "",
      [this](const std::string& text) { open(text); }, check);
}

void Application::go_to_shared(SessionImage link) {
  const auto layout = find_layout(link.layout);
  if (layout && !options_.layout && is_in_links(settings_.layout)) choose_layout(*layout);
  const std::uint64_t wanted = link.tick;
  session_->ask<LinkArrival>(
      slot::none,
      [link = std::move(link), limit = options_.link_replay](Debugger& debugger, Monitor& monitor) {
        return go_to_link(debugger, link, &monitor, limit);
      },
      [this, wanted](const LinkArrival& arrival) {
        for (const std::string& problem : arrival.problems) notify(problem, Tone::warning);
        if (!arrival.beyond_limit) return;
        show_notice({"instant of a link",
                     fmt::format("The link leads to tick {}, and the replay paused at {}.",
                                 with_separators(wanted), with_separators(arrival.tick)),
                     {{"go on to it", "it may take long; Escape stops",
                       [this, wanted] { run(fmt::format("goto {}", wanted)); }}}});
      });
  session_->submit(";");  // publishes a snapshot even if the instant is the same
}

}  // namespace fungescope::ui
