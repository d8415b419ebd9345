#include "debugger_ui/platform/imgui_host.h"

#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/platform/opengl.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <vector>

#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

namespace fungescope::ui {

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
  target->bind();
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
      copy_tile(target->read(part), left, top, whole);
    }
  }
  return whole;
}

// The fonts of all contexts. They are built for the last choice, and only uploaded for a context
// that replaces a lost one.
struct BuiltFonts {
  FontChoice choice;
  float scale = 0;
  Fonts fonts;
  std::optional<Error> error;
};

ImFontAtlas& shared_atlas() {
  static ImFontAtlas atlas;
  return atlas;
}

const BuiltFonts& fonts_for(const FontChoice& choice, float scale) {
  static BuiltFonts built;
  if (built.scale == scale && built.choice == choice) return built;
  Result<FontFamily> family = find_font(choice.family);
  built = {choice, scale, {}, family ? std::nullopt : std::optional(family.error())};
  shared_atlas().Locked = false;  // by a frame that an exception ended
  shared_atlas().Clear();
  built.fonts =
      build_fonts(shared_atlas(), family ? std::optional(std::move(*family)) : std::nullopt,
                  choice.size, scale);
  return built;
}

}  // namespace

// The frame that was drawn last, to tell whether another one looks different: a copy of draw data.
// Empty at first.
class ImguiHost::DrawnFrame {
 public:
  // Forgets the frame, so that any other differs.
  void clear() { known_ = false; }

  void store(const ImDrawData& data) {
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

  // Whether drawing `data` on the background of the current style would give the same pixels.
  // Cost: a comparison of all vertices.
  [[nodiscard]] bool equals(const ImDrawData& data) const {
    if (!known_ || !equal(size_, data.DisplaySize) || !equal(background_, background()) ||
        lists_.size() != static_cast<std::size_t>(data.CmdListsCount)) {
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

void ImguiHost::build_atlas() {
  const BuiltFonts& built = fonts_for(choice_, scale_);
  fonts_ = built.fonts;
  font_error_ = built.error;
  upload_atlas(shared_atlas(), fonts_.body);
  atlas_is_old_ = false;
  drawn_->clear();
}

ImguiHost::ImguiHost(float scale)
    : scale_(scale),
      context_(ImGui::CreateContext(&shared_atlas())),
      drawn_(std::make_unique<DrawnFrame>()) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;  // each blink would render the whole window
  io.BackendPlatformName = "fungescope";
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  prepare_imgui_input();
  ImGui_ImplOpenGL3_Init(shader_version());
}

ImguiHost::~ImguiHost() {
  ImGui::SetCurrentContext(context_);
  ImGui_ImplOpenGL3_Shutdown();
  if (aside_ != nullptr) ImGui::DestroyContext(aside_);
  ImGui::DestroyContext(context_);
}

void ImguiHost::restore() {
  ImGui::SetCurrentContext(context_);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplOpenGL3_Init(shader_version());
  atlas_is_old_ = true;
}

void ImguiHost::set_scale(float scale) {
  atlas_is_old_ = atlas_is_old_ || scale_ != scale;
  scale_ = scale;
}

void ImguiHost::set_font(FontChoice choice) {
  atlas_is_old_ = atlas_is_old_ || !(choice_ == choice);
  choice_ = std::move(choice);
}

void ImguiHost::set_clipboard(Clipboard clipboard) {
  clipboard_ = std::move(clipboard);
  ImGuiIO& io = ImGui::GetIO();
  io.ClipboardUserData = this;
  io.GetClipboardTextFn = [](void* user) {
    auto& host = *static_cast<ImguiHost*>(user);
    return (host.pasted_ = host.clipboard_.get()).c_str();
  };
  io.SetClipboardTextFn = [](void* user, const char* text) {
    static_cast<ImguiHost*>(user)->clipboard_.set(text);
  };
}

void ImguiHost::begin_frame(PixelSize pixels, double seconds, InputQueue& input) {
  ImGui::SetCurrentContext(context_);
  ImGui_ImplOpenGL3_NewFrame();
  if (atlas_is_old_) build_atlas();
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(static_cast<float>(pixels.width), static_cast<float>(pixels.height));
  // ImGui advances a caret after it has handled the input: with the time of a long sleep, the first
  // key after it would leave the caret in any phase. One second is more than its delays.
  io.DeltaTime = static_cast<float>(std::clamp(seconds, 1e-4, 1.0));
  // Input waits one frame for the focus, not longer: a widget that requests focus every frame and
  // never gets it must not block input.
  holds_input_ = !holds_input_ && keyboard_focus_pending();
  send_input_to_imgui(holds_input_ ? input.hold_frame() : input.next_frame());
  navigate_menus();
  const int popups = open_popups();
  ImGui::NewFrame();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) press_frame_ = ImGui::GetFrameCount();
  ignore_release_in_new_menu(press_frame_);
  // In a menu, ImGui itself may have closed one in NewFrame.
  if (input.pressed(Key::escape) && (close_front_popup() || open_popups() < popups)) {
    input.take(Key::escape);
  }
}

void ImguiHost::end_frame() {
  ImGui::Render();
}

bool ImguiHost::differs() const {
  const ImDrawData* const data = ImGui::GetDrawData();
  return data != nullptr && !drawn_->equals(*data);
}

void ImguiHost::draw_frame() {
  ImDrawData* data = ImGui::GetDrawData();
  if (data == nullptr) return;  // there was no frame
  drawn_->store(*data);
  glViewport(0, 0, static_cast<GLsizei>(data->DisplaySize.x),
             static_cast<GLsizei>(data->DisplaySize.y));
  clear_to_background();
  ImGui_ImplOpenGL3_RenderDrawData(data);
}

void ImguiHost::begin_aside(PixelSize size) {
  if (aside_ == nullptr) {
    aside_ = ImGui::CreateContext(&shared_atlas());
    ImGui::SetCurrentContext(aside_);
    ImGui::GetIO().IniFilename = nullptr;
  }
  ImGui::SetCurrentContext(context_);
  const ImGuiStyle style = ImGui::GetStyle();
  const ImGuiBackendFlags renderer = ImGui::GetIO().BackendFlags;
  ImGui::SetCurrentContext(aside_);
  ImGui::GetStyle() = style;
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags = renderer;
  io.FontDefault = fonts_.body;
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
  ImGui::SetCurrentContext(context_);
  if (fonts_.body == nullptr) {
    // Fonts are built by the first frame: run an empty one.
    InputQueue nothing;
    begin_frame(size, 1.0 / 60, nothing);
    ImGui::EndFrame();
  }
  const bool locked = shared_atlas().Locked;
  begin_aside(size);
  for (int pass = 0; pass < 2; ++pass) {
    ImGui::NewFrame();
    draw();
    ImGui::Render();
  }
  ImDrawData& data = *ImGui::GetDrawData();
  // The renderer belongs to the window's context but renders any draw data.
  ImGui::SetCurrentContext(context_);
  shared_atlas().Locked = locked;
  GLint bound = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
  Result<Image> image = draw_in_tiles(data, size);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(bound));
  return image;
}

}  // namespace fungescope::ui
