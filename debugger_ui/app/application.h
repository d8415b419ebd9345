// The application: the session thread, the panels, and the window's menus, bars and dialogs around
// them. Independent of the window system: main.cpp runs it in a desktop window,
// headless_application.h off screen.
//
//     Application application(options, std::move(*opened));
//     application.update(seconds);                // in a loop
//     application.frame(host, input, pixels);     // if something has changed: frame_loop.h
#pragma once

#include "debugger_ui/app/bars.h"
#include "debugger_ui/app/dialogs.h"
#include "debugger_ui/app/export/exporter.h"
#include "debugger_ui/app/files/autosave.h"
#include "debugger_ui/app/files/file_dialog.h"
#include "debugger_ui/app/files/open_file.h"
#include "debugger_ui/app/files/shared_file.h"
#include "debugger_ui/app/layout/layout_presets.h"
#include "debugger_ui/app/layout/settings.h"
#include "debugger_ui/app/layout/tiling.h"
#include "debugger_ui/app/messages.h"
#include "debugger_ui/app/window_mode.h"
#include "debugger_ui/background/background_job.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/session_thread/run_pair.h"
#include "debugger_ui/source_editing/source_editing.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"
#include "front_end/program_file.h"
#include "printing/poster.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fungescope::ui {

struct ApplicationOptions {
  OpenRequest open;        // for the opened file and those opened later
  bool user_files = true;  // read and write settings and program states
  // Whether the first program was asked for: it is shown even if the mode was shown last.
  bool program_asked_for = false;
  // Whether what was kept of the first program, unsaved changes and an edited run, comes back
  // without a question: for a page, which is reloaded at any time.
  bool resumes = false;
  bool edit = false;  // begin in the edit mode
  std::optional<bool> dark;
  std::optional<LayoutPreset> layout;
  std::vector<std::string> commands;      // to be run once the first file is opened
  bool plays = false;                     // then play
  std::optional<double> speed;            // ticks a second, as in Settings
  std::optional<bool> follow;             // whether the playfield keeps the pointer in sight
  std::optional<Rectangle> zoom;          // the cells that it shows first
  std::optional<PanelId> front;           // a panel to bring forward at the start
  std::string page;                       // the address of the page that this window is; else empty
  Tick link_replay = max_link_replay;     // how far a link is replayed when it is opened
  std::shared_ptr<SessionStart> against;  // another run, to be shown side by side; null: none
  std::function<void()> wake;             // called from any thread when there is something to draw
  bool can_quit = true;                   // whether there is a window to close
  // The system's way to choose a file to open, which is then dropped on the window; empty: a dialog
  // of the application.
  std::function<void()> choose_file;
};

class Application final : public Services {
 public:
  // Loads the settings, and in the background what `opened` leaves for later.
  Application(ApplicationOptions options, OpenedFile opened);
  // Calls `close` if it was not called before.
  ~Application() override;
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  // Advances the time by `seconds`, and handles what needs no frame: results of the session and of
  // other threads, a file that has changed on disk, saving.
  // Cost while nothing happens: microseconds.
  void update(double seconds);
  // When to call `update` next unless news arrives first, in seconds after the last call; infinite
  // if it is not needed.
  [[nodiscard]] double seconds_to_update() const;
  // Whether something has happened that the last frame does not show.
  [[nodiscard]] bool stale() const { return stale_; }

  // Handles the input and builds one frame, which `host` can draw. Follows `update`.
  void frame(ImguiHost& host, InputQueue& input, PixelSize pixels);
  // When the next frame is due if there is neither input nor news before, in seconds after the last
  // one; infinite if it would look the same at any time.
  [[nodiscard]] double seconds_to_frame() const { return frame_.schedule.seconds(); }

  // Whether the window is on the screen. A minimised one pauses the mode.
  void set_shown(bool shown) { mode_->set_hidden(!shown); }

  // Saves the settings and the program's state, with the run if it was edited. Waits until done.
  void close();
  // Saves the same without waiting, and continues: for a page that may be closed at any time. The
  // result is finished when the program's state is written; null if none is kept.
  std::shared_ptr<Completion> keep_all();

  // Performs an action by its label. May be called between frames.
  void perform(std::string_view label);
  [[nodiscard]] const ActionTable& actions() const { return actions_; }
  // Closes the window, after asking about unsaved changes.
  void request_quit() {
    if (options_.can_quit) guard("the window is closed", [this] { end_.quit = true; });
  }
  void choose_layout(LayoutPreset layout);
  // Opens a program, which may be a built-in one, a recording or a link, in the background. Asks
  // first if there are unsaved changes. A link opens paused at its tick, which is replayed in the
  // background; one that is damaged changes nothing, and a message says why.
  void open(const std::string& file);
  // Says why a program was not opened, and that another one is shown, until it is dismissed.
  void report_not_opened(Error error);
  // Calls `then`, from `update`, with the link of the present state, from its `#` on; the error is
  // encode_link's.
  void request_link(std::function<void(Result<std::string>)> then);

