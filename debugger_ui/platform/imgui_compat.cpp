#include "debugger_ui/platform/imgui_compat.h"

#include <cfloat>
#include <cmath>

#include <imgui.h>
#include <imgui_internal.h>
#ifdef FUNGESCOPE_IMGUI_FREETYPE
#include <imgui_freetype.h>
#endif
#include <imgui_impl_opengl3.h>

namespace fungescope::ui {
namespace {

GlyphBox box_of(const ImFontGlyph* glyph) {
  if (glyph == nullptr) return {};
  return {glyph->X0, glyph->Y0, glyph->X1, glyph->Y1,      glyph->U0,
          glyph->V0, glyph->U1, glyph->V1, glyph->AdvanceX};
}

struct ImGuiName {
  Key ours;
  ImGuiKey theirs;
};

// All that ImGui's own widgets use, besides letters.
constexpr ImGuiName imgui_keys[] = {
    {Key::left, ImGuiKey_LeftArrow},
    {Key::right, ImGuiKey_RightArrow},
    {Key::up, ImGuiKey_UpArrow},
    {Key::down, ImGuiKey_DownArrow},
    {Key::home, ImGuiKey_Home},
    {Key::end, ImGuiKey_End},
    {Key::page_up, ImGuiKey_PageUp},
    {Key::page_down, ImGuiKey_PageDown},
    {Key::tab, ImGuiKey_Tab},
    {Key::enter, ImGuiKey_Enter},
    {Key::escape, ImGuiKey_Escape},
    {Key::space, ImGuiKey_Space},
    {Key::backspace, ImGuiKey_Backspace},
    {Key::delete_key, ImGuiKey_Delete},
    {Key::insert, ImGuiKey_Insert},
#if IMGUI_VERSION_NUM >= 18800
    {Key::keypad_enter, ImGuiKey_KeypadEnter},
#else
    {Key::keypad_enter, ImGuiKey_KeyPadEnter},
    {Key::a, ImGuiKey_A},
    {Key::c, ImGuiKey_C},
    {Key::v, ImGuiKey_V},
    {Key::x, ImGuiKey_X},
    {Key::y, ImGuiKey_Y},
    {Key::z, ImGuiKey_Z},
#endif
};

#if IMGUI_VERSION_NUM >= 18800

ImGuiKey theirs(Key key) {
  if (key >= Key::a && key <= Key::z) {
    return static_cast<ImGuiKey>(ImGuiKey_A + static_cast<int>(key) - static_cast<int>(Key::a));
  }
  for (const ImGuiName& named : imgui_keys) {
    if (named.ours == key) return named.theirs;
  }
  return ImGuiKey_None;
}

void feed_keys(ImGuiIO& io, const InputFrame& frame) {
#if IMGUI_VERSION_NUM >= 18900
  io.AddKeyEvent(ImGuiMod_Ctrl, frame.mods.ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, frame.mods.shift);
  io.AddKeyEvent(ImGuiMod_Alt, frame.mods.alt);
#else
  io.AddKeyEvent(ImGuiKey_ModCtrl, frame.mods.ctrl);
  io.AddKeyEvent(ImGuiKey_ModShift, frame.mods.shift);
  io.AddKeyEvent(ImGuiKey_ModAlt, frame.mods.alt);
#endif
  for (const InputFrame::Transition& transition : frame.transitions) {
    io.AddKeyEvent(theirs(transition.key), transition.down);
  }
}

void feed_mouse(ImGuiIO& io, const InputFrame& frame) {
  if (frame.mouse_inside) {
    io.AddMousePosEvent(frame.mouse_x, frame.mouse_y);
  } else {
    io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  }
  for (int button = 0; button < static_cast<int>(frame.buttons.size()); ++button) {
    io.AddMouseButtonEvent(button, frame.buttons[static_cast<std::size_t>(button)]);
  }
  io.AddMouseWheelEvent(frame.wheel_x, frame.wheel_y);
}

#else

void feed_keys(ImGuiIO& io, const InputFrame& frame) {
  io.KeyCtrl = frame.mods.ctrl;
  io.KeyShift = frame.mods.shift;
  io.KeyAlt = frame.mods.alt;
  for (const InputFrame::Transition& transition : frame.transitions) {
    io.KeysDown[static_cast<int>(transition.key)] = transition.down;
  }
}

void feed_mouse(ImGuiIO& io, const InputFrame& frame) {
  io.MousePos =
      frame.mouse_inside ? ImVec2(frame.mouse_x, frame.mouse_y) : ImVec2(-FLT_MAX, -FLT_MAX);
  for (std::size_t button = 0; button < frame.buttons.size(); ++button) {
    io.MouseDown[button] = frame.buttons[button];
  }
  io.MouseWheelH += frame.wheel_x;
  io.MouseWheel += frame.wheel_y;
}

#endif

}  // namespace

void prepare_imgui_input() {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18800
  io.ConfigInputTrickleEventQueue = false;  // InputQueue has split the events already
#else
  for (const ImGuiName& named : imgui_keys) {
    io.KeyMap[named.theirs] = static_cast<int>(named.ours);
  }
#endif
}

GlyphBox glyph_box(ImFont& font, char32_t code_point) {
  return box_of(font.FindGlyph(static_cast<ImWchar>(code_point)));
}

void upload_atlas(ImFontAtlas& atlas, ImFont* body) {
  ImGui::GetIO().FontDefault = body;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
  atlas.ClearInputData();  // frees the font files' bytes
}

void select_rasterizer([[maybe_unused]] ImFontAtlas& atlas) {
#ifdef FUNGESCOPE_IMGUI_FREETYPE
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#endif
}

void forget_text_cursor() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  if (context.InputTextState.ID != context.ActiveId) context.InputTextState.ID = 0;
}

