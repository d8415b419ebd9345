# shellcheck shell=sh disable=SC2154
# check WHAT COMMAND…: runs the command, and prints one line; if it fails, also what it printed.
check() {
  check_what=$1; shift
  check_log=$(mktemp)
  check_status=0
  "$@" >"$check_log" 2>&1 || check_status=$?
  if [ "$check_status" = 0 ]; then
    echo "ok $check_what"
  else
    echo "FAILED $check_what"
    sed 's/^/    /' "$check_log"
  fi
  rm -f "$check_log"
  return "$check_status"
}

# ---- A Debian in $root, whose mounts are those of this process (unshare --mount)

enter() {
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/tmp"
  chmod 1777 "$root/tmp"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  # The proxy and the like of this machine.
  apt-config dump | grep -E '^Acquire::.*(Proxy|Check)' >"$root/etc/apt/apt.conf.d/99host"
}

inside() {
  chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@"
}
