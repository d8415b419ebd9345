#include "session/recording/recording.h"

#include "base/hash.h"
#include "base/json.h"
#include "session/recording/session_image.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view magic = "fungescope recording ";
constexpr std::uint64_t version = 1;
constexpr std::string_view advice_damaged = "it was changed since it was saved; save it again";

std::string hash_line(std::string_view text) {
  Hasher hasher;
  hasher.add_text(text);
  return fmt::format("{:016x}\n", hasher.value());
}

// Returns what follows the format, the version and the hash.
Result<std::string_view> body_of(std::string_view bytes) {
  const std::size_t first_end = bytes.find('\n');
  const std::string_view number = bytes.substr(0, first_end).substr(magic.size());
  if (number != fmt::format("{}", version)) {
    return fail({},
                fmt::format("the recording is of version {}, and this program reads {}",
                            std::string(number.substr(0, 20)), version),
                "load it with the program that saved it");
  }
  const std::string_view rest =
      first_end == std::string_view::npos ? std::string_view() : bytes.substr(first_end + 1);
  const std::size_t hash_end = rest.find('\n');
  if (hash_end == std::string_view::npos) {
    return fail({}, "the recording is cut off", std::string(advice_damaged));
  }
  const std::string_view body = rest.substr(hash_end + 1);
  if (rest.substr(0, hash_end + 1) != hash_line(body)) {
    return fail({}, "the recording is damaged", std::string(advice_damaged));
  }
  return body;
}

// Fails, naming the member, if one is missing, has the wrong type or is out of range. Does not
// check that the members are consistent.
Result<SessionImage> parse_image(std::string_view text) {
  constexpr int max_nesting = 16;  // a recording has 6
  if (is_nested_deeper(text, max_nesting)) return fail({}, "it is nested too deeply");
  const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) return fail({}, "it is not JSON");
  std::string problem;
  JsonReader reader(json, "", problem);
  JsonFields fields(reader);
  SessionImage image;
  recording_fields(fields, image);
  if (!problem.empty()) return fail({}, std::move(problem));
  if (image.branches.empty()) return fail({}, "the recording contradicts itself: it has no branch");
  return image;
}

tl::unexpected<Error> in_file(Error error, const std::string& file) {
  error.where = {file, 0, 0};
  return tl::unexpected(std::move(error));
}

Result<SessionImage> recorded_image_in(std::string_view bytes, const std::string& file) {
  if (!is_recording(bytes)) {
    return in_file({{}, "this is not a recording", "save makes them"}, file);
  }
  const auto body = body_of(bytes);
  if (!body) return in_file(body.error(), file);
  auto image = parse_image(*body);
  if (!image) return in_file(image.error(), file);
  return image;
}

}  // namespace

bool is_recording(std::string_view bytes) {
  return bytes.starts_with(magic);
}

Result<std::string> save_recording(Session& session, Monitor* monitor) {
  session.notebook().remove_lost(session.history());
  SessionImage image = image_of(session);
  TRY(add_branches(session, image, monitor));
  // The regions are declared for the first source, from which they may have moved away.
  const Size first = session.sources().all().front()->field->size();
  std::erase_if(image.regions,
                [first](const Region& region) { return !fits_into(region.area, first); });
  Json json;
  JsonFields fields(json);
  recording_fields(fields, image);
  const std::string body = json_text(json, 1) + '\n';
  return fmt::format("{}{}\n{}{}", magic, version, hash_line(body), body);
}

Result<void> check_recording(std::string_view bytes, const std::string& file) {
  const auto image = recorded_image_in(bytes, file);
  return image ? Result<void>() : tl::unexpected(image.error());
}

Result<std::unique_ptr<Session>> load_recording(std::string_view bytes, const std::string& file,
                                                const SessionOptions& options, Monitor* monitor) {
  const auto image = TRY(recorded_image_in(bytes, file));
  auto session = session_of(image, options, monitor);
  if (!session) return in_file(session.error(), file);
  return session;
}

}  // namespace fungescope
