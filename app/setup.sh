# What Lock Lab needs on a Debian 12 machine, and how it is built: sourced by app/run and tests/run.
# Needs root, or a user with sudo, only when a package is missing.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

packages_to_build=(
  g++ cmake ninja-build ccache pkg-config
  libfmt-dev nlohmann-json3-dev libcli11-dev libtomlplusplus-dev libxxhash-dev libzstd-dev
  libhiredis-dev libuv1-dev liblua5.1-0-dev lua-cjson-dev lua-bitop-dev
  libimgui-dev libglfw3-dev libgl-dev libfreetype-dev libstb-dev libfontconfig-dev libmd4c-dev
  fonts-noto-core fonts-noto-cjk fonts-jetbrains-mono libgl1-mesa-dri
  redis-server
)
packages_to_test=(libgtest-dev libgmock-dev parallel xvfb xdotool openbox chromium chromium-driver)
packages_to_test_all=(clang clang-format clang-tidy-16 libsimgrid-dev spin)

# Clones in several folders share what they have compiled: no path of this one gets into an object (CMakeLists.txt).
export CCACHE_BASEDIR=$root CCACHE_IGNOREOPTIONS='-fmacro-prefix-map=*' CCACHE_NOHASHDIR=1
export CCACHE_SLOPPINESS=pch_defines,time_macros

# install PACKAGE...: those that are missing, with apt.
install() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok installed" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "These packages are missing: ${missing[*]}. Install them as root: apt-get install ${missing[*]}" >&2
      return 3
    }
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]}" >&2
  # A new redis-server package starts a server of its own; Lock Lab needs only the program.
  local policy=/usr/sbin/policy-rc.d made_policy=
  if [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee $policy >/dev/null && "${as_root[@]}" chmod +x $policy
    made_policy=yes
  fi
  local status=0
  "${as_root[@]}" apt-get update -qq >&2 &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      "${missing[@]}" >&2 || status=3
  [ -n "$made_policy" ] && "${as_root[@]}" rm -f $policy
  [ $status -eq 0 ] || echo "apt-get could not install: ${missing[*]}" >&2
  return $status
}

# build PRESET TARGET [CMAKE ARGUMENT...]: only what has changed. Quiet unless it fails.
build() {
  local preset=$1 target=$2 log
  shift 2
  log=$(mktemp)
  if ! { (cd "$root" && cmake --preset "$preset" "$@" && cmake --build --preset "$preset" --target "$target") \
      >"$log" 2>&1; }; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}
