#include "debugger_ui/platform/imgui_host.h"

#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/platform/opengl.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

namespace fungescope::ui {

// The frame that was drawn last, to tell whether another one looks different: a copy of draw data.
// Empty at first.
class DrawnFrame {
 public:
  // Forgets the frame, so that any other differs.
  void clear() { known_ = false; }

  void store(const ImDrawData& data);

  // Whether drawing `data` on the background of the current style would give the same pixels.
  // Cost: a comparison of all vertices.
  [[nodiscard]] bool equals(const ImDrawData& data) const;

 private:
  struct List {
    std::vector<ImDrawCmd> commands;
    std::vector<ImDrawVert> vertices;
    std::vector<ImDrawIdx> indices;
  };

  bool known_ = false;
  ImVec2 size_{};
  ImVec4 background_{};
  std::vector<List> lists_;
};

namespace {

ImVec4 background() {
  return ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
}

bool equal(const ImVec2& a, const ImVec2& b) {
  return a.x == b.x && a.y == b.y;
}
bool equal(const ImVec4& a, const ImVec4& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}
bool equal(const ImDrawCmd& a, const ImDrawCmd& b) {
  return equal(a.ClipRect, b.ClipRect) && a.GetTexID() == b.GetTexID() &&
         a.VtxOffset == b.VtxOffset && a.IdxOffset == b.IdxOffset && a.ElemCount == b.ElemCount &&
         a.UserCallback == b.UserCallback && a.UserCallbackData == b.UserCallbackData;
}

template <class T>
bool equal_bytes(const std::vector<T>& a, const ImVector<T>& b) {
  const auto size = static_cast<std::size_t>(b.Size);
  return a.size() == size && (size == 0 || std::memcmp(a.data(), b.Data, size * sizeof(T)) == 0);
}

// Whether the renderer must update a texture before it can draw.
bool updates_textures([[maybe_unused]] const ImDrawData& data) {
#if IMGUI_VERSION_NUM >= 19200
  if (data.Textures == nullptr) return false;
  return std::any_of(
      data.Textures->begin(), data.Textures->end(),
      [](const ImTextureData* texture) { return texture->Status != ImTextureStatus_OK; });
#else
  return false;
#endif
}

constexpr std::int64_t max_pixels = std::int64_t{1} << 28;
constexpr int largest_tile = 4096;

void clear_to_background() {
  const ImVec4 color = background();
  glDisable(GL_SCISSOR_TEST);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

void copy_tile(const Image& tile, int left, int top, Image& whole) {
  for (int y = 0; y < tile.size.height; ++y) {
    std::copy_n(tile.pixel(0, y), 4 * static_cast<std::size_t>(tile.size.width),
                whole.pixel(left, top + y));
  }
}

// Renders in tiles: OpenGL limits a framebuffer's sides, exports of a playfield exceed it.
Result<Image> draw_in_tiles(ImDrawData& data, PixelSize size) {
  const PixelSize tile_size{std::min(size.width, largest_tile),
                            std::min(size.height, largest_tile)};
  const auto target = TRY(Framebuffer::create(tile_size));
  target.bind();
  Image whole(size);
  data.DisplaySize =
      ImVec2(static_cast<float>(tile_size.width), static_cast<float>(tile_size.height));
  for (int top = 0; top < size.height; top += tile_size.height) {
    for (int left = 0; left < size.width; left += tile_size.width) {
      data.DisplayPos = ImVec2(static_cast<float>(left), static_cast<float>(top));
      clear_to_background();
      ImGui_ImplOpenGL3_RenderDrawData(&data);
      const PixelSize part{std::min(tile_size.width, size.width - left),
                           std::min(tile_size.height, size.height - top)};
      copy_tile(target.read(part), left, top, whole);
    }
  }
  return whole;
}

Cursor to_cursor(ImGuiMouseCursor cursor) {
  switch (cursor) {
    case ImGuiMouseCursor_None:
      return Cursor::none;
    case ImGuiMouseCursor_TextInput:
      return Cursor::text;
    case ImGuiMouseCursor_Hand:
      return Cursor::hand;
    case ImGuiMouseCursor_ResizeEW:
      return Cursor::resize_horizontally;
    case ImGuiMouseCursor_ResizeNS:
      return Cursor::resize_vertically;
    case ImGuiMouseCursor_ResizeAll:
    case ImGuiMouseCursor_ResizeNESW:
    case ImGuiMouseCursor_ResizeNWSE:
      return Cursor::resize_all;
    case ImGuiMouseCursor_NotAllowed:
      return Cursor::not_allowed;
    default:
      return Cursor::arrow;
  }
}

}  // namespace

void DrawnFrame::store(const ImDrawData& data) {
  known_ = true;
  size_ = data.DisplaySize;
  background_ = background();
  lists_.resize(static_cast<std::size_t>(data.CmdListsCount));
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    const ImDrawList& from = *data.CmdLists[static_cast<int>(i)];
    List& to = lists_[i];
    to.commands.assign(from.CmdBuffer.begin(), from.CmdBuffer.end());
    to.vertices.assign(from.VtxBuffer.begin(), from.VtxBuffer.end());
    to.indices.assign(from.IdxBuffer.begin(), from.IdxBuffer.end());
  }
}

bool DrawnFrame::equals(const ImDrawData& data) const {
  if (!known_ || !equal(size_, data.DisplaySize) || !equal(background_, background()) ||
      lists_.size() != static_cast<std::size_t>(data.CmdListsCount) || updates_textures(data)) {
    return false;
  }
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    const List& mine = lists_[i];
    const ImDrawList& other = *data.CmdLists[static_cast<int>(i)];
    const bool same =
        std::equal(mine.commands.begin(), mine.commands.end(), other.CmdBuffer.begin(),
                   other.CmdBuffer.end(),
                   [](const ImDrawCmd& a, const ImDrawCmd& b) { return equal(a, b); }) &&
        equal_bytes(mine.vertices, other.VtxBuffer) && equal_bytes(mine.indices, other.IdxBuffer);
    if (!same) return false;
  }
  return true;
}

