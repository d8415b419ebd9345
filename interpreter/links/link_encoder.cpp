#include "base/text_table.h"

#include <utility>

#include "links/link.h"
#include "links/link_format.h"
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
  void add_each(std::string_view name, const std::vector<std::string>& values) {
    for (const std::string& value : values) add(name, percent_encoded(value));
  }
  void add_number(std::string_view name, std::uint64_t number) {
    if (number != 0) add(name, fmt::to_string(number));
  }
  void add_input(const LinkInput& input) {
    const std::string text = percent_encoded(input.bytes);
    const std::string deflated = base64url_encoded(deflate_bytes(input.bytes));
    if (link_field::input.size() + text.size() <=
        link_field::input_deflated.size() + deflated.size()) {
      add(link_field::input, text);
    } else {
      add(link_field::input_deflated, deflated);
    }
    if (!input.closed) add(link_field::input_ends, "no");
  }
  [[nodiscard]] std::string finish() {
    add(link_field::check, fmt::format("{:08x}", link_check(text_)));
    return std::move(text_);
  }

 private:
  std::string text_ = fmt::format("#{}", link_version);
};

tl::unexpected<Error> too_much(std::string what, std::string advice) {
  return fail({"link"}, std::move(what), std::move(advice));
}

// What decode_link checks too, in terms of the link's contents.
Result<void> check_limits(const Link& link) {
  constexpr const char* send_file = "send it as a file";
  if (link.source.size() > link_limit::program_bytes) {
    return too_much(fmt::format("the program has {} bytes, and a link carries at most {}",
                                with_separators(link.source.size()),
                                with_separators(link_limit::program_bytes)),
                    send_file);
  }
  if (link.input && link.input->bytes.size() > link_limit::input_bytes) {
    return too_much(fmt::format("the input has {} bytes, and a link carries at most {}",
                                with_separators(link.input->bytes.size()),
                                with_separators(link_limit::input_bytes)),
                    "leave it out, and send it as a file");
  }
  return {};
}

}  // namespace

Result<std::string> encode_link(const Link& link) {
  TRY(check_limits(link));
  LinkWriter writer;
  if (link.built_in.empty()) {
    writer.add(link_field::program, base64url_encoded(deflate_bytes(link.source)));
  } else {
    writer.add(link_field::program, percent_encoded(link.built_in));
  }
  writer.add_text(link_field::name, link.name);
  if (!link.annotations) writer.add(link_field::annotations, "no");
  if (link.dialect != Link().dialect) writer.add_text(link_field::dialect, link.dialect);
  writer.add_text(link_field::size, link.size);
  writer.add_each(link_field::region, link.regions);
  writer.add_number(link_field::seed, link.seed);
  if (link.input) writer.add_input(*link.input);
  writer.add_number(link_field::tick, link.tick);
  writer.add_each(link_field::stop, link.stops);
  writer.add_each(link_field::watch, link.watched);
  writer.add_text(link_field::layout, link.layout);
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
