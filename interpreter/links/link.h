// Links: a program, its options, and an instant of its run as the part of an address after `#`.
//
//     #1/program=eNpz…/seed=7/tick=1000000/break=10,3/layout=code/check=9f3c21aa
//     #@sudoku/tick=100000                            written by hand
//
// docs/formats.md describes the format and its limits. Values have the texts that the options of
// the command line have. The same link is encoded to the same text.
//
//     Result<std::string> text = encode_link(link);
//     Result<Link> link = decode_link("https://host/page/#1/program=…");
//
// Text from outside: decoding allocates at most a few megabytes, whatever the text says.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
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

struct LinkInput {
  std::string bytes;
  bool closed = true;  // else the program waits for more after the last byte
  friend bool operator==(const LinkInput&, const LinkInput&) = default;
};

struct Link {
  std::string built_in;  // "@sudoku"; empty: the program is `source`
  std::string source;    // its bytes
  std::string name;      // of the program's file, without folders; may be empty
  bool annotations = true;
  std::string dialect = "wide";
  std::string size;                  // of the field, as --size takes it; empty: by the dialect
  std::vector<std::string> regions;  // as --region takes them
  std::uint64_t seed = 0;
  std::optional<LinkInput> input;  // unset: as for a program that is opened without one
  std::uint64_t tick = 0;
  std::vector<std::string> stops;    // as the command `break` takes them
  std::vector<std::string> watched;  // expressions, as `watch` takes them
  std::string layout;                // of the window, one of `link_layouts`; empty: the reader's

  friend bool operator==(const Link&, const Link&) = default;
};

// The layouts of the window, by name.
[[nodiscard]] const std::vector<std::string_view>& link_layouts();

// Whether an argument that names a program is a link: `#…`, or an address with `#`. A file whose
// name begins with `#` is reached as "./#name".
[[nodiscard]] bool is_link(std::string_view argument);

// Returns the link from its `#` on. Fails if it exceeds a limit, or has a value that decode_link
// rejects.
[[nodiscard]] Result<std::string> encode_link(const Link& link);

// Decodes a link, with or without the address before its `#`. A damaged or truncated link fails, as
// does one of another version, with an unknown field, or beyond a limit. The column of an error
// counts the characters of `text`, from 1. Stops and expressions are not parsed: that takes the
// program.
[[nodiscard]] Result<Link> decode_link(std::string_view text);

// Returns the whole address of a link on `page`, an address whose fragment is replaced. An empty
// page: the link alone.
[[nodiscard]] std::string link_address(std::string_view page, std::string_view link);

}  // namespace fungescope