struct ImguiHost::State {
  FontChoice choice;
  float scale = 1;
  bool atlas_is_old = true;

  ImGuiContext* context = nullptr;
  ImFontAtlas* atlas = nullptr;   // the context's
  ImGuiContext* aside = nullptr;  // for render_offscreen; created on first use
  Fonts fonts;
  std::optional<Error> font_error;

  Clipboard clipboard;
  std::string copied;  // without a system clipboard
  std::string pasted;  // owns the text that ImGui points to
  Cursor cursor = Cursor::arrow;
  DrawnFrame drawn;
  bool input_held = false;   // a key or button was down in the last frame
  int press_frame = 0;       // the frame with the last press of the left button
  bool holds_input = false;  // this frame's input waits for a text field's focus

  void build_atlas();
  void begin_aside(PixelSize size);
  const char* paste();
  void copy(const char* text);
};

void ImguiHost::State::build_atlas() {
  Result<FontFamily> family = find_font(choice.family);
  font_error.reset();
  if (!family) font_error = family.error();
  atlas->Clear();
  fonts = build_fonts(*atlas, family ? std::optional(std::move(*family)) : std::nullopt,
                      choice.size, scale);
  upload_atlas(*atlas, fonts.body);
  atlas_is_old = false;
  drawn.clear();
}

const char* ImguiHost::State::paste() {
  pasted = clipboard.get ? clipboard.get() : copied;
  return pasted.c_str();
}

void ImguiHost::State::copy(const char* text) {
  copied = text;
  if (clipboard.set) clipboard.set(copied);
}

ImguiHost::ImguiHost(FontChoice choice, float scale) : state_(std::make_unique<State>()) {
  state_->choice = std::move(choice);
  state_->scale = scale;
  state_->context = ImGui::CreateContext();
  ImGui::SetCurrentContext(state_->context);
  ImGuiIO& io = ImGui::GetIO();
  state_->atlas = io.Fonts;
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;  // each blink would render the whole window
  io.BackendPlatformName = "fungescope";
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  prepare_imgui_input();
  set_imgui_clipboard([](void* user) { return static_cast<State*>(user)->paste(); },
                      [](void* user, const char* text) { static_cast<State*>(user)->copy(text); },
                      state_.get());
  ImGui_ImplOpenGL3_Init(shader_version());
}

ImguiHost::~ImguiHost() {
  ImGui::SetCurrentContext(state_->context);
  ImGui_ImplOpenGL3_Shutdown();
  if (state_->aside != nullptr) ImGui::DestroyContext(state_->aside);
  ImGui::DestroyContext(state_->context);
}

void ImguiHost::restore() {
  ImGui::SetCurrentContext(state_->context);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplOpenGL3_Init(shader_version());
  state_->atlas_is_old = true;
}

void ImguiHost::set_scale(float scale) {
  state_->atlas_is_old = state_->atlas_is_old || state_->scale != scale;
  state_->scale = scale;
}

void ImguiHost::set_font(FontChoice choice) {
  state_->atlas_is_old = state_->atlas_is_old || !(state_->choice == choice);
  state_->choice = std::move(choice);
}

