// Helpers for the tests of editing.
#pragma once

#include "support/test.h"

#include "editing/editor.h"

namespace fungescope::test {

inline Dialect befunexec() {
  return find_dialect("befunexec").value();
}

inline editing::Document document_of(std::string_view bytes, LoadOptions options = {}) {
  options.file = "test.b93";
  return editing::Document::parse(bytes, std::move(options));
}

inline editing::Editor editor_of(std::string_view bytes, LoadOptions options = {}) {
  return editing::Editor(document_of(bytes, std::move(options)));
}

// Types each character; all must succeed.
inline void type(editing::Editor& editor, std::string_view text) {
  for (const char c : text) REQUIRE(editor.type(static_cast<unsigned char>(c)));
}

inline std::string bytes_of(const editing::Editor& editor) {
  return editor.document().bytes();
}

}  // namespace fungescope::test
