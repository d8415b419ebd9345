#include "base/text_table.h"
#include "session/recording/link.h"
#include "session/recording/link_format.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

class LinkWriter {
 public:
  void add(std::string_view name, std::string_view encoded) {
    text_ += '/';
    text_ += name;
    text_ += '=';
    text_ += encoded;
  }
  void add_text(std::string_view name, std::string_view value) {
    if (!value.empty()) add(name, percent_encoded(value));
  }
  void add_number(std::string_view name, std::uint64_t number) {
    if (number != 0) add(name, fmt::to_string(number));
  }
  void add_input(const InputLog& input) {
    const std::string text = percent_encoded(input.bytes());
    const std::string deflated = base64url_encoded(deflate_bytes(input.bytes()));
    if (text.size() <= std::string_view("-deflated").size() + deflated.size()) {
      add("input", text);
    } else {
      add("input-deflated", deflated);
    }
    if (!input.closed()) add("input-ends", "no");
  }
  [[nodiscard]] std::string finish() {
    add("check", fmt::format("{:08x}", link_check(text_)));
    return std::move(text_);
  }

 private:
  std::string text_ = fmt::format("#{}", link_version);
};

tl::unexpected<Error> too_much(std::string what, std::string advice) {
  return fail({"link"}, std::move(what), std::move(advice));
}

// What decode_link checks too, in terms of the link's contents.
Result<void> check_limits(const SessionImage& image) {
  constexpr const char* send_file = "send it as a file";
  if (image.source.size() > link_limit::program_bytes) {
    return too_much(fmt::format("the program has {} bytes, and a link carries at most {}",
                                with_separators(image.source.size()),
                                with_separators(link_limit::program_bytes)),
                    send_file);
  }
  if (image.input && image.input->bytes().size() > link_limit::input_bytes) {
    return too_much(fmt::format("the input has {} bytes, and a link carries at most {}",
                                with_separators(image.input->bytes().size()),
                                with_separators(link_limit::input_bytes)),
                    "leave it out, and send it as a file");
  }
  return {};
}

}  // namespace

Result<std::string> encode_link(const SessionImage& image) {
  TRY(check_limits(image));
  LinkWriter writer;
  if (image.built_in.empty()) {
    writer.add("program", base64url_encoded(deflate_bytes(image.source)));
  } else {
    writer.add("program", percent_encoded(image.built_in));
  }
  writer.add_text("name", image.file);
  if (!image.annotations) writer.add("annotations", "no");
  if (image.dialect != SessionImage().dialect) writer.add_text("dialect", image.dialect);
  writer.add_text("size", size_option(image.size));
  for (const Region& region : image.regions) {
    writer.add_text("region", region_option(region));
  }
  writer.add_number("seed", image.seed);
  if (image.input) writer.add_input(*image.input);
  writer.add_number("tick", image.tick);
  for (const SavedBreakpoint& breakpoint : image.breakpoints) {
    if (breakpoint.enabled) writer.add_text("break", breakpoint.text);
  }
  for (const std::string& watched : image.watched) writer.add_text("watch", watched);
  writer.add_text("layout", image.layout);
  std::string text = writer.finish();
  if (text.size() > link_limit::characters) {
    return too_much(
        fmt::format("the link would have {} characters, and at most {} are possible",
                    with_separators(text.size()), with_separators(link_limit::characters)),
        "leave out the input or the stops, or send the program as a file");
  }
  // The same rules, whoever made the values.
  if (const auto decoded = decode_link(text); !decoded) {
    Error error = decoded.error();
    error.where = {"link", 0, 0};
    return tl::unexpected(std::move(error));
  }
  return text;
}

std::string link_address(std::string_view page, std::string_view link) {
  return std::string(page.substr(0, page.find('#'))) += link;
}

}  // namespace fungescope