  [[nodiscard]] Settings& settings() { return settings_; }
  [[nodiscard]] const MessageLog& messages() const { return messages_; }
  [[nodiscard]] const CommandPalette& palette() const { return dialogs_.palette; }
  [[nodiscard]] Selection& selection() { return selection_; }
  [[nodiscard]] SourceEditing& editing() { return editing_; }
  [[nodiscard]] Tiling& tiling();
  [[nodiscard]] WindowMode& mode() { return *mode_; }
  [[nodiscard]] std::string title() const;
  // What opens the present program again: a path, "@NAME", or a link from its `#` on. Empty while
  // another one is being opened, or the user is asked whether it should be.
  [[nodiscard]] std::string origin() const;
  [[nodiscard]] bool quit_requested() const { return end_.quit; }
  // Whether work other than the session is under way, such as opening a file or an export.
  [[nodiscard]] bool at_work() const;
  // Whether that work is done by other threads alone, so that no time need pass for it.
  [[nodiscard]] bool waits_for_threads() const;
  // CPU time of this thread for building the last frame, without rendering. The budget is 4 ms.
  [[nodiscard]] double build_seconds() const { return frame_.build_seconds; }

  // ---- Services
  void notify(std::string text, Tone tone) override;
  void run(std::string line) override;
  void reveal(PanelId panel) override { tiling().open(panel, home_of(panel)); }
  void prompt_line(std::string title, std::string hint, std::string text,
                   std::function<void(const std::string&)> on_accept) override;
  void prompt_save_path(std::string title, std::string name,
                        std::function<void(const std::string& path)> on_accept) override;
  void copy(const std::string& text) override;
  void run_with_input(std::string bytes) override;
  void run_with_cells(const Rectangle& area, const std::string& characters) override;

  // Restarts the program with this input; `then` is called at its first tick.
  void restart(InputLog input, const std::function<void()>& then = {});

  // ---- For the mode
  // Opens a program with this input, in the debugger, after asking about unsaved changes. Calls
  // `then` once it is open.
  void debug_with_input(std::string file, std::string input, std::function<void()> then);
  [[nodiscard]] SessionThread& session() { return *session_; }
  [[nodiscard]] const ViewSnapshot& snapshot() const { return *snapshot_; }
  void enter_mode() { choose_layout(LayoutPreset::play); }
  void ask(std::string title, std::string text, std::vector<ChoiceDialog::Choice> choices) {
    dialogs_.choice.open(std::move(title), std::move(text), std::move(choices));
  }
  void show_notice(Notice notice);
  void remove_notice(std::string_view id) { notices_.remove(id); }

 private:
  // A file being opened in the background. As a monitor, it has the progress of a replay.
  struct Opening final : Monitor {
    std::atomic<Tick> now{0};  // of the replay
    std::atomic<Tick> goal{0};
    std::atomic<bool> cancelled{false};
    OpenRequest request;
    bool from_mode = false;                    // which it leaves once it is opened
    std::optional<Result<OpenedFile>> opened;  // once the job is done
    std::shared_ptr<Completion> saved;         // the previous program, after that
    BackgroundJob<Result<OpenedFile>> job;     // last: it uses the members above

    bool should_continue(Tick tick, Tick last) override {
      yield_if_due();
      now = tick;
      goal = last;
      return !cancelled;
    }
  };

  // Reports a problem to the user.
  [[nodiscard]] std::function<void(std::string)> warn() {
    return [this](std::string text) { notify(std::move(text), Tone::warning); };
  }
  void show_console();
  void begin();  // of the options, what follows the opening of the first file
  void load_settings();
  void save_settings();
  void save_panels();
  // Loads the present layout's settings into panels that have settings by layout.
  void load_layout_settings();
  void handle_keys(const InputQueue& input);
  [[nodiscard]] float bottom_of_notes(float scale) const;
  [[nodiscard]] bool in_mode() const { return settings_.layout == LayoutPreset::play; }
  [[nodiscard]] ActionScope scope() const {
    return in_mode() ? ActionScope::mode : ActionScope::debugger;
  }
  [[nodiscard]] bool embedded() const { return settings_.layout == LayoutPreset::embed; }
  void draw(Context& context);
  void draw_tiles(Context& context);
  void draw_popups(Context& context);
  void export_pictures(ImguiHost& host, Context& context, PixelSize pixels);
  [[nodiscard]] bool has_dialog() const;

