# The command line and its tests for AArch64, cross-compiled and run on qemu-user. Part of x, which
# runs it as `./x test aarch64`; --only NAME runs the tests of ctest's that match.

# Debian's packages of the libraries, and of what these load. They are unpacked below build-aarch64
# and not installed, so that the system needs no second architecture.
aarch64_libraries='libfmt-dev libfmt9 libpugixml-dev libpugixml1v5 libexpected-dev libcli11-dev
  nlohmann-json3-dev doctest-dev libedit-dev libbsd-dev libmd-dev libncurses-dev zlib1g-dev zlib1g
  libc6 libgcc-s1 libstdc++6'

run_suite() {
  case ${1:-} in
    '') set -- ;;
    --only) [ $# -eq 2 ] || die "usage: ./x test aarch64 [--only NAME]"; set -- -R "$2" ;;
    *) die "usage: ./x test aarch64 [--only NAME]" ;;
  esac
  need aarch64
  for tool in aarch64-linux-gnu-g++ qemu-aarch64; do
    command -v "$tool" >/dev/null ||
      die "$tool is missing; on Debian, ./x setup aarch64 installs it"
  done
  fetch_aarch64_libraries
  configure aarch64 -DFUNGESCOPE_TESTS=ON
  if [ -t 2 ]; then
    compile build-aarch64
  else
    quietly "the build failed" compile build-aarch64
  fi
  say "tests on an emulated AArch64 processor"
  status=0
  run_ctest build-aarch64 "$@" || status=1
  list_results "$home/build-aarch64/Testing/Temporary/LastTest.log"
  return "$status"
}

# Fetched again when the list changes. apt has lists and a state of its own, as for the sources of
# the page.
fetch_aarch64_libraries() {
  root=$home/build-aarch64/sysroot
  [ "$(cat "$root/packages" 2>/dev/null)" != "$aarch64_libraries" ] || return 0
  command -v apt-get >/dev/null || return 0  # CMake fetches what it does not find
  say "fetching the libraries for AArch64"
  sources=$home/build-aarch64/packages
  rm -rf "$root" "$root.new" "$sources"
  mkdir -p "$root.new" "$sources/lists/partial" "$sources/cache/archives/partial" "$sources/debs"
  # shellcheck disable=SC1091
  (. /etc/os-release && printf '%s\n' "Types: deb" "URIs: http://deb.debian.org/debian" \
    "Suites: ${VERSION_CODENAME:-bookworm}" "Components: main" "Architectures: arm64" \
    "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg") >"$sources/debian.sources"
  complaint="the libraries for AArch64 cannot be fetched; is the network up?"
  quietly "$complaint" apt_for_aarch64 update
  # shellcheck disable=SC2086
  (cd "$sources/debs" && quietly "$complaint" apt_for_aarch64 download $aarch64_libraries)
  for package in "$sources"/debs/*.deb; do dpkg-deb -x "$package" "$root.new"; done
  # Links to absolute paths would lead to libraries of this system.
  find "$root.new" -type l -lname '/*' | while read -r link; do
    ln -sf "$root$(readlink "$link")" "$link"
  done
  printf '%s\n' "$aarch64_libraries" >"$root.new/packages"
  mv "$root.new" "$root"
  rm -rf "$sources"
}

apt_for_aarch64() {
  apt-get -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$sources" \
    -o Dir::State::Lists="$sources/lists" -o Dir::Cache="$sources/cache" \
    -o Dir::State::status=/dev/null -o APT::Sandbox::User=root \
    -o APT::Architecture=arm64 -o APT::Architectures=arm64 "$@"
}

# list_results LOG: the number of test cases by result, after the skipped ones with their reasons. A
# test case that skips itself prints "skipped: REASON" and passes.
list_results() {
  awk '
    /^Output:$/ { counted = 0 }
    /^TEST CASE:/ { name = $0; sub(/^TEST CASE: */, "", name) }
    /MESSAGE: skipped: / {
      reason = $0; sub(/.*MESSAGE: skipped: /, "", reason)
      printf "skipped: %s: %s\n", name, reason
      ++skipped; --passed
    }
    /^\[doctest\] test cases:/ { counted = 1; passed += $6; failed += $9 }
    /^# pass / { counted = 1; passed += $3 }
    /^# fail / { counted = 1; failed += $3 }
    /^Test Passed\.$/ { if (!counted) ++passed }
    /^Test (Failed|Timeout)/ { if (!counted) ++failed }
    END { print passed + 0 " passed, " failed + 0 " failed, " skipped + 0 " skipped" }' "$1"
}
