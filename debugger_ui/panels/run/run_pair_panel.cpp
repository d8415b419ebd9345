// Two runs side by side: of each the board and the playfield, and how far it is.
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/session_thread/run_pair.h"
#include "debugger_ui/widgets/icons.h"
#include "debugger_ui/widgets/item_names.h"

#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// The services of the window, with commands for the other run.
class OtherServices final : public Services {
 public:
  void set(Services& window, SessionThread& session) {
    window_ = &window;
    session_ = &session;
  }

  void notify(std::string text, Tone tone) override { window_->notify(std::move(text), tone); }
  void run(std::string line) override {
    session_->submit(std::move(line), [this](const CommandOutcome& outcome) {
      if (!outcome.response) notify(to_string(outcome.response.error()), Tone::bad);
    });
  }
  void reveal(PanelId /*panel*/) override {}  // they show the window's run
  void prompt_line(std::string title, std::string hint, std::string text,
                   std::function<void(const std::string&)> on_accept) override {
    window_->prompt_line(std::move(title), std::move(hint), std::move(text), std::move(on_accept));
  }
  void prompt_save_path(std::string title, std::string name,
                        std::function<void(const std::string& path)> on_accept) override {
    window_->prompt_save_path(std::move(title), std::move(name), std::move(on_accept));
  }
  void copy(const std::string& text) override { window_->copy(text); }
  void run_with_input(std::string /*bytes*/) override { refuse(); }
  void run_with_cells(const Rectangle& /*area*/, const std::string& /*characters*/) override {
    refuse();
  }

 private:
  void refuse() { notify("open this program alone to give it another puzzle", Tone::plain); }

  Services* window_ = nullptr;
  SessionThread* session_ = nullptr;
};

class RunPairPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::pair; }

  void draw(Context& context) override {
    if (context.pair == nullptr) {
      placeholder_text(context,
                       "File, compare with…: the run of another program, next to this one");
      return;
    }
    RunPair& pair = *context.pair;
    const std::shared_ptr<const ViewSnapshot> other = pair.snapshot();
    ViewRequest request;
    other_services_.set(context.services, pair.there());
    Context there = of_run(context, *other, pair.there(), request, selection_, other_services_);
    Context here = of_run(context, context.snapshot, context.session, context.request,
                          context.selection, context.services);
    draw_header(context, pair);
    const float gap = 8 * context.scale;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const ImVec2 size{std::floor((room.x - gap) / 2), room.y};
    if (size.x < 1 || size.y < 1) return;
    draw_side(here, "here", left_, pair.change(0), size);
    ImGui::SameLine(0, gap);
    draw_side(there, "there", right_, pair.change(1), size);
    if (pair.there().snapshot()->program == other->program) pair.there().set_request(request);
  }

 private:
  struct Side {
    std::unique_ptr<Panel> board = make_board_panel();
    std::unique_ptr<Panel> field = make_playfield_panel();
  };

  static Context of_run(const Context& context, const ViewSnapshot& snapshot,
                        SessionThread& session, ViewRequest& request, Selection& selection,
                        Services& services) {
    return {snapshot,     session,          request,       context.fonts, context.theme,
            selection,    services,         context.input, context.scale, context.seconds,
            context.time, context.schedule, nullptr,       false,         nullptr};
  }

  static void draw_header(Context& context, RunPair& pair) {
    using Together = RunPair::Together;
    ImGui::AlignTextToFramePadding();
    coloured_text(context.theme.dim, "together");
    const auto choice = [&](const char* label, Together together, std::string_view hint) {
      ImGui::SameLine(0, 3 * context.scale);
      if (toggle_button(context, label, pair.together() == together)) pair.set_together(together);
      name_item(std::string("together ") + label);
      item_tooltip(context, hint);
    };
    if (!pair.regions().empty()) {
      choice("by changes", Together::changes, "after as many changes of the region");
    }
    choice("by share", Together::share, "at the same share of what is recorded");
    choice("apart", Together::apart, "each by itself");
    if (pair.regions().empty() || pair.together() != Together::changes) return;
    ImGui::SameLine(0, 12 * context.scale);
    ImGui::SetNextItemWidth(14 * character_width());
    const bool open = ImGui::BeginCombo("##region", pair.region().c_str());
    name_item("region of both");
    if (open) {
      for (const std::string& name : pair.regions()) {
        if (ImGui::Selectable(name.c_str(), name == pair.region())) pair.choose_region(name);
        name_item("align by " + name);
      }
      ImGui::EndCombo();
    }
    const auto step = [&](const char* label, int by) {
      ImGui::SameLine(0, 3 * context.scale);
      if (text_button(context, label, !pair.at_work())) pair.step_changes(by);
      name_item(label);
    };
    step("previous change", -1);
    step("next change", 1);
  }

  static void draw_side(Context& context, const char* name, Side& side,
                        const std::optional<std::int64_t>& change, ImVec2 size) {
    ImGui::BeginChild(name, size);
    draw_position(context, name, change);
    if (side.board->available(context.snapshot)) {
      const ImVec2 room = ImGui::GetContentRegionAvail();
      ImGui::BeginChild("board", {room.x, std::floor(room.y * 0.5F)});
      side.board->draw(context);
      ImGui::EndChild();
    }
    ImGui::BeginChild("field", {0, 0});
    side.field->draw(context);
    ImGui::EndChild();
    ImGui::EndChild();
  }

  static void draw_position(Context& context, const char* name,
                            const std::optional<std::int64_t>& change) {
    const ViewSnapshot& snapshot = context.snapshot;
    const Theme& theme = context.theme;
    const auto button = [&](Icon icon, const char* label, auto act) {
      const std::string id = fmt::format("{} {}", name, label);
      if (icon_button(icon, id.c_str(), theme.text, theme.faint)) act();
      name_item(id);
      item_tooltip(context, label);
      ImGui::SameLine(0, 1);
    };
    button(Icon::restart, "to the beginning", [&] { context.session.seek(snapshot.begin); });
    button(Icon::step_back, "step back", [&] {
      if (snapshot.tick > snapshot.begin) context.session.seek(snapshot.tick - 1);
    });
    button(Icon::step, "step", [&] { context.session.seek(snapshot.tick + 1); });
    button(snapshot.playing() ? Icon::pause : Icon::play, "to the end", [&] {
      if (snapshot.playing()) return context.session.pause();
      context.session.play(RunDirection::forward, SessionThread::unlimited);
    });
    ImGui::SameLine(0, 8 * context.scale);
    ImGui::AlignTextToFramePadding();
    coloured_text(theme.accent, snapshot.program->name);
    ImGui::SameLine();
    const Tick length = snapshot.end - snapshot.begin;
    std::string text = "tick " + with_separators(snapshot.tick);
    if (length > 0) {
      text += fmt::format(
          " of {}, {:.1f} %", with_separators(snapshot.end),
          100 * static_cast<double>(snapshot.tick - snapshot.begin) / static_cast<double>(length));
    }
    if (change) text += fmt::format(", change {}", *change);
    coloured_text(theme.text, text);
    name_area("position", name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  }

  Side left_;
  Side right_;
  Selection selection_;  // of the other run
  OtherServices other_services_;
};

}  // namespace

std::unique_ptr<Panel> make_run_pair_panel() {
  return std::make_unique<RunPairPanel>();
}

}  // namespace fungescope::ui
