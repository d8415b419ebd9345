// Links: a program, its options, and an instant of its run as the part of an address after `#`.
//
//     #1/program=eNpz…/seed=7/tick=1000000/break=10,3/layout=code/check=9f3c21aa
//     #@sudoku/tick=100000                            written by hand
//
// docs/formats.md describes the format and its limits. Values have the texts that the options of
// the command line have. The same image is encoded to the same text.
//
//     Result<std::string> text = encode_link(image);
//     Result<SessionImage> image = decode_link("https://host/page/#1/program=…");
//
// Text from outside: decoding allocates at most a few megabytes, whatever the text says.
#pragma once

#include "base/result.h"
#include "session/recording/session_image.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

namespace link_limit {
inline constexpr std::size_t characters = 65'536;  // after and with `#`
// Some chat programs, forums and mail programs cut longer addresses.
inline constexpr std::size_t common_characters = 2'000;
inline constexpr std::size_t program_bytes = std::size_t{1} << 20U;  // inflated
inline constexpr std::size_t input_bytes = std::size_t{1} << 20U;    // inflated
inline constexpr std::int64_t cells = std::int64_t{1} << 24U;        // of the field
// Values of the stack on the way to the link's tick.
inline constexpr std::size_t stack = std::size_t{1} << 22U;
inline constexpr std::size_t items = 100;  // stops; watched expressions; regions
inline constexpr std::size_t item_bytes = 1'000;
inline constexpr std::size_t name_bytes = 100;
}  // namespace link_limit

// The layouts of the window, by name.
[[nodiscard]] const std::vector<std::string_view>& link_layouts();

// Whether an argument that names a program is a link: `#…`, or an address with `#`. A file whose
// name begins with `#` is reached as "./#name".
[[nodiscard]] bool is_link(std::string_view argument);

// Returns the link from its `#` on. Of the image it has the program, by name if it is built in, the
// options, the input and the tick, enabled breakpoints, watched expressions and the layout. Fails
// if it exceeds a limit, or has a value that decode_link rejects.
[[nodiscard]] Result<std::string> encode_link(const SessionImage& image);

// Decodes a link, with or without the address before its `#`. A damaged or truncated link fails, as
// does one of another version, with an unknown field, or beyond a limit. The column of an error
// counts the characters of `text`, from 1. Stops and expressions are not parsed: that takes the
// program.
[[nodiscard]] Result<SessionImage> decode_link(std::string_view text);

// Returns the whole address of a link on `page`, an address whose fragment is replaced. An empty
// page: the link alone.
[[nodiscard]] std::string link_address(std::string_view page, std::string_view link);

}  // namespace fungescope
