// What differs between versions of Dear ImGui, from 1.86 on.
#pragma once

#include "debugger_ui/platform/input.h"

namespace fungescope::ui {

// Sets up the current context for our keys, before its first frame.
void prepare_imgui_input();

// Hands a frame's input to the current context, before ImGui::NewFrame().
void feed_imgui(const InputFrame& frame);

// Clipboard functions of the current context; `user` is handed to both.
void set_imgui_clipboard(const char* (*get)(void* user), void (*set)(void* user, const char* text),
                         void* user);

}  // namespace fungescope::ui
