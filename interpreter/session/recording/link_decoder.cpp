#include "base/escape.h"
#include "base/numbers.h"
#include "base/text_table.h"
#include "lang/dialect.h"
#include "lang/loader.h"
#include "session/recording/link.h"
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

struct LinkField {
  std::string_view name;
  std::string value;     // percent-decoded
  std::string_view raw;  // as in the text
  std::size_t at = 0;    // of the value
};

class LinkDecoder {
 public:
  explicit LinkDecoder(std::string_view text) : text_(text) {}

  Result<SessionImage> decode() && {
    const std::size_t hash = text_.find('#');
    if (hash == std::string_view::npos) {
      return fail_at(0, "there is no # in the link, after which it begins", copy_again);
    }
    if (text_.size() - hash > link_limit::characters) {
      return fail_at(hash,
                     fmt::format("the link has {} characters, and at most {} are possible",
                                 with_separators(text_.size() - hash),
                                 with_separators(link_limit::characters)),
                     "open the program as a file");
    }
    std::string_view rest = text_.substr(hash + 1);
    const std::string_view first = rest.substr(0, rest.find('/'));
    TRY(first.starts_with('@') || first.starts_with("%40") ? take_built_in(first)
                                                           : take_version(first, hash));
    rest.remove_prefix(first.size());
    while (!rest.empty()) {
      rest.remove_prefix(1);
      const std::string_view field = rest.substr(0, rest.find('/'));
      TRY(take_field(field));
      rest.remove_prefix(field.size());
    }
    if (std::find(seen_.begin(), seen_.end(), "program") == seen_.end()) {
      return fail_at(hash + 1, "there is no program in the link", copy_again);
    }
    return std::move(image_);
  }

 private:
  using Done = Result<void>;

