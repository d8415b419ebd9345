// What lies over the window: dialogs and sheets, of which at most one is open, and the tour.
#pragma once

#include "debugger_ui/app/command_palette.h"
#include "debugger_ui/app/files/file_dialog.h"
#include "debugger_ui/app/files/program_options.h"
#include "debugger_ui/app/links/share_dialog.h"
#include "debugger_ui/app/tour.h"
#include "debugger_ui/widgets/modal.h"

#include <string>

namespace fungescope::ui {

struct Dialogs {
  CommandPalette palette;
  LineDialog line;
  ChoiceDialog choice;
  FileDialog file;
  ProgramOptionsDialog program;
  ShareDialog share;
  PopupState keys = PopupState::closed;   // draw_key_sheet
  PopupState about = PopupState::closed;  // draw_about
  std::string renderer;                   // named by it
  Tour tour;

  // Whether a dialog is open, besides the palette.
  [[nodiscard]] bool any_open() const {
    return line.is_open() || choice.is_open() || file.is_open() || program.is_open() ||
           share.is_open() || keys != PopupState::closed || about != PopupState::closed;
  }
};

}  // namespace fungescope::ui