float ImguiHost::scale() const {
  return state_->scale;
}
const Fonts& ImguiHost::fonts() const {
  return state_->fonts;
}

const Error* ImguiHost::font_error() const {
  return state_->font_error ? &*state_->font_error : nullptr;
}

void ImguiHost::set_clipboard(Clipboard clipboard) {
  state_->clipboard = std::move(clipboard);
}

void ImguiHost::begin_frame(PixelSize pixels, double seconds, InputQueue& input) {
  ImGui::SetCurrentContext(state_->context);
  ImGui_ImplOpenGL3_NewFrame();
  if (state_->atlas_is_old) state_->build_atlas();
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(static_cast<float>(pixels.width), static_cast<float>(pixels.height));
  // ImGui advances a caret after it has handled the input: with the time of a long sleep, the first
  // key after it would leave the caret in any phase. One second is more than its delays.
  io.DeltaTime = static_cast<float>(std::clamp(seconds, 1e-4, 1.0));
  // Input waits one frame for the focus, not longer: a widget that requests focus every frame and
  // never gets it must not block input.
  state_->holds_input = !state_->holds_input && keyboard_focus_pending();
  send_input_to_imgui(state_->holds_input ? input.hold_frame() : input.next_frame());
  state_->input_held = input.held();
  navigate_menus();
  const int popups = open_popups();
  ImGui::NewFrame();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) state_->press_frame = ImGui::GetFrameCount();
  ignore_release_in_new_menu(state_->press_frame);
  // In a menu, ImGui itself may have closed one in NewFrame.
  if (input.pressed(Key::escape) && (close_front_popup() || open_popups() < popups)) {
    input.take(Key::escape);
  }
}

void ImguiHost::end_frame() {
  state_->cursor = to_cursor(ImGui::GetMouseCursor());
  ImGui::Render();
}

bool ImguiHost::differs() const {
  const ImDrawData* const data = ImGui::GetDrawData();
  return data != nullptr && !state_->drawn.equals(*data);
}

double ImguiHost::seconds_to_change() const {
  return state_->input_held ? 0 : std::numeric_limits<double>::infinity();
}

void ImguiHost::draw_frame() {
  ImDrawData* data = ImGui::GetDrawData();
  if (data == nullptr) return;  // there was no frame
  state_->drawn.store(*data);
  glViewport(0, 0, static_cast<GLsizei>(data->DisplaySize.x),
             static_cast<GLsizei>(data->DisplaySize.y));
  clear_to_background();
  ImGui_ImplOpenGL3_RenderDrawData(data);
}

Cursor ImguiHost::cursor() const {
  return state_->cursor;
}

void ImguiHost::State::begin_aside(PixelSize size) {
  if (aside == nullptr) {
    aside = ImGui::CreateContext(atlas);
    ImGui::SetCurrentContext(aside);
    ImGui::GetIO().IniFilename = nullptr;
  }
  ImGui::SetCurrentContext(context);
  const ImGuiStyle style = ImGui::GetStyle();
  const ImGuiBackendFlags renderer = ImGui::GetIO().BackendFlags;
  ImGui::SetCurrentContext(aside);
  ImGui::GetStyle() = style;
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags = renderer;
  io.FontDefault = fonts.body;
  io.DisplaySize = ImVec2(static_cast<float>(size.width), static_cast<float>(size.height));
  io.DeltaTime = 1.0F / 60;
}

Result<Image> ImguiHost::render_offscreen(PixelSize size, const std::function<void()>& draw) {
  if (size.width < 1 || size.height < 1 || std::int64_t{size.width} * size.height > max_pixels) {
    return fail({},
                "a picture of " + std::to_string(size.width) + "x" + std::to_string(size.height) +
                    " pixels is too large",
                "zoom out, or choose a smaller part");
  }
  ImGui::SetCurrentContext(state_->context);
  if (state_->fonts.body == nullptr) {
    // Fonts are built by the first frame: run an empty one.
    InputQueue nothing;
    begin_frame(size, 1.0 / 60, nothing);
    ImGui::EndFrame();
  }
  const bool locked = state_->atlas->Locked;
  state_->begin_aside(size);
  for (int pass = 0; pass < 2; ++pass) {
    ImGui::NewFrame();
    draw();
    ImGui::Render();
  }
  ImDrawData& data = *ImGui::GetDrawData();
  // The renderer belongs to the window's context but renders any draw data.
  ImGui::SetCurrentContext(state_->context);
  state_->atlas->Locked = locked;
  GLint bound = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
  Result<Image> image = draw_in_tiles(data, size);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(bound));
  return image;
}

}  // namespace fungescope::ui
