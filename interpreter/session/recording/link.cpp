#include "session/recording/link.h"

#include "base/escape.h"
#include "base/numbers.h"
#include "base/text_table.h"
#include "lang/dialect.h"
#include "lang/loader.h"
#include "session/recording/link_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr const char* copy_again = "copy the whole link again";
constexpr std::string_view check_begin = "/check=";

// ---- Values. An error's column is the position within the value, from 0; the decoder adds the
// rest.

struct LinkField {
  std::string_view name;
  std::string_view raw;  // as in the text
  std::string value;     // percent-decoded
};

Result<void> read_deflated(const LinkField& field, const char* what, std::size_t limit,
                           std::string& bytes) {
  const DecodedText decoded = base64url_decoded(field.value);
  if (decoded.problem != nullptr) {
    const bool same = field.value.size() == field.raw.size();
    return fail({{}, 0, same ? decoded.at : 0}, decoded.problem, decoded.advice);
  }
  auto inflated = inflate_bytes(decoded.bytes, limit);
  if (!inflated && inflated.error() == InflateProblem::too_large) {
    return fail({},
                fmt::format("the {} has more than {} bytes, which is too much for a link", what,
                            with_separators(limit)),
                "open it as a file");
  }
  if (!inflated) return fail({}, fmt::format("the {} in the link is damaged", what), copy_again);
  bytes = std::move(*inflated);
  return {};
}

Result<void> read_number(const LinkField& field, std::uint64_t max, std::uint64_t& number) {
  const auto parsed = parse_integer<std::uint64_t>(field.value);
  if (!parsed || *parsed > max) {
    return fail({},
                fmt::format("{} is not a number for {}", single_quoted(field.value), field.name),
                fmt::format("write a whole number from 0 to {}", max));
  }
  number = *parsed;
  return {};
}

// Text that is shown, and parsed later.
Result<void> read_line(const LinkField& field, std::size_t max_bytes, std::string& line) {
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) == 0x7f;
  };
  const std::string& value = field.value;
  if (value.empty()) return fail({}, fmt::format("the field {} is empty", field.name), "remove it");
  if (value.size() > max_bytes) {
    return fail({},
                fmt::format("the field {} has {} bytes, and at most {} are possible", field.name,
                            value.size(), max_bytes),
                "make it shorter");
  }
  if (std::any_of(value.begin(), value.end(), is_control)) {
    return fail({}, fmt::format("the field {} has a control character", field.name), "remove it");
  }
  line = value;
  return {};
}

// One of several: there are `count` with it.
Result<void> read_item(const LinkField& field, std::size_t count, std::string& item) {
  if (count <= link_limit::items) return read_line(field, link_limit::item_bytes, item);
  return fail({}, fmt::format("there are more than {} of {}", link_limit::items, field.name),
              "leave some out");
}

Result<void> read_no(const LinkField& field, bool& flag) {
  if (field.value != "no") {
    return fail({}, fmt::format("{} is not a value for {}", single_quoted(field.value), field.name),
                "write no, or leave the field out");
  }
  flag = false;
  return {};
}

// ---- Fields

Result<void> read_program(const LinkField& field, SessionImage& image) {
  if (!field.value.starts_with('@')) {
    return read_deflated(field, "program", link_limit::program_bytes, image.source);
  }
  if (field.value.size() < 2 || field.value.size() > link_limit::name_bytes) {
    return fail({}, "this is not the name of a built-in program",
                "`fungescope programs` lists them");
  }
  image.built_in = field.value;
  return {};
}

Result<void> read_name(const LinkField& field, SessionImage& image) {
  if (field.value.find('/') != std::string::npos) {
    return fail({}, "the name of the program has a /", "leave out its folders");
  }
  return read_line(field, link_limit::name_bytes, image.file);
}

Result<void> read_dialect(const LinkField& field, SessionImage& image) {
  if (!find_dialect(field.value)) {
    return fail({}, fmt::format("there is no dialect {}", single_quoted(field.value)),
                "docs/semantics.md lists them");
  }
  image.dialect = field.value;
  return {};
}