  // Implemented in application_actions.cpp, and files/application_file_actions.cpp.
  void add_actions();
  void add_file_actions();
  void add_edit_actions();
  void add_run_actions();
  void add_view_actions();
  void add_help_actions();
  void play(const PlaySettings& how);
  void play_at_full_speed() { play({{PaceMode::ticks, SessionThread::unlimited}, {}}); }
  void cancel_work();
  void toggle_break();
  void ask_why_value();
  [[nodiscard]] std::vector<PaletteEntry> palette_entries();
  void change_font(float by) {
    settings_.font_size = std::clamp(settings_.font_size + by, 8.0F, 40.0F);
  }
  void ask_enlarge();
  void ask_open();
  void ask_picture(ExportSubject subject);
  void ask_poster(printing::PosterOptions how);
  void ask_trace(std::string_view format);

  // Implemented in links/application_links.cpp.
  void ask_link();
  void share();
  void request_present(std::function<void(PresentLink)> then);
  void go_to_shared(SessionImage link);

  // Implemented in files/application_opening.cpp.
  void ask_other_run();
  void show_other_run(SessionStart start);
  void end_other_run();
  // For a file other than the present one.
  [[nodiscard]] OpenRequest request_for(const std::string& file) const;
  void start_opening(OpenRequest request);
  void finish_opening();
  void replace(OpenedFile opened, bool restarts);
  // For the next run of the program, with the options of the present one.
  [[nodiscard]] OpenRequest restart_request() const;
  // Draws a seed. Forgets input that may still get longer: what was typed.
  void restart_with_another_seed();
  void restart_with_present_input(OpenRequest request);
  void ask_program_options();
  void restart_with(const ProgramOptions& how);

  // Implemented in files/application_saving.cpp.
  // Asks to save unsaved changes, then goes on. `what` completes "Save them before …?".
  void guard(const std::string& what, const std::function<void()>& then);
  void save_program(std::function<void()> then);  // `then` may be empty
  void save_program_as(std::function<void()> then);
  // Writes the program; a failure is shown until it is saved, with `again` to repeat it.
  bool write_program(const std::string& file, const std::function<void()>& again);
  void adopt_file(const std::string& file);
  void new_program();
  // With the editor's source, or the file's if nothing is unsaved there, or `from_disk`.
  void restart_with_source(bool from_disk);
  // At the beginning of a run that has other text there than the editor.
  void offer_restart();
  void watch_file();
  void offer_changed_file();
  void offer_removed_file();
  void reload_file();
  void offer_kept_run();
  void forget_kept();
  // Keeps unsaved changes on disk, for a crash.
  void keep_unsaved();
  void offer_unsaved(bool first);
  // Restores it into its program, which is opened first, or saves it to another file.
  void take_up_unsaved(const UnsavedText::Found& found);
  void restore_unsaved(const UnsavedText::Found& found);

  ApplicationOptions options_;
  SettingsFile settings_file_;
  Settings settings_;
  nlohmann::ordered_json initial_settings_ = nlohmann::ordered_json::object();  // by panel
  ProgramAutosave autosave_;
  SourceEditing editing_{settings_.editing};
  UnsavedText unsaved_;

  std::unique_ptr<SessionThread> session_;
  std::shared_ptr<const ViewSnapshot> snapshot_;
  std::unique_ptr<RunPair> pair_;  // null without another run
  std::vector<std::unique_ptr<Panel>> panels_;
  std::unique_ptr<WindowMode> mode_;
  ActionTable actions_{[this](std::string line) { run(std::move(line)); }};
  MenuBar menu_bar_;
  Selection selection_;
  TilingView tiling_view_;
  Transport transport_;
  Dialogs dialogs_;
  NoticeBars notices_;
  MessageLog messages_;
  Exporter exporter_;

  // What was offered and shown once.
  struct Once {
    bool restart_offered = false;             // since the run was at an instant that has the edits
    std::optional<std::uint64_t> awaited_at;  // the instant for which the console was shown
    bool font_error_shown = false;
  };
  struct Frame {
    double time = 0;
    FrameSchedule schedule;  // of the next one
    double build_seconds = 0;
  };
  // What opened the present program.
  struct Origin {
    bool is_recording = false;
    std::string link;        // that it came by; else empty
    std::string input_file;  // the last one chosen in the program options
  };

  struct Ending {
    bool closed = false;
    bool quit = false;
  };

  Once once_;
  double time_ = 0;
  Frame frame_;
  bool stale_ = true;
  FileWatch file_watch_;
  Origin origin_;
  Ending end_;
  KeyTaps taps_;
  std::unique_ptr<Opening> opening_;  // last: its thread uses the members above
};

}  // namespace fungescope::ui
