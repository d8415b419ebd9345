# Part of ../../x: `./x test package` makes the packages, checks them, and tries them in a fresh
# Debian 12 (story.sh), and compiles the sources in a fresh Debian 13. Each base is fetched once and
# kept in build/package-test.
# shellcheck shell=sh disable=SC2119,SC2154
# shellcheck source=packaging/package.sh
. "$home/packaging/package.sh"
# shellcheck source=tests/package/check.sh
. "$home/tests/package/check.sh"

package_test=$home/build/package-test
# In the base: what the story looks at the packages with. Nothing of it brings a library that the
# packages have to bring themselves.
base_packages='man-db bash-completion zsh fish xdg-utils libfile-mimeinfo-perl libglib2.0-bin
  shared-mime-info desktop-file-utils'

run_suite() {
  [ $# -eq 0 ] || die "usage: ./x test package"
  need package package-test
  make_packages
  mkdir -p "$package_test"
  package_log=$package_test/log
  {
    check_files
    if [ "$(id -u)" = 0 ]; then
      in_debian bookworm packages_story "$base_packages" || echo "FAILED to go on with the packages"
      in_debian trixie sources_story || echo "FAILED to go on with the sources"
    else
      echo "skipped: the packages are not installed in a chroot, since that takes root"
    fi
  } 2>&1 | tee "$package_log"
  passed=$(grep -c '^ok ' "$package_log" || true)
  failed=$(grep -c '^FAILED ' "$package_log" || true)
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}

# ---- The files themselves

check_files() {
  say "checking the packages"
  set +e  # the checks that fail are counted
  data=$home/build/packaging
  check "the desktop entry is valid" desktop-file-validate "$home/packaging/fungescope.desktop"
  check "the metainfo is valid" \
    appstreamcli validate --no-net "$data/fungescope.metainfo.xml"
  check "lintian has no errors and no warnings" \
    lintian --fail-on error,warning "$packages_folder"/*.deb
  check "the command line's package depends on nothing of the window" no_graphics
  check "the window's package depends on the command line of the same version" \
    field_has fungescope-ui_ Depends "fungescope (= $version)"
  check "the extension has its parts" extension_is_complete
  check "the same commit makes the same packages" packages_are_reproducible
}

field_has() {
  dpkg-deb -f "$packages_folder/$1"*.deb "$2" | grep -F "$3"
}

no_graphics() {
  depends=$(dpkg-deb -f "$packages_folder"/fungescope_*.deb Depends) || return 1
  echo "$depends"
  ! echo "$depends" | grep -Ei 'libx|libgl|libegl|glfw|font|freetype|libpng'
}

extension_is_complete() {
  names=$(python3 -m zipfile -l "$packages_folder/fungescope-$version.vsix") || return 1
  echo "$names"
  for name in extension.vsixmanifest extension/package.json extension/extension.js; do
    echo "$names" | grep -q "^$name " || return 1
  done
}

packages_are_reproducible() {
  cp "$packages_folder/SHA256SUMS" "$package_test/SHA256SUMS"
  rm -rf "$home/build/packaging/pages" "$home/build/packaging/icons"
  make_packages || return 1
  diff "$package_test/SHA256SUMS" "$packages_folder/SHA256SUMS"
}

# ---- Debian

# debian_base RELEASE [PACKAGES]: prints the file with the base, made if it is not there yet.
debian_base() {
  name=base-$1-$(echo "${2-}" | cksum | cut -d ' ' -f 1)
  if [ ! -f "$package_test/$name.tar" ]; then
    say "fetching the base of Debian's $1, once"
    rm -rf "$package_test/base" "$package_test/base-$1"-*
    # shellcheck disable=SC2086
    quietly "Debian's base cannot be fetched; is the network up?" \
      debootstrap --variant=minbase --merged-usr ${2:+--include="$(echo $2 | tr ' ' ,)"} "$1" "$package_test/base"
    rm -rf "$package_test/base/var/cache/apt/archives" "$package_test/base/var/lib/apt/lists"
    tar -C "$package_test/base" -cf "$package_test/$name.new" .
    rm -rf "$package_test/base"
    mv "$package_test/$name.new" "$package_test/$name.tar"
  fi
  echo "$package_test/$name.tar"
}

# in_debian RELEASE STORY [PACKAGES]: calls the story with a fresh system in $root. Its mounts are its
# own: they end with it, whatever happens.
in_debian() {
  base=$(debian_base "$1" "${3-}") || return 1
  root=$package_test/root
  rm -rf --one-file-system "$root"
  mkdir -p "$root"
  tar -C "$root" -xf "$base"
  "$2" || return 1
  grep -q '^FAILED' "$package_log" || rm -rf --one-file-system "$root"
}

packages_story() {
  unshare --mount --propagation private \
    sh "$home/tests/package/story.sh" "$home/tests/package" "$root" "$packages_folder"
}

# The sources of the work tree, and what README.md starts with: as root, who needs no sudo.
sources_story() {
  mkdir -p "$root/fungescope"
  (cd "$home" && git ls-files -z | tar --null -T - -c) | tar -C "$root/fungescope" -x
  # shellcheck disable=SC2016
  unshare --mount --propagation private sh -c '
    root=$1; . "$2/check.sh"; enter
    x="inside env FUNGESCOPE_WERROR=ON /fungescope/x"
    solves() { $x solve </dev/null | grep -F 356974812; }
    check "Debian 13 compiles the sources, without a warning" $x build
    check "and solves the built-in puzzle" solves
    exit 0' sh "$root" "$home/tests/package"
}