Result<void> read_size(const LinkField& field, SessionImage& image) {
  image.size = TRY(parse_size_option(field.value));
  const Size size = image.size->size;
  if (image.size->source || size.width <= link_limit::cells / size.height) return {};
  return fail({},
              fmt::format("a field of {} has more than {} cells, which is too much for a link",
                          single_quoted(field.value), with_separators(link_limit::cells)),
              "open the program as a file");
}

Result<void> read_region(const LinkField& field, SessionImage& image) {
  std::string text;
  TRY(read_item(field, image.regions.size() + 1, text));
  auto region = TRY(parse_region_option(text));
  image.regions.push_back(std::move(region));
  return {};
}

Result<void> read_input(const LinkField& field, SessionImage& image) {
  if (image.input) return fail({}, "there are two inputs", "remove one");
  std::string bytes = field.value;
  if (field.name == "input-deflated") {
    TRY(read_deflated(field, "input", link_limit::input_bytes, bytes));
  } else if (bytes.size() > link_limit::input_bytes) {
    return fail({}, "the input is too long for a link", "leave it out");
  }
  image.input = InputLog(std::move(bytes), InputLog::End::closed);
  return {};
}

Result<void> read_input_ends(const LinkField& field, SessionImage& image) {
  if (!image.input) {
    return fail({}, "input-ends is not preceded by an input", "write input= before it");
  }
  image.input = InputLog(std::string(image.input->bytes()));
  bool closed = true;
  return read_no(field, closed);
}

Result<void> read_layout(const LinkField& field, SessionImage& image) {
  const auto& names = link_layouts();
  if (std::find(names.begin(), names.end(), field.value) == names.end()) {
    return fail({}, fmt::format("there is no layout {}", single_quoted(field.value)),
                fmt::format("use one of {}", fmt::join(names, ", ")));
  }
  image.layout = field.value;
  return {};
}

constexpr std::uint64_t max_seed = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t max_tick = max_seed - 1;

struct FieldRow {
  std::string_view name;
  Result<void> (*read)(const LinkField& field, SessionImage& image);  // null: the check
  bool repeats = false;
};
constexpr std::array<FieldRow, 15> field_rows{{
    {"program", read_program},
    {"name", read_name},
    {"annotations", [](auto& field, auto& image) { return read_no(field, image.annotations); }},
    {"dialect", read_dialect},
    {"size", read_size},
    {"region", read_region, true},
    {"seed", [](auto& field, auto& image) { return read_number(field, max_seed, image.seed); }},
    {"input", read_input},
    {"input-deflated", read_input},
    {"input-ends", read_input_ends},
    {"tick", [](auto& field, auto& image) { return read_number(field, max_tick, image.tick); }},
    {"break",
     [](auto& field, auto& image) {
       std::string& text = image.breakpoints.emplace_back().text;
       return read_item(field, image.breakpoints.size(), text);
     },
     true},
    {"watch",
     [](auto& field, auto& image) {
       std::string& text = image.watched.emplace_back();
       return read_item(field, image.watched.size(), text);
     },
     true},
    {"layout", read_layout},
    {"check", nullptr},
}};

// ---- The whole link

class LinkDecoder {
 public:
  explicit LinkDecoder(std::string_view text) : text_(text), hash_(text.find('#')) {}

  Result<SessionImage> decode() && {
    if (hash_ == std::string_view::npos) {
      return fail_at(0, "there is no # in the link, after which it begins", copy_again);
    }
    std::string_view rest = text_.substr(hash_);
    if (rest.size() > link_limit::characters) {
      return fail_at(
          hash_,
          fmt::format("the link has {} characters, and at most {} are possible",
                      with_separators(rest.size()), with_separators(link_limit::characters)),
          "open the program as a file");
    }
    rest.remove_prefix(1);
    const std::string_view first = rest.substr(0, rest.find('/'));
    const bool built_in = first.starts_with('@') || first.starts_with("%40");
    TRY(built_in ? take_value("program", first) : take_version(first));
    rest.remove_prefix(first.size());
    while (!rest.empty()) {
      rest.remove_prefix(1);
      const std::string_view field = rest.substr(0, rest.find('/'));
      TRY(take_field(field));
      rest.remove_prefix(field.size());
    }
    if (!has_seen("program")) {
      return fail_at(hash_ + 1, "there is no program in the link", copy_again);
    }
    return std::move(image_);
  }

