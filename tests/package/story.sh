#!/bin/sh
# story.sh FOLDER ROOT PACKAGES: installs the packages into the Debian in ROOT, uses them as a plain
# user, and removes them. Needs mounts of its own (unshare --mount). FOLDER is this one.
# shellcheck disable=SC2317  # functions that `check` calls
set -u
folder=$1
root=$2
packages=$3
# shellcheck source=tests/package/check.sh
. "$folder/check.sh"

# as_user COMMAND: for a shell, as the plain user, in their home.
as_user() { inside su - tester -c "export LANG=C.UTF-8 DISPLAY=${DISPLAY-}; $1"; }
# prints TEXT COMMAND: whether what the user's command prints has the text, and it succeeds.
prints() {
  printed=$(as_user "$2" 2>&1) || { echo "$printed"; return 1; }
  echo "$printed"
  echo "$printed" | grep -qF -- "$1"
}
install_package() { inside sh -c "apt-get install -y /packages/$1_*.deb"; }

# ---- The system

enter
mkdir -p "$root/tmp/.X11-unix" "$root/packages"
cp "$packages"/*.deb "$packages"/*.tar.gz "$root/packages"
inside useradd --create-home --shell /bin/bash tester
echo 'autoload -U compinit; compinit' >"$root/home/tester/.zshrc"
printf '%s\n' '"!dlroW ,olleH">:#,_@' >"$root/home/tester/hello.b93"
puzzle=4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
solution=417369825632158947958724316825437169791586432346912758289643571573291684164875293
echo "$puzzle" >"$root/home/tester/puzzle.txt"
inside chown -R tester:tester /home/tester

files() {
  # Without what apt and dpkg keep for themselves, and the caches of shared databases, whose
  # contents are looked at below.
  inside find /usr /etc /var -xdev | grep -vE \
    '^/var/(cache/(apt|debconf|man|ldconfig|fontconfig)|lib/(apt|dpkg)|log)(/|$)' | LC_ALL=C sort
}

no_compiler() {
  for compiler in cc gcc g++ clang c99 tcc; do
    if inside which "$compiler"; then return 1; fi
  done
}

check "the system has no compiler" no_compiler
check "apt reads its lists" inside apt-get update || exit 1
files >"$root/before"

# ---- The tarball, with nothing installed

unpack() { as_user 'mkdir apps && tar -C apps -xf /packages/fungescope-*-linux-*.tar.gz'; }
check "the tarball unpacks in a home folder" unpack
check "its command line runs there" prints "$solution" \
  'apps/*/bin/fungescope solve --format line puzzle.txt'

# The message names what to install; apt installs that, and then there is a picture.
picture='apps/*/bin/fungescope debug --screenshot a.png --goto 4 hello.b93'
check "its window names the libraries that are missing" prints 'libEGL.so.1' "! $picture"
wanted=$(as_user "$picture" 2>&1 | sed -n 's/.*; install \(.*\), or use repl$/\1/p')
# shellcheck disable=SC2086
check "and what to install" inside apt-get install -y --no-install-recommends $wanted
check "with that it renders a picture" as_user "$picture && rm a.png"
# shellcheck disable=SC2086
inside apt-get purge -y --autoremove $wanted >"$root/tmp/purge" 2>&1

# ---- The command line

installed() { inside dpkg-query -W -f '${Package}\n' | wc -l; }
number=$(installed)
check "the package fungescope installs" install_package fungescope || exit 1
brings_nothing() { [ "$(installed)" = $((number + 1)) ]; }
check "it brings no other package" brings_nothing
check "a plain user solves the built-in puzzle" prints '356974812' 'fungescope solve </dev/null'
check "and one from standard input" prints "$solution" \
  'cat puzzle.txt | fungescope solve --format line -'
check "runs a program" prints 'Hello, World!' 'fungescope run hello.b93'
check "is told how to get the window" prints 'install the package fungescope-ui' \
  '! fungescope debug hello.b93'
check "and reads the version" prints 'back ends: ' 'fungescope --version'

