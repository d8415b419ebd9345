#include "debugger_ui/widgets/text_field.h"

namespace fungescope::ui {
namespace {

struct Edited {
  std::string& text;
  std::optional<std::string>* replacement;
};

int callback(ImGuiInputTextCallbackData* data) {
  auto& edited = *static_cast<Edited*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    edited.text.resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = edited.text.data();
  } else if (edited.replacement != nullptr && *edited.replacement) {
    const std::string text = std::move(**edited.replacement);
    edited.replacement->reset();
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, text.c_str());
    data->CursorPos = data->BufTextLen;
    data->SelectionStart = data->SelectionEnd = data->CursorPos;
  }
  return 0;
}

}  // namespace

bool text_field(const char* label, const char* hint, std::string& text, ImGuiInputTextFlags flags,
                std::optional<std::string>* replacement) {
  Edited edited{text, replacement};
  return ImGui::InputTextWithHint(
      label, hint, text.data(), text.capacity() + 1,
      flags | ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackAlways, callback,
      &edited);
}

}  // namespace fungescope::ui