 private:
  [[nodiscard]] static tl::unexpected<Error> fail_at(std::size_t at, std::string what,
                                                     std::string advice) {
    return fail({"link", 1, at + 1}, std::move(what), std::move(advice));
  }
  [[nodiscard]] std::size_t position(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - text_.data());
  }
  [[nodiscard]] bool has_seen(std::string_view name) const {
    return std::find(seen_.begin(), seen_.end(), name) != seen_.end();
  }

  Result<void> take_version(std::string_view first) {
    const auto version = parse_integer<std::uint64_t>(first);
    if (!version) {
      return fail_at(hash_ + 1, "this is not a link to a program",
                     "a link begins with #1/ or with #@ and the name of a built-in program");
    }
    if (*version != link_version) {
      return fail_at(hash_ + 1,
                     fmt::format("the link is of version {}, and this program reads {}", *version,
                                 link_version),
                     "open it with a newer Fungescope");
    }
    const std::size_t check = text_.rfind('/');
    if (check == std::string_view::npos || !text_.substr(check).starts_with(check_begin)) {
      return fail_at(text_.size(), "the link ends too early: its last part, check=, is missing",
                     copy_again);
    }
    checked_ = true;
    return {};
  }

  Result<void> take_field(std::string_view part) {
    const std::size_t equals = part.find('=');
    if (equals != std::string_view::npos) {
      return take_value(part.substr(0, equals), part.substr(equals + 1));
    }
    return fail_at(
        position(part),
        part.empty() ? "there is an empty field" : single_quoted(part) + " has no = after its name",
        copy_again);
  }

  Result<void> take_value(std::string_view name, std::string_view raw) {
    const std::size_t at = position(raw);
    DecodedText decoded = percent_decoded(raw);
    if (decoded.problem != nullptr) {
      return fail_at(at + decoded.at, decoded.problem, decoded.advice);
    }
    const auto* const row = std::find_if(field_rows.begin(), field_rows.end(),
                                         [&](const FieldRow& known) { return known.name == name; });
    if (row == field_rows.end()) {
      return fail_at(position(name), fmt::format("there is no field {}", single_quoted(name)),
                     checked_ ? "copy the link again, or open it with a newer Fungescope"
                              : "docs/formats.md lists the fields");
    }
    if (has_seen("check")) {
      return fail_at(position(name), "something follows the link's check", "remove it");
    }
    if (!row->repeats && has_seen(row->name)) {
      return fail_at(position(name), fmt::format("the field {} is there twice", row->name),
                     "remove one");
    }
    seen_.push_back(row->name);
    if (row->read == nullptr) return take_check(decoded.bytes, at);
    Result<void> done = row->read({name, raw, std::move(decoded.bytes)}, image_);
    if (!done) done.error().where = {"link", 1, at + done.error().where.column + 1};
    return done;
  }

  [[nodiscard]] Result<void> take_check(const std::string& text, std::size_t at) const {
    constexpr std::size_t digits = 8;
    std::uint32_t check = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), check, 16);
    const auto hex_digits = static_cast<std::size_t>(end - text.data());
    if (failure != std::errc() || hex_digits != text.size() || text.size() != digits) {
      const bool tail = failure == std::errc() && hex_digits == digits;
      return fail_at(at + hex_digits,
                     tail ? "something follows the link's check"
                          : "the link's check is not 8 hexadecimal digits",
                     tail ? "remove it" : copy_again);
    }
    if (check == link_check(text_.substr(hash_, at - check_begin.size() - hash_))) return {};
    return fail_at(at, "the link's check does not match: a character before it was changed",
                   copy_again);
  }

  std::string_view text_;
  std::size_t hash_;
  SessionImage image_;
  std::vector<std::string_view> seen_;  // the names of fields
  bool checked_ = false;                // of a numbered version: it has a check
};

