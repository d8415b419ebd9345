#include "debugger_ui/support/panel_stage.h"

#include "debugger_ui/app/files/opening.h"
#include "puzzles/embedded_solver.h"

#include <stdexcept>

namespace fungescope::ui {
namespace {

constexpr double frame_seconds = 1.0 / 60;
constexpr int most_frames = 200;

VmStart start_of(const StageOptions& options) {
  const bool sudoku = options.source.empty();
  std::string source = sudoku ? std::string(sudoku::embedded_solver()) : options.source;
  std::string input = sudoku && options.input.empty() ? sample_puzzle() : options.input;
  SessionOptions how;
  how.load.file = sudoku ? "sudoku.b93" : "test.b93";
  InputLog log(std::move(input),
               options.input_closed ? InputLog::End::closed : InputLog::End::open);
  auto session = Session::open(std::move(source), std::move(log), how);
  if (!session) throw std::runtime_error(to_string(session.error()));
  VmStart start;
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

PanelStage::PanelStage(std::unique_ptr<Panel> panel, StageOptions options)
    : options_(std::move(options)),
      screen_(screen_of(options_.size)),
      host_(std::make_unique<ImguiHost>()),
      panel_(std::move(panel)),
      vm_(std::make_unique<Vm>(start_of(options_), [] {})) {
  apply(options_.dark ? dark_theme() : light_theme(), 1);
  picture_ = vm_->picture();
}
PanelStage::~PanelStage() = default;

void PanelStage::frame() {
  screen_->bind();
  vm_->deliver();
  picture_ = vm_->picture();
  host_->begin_frame(options_.size, frame_seconds, input_);
  Look look;
  Context context{*picture_,
                  *vm_,
                  look,
                  host_->fonts(),
                  options_.dark ? dark_theme() : light_theme(),
                  selection_,
                  *this,
                  input_,
                  1,
                  frame_seconds,
                  time_};
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(
      {static_cast<float>(options_.size.width), static_cast<float>(options_.size.height)});
  ImGui::Begin("##panel", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
  panel_->draw(context);
  ImGui::End();
  host_->end_frame();
  vm_->look(look);
  time_ += frame_seconds;
}

Image PanelStage::draw() {
  int quiet = 0;
  for (int i = 0; i < most_frames && quiet < 3; ++i) {
    const std::uint64_t before = picture_->serial;
    frame();
    vm_->settle();
    quiet = input_.pending() || picture_->serial != before ? 0 : quiet + 1;
  }
  return screen_->read();
}

void PanelStage::seek(Tick tick) {
  vm_->submit("goto " + std::to_string(tick));
  vm_->settle();
  picture_ = vm_->picture();
}
void PanelStage::submit(std::string line) {
  vm_->submit(std::move(line));
  vm_->settle();
  picture_ = vm_->picture();
}

void PanelStage::notice(std::string text, Tone /*tone*/) {
  notices.push_back(std::move(text));
}
void PanelStage::run(std::string line) {
  lines.push_back(line);
  vm_->submit(std::move(line), [this](const Answer& answer) {
    if (!answer.reply) notices.push_back(to_string(answer.reply.error()));
  });
}
void PanelStage::reveal(PanelId panel) {
  revealed.push_back(panel);
}
void PanelStage::ask_line(std::string /*title*/, std::string /*hint*/, std::string /*text*/,
                          std::function<void(const std::string&)> take) {
  take(answer_line());
}
void PanelStage::ask_save(std::string /*title*/, std::string /*name*/,
                          std::function<void(const std::string& path)> take) {
  take(answer_line());
}
void PanelStage::copy(const std::string& text) {
  copied = text;
}
void PanelStage::restart_with_input(std::string bytes, bool /*closed*/) {
  restarted_with = std::move(bytes);
}

}  // namespace fungescope::ui
