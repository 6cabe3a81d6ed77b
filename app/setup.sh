# What Lock Lab needs on a Debian 12 machine, and how it is built: sourced by app/run and tests/run.
# Needs root, or a user with sudo, only when a package is missing.
# shellcheck shell=bash disable=SC2034

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
packages_to_prove=(python3 git shellcheck clang clang-format clang-tidy-16 libsimgrid-dev spin)

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
  local began=$SECONDS
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
  if [ $status -eq 0 ]; then
    echo "Installed in $((SECONDS - began)) s" >&2
  else
    echo "apt-get could not install: ${missing[*]}" >&2
  fi
  return $status
}

# build PRESET TARGET... [CMAKE ARGUMENT...]: only what has changed. Shows how far it is, and what the compiler said if it fails.
build() {
  local preset=$1 targets=() log status=0 began=$SECONDS
  shift
  while [ $# -gt 0 ] && [[ $1 != -* ]]; do targets+=("$1"); shift; done
  log=$(mktemp)
  { cd "$root" && cmake --preset "$preset" "$@" &&
    NINJA_STATUS='@%f %t ' cmake --build --preset "$preset" --parallel "$(jobs_for_memory)" --target "${targets[@]}"; } 2>&1 |
    tee "$log" | show_progress || status=$?
  if [ $status -ne 0 ]; then
    grep -v '^@' "$log" >&2
  elif [ $((SECONDS - began)) -ge 10 ]; then
    echo "Built in $(((SECONDS - began) / 60)) min $(((SECONDS - began) % 60)) s" >&2
  fi
  rm -f "$log"
  return $status
}

# How many compilers may run at once: each takes up to 1.6 GB.
jobs_for_memory() {
  local by_memory by_processor
  by_memory=$(($(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo) / 1600000))
  by_processor=$(($(nproc) + 1))
  echo $((by_memory < 1 ? 1 : by_memory < by_processor ? by_memory : by_processor))
}

# Of ninja's lines "@done of-all Building CXX object .../unity_app_cli_0_cxx.cxx.o" makes one that a terminal shows anew each
# time; elsewhere a line for each tenth.
show_progress() {
  local terminal=
  [ -t 2 ] && terminal=yes
  awk -v terminal=$terminal '
    /^@/ {
      what = $NF
      sub(/.*unity_/, "", what); sub(/(_[0-9]+)?_cxx\.cxx\.o$/, "", what); sub(/.*\//, "", what)
      done = substr($1, 2)
      if (terminal) printf "\r\033[KBuilding, step %d of %d: %s", done, $2, what
      else if (int(10 * done / $2) > tenth) { tenth = int(10 * done / $2); printf "Building, step %d of %d: %s\n", done, $2, what }
      fflush()
      shown = 1
    }
    END { if (terminal && shown) printf "\r\033[K" }' >&2
}
