# shellcheck shell=bash disable=SC2034 # The scripts that source it use its variables.
# Functions shared by the scripts in this folder.
self=scouter/$(basename "$0")
release='Get scouter-all-2.21.2.tar.gz from https://github.com/scouter-project/scouter/releases, unpack it, and set SCOUTER_HOME to its folder scouter.'

# fail TEXT [STATUS]
fail() {
  printf '%s: %s\n' "$self" "$1" >&2
  exit "${2:-1}"
}

# usage: shows the head of the script, without the #
usage() {
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
  exit 0
}

# find_java: sets java to a Java of 17 or later, and major to its version
find_java() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  command -v "$java" >/dev/null || fail "Java not found: ${java}. Install JDK 17 or later, or set JAVA_HOME"
  major=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
  [ "${major:-0}" -ge 17 ] || fail "$java is Java ${major:-of an unknown version}, but 17 or later is required. Set JAVA_HOME"
}
