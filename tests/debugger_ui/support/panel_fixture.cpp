#include "debugger_ui/support/panel_fixture.h"

#include "debugger_ui/app/files/open_file.h"
#include "debugger_ui/support/item_point.h"

#include <stdexcept>

#include "sudoku/board/board.h"
#include "sudoku/solving/program_host.h"

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

}  // namespace

PanelFixture::PanelFixture(std::unique_ptr<Panel> panel, FixtureOptions options)
    : options_(std::move(options)),
      screen_(screen_of(options_.size)),
      host_(std::make_unique<ImguiHost>()),
      panel_(std::move(panel)),
      session_(std::make_unique<SessionThread>(start_of(options_), [] {})) {
  ImGui::GetIO().UserData = &names_;
  apply(options_.dark ? dark_theme() : light_theme(), 1);
  snapshot_ = session_->snapshot();
}
PanelFixture::~PanelFixture() = default;

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

ImVec2 PanelFixture::point_of(const std::string& name, ImVec2 fraction) const {
  return ui::point_of(names_, name, fraction);
}

bool PanelFixture::has_item(const std::string& name) const {
  return names_.find(name).has_value();
}

// As a hand does, before it presses: ImGui 1.90 ignores a press on an item that others may overlap
// if the pointer was not there in the frame before.
ImVec2 PanelFixture::move_to(const std::string& name, ImVec2 fraction) {
  const ImVec2 at = point_of(name, fraction);
  input_.move(at.x, at.y);
  frame();
  return at;
}

void PanelFixture::click(const std::string& name, MouseButton button) {
  click_at(name, {0.5F, 0.5F}, button);
}

void PanelFixture::click_at(const std::string& name, ImVec2 fraction, MouseButton button) {
  const ImVec2 at = move_to(name, fraction);
  input_.click(at.x, at.y, button);
  draw();
}

void PanelFixture::double_click(const std::string& name, ImVec2 fraction) {
  const ImVec2 at = move_to(name, fraction);
  input_.click(at.x, at.y);
  input_.click(at.x, at.y);
  draw();
}

void PanelFixture::seek(Tick tick) {
  session_->submit("goto " + std::to_string(tick));
  session_->settle();
  snapshot_ = session_->snapshot();
}
void PanelFixture::submit(std::string line) {
  session_->submit(std::move(line));
  session_->settle();
  snapshot_ = session_->snapshot();
}

void PanelFixture::notify(std::string text, Tone /*tone*/) {
  notices.push_back(std::move(text));
}
void PanelFixture::run(std::string line) {
  lines.push_back(line);
  session_->submit(std::move(line), [this](const CommandOutcome& answer) {
    if (!answer.response) notices.push_back(to_string(answer.response.error()));
  });
}
void PanelFixture::reveal(PanelId panel) {
  revealed.push_back(panel);
}
void PanelFixture::prompt_line(std::string /*title*/, std::string /*hint*/, std::string /*text*/,
                               std::function<void(const std::string&)> on_accept) {
  on_accept(answer_line());
}
void PanelFixture::prompt_save_path(std::string /*title*/, std::string /*name*/,
                                    std::function<void(const std::string& path)> on_accept) {
  on_accept(answer_line());
}
void PanelFixture::copy(const std::string& text) {
  copied = text;
}
void PanelFixture::run_with_input(std::string bytes) {
  restarted_with = std::move(bytes);
}
void PanelFixture::run_with_cells(const Rectangle& /*area*/, const std::string& characters) {
  restarted_with = characters;
}

}  // namespace fungescope::ui
