# Part of ../x: `./x package` makes what a release consists of, in build/packages. The same commit
# makes the same bytes.
# shellcheck shell=sh disable=SC2119,SC2120,SC2154

packages_folder=$home/build/packages

# Sets `version` and SOURCE_DATE_EPOCH: the date of the last commit, or of the change log.
read_release() {
  version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$home/build/CMakeCache.txt")
  : "${SOURCE_DATE_EPOCH:=$(git -C "$home" log -1 --format=%ct 2>/dev/null ||
    stat -c %Y "$home/CHANGELOG.md")}"
  export SOURCE_DATE_EPOCH
}

make_packages() {
  [ $# -eq 0 ] || die "usage: ./x package"
  need build window package
  for tool in cpack dpkg-deb dpkg-shlibdeps patchelf python3; do
    command -v "$tool" >/dev/null || die "$tool is missing; on Debian, ./x setup package installs it"
  done
  umask 022
  configure release
  compile_quietly programs
  read_release
  [ -z "$(git -C "$home" status --porcelain 2>/dev/null)" ] ||
    say "there are changes that are not committed: the packages do not say so"
  rm -rf "$packages_folder"
  mkdir -p "$packages_folder"
  quietly "the Debian packages cannot be made" make_debian_packages
  make_tarball
  python3 "$home/editors/vscode/package.py" "$packages_folder/fungescope-$version.vsix"
  (cd "$packages_folder" && sha256sum ./*.* >SHA256SUMS && ls -l) >&2
}

# In a folder of its own, since CPack leaves its work there.
make_debian_packages() {
  (cd "$home/build" && cpack -G DEB -B "$packages_folder/work") || return 1
  mv "$packages_folder"/work/*.deb "$packages_folder"
  rm -rf "$packages_folder/work"
}

# ---- The tarball

# Libraries that belong to the system: the C and C++ libraries, the drivers of the screen and their
# relatives, and fonts, whose configuration is the system's.
is_of_the_system() {
  case $1 in
    libc.* | libm.* | libdl.* | libpthread.* | librt.* | ld-linux* | linux-vdso* | libstdc++.* | \
      libgcc_s.* | libX* | libxcb* | libbsd.* | libmd.* | libEGL.* | libGL* | libfontconfig.* | \
      libfreetype.* | libexpat.* | libbrotli* | libz.*) return 0 ;;
    *) return 1 ;;
  esac
}

# Makes a folder that runs from anywhere: what `cmake --install` installs, with the libraries that
# not every system has, which the programs look for next to themselves.
make_tarball() {
  name=fungescope-$version-linux-$(uname -m)
  folder=$packages_folder/$name
  quietly "the programs cannot be installed into $folder" \
    cmake --install "$home/build" --prefix "$folder" --strip
  for program in "$folder"/bin/*; do
    add_libraries "$program"
  done
  cp "$home/LICENSE" "$home/CHANGELOG.md" "$folder"
  find "$folder" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  tar -C "$packages_folder" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu \
    -c "$name" | gzip -9n >"$folder.tar.gz"
  rm -rf "$folder"
}

# add_libraries PROGRAM: copies them, with their licences, to lib/fungescope in its prefix.
add_libraries() {
  libraries=$(dirname "$(dirname "$1")")/lib/fungescope
  licences=$(dirname "$(dirname "$1")")/share/doc/fungescope/libraries
  added=
  for library in $(ldd "$1" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p'); do
    base=${library##*/}
    is_of_the_system "$base" && continue
    added=yes
    mkdir -p "$libraries" "$licences"
    cp -L "$library" "$libraries/$base"
    chmod 644 "$libraries/$base"
    # dpkg knows files by the name under /usr or that without it.
    package=$(dpkg -S "$library" 2>/dev/null || dpkg -S "/usr$library" 2>/dev/null) || continue
    package=${package%%:*}
    cp -L "/usr/share/doc/$package/copyright" "$licences/$package"
  done
  [ -n "$added" ] || return 0
  # shellcheck disable=SC2016
  patchelf --set-rpath '$ORIGIN/../lib/fungescope' "$1"
}
