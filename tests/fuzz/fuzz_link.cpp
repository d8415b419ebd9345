// Feeds any bytes to the decoder of links.
//
// A link gets the check that its text needs, since nearly every change would be caught by it.
// Invariants: what is read is encoded again, to the same contents and then to the same text; an
// error has a column within the text.
#include "session/recording/link.h"
#include "session/recording/link_format.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/fuzz_check.h"
#include <fmt/format.h>

using namespace fungescope;

namespace {

void decode(const std::string& text) {
  const auto link = decode_link(text);
  if (!link) {
    FUZZ_CHECK(link.error().where.column >= 1 && link.error().where.column <= text.size() + 1);
    return;
  }
  const auto encoded = encode_link(*link);
  if (!encoded) return;  // it has become too long
  const auto again = decode_link(*encoded);
  FUZZ_CHECK(again && *again == *link);
  FUZZ_CHECK(*encode_link(*again) == *encoded);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  decode(text);
  const std::size_t hash = text.find('#');
  if (hash == std::string::npos) return 0;
  const std::size_t check = text.rfind("/check=");
  if (check != std::string::npos && check > hash) text.resize(check);
  text += fmt::format("/check={:08x}", link_check(text.substr(hash)));
  decode(text);
  return 0;
}
