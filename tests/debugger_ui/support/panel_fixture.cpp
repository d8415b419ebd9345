#include "debugger_ui/support/panel_fixture.h"

#include "debugger_ui/app/files/open_file.h"

#include "sudoku/board/board.h"
#include "sudoku/solving/program_host.h"
#include <imgui/imgui_internal.h>

namespace fungescope::ui {
namespace {

constexpr double frame_seconds = 1.0 / 60;
constexpr int max_frames = 200;

SessionStart start_of(const FixtureOptions& options) {
  const bool puzzles = options.source.empty();
  std::string source = puzzles ? std::string(puzzles::embedded_solver()) : options.source;
  std::string input = puzzles && options.input.empty() ? std::string(sample_puzzle) : options.input;
  SessionOptions how;
  how.load.file = puzzles ? "sudoku.b93" : "test.b93";
  InputLog log(std::move(input),
               options.input_closed ? InputLog::End::closed : InputLog::End::open);
  auto session = Session::open(std::move(source), std::move(log), how);
  if (!session) throw std::runtime_error(to_string(session.error()));
  SessionStart start;
  start.session = std::move(*session);
  start.file = how.load.file;
  return start;
}

std::unique_ptr<Offscreen> screen_of(PixelSize size) {
  auto screen = Offscreen::create(size);
  if (!screen) throw std::runtime_error(to_string(screen.error()));
  return std::move(*screen);
}

ImGuiWindow* window_in_front() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  for (int i = context.OpenPopupStack.Size; i > 0; --i) {
    if (ImGuiWindow* const popup = context.OpenPopupStack[i - 1].Window) return popup;
  }
  return ImGui::FindWindowByName("##panel");
}

}  // namespace

PanelFixture::PanelFixture(std::unique_ptr<Panel> panel, FixtureOptions options,
                           const Lines& commands)
    : options_(std::move(options)),
      screen_(screen_of(options_.size)),
      host_(std::make_unique<ImguiHost>()),
      panel_(std::move(panel)),
      session_(std::make_unique<SessionThread>(start_of(options_), [] {})) {
  ImGui::GetIO().UserData = &names_;
  apply(options_.dark ? dark_theme() : light_theme(), 1);
  snapshot_ = session_->snapshot();
  submit_all(commands);
}

void PanelFixture::frame() {
  screen_->bind();
  session_->run_callbacks();
  snapshot_ = session_->snapshot();
  host_->begin_frame(options_.size, frame_seconds, input_);
  ViewRequest request;
  FrameSchedule schedule;
  Context context{*snapshot_,
                  *session_,
                  request,
                  host_->fonts(),
                  options_.dark ? dark_theme() : light_theme(),
                  selection_,
                  *this,
                  input_,
                  1,
                  frame_seconds,
                  time_,
                  schedule};
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(
      {static_cast<float>(options_.size.width), static_cast<float>(options_.size.height)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, context.theme.panel);  // as a tile has
  ImGui::Begin("##panel", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleColor();
  selection_.begin_frame();
  panel_->draw(context);
  ImGui::End();
  host_->end_frame();
  session_->set_request(request);
  time_ += frame_seconds;
}

Image PanelFixture::draw() {
  int quiet = 0;
  for (int i = 0; i < max_frames && quiet < 3; ++i) {
    const std::uint64_t before = snapshot_->serial;
    frame();
    session_->settle();
    quiet = input_.pending() || snapshot_->serial != before ? 0 : quiet + 1;
  }
  screen_->bind();
  host_->draw_frame();
  return screen_->read();
}

// As a hand does, before it presses: ImGui 1.90 ignores a press on an item that others may overlap
// if the pointer was not there in the frame before.
ImVec2 PanelFixture::move_to(const std::string& name, ImVec2 fraction) {
  const ImVec2 at = User::move_to(name, fraction);
  frame();
  return at;
}

void PanelFixture::submit(std::string line) {
  session_->submit(std::move(line));
  session_->settle();
  snapshot_ = session_->snapshot();
}

std::optional<ImVec2> PanelFixture::find_widget(const std::string& label) {
  frames(2);  // a menu gets its position in its second frame
  ImGuiWindow* const window = window_in_front();
  if (window == nullptr) return std::nullopt;
  const ImGuiID wanted = window->GetID(label.c_str());
  const ImRect box = window->Rect();
  // The left edge first: items of menus and most fields begin there.
  for (const float right : {box.Min.x + 30, box.Max.x}) {
    for (float y = box.Min.y + 6; y < box.Max.y; y += 6) {
      for (float x = box.Min.x + 24; x < right; x += 12) {
        input_.move(x, y);
        frame();
        if (ImGui::GetCurrentContext()->HoveredId == wanted) return ImVec2{x, y};
      }
    }
  }
  return std::nullopt;
}

bool PanelFixture::click_widget(const std::string& label) {
  const auto place = find_widget(label);
  if (!place) return false;
  input().click(place->x, place->y);
  draw();
  return true;
}

bool PanelFixture::hover_widget(const std::string& label) {
  const auto place = find_widget(label);
  if (!place) return false;
  input_.move(place->x, place->y);
  frames(40);  // a submenu opens after a delay
  return true;
}

void PanelFixture::choose(const std::string& name, const std::string& entry, ImVec2 fraction) {
  click(name, fraction, MouseButton::right);
  REQUIRE_MESSAGE(click_widget(entry), entry);
}

void PanelFixture::run(std::string line) {
  lines.push_back(line);
  session_->submit(std::move(line), [this](const CommandOutcome& answer) {
    if (!answer.response) notices.push_back(to_string(answer.response.error()));
  });
}

}  // namespace fungescope::ui
