// What differs between versions of Dear ImGui, from 1.86 on.
#pragma once

#include "debugger_ui/platform/input.h"

struct ImFontAtlas;

namespace fungescope::ui {

// Sets up the current context for our keys, before its first frame.
void prepare_imgui_input();

// Hands a frame's input to the current context, before ImGui::NewFrame().
void feed_imgui(const InputFrame& frame);

// FreeType's hinted glyphs where they are built in, else those of stb_truetype.
void use_best_rasterizer(ImFontAtlas& atlas);

// Clipboard functions of the current context; `user` is handed to both.
void set_imgui_clipboard(const char* (*get)(void* user), void (*set)(void* user, const char* text),
                         void* user);

}  // namespace fungescope::ui