  [[nodiscard]] tl::unexpected<Error> fail_at(std::size_t at, std::string what,
                                              std::string advice) const {
    return fail({"link", 1, at + 1}, std::move(what), std::move(advice));
  }
  [[nodiscard]] std::size_t position(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - text_.data());
  }

  Done take_built_in(std::string_view first) {
    LinkField field{"program", {}, first, position(first)};
    if (auto decoded = decode_value(field); !decoded) return decoded;
    return take_program(field);
  }

  Done take_version(std::string_view first, std::size_t hash) {
    const auto version = parse_integer<std::uint64_t>(first);
    if (!version) {
      return fail_at(hash + 1, "this is not a link to a program",
                     "a link begins with #1/ or with #@ and the name of a built-in program");
    }
    if (*version != link_version) {
      return fail_at(hash + 1,
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

  Done decode_value(LinkField& field) const {
    DecodedText decoded = percent_decoded(field.raw);
    if (decoded.problem != nullptr) {
      return fail_at(field.at + decoded.at, decoded.problem, decoded.advice);
    }
    field.value = std::move(decoded.bytes);
    return {};
  }

  Done take_field(std::string_view part) {
    const std::size_t begin = position(part);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      return fail_at(begin,
                     part.empty() ? "there is an empty field"
                                  : single_quoted(part) + " has no = after its name",
                     copy_again);
    }
    LinkField field{part.substr(0, equals), {}, part.substr(equals + 1), begin + equals + 1};
    if (auto decoded = decode_value(field); !decoded) return decoded;
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const Row& known) { return known.name == field.name; });
    if (row == rows.end()) {
      return fail_at(begin, fmt::format("there is no field {}", single_quoted(field.name)),
                     checked_ ? "copy the link again, or open it with a newer Fungescope"
                              : "docs/formats.md lists the fields");
    }
    if (ended_) return fail_at(begin, "something follows the link's check", "remove it");
    if (!row->repeats && std::find(seen_.begin(), seen_.end(), row->name) != seen_.end()) {
      return fail_at(begin, fmt::format("the field {} is there twice", row->name), "remove one");
    }
    seen_.push_back(row->name);
    return (this->*row->take)(field);
  }

  // ---- Values

  Done take_program(const LinkField& field) {
    seen_.push_back("program");
    if (field.value.starts_with('@')) {
      if (field.value.size() < 2 || field.value.size() > link_limit::name_bytes) {
        return fail_at(field.at, "this is not the name of a built-in program",
                       "`fungescope programs` lists them");
      }
      image_.built_in = field.value;
      return {};
    }
    return take_deflated(field, "program", link_limit::program_bytes, image_.source);
  }

  Done take_deflated(const LinkField& field, const char* what, std::size_t limit,
                     std::string& bytes) const {
    const DecodedText decoded = base64url_decoded(field.value);
    if (decoded.problem != nullptr) {
      const bool same = field.value.size() == field.raw.size();
      return fail_at(field.at + (same ? decoded.at : 0), decoded.problem, decoded.advice);
    }
    auto inflated = inflate_bytes(decoded.bytes, limit);
    if (inflated) {
      bytes = std::move(*inflated);
      return {};
    }
    if (inflated.error() == InflateProblem::too_large) {
      return fail_at(field.at,
                     fmt::format("the {} has more than {} bytes, which is too much for a link",
                                 what, with_separators(limit)),
                     "open it as a file");
    }
    return fail_at(field.at, fmt::format("the {} in the link is damaged", what), copy_again);
  }

  Done take_number(const LinkField& field, std::uint64_t max, std::uint64_t& number) const {
    const auto parsed = parse_integer<std::uint64_t>(field.value);
    if (!parsed || *parsed > max) {
      return fail_at(
          field.at,
          fmt::format("{} is not a number for {}", single_quoted(field.value), field.name),
          fmt::format("write a whole number from 0 to {}", max));
    }
    number = *parsed;
    return {};
  }

  // Text that is shown, and parsed later.
  Done take_line(const LinkField& field, std::size_t max_bytes, std::string& to) const {
    const auto is_control = [](char c) {
      return static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) == 0x7f;
    };
    if (field.value.empty()) {
      return fail_at(field.at, fmt::format("the field {} is empty", field.name), "remove it");
    }
    if (field.value.size() > max_bytes) {
      return fail_at(field.at,
                     fmt::format("the field {} has {} bytes, and at most {} are possible",
                                 field.name, field.value.size(), max_bytes),
                     "make it shorter");
    }
    if (std::any_of(field.value.begin(), field.value.end(), is_control)) {
      return fail_at(field.at, fmt::format("the field {} has a control character", field.name),
                     "remove it");
    }
    to = field.value;
    return {};
  }

  // One of several: there are `count` so far.
  Done take_item(const LinkField& field, std::size_t count, std::string& to) const {
    if (count > link_limit::items) {
      return fail_at(field.at,
                     fmt::format("there are more than {} of {}", link_limit::items, field.name),
                     "leave some out");
    }
    return take_line(field, link_limit::item_bytes, to);
  }

  Done take_no(const LinkField& field, bool& flag) const {
    if (field.value != "no") {
      return fail_at(
          field.at, fmt::format("{} is not a value for {}", single_quoted(field.value), field.name),
          "write no, or leave the field out");
    }
    flag = false;
    return {};
  }

  Done take_name(const LinkField& field) {
    if (field.value.find('/') != std::string::npos) {
      return fail_at(field.at, "the name of the program has a /", "leave out its folders");
    }
    return take_line(field, link_limit::name_bytes, image_.file);
  }
  Done take_annotations(const LinkField& field) { return take_no(field, image_.annotations); }
  Done take_dialect(const LinkField& field) {
    if (!find_dialect(field.value)) {
      return fail_at(field.at, fmt::format("there is no dialect {}", single_quoted(field.value)),
                     "docs/semantics.md lists them");
    }
    image_.dialect = field.value;
    return {};
  }
  Done take_size(const LinkField& field) {
    const auto size = parse_size_option(field.value);
    if (!size) return fail_at(field.at, size.error().what, size.error().advice);
    const Size field_size = size->size;
    if (!size->source && (field_size.width > link_limit::cells / field_size.height)) {
      return fail_at(
          field.at,
          fmt::format("a field of {} has more than {} cells, which is too much for a link",
                      single_quoted(field.value), with_separators(link_limit::cells)),
          "open the program as a file");
    }
    image_.size = *size;
    return {};
  }
  Done take_region(const LinkField& field) {
    std::string text;
    if (auto taken = take_item(field, image_.regions.size() + 1, text); !taken) return taken;
    auto region = parse_region_option(text);
    if (!region) return fail_at(field.at, region.error().what, region.error().advice);
    image_.regions.push_back(std::move(*region));
    return {};
  }
  Done take_seed(const LinkField& field) {
    return take_number(field, std::numeric_limits<std::uint64_t>::max(), image_.seed);
  }
  Done take_tick(const LinkField& field) {
    return take_number(field, std::numeric_limits<std::uint64_t>::max() - 1, image_.tick);
  }
  Done take_input(const LinkField& field) {
    if (image_.input) return fail_at(field.at, "there are two inputs", "remove one");
    std::string bytes = field.value;
    if (field.name == "input-deflated") {
      if (auto taken = take_deflated(field, "input", link_limit::input_bytes, bytes); !taken) {
        return taken;
      }
    } else if (bytes.size() > link_limit::input_bytes) {
      return fail_at(field.at, "the input is too long for a link", "leave it out");
    }
    image_.input = InputLog(std::move(bytes), InputLog::End::closed);
    return {};
  }
  Done take_input_ends(const LinkField& field) {
    if (!image_.input) {
      return fail_at(field.at, "input-ends is not preceded by an input", "write input= before it");
    }
    image_.input = InputLog(std::string(image_.input->bytes()));
    bool closed = true;
    return take_no(field, closed);
  }
  Done take_stop(const LinkField& field) {
    std::string& text = image_.breakpoints.emplace_back().text;
    return take_item(field, image_.breakpoints.size(), text);
  }
  Done take_watch(const LinkField& field) {
    std::string& text = image_.watched.emplace_back();
    return take_item(field, image_.watched.size(), text);
  }
  Done take_layout(const LinkField& field) {
    const auto& names = link_layouts();
    if (std::find(names.begin(), names.end(), field.value) == names.end()) {
      return fail_at(field.at, fmt::format("there is no layout {}", single_quoted(field.value)),
                     fmt::format("use one of {}", fmt::join(names, ", ")));
    }
    image_.layout = field.value;
    return {};
  }
  Done take_check(const LinkField& field) {
    ended_ = true;
    constexpr std::size_t digits = 8;
    std::uint32_t check = 0;
    const std::string& text = field.value;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), check, 16);
    const auto hex_digits = static_cast<std::size_t>(end - text.data());
    if (failure != std::errc() || hex_digits != text.size() || text.size() != digits) {
      const bool tail = failure == std::errc() && hex_digits == digits;
      return fail_at(field.at + hex_digits,
                     tail ? "something follows the link's check"
                          : "the link's check is not 8 hexadecimal digits",
                     tail ? "remove it" : copy_again);
    }
    const std::size_t begin = text_.find('#');
    const std::string_view checked = text_.substr(begin, field.at - check_begin.size() - begin);
    if (check == link_check(checked)) return {};
    return fail_at(field.at, "the link's check does not match: a character before it was changed",
                   copy_again);
  }

  struct Row {
    std::string_view name;
    Done (LinkDecoder::*take)(const LinkField&);
    bool repeats = false;
  };
  static const std::array<Row, 15> rows;

  std::string_view text_;
  SessionImage image_;
  std::vector<std::string_view> seen_;  // the names of fields
  bool checked_ = false;                // of a numbered version: it has a check
  bool ended_ = false;
};

const std::array<LinkDecoder::Row, 15> LinkDecoder::rows{{
    {"program", &LinkDecoder::take_program},
    {"name", &LinkDecoder::take_name},
    {"annotations", &LinkDecoder::take_annotations},
    {"dialect", &LinkDecoder::take_dialect},
    {"size", &LinkDecoder::take_size},
    {"region", &LinkDecoder::take_region, true},
    {"seed", &LinkDecoder::take_seed},
    {"input", &LinkDecoder::take_input},
    {"input-deflated", &LinkDecoder::take_input},
    {"input-ends", &LinkDecoder::take_input_ends},
    {"tick", &LinkDecoder::take_tick},
    {"break", &LinkDecoder::take_stop, true},
    {"watch", &LinkDecoder::take_watch, true},
    {"layout", &LinkDecoder::take_layout},
    {"check", &LinkDecoder::take_check},
}};

}  // namespace

std::uint32_t link_check(std::string_view text) {
  const DecodedText decoded = percent_decoded(text);
  return decoded.problem != nullptr ? 0 : crc32_of(decoded.bytes);
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

Result<SessionImage> decode_link(std::string_view text) {
  return LinkDecoder(text).decode();
}

}  // namespace fungescope