void keep_text_input() {
  ImGui::GetCurrentContext()->WantTextInputNextFrame = 1;
}

bool close_front_popup() {
  const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
  const auto is = [&open](int level, ImGuiWindowFlags flag) {
    const ImGuiWindow* const window = open[level].Window;
    return window != nullptr && (window->Flags & flag) != 0;
  };
  int level = open.Size - 1;
  if (level < 0 || is(level, ImGuiWindowFlags_Modal)) return false;
  // A submenu alone would open again under the mouse.
  while (level > 0 && is(level, ImGuiWindowFlags_ChildMenu) &&
         !is(level - 1, ImGuiWindowFlags_Modal)) {
    --level;
  }
  ImGui::ClosePopupToLevel(level, true);
  return true;
}

void navigate_menus() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiWindow* const front =
      context.OpenPopupStack.empty() ? nullptr : context.OpenPopupStack.back().Window;
  const bool menu =
      front != nullptr && (front->Flags & ImGuiWindowFlags_Modal) == 0 && !context.IO.WantTextInput;
  ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
  flags = menu ? flags | ImGuiConfigFlags_NavEnableKeyboard
               : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
#if IMGUI_VERSION_NUM < 18900
  // There Space chooses, and Enter does not.
#if IMGUI_VERSION_NUM >= 18800
  const bool enter = ImGui::IsKeyDown(ImGuiKey_Enter) || ImGui::IsKeyDown(ImGuiKey_KeypadEnter);
#else
  const bool enter = ImGui::IsKeyDown(static_cast<int>(Key::enter)) ||
                     ImGui::IsKeyDown(static_cast<int>(Key::keypad_enter));
#endif
  if (menu && enter) ImGui::GetIO().NavInputs[ImGuiNavInput_Activate] = 1;
#endif
}

int open_popups() {
  return ImGui::GetCurrentContext()->OpenPopupStack.Size;
}

int step_between_menus() {
  if (!ImGui::NavMoveRequestButNoResultYet()) return 0;
  const ImGuiDir to = ImGui::GetCurrentContext()->NavMoveDir;
  const int step = (to == ImGuiDir_Right ? 1 : 0) - (to == ImGuiDir_Left ? 1 : 0);
  if (step != 0) ImGui::NavMoveRequestCancel();
  return step;
}

void take_keyboard() {
  ImGui::ClearActiveID();
  ImGui::SetWindowFocus();
}

void open_by_keyboard(const char* popup, ImVec2 at) {
  ImGui::OpenPopup(popup);
  ImGuiContext& context = *ImGui::GetCurrentContext();
  context.OpenPopupStack.back().OpenPopupPos = at;
  context.NavDisableHighlight = false;
  context.NavDisableMouseHover = true;
}

void ignore_release_in_new_menu(int press_frame) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 from = io.MouseClickedPos[ImGuiMouseButton_Left];
  const float dragged = std::hypot(io.MousePos.x - from.x, io.MousePos.y - from.y);
  if (!ImGui::IsMouseReleased(ImGuiMouseButton_Left) || dragged > io.MouseDragThreshold) return;
  for (const ImGuiPopupData& popup : context.OpenPopupStack) {
    // It is laid out in the frame that opens it, and visible in the next one.
    const bool seen_before = press_frame > popup.OpenFrameCount + 1;
    if (popup.Window == nullptr || popup.Window != context.HoveredWindow || seen_before) continue;
    ImGui::GetIO().MouseReleased[ImGuiMouseButton_Left] = false;
  }
}

void focus_next_item() {
#if IMGUI_VERSION_NUM >= 18900
  // 1.90.1 looks for the item in the focus scope of the window that had the keyboard.
  ImGuiContext& context = *ImGui::GetCurrentContext();
  context.NavFocusScopeId = context.CurrentFocusScopeId;
#endif
  ImGui::SetKeyboardFocusHere();
}

bool keyboard_focus_pending() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  return context.NavMoveSubmitted && (context.NavMoveFlags & ImGuiNavMoveFlags_FocusApi) != 0;
}

void send_input_to_imgui(const InputFrame& frame) {
  ImGuiIO& io = ImGui::GetIO();
  if (frame.focus_changed) io.AddFocusEvent(frame.focused);
  feed_keys(io, frame);
  feed_mouse(io, frame);
  for (const char32_t code_point : frame.text) {
    io.AddInputCharacter(static_cast<unsigned>(code_point));
  }
}

}  // namespace fungescope::ui
