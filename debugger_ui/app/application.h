// The application: a session on its thread, the panels, and the frame around them. Independent of
// the window: main.cpp runs it on the desktop, headless_application.h off screen.
//
//     Application application(options, std::move(*opened));
//     application.frame(host, input, pixels, seconds);    // in a loop
#pragma once

#include "debugger_ui/app/command_palette.h"
#include "debugger_ui/app/export/exporter.h"
#include "debugger_ui/app/files/file_dialog.h"
#include "debugger_ui/app/files/file_watch.h"
#include "debugger_ui/app/files/open_file.h"
#include "debugger_ui/app/files/program_autosave.h"
#include "debugger_ui/app/layout/settings.h"
#include "debugger_ui/app/layout/tiling_view.h"
#include "debugger_ui/app/menus.h"
#include "debugger_ui/app/message_log.h"
#include "debugger_ui/app/transport.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/widgets/line_dialog.h"
#include "debugger_ui/widgets/panel.h"

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

struct ApplicationOptions {
  OpenOptions open;        // the file that was opened, and how
  bool user_files = true;  // read and write settings and saved program state
  std::optional<bool> dark;
  std::optional<LayoutPreset> layout;
  std::function<void()> wake;  // called from any thread when there is something to draw
};

class Application final : public Services {
 public:
  // Reads the settings.
  Application(ApplicationOptions options, OpenedFile opened);
  // Writes them. Call `close` first.
  ~Application() override;
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  // Runs one frame: takes input, draws the panels, and renders into the bound framebuffer.
  void frame(ImguiHost& host, InputQueue& input, PixelSize pixels, double seconds);

  // Saves the program's state, including the run if it was edited. Blocks until done.
  void close();

  void perform(Action action);
  void open(const std::string& file);  // in the background

  [[nodiscard]] SessionThread& session() { return *session_; }
  [[nodiscard]] const ViewSnapshot& snapshot() const { return *snapshot_; }
  [[nodiscard]] Settings& settings() { return settings_; }
  [[nodiscard]] const MessageLog& messages() const { return messages_; }
  [[nodiscard]] const CommandPalette& palette() const { return palette_; }
  [[nodiscard]] Selection& selection() { return selection_; }
  [[nodiscard]] Tiling& tiling();
  [[nodiscard]] std::string title() const;
  [[nodiscard]] bool quit_requested() const { return quit_; }
  // Whether the next frame differs without input: then draw it without waiting.
  [[nodiscard]] bool animated() const;
  // Whether work other than the session's is in progress: opening a file, an export.
  [[nodiscard]] bool at_work() const;
  // CPU time of this thread to build the last frame, rendering excluded, in seconds; budget: 4 ms.
  [[nodiscard]] double build_seconds() const { return build_seconds_; }
  void set_renderer(std::string renderer) { renderer_ = std::move(renderer); }

  // ---- Services
  void notify(std::string text, Tone tone) override;
  void run(std::string line) override;
  void reveal(PanelId panel) override;
  void prompt_line(std::string title, std::string hint, std::string text,
                   std::function<void(const std::string&)> on_accept) override;
  void prompt_save_path(std::string title, std::string name,
                        std::function<void(const std::string& path)> on_accept) override;
  void copy(const std::string& text) override;
  void restart_with_input(std::string bytes, bool closed) override;

 private:
  // A file being opened, on a thread of its own.
  struct Opening final : Monitor {
    std::atomic<bool> cancelled{false};
    std::string file;
    std::future<Result<OpenedFile>> result;
    bool same_program = false;  // breakpoints and watches carry over
    std::future<void> kept;     // saves the previous program's state
    bool should_continue(Tick /*now*/, Tick /*goal*/) override { return !cancelled; }
  };

  void load_settings();
  void save_settings();
  void take_news(InputQueue& input);
  void handle_keys(const InputQueue& input);
  void draw(Context& context);
  void draw_popups(Context& context);
  void export_pictures(ImguiHost& host, Context& context, PixelSize pixels);
  [[nodiscard]] bool has_dialog() const;
  void watch_file();
  void start_opening(OpenOptions options, bool same_program);
  void finish_opening();
  void replace(OpenedFile opened, bool same_program);
  void play(RunDirection direction);
  void toggle_break();
  void choose_layout(LayoutPreset layout);
  void change_font(float by);
  void ask_open();
  void ask_font();
  void ask_trace(std::string_view format);

  ApplicationOptions options_;
  JsonFile settings_file_;
  Settings settings_;
  ProgramAutosave autosave_;

  std::unique_ptr<SessionThread> session_;
  std::shared_ptr<const ViewSnapshot> snapshot_;
  std::vector<std::unique_ptr<Panel>> panels_;
  Selection selection_;
  std::array<Tiling, 3> tilings_;
  TilingView tiling_view_;
  Transport transport_;
  CommandPalette palette_;
  LineDialog line_dialog_;
  FileDialog file_dialog_;
  MessageLog messages_;
  Exporter exporter_;

  struct Sheet {
    bool open = false;
    bool appearing = false;
    void show() { open = appearing = true; }
  };
  Sheet shortcuts_;
  Sheet about_;
  std::string renderer_;

  double time_ = 0;
  double build_seconds_ = 0;
  double next_save_ = 0;
  FileWatch file_watch_;
  bool closed_ = false;
  bool quit_ = false;
  std::unique_ptr<Opening> opening_;  // last, so that its thread ends before other members do
};

}  // namespace fungescope::ui