# ---- The window

check "the package fungescope-ui installs" install_package fungescope-ui || exit 1
all_found() { ! inside ldd /usr/bin/fungescope-ui | grep 'not found'; }
check "all its libraries are there" all_found
check "it renders a picture without a display" as_user \
  'fungescope debug --screenshot a.png --goto 4 hello.b93 && [ -s a.png ]'

# ---- Manual pages

page_is_clean() {
  as_user "man --warnings -P cat $1 >page.txt 2>warnings.txt" || return 1
  cat "$root/home/tester/warnings.txt"
  [ -s "$root/home/tester/page.txt" ] && [ ! -s "$root/home/tester/warnings.txt" ] &&
    grep -q SYNOPSIS "$root/home/tester/page.txt"
}
for page in $(inside sh -c 'cd /usr/share/man/man1 && ls fungescope*.1.gz'); do
  check "man ${page%.1.gz} opens, without warnings" page_is_clean "${page%.1.gz}"
done
check "whatis knows the command" prints 'Befunge-93' 'whatis fungescope-run'

# ---- Tab

for shell in bash zsh fish; do
  python3 "$folder/tab.py" "$shell" chroot "$root" \
    su - tester --session-command="$shell -i"
done

# ---- Files by their type

check "a .b93 file has its type" prints 'text/x-befunge' 'xdg-mime query filetype hello.b93'
check "GIO agrees" prints 'text/x-befunge' 'gio info -a standard::content-type hello.b93'
check "the type opens the window" prints 'fungescope.desktop' \
  'xdg-mime query default text/x-befunge'

# Starts a display for this and the user, and waits until it is there.
start_display() {
  mkfifo "$root/display"
  Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -ac 3>"$root/display" 2>/dev/null &
  server=$!
  read -r number <"$root/display"
  export DISPLAY=":$number"
  mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
}
# The title has the file's name. xdotool ends once there is such a window.
window_is_there() { timeout 300 xdotool search --sync --onlyvisible --name 'hello\.b93'; }
# opens_window COMMAND: of the user. It may end before the window does.
opens_window() {
  as_user "$1 >open.txt 2>&1 &"
  window_is_there || { cat "$root/home/tester/open.txt"; return 1; }
  program=$(pgrep -u "$(inside id -u tester)" -n fungescope-ui) || return 1
  tr '\0' ' ' <"/proc/$program/cmdline" | grep -F hello.b93 || return 1
  kill "$program"
  while kill -0 "$program" 2>/dev/null; do sleep 0.1; done
}
start_display
check "xdg-open opens the file in the window" opens_window 'xdg-open hello.b93'
check "gio open does" opens_window 'gio open hello.b93'
check "so does the window of the tarball" opens_window \
  'apps/*/bin/fungescope debug hello.b93'
kill "$server"

# ---- Removal

check "the packages are removed" inside apt-get purge -y fungescope fungescope-ui
check "so are the libraries they brought" inside apt-get autoremove -y --purge
nothing_remains() {
  files >"$root/after"
  diff "$root/before" "$root/after"
}
check "no file remains" nothing_remains
not_named() {
  inside find /usr /etc /var -xdev \( -iname '*fungescope*' -o -iname '*befunge*' \) \
    -not -path '/var/cache/apt/*' -not -path '/var/lib/apt/*' >"$root/named"
  cat "$root/named"
  [ ! -s "$root/named" ] &&
    ! inside grep -rlE 'fungescope|befunge' /usr/share/mime /usr/share/applications
}
check "no database names them" not_named
no_page() { inside mandb -q && ! inside whatis fungescope; }  # its daily job
check "nor does that of manual pages" no_page
check "the tarball still has its own libraries" prints '/home/tester/apps/fungescope' \
  'ldd apps/*/bin/fungescope-ui | grep libglfw'
check "and its command line still runs" prints "$solution" \
  'apps/*/bin/fungescope solve --format line puzzle.txt'
exit 0  # it went to its end; run.sh counts what failed
