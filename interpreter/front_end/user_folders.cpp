#include "front_end/user_folders.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace fungescope {
namespace {

// `usual` is relative to the home folder.
std::string path_below(const char* variable, const char* usual, const std::string& name) {
  const char* const chosen = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe)
  const char* const home = std::getenv("HOME");      // NOLINT(concurrency-mt-unsafe)
  std::filesystem::path folder;
  // The specification requires relative paths to be ignored.
  if (chosen != nullptr && std::filesystem::path(chosen).is_absolute()) {
    folder = chosen;
  } else if (home != nullptr && *home != '\0') {
    folder = std::filesystem::path(home) / usual;
  } else {
    return {};
  }
  folder /= "fungescope";
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  return (folder / name).string();  // writing to it will fail with the reason
}

}  // namespace

std::string state_path(const std::string& name) {
  return path_below("XDG_STATE_HOME", ".local/state", name);
}

std::string config_path(const std::string& name) {
  return path_below("XDG_CONFIG_HOME", ".config", name);
}

}  // namespace fungescope