// What decode_link checks too, in terms of the link's contents.
Result<void> check_limits(const SessionImage& image) {
  const auto check = [](const char* what, std::size_t size, std::size_t limit,
                        const char* advice) -> Result<void> {
    if (size <= limit) return {};
    return fail({"link"},
                fmt::format("the {} has {} bytes, and a link carries at most {}", what,
                            with_separators(size), with_separators(limit)),
                advice);
  };
  TRY(check("program", image.source.size(), link_limit::program_bytes, "send it as a file"));
  if (!image.input) return {};
  return check("input", image.input->bytes().size(), link_limit::input_bytes,
               "leave it out, and send it as a file");
}

}  // namespace

Result<std::string> encode_link(const SessionImage& image) {
  TRY(check_limits(image));
  std::string text = fmt::format("#{}", link_version);
  const auto add = [&text](std::string_view name, std::string_view encoded) {
    text += fmt::format("/{}={}", name, encoded);
  };
  const auto add_text = [&add](std::string_view name, std::string_view value) {
    if (!value.empty()) add(name, percent_encoded(value));
  };
  const auto add_number = [&add](std::string_view name, std::uint64_t number) {
    if (number != 0) add(name, fmt::to_string(number));
  };
  add("program", image.built_in.empty() ? base64url_encoded(deflate_bytes(image.source))
                                        : percent_encoded(image.built_in));
  add_text("name", image.file);
  if (!image.annotations) add("annotations", "no");
  if (image.dialect != SessionImage().dialect) add_text("dialect", image.dialect);
  add_text("size", size_option(image.size));
  for (const Region& region : image.regions) add_text("region", region_option(region));
  add_number("seed", image.seed);
  if (image.input) {
    const std::string plain = percent_encoded(image.input->bytes());
    const std::string deflated = base64url_encoded(deflate_bytes(image.input->bytes()));
    const bool deflates = plain.size() > std::string_view("-deflated").size() + deflated.size();
    add(deflates ? "input-deflated" : "input", deflates ? deflated : plain);
    if (!image.input->closed()) add("input-ends", "no");
  }
  add_number("tick", image.tick);
  for (const SavedBreakpoint& breakpoint : image.breakpoints) {
    if (breakpoint.enabled) add_text("break", breakpoint.text);
  }
  for (const std::string& watched : image.watched) add_text("watch", watched);
  add_text("layout", image.layout);
  add("check", fmt::format("{:08x}", link_check(text)));
  if (text.size() > link_limit::characters) {
    return fail({"link"},
                fmt::format("the link would have {} characters, and at most {} are possible",
                            with_separators(text.size()), with_separators(link_limit::characters)),
                "leave out the input or the stops, or send the program as a file");
  }
  // The same rules, whoever made the values.
  if (auto decoded = decode_link(text); !decoded) {
    decoded.error().where = {"link", 0, 0};
    return tl::unexpected(std::move(decoded).error());
  }
  return text;
}

Result<SessionImage> decode_link(std::string_view text) {
  return LinkDecoder(text).decode();
}

const std::vector<std::string_view>& link_layouts() {
  static const std::vector<std::string_view> names{"solver", "code", "profile", "play"};
  return names;
}

bool is_link(std::string_view argument) {
  if (argument.starts_with('#')) return true;
  const std::size_t scheme = argument.find("://");
  return scheme != std::string_view::npos && argument.find('#', scheme) != std::string_view::npos;
}

std::string link_address(std::string_view page, std::string_view link) {
  return std::string(page.substr(0, page.find('#'))) += link;
}

std::uint32_t link_check(std::string_view text) {
  const DecodedText decoded = percent_decoded(text);
  return decoded.problem != nullptr ? 0 : crc32_of(decoded.bytes);
}

}  // namespace fungescope
