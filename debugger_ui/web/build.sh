# Part of ../../x: `./x web` builds the page for browsers, into build-web.
# shellcheck shell=sh disable=SC2119,SC2120,SC2154

# The libraries of the page as Debian's source packages. apt gets lists of its own, so that the
# system's stay as they are.
fetch_web_sources() {
  command -v apt-get >/dev/null && command -v dpkg-source >/dev/null || return 0
  sources=$home/build-web-objects/sources
  list=
  for package in fmtlib giflib imgui libpng1.6 pugixml zlib; do
    ls -d "$sources/$package"-*/ >/dev/null 2>&1 || list="$list $package"
  done
  [ -n "$list" ] || return 0
  say "fetching the source packages:$list"
  mkdir -p "$sources/apt/lists/partial" "$sources/apt/cache/archives/partial"
  # shellcheck disable=SC1091
  (. /etc/os-release && printf '%s\n' "Types: deb-src" "URIs: http://deb.debian.org/debian" \
    "Suites: ${VERSION_CODENAME:-bookworm}" "Components: main" \
    "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg") >"$sources/apt/debian.sources"
  # shellcheck disable=SC2086
  (cd "$sources" && quietly "the sources of$list cannot be fetched; is the network up?" \
    private_apt update && quietly "the sources of$list cannot be fetched" private_apt source $list)
}

private_apt() {
  apt-get -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$sources/apt" \
    -o Dir::State::Lists="$sources/apt/lists" -o Dir::Cache="$sources/apt/cache" \
    -o APT::Sandbox::User=root "$@"
}

# web [--serve [PORT]]: the page, into build-web.
web() {
  port=
  case "${1-}" in
    '') ;;
    --serve)
      port=${2:-8093}
      case $port in *[!0-9]*) die "'$port' is not a port; usage: ./x web [--serve [PORT]]" ;; esac ;;
    *) die "usage: ./x web [--serve [PORT]]" ;;
  esac
  build_web
  [ -z "$port" ] || exec python3 "$home/debugger_ui/web/serve.py" "$home/build-web" "$port"
}

# build_web [OPTION…]: the options are CMake's.
build_web() {
  need web
  command -v em++ >/dev/null || die "em++ is missing; on Debian, ./x setup web installs it"
  fetch_web_sources
  configure web "$@"
  export NODE_PATH=/usr/share/nodejs  # where Debian has the modules of Emscripten's linker
  if [ -t 2 ]; then
    compile build-web-objects site
  else
    quietly "the build failed" compile build-web-objects site
  fi
  size=$(wc -c <"$home/build-web/fungescope.wasm")
  say "build-web: the page, for any file server; fungescope.wasm has $((size / 1000)) kB"
}
