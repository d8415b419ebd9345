#include "debugger_ui/platform/drawn_frame.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

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

}  // namespace fungescope::ui
