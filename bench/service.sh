# shellcheck shell=bash disable=SC2034 # Who sources it uses what it sets.
# What the benchmarks over HTTP share: they source this file. It builds the service, starts it on free ports of the loopback
# interface with a database of its own in a temporary folder, puts load on it, and leaves nothing behind.
set -euo pipefail
self=bench/$(basename "$0")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
declare -A children=()
work=
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

say() {
  if [ -t 2 ]; then printf '\r\033[K%s' "$1" >&2; else printf '%s\n' "$1" >&2; fi
}

# fail LINE [STATUS]
fail() {
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
  printf '%s: %s\n' "$self" "$1" >&2
  exit "${2:-1}"
}

# usage LINES: shows these lines of the script's head, without the #
usage() {
  sed -n "$1s/^# \?//p" "$0" >&2
  exit 2
}

# needs COMMAND...: says in one line what is to be installed
needs() {
  local missing=() command version
  for command in "$@"; do
    command -v "$command" >/dev/null || missing+=("$command")
  done
  version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p') || version=0
  if [ "${version:-0}" -lt 17 ] || ! command -v "${java}c" >/dev/null; then
    missing+=('a JDK, 17 or later, in JAVA_HOME or PATH')
  fi
  [ ${#missing[@]} = 0 ] || fail "please install $(printf '%s, ' "${missing[@]}" | sed 's/, $//') \
(Debian: apt install wrk curl jq maven default-jdk-headless)" 2
}

# needs_memory MEBIBYTES
needs_memory() {
  local free
  free=$(awk '/^MemAvailable/ { print int($2 / 1024) }' /proc/meminfo)
  [ "$free" -ge "$1" ] || fail "needs $1 MiB of memory; $free MiB are free" 2
}

# Takes the checkout for this run alone: two at once would spoil each other's numbers and files.
begin() {
  # An interrupt may come while the standard error output is that of a command.
  exec 8>&2
  trap leave EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  mkdir -p target
  exec 9>target/bench.lock
  flock -n 9 || fail 'another benchmark of this checkout is running; wait for it to end' 2
  work=$(mktemp -d -t yoil-bench.XXXXXX)
}

leave() {
  local status=$? pid
  trap '' INT TERM HUP
  for pid in "${!children[@]}"; do
    stop "$pid"
  done
  [ -z "$work" ] || rm -rf -- "$work"
  [ "$status" -le 128 ] || printf '\n%s: broken off\n' "$self" >&8
  exit "$status"
}

# stop PID: ends a child of ours, kindly first
stop() {
  local patience
  kill "$1" 2>/dev/null || true
  for ((patience = 0; patience < 100; patience++)); do
    kill -0 "$1" 2>/dev/null || break
    sleep 0.1
  done
  kill -9 "$1" 2>/dev/null || true
  wait "$1" 2>/dev/null || true
  unset "children[$1]"
}

# run COMMAND...: runs it as a child that an interrupt ends at once
run() {
  local pid status=0
  "$@" 8>&- 9>&- &
  pid=$!
  children[$pid]=1
  wait "$pid" || status=$?
  unset "children[$pid]"
  return "$status"
}

# plan SECONDS: how long all steps take, to tell how much is left
plan() {
  planned=$1
  completed=0
  began=$SECONDS
}

# step SECONDS TEXT: tells what begins now
step() {
  local left=$((planned - completed))
  # After some steps we know how much longer than planned they take.
  if [ "$completed" -gt $((planned / 10)) ]; then
    left=$(((SECONDS - began) * (planned - completed) / completed))
  fi
  if [ "$left" -ge 60 ]; then left="$(((left + 30) / 60)) min"; else left="$left s"; fi
  say "$self: $2 (about $left left)"
  completed=$((completed + $1))
}

# Ehcache 3.12 uses sun.misc.Unsafe; JDK 24 and later warn unless told that this is known.
java_flags() {
  flags=()
  if "$java" --sun-misc-unsafe-memory-access=allow -version >/dev/null 2>&1; then
    flags=(--sun-misc-unsafe-memory-access=allow)
  fi
}

# maven WHAT ARGUMENT...: shows what Maven says only if it fails
maven() {
  say "$self: building the $1"
  run mvn -q -B -ntp "${@:2}" >"$work/maven.log" 2>&1 || {
    say ''
    cat "$work/maven.log" >&2
    fail "cannot build the $1"
  }
}

# Builds the service's jar unless it is newer than its sources, and copies it, so that nobody replaces it while it runs.
build_service() {
  local jar
  jar=$(find target -maxdepth 1 -name 'yoil-*.jar' -print -quit)
  if [ -z "$jar" ] || [ -n "$(find src/main pom.xml ehcache.xml -newer "$jar" -print -quit)" ]; then
    maven service -DskipTests package
    jar=$(find target -maxdepth 1 -name 'yoil-*.jar' -print -quit)
  fi
  cp -- "$jar" "$work/yoil.jar"
}

# Builds the Java part of the benchmarks.
build_bench() {
  maven benchmarks -Pbench test-compile dependency:build-classpath -Dmdep.includeScope=test \
    -Dmdep.outputFile=target/bench/classpath -Dcyclonedx.skip
  classpath="$root/target/bench/test-classes:$root/target/bench/classes:$(cat target/bench/classpath)"
}

# report CLASS: writes the documents from what bench/results has
report() {
  run "$java" -cp "$classpath" "dev.yoil.bench.$1" . || fail 'cannot write the documents'
  say "$self: the numbers are in docs/performance.md"
  [ ! -t 2 ] || echo >&2
}

# start NAME COMMAND...: starts a service in the temporary folder and waits until it answers; sets pid and url
start() {
  local name=$1 log=$work/$1.log deadline=$((SECONDS + 600)) port
  shift
  : >"$log"
  (cd "$work" && exec "$@" --server.address=127.0.0.1 --server.port=0 >>"$log" 2>&1 8>&- 9>&-) &
  pid=$!
  children[$pid]=$name
  while :; do
    port=$(sed -n 's/.*Tomcat started on port \([0-9]*\).*/\1/p' "$log")
    url=http://127.0.0.1:$port
    if [ -n "$port" ] && curl -fs -o /dev/null --max-time 5 "$url/actuator/health"; then
      return
    fi
    kill -0 "$pid" 2>/dev/null || complain "$name" 'the service ended instead of starting'
    [ "$SECONDS" -lt "$deadline" ] || complain "$name" 'the service does not answer after 10 minutes'
    sleep 0.2
  done
}

# complain NAME TEXT: fails with the end of a service's log
complain() {
  [ -e "$work/$1.log" ] || fail "$2"
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
  printf '%s: the last lines of the log of the service "%s":\n' "$self" "$1" >&2
  tail -n 20 "$work/$1.log" | sed 's/^/  /' >&2
  fail "$2"
}

# ask STATUS CACHE URL [HEADER]: asks once; fails unless the answer has the status and comes out of a cache (hit) or does
# not (none; any does not look). Prints the bytes of the answer, head and body.
ask() {
  local answer status cached
  answer=$(curl -sS --max-time 300 -o /dev/null -D "$work/head" -w '%{http_code} %{size_header} %{size_download}' \
    ${4:+-H "$4"} "$3") || spoilt "no answer from $3"
  status=${answer%% *}
  [ "$status" = "$1" ] || fail "$3${4:+ with $4} was answered with $status instead of $1"
  cached=none
  if grep -qi '^Cache-Status:.*; *hit' "$work/head"; then cached=hit; fi
  [ "$2" = any ] || [ "$2" = "$cached" ] || fail "$3${4:+ with $4}: cache $cached instead of $2"
  awk '{ print $2 + $3 }' <<<"$answer"
}

# load SECONDS THREADS CONNECTIONS URL [HEADER]: sets loaded to what wrk.lua tells; fails if an answer was no success
load() {
  local out=$work/wrk what="$4${5:+ with $5}"
  run wrk -t"$2" -c"$3" -d"$1s" --timeout 60s --latency -s "$root/bench/wrk.lua" ${5:+-H "$5"} "$4" >"$out" 2>&1 \
    || spoilt "wrk cannot load $what: $(tail -n 1 "$out")"
  loaded=$(tail -n 1 "$out")
  jq -e '.refused + .broken == 0' >/dev/null 2>&1 <<<"$loaded" \
    || spoilt "errors from $what: $(grep -E 'errors|Non-2xx' "$out" | tr -s '\n ' ' ' || tail -n 1 "$out")"
  jq -e '.answers > 0' >/dev/null <<<"$loaded" || spoilt "no answer within $1 s from $what"
}

# spoilt TEXT: fails, and shows the log of a service that has ended
spoilt() {
  local pid
  for pid in "${!children[@]}"; do
    kill -0 "$pid" 2>/dev/null || complain "${children[$pid]}" "$1"
  done
  fail "$1"
}

# circumstances MODE TIMING: writes what the numbers are to be published with into the temporary folder
circumstances() {
  local commit
  if commit=$(git rev-parse --short=10 HEAD 2>/dev/null); then
    git diff --quiet HEAD -- src/main pom.xml ehcache.xml bench/src || commit+=' with changes'
  else
    commit='no commit'
  fi
  run "$java" -cp "$classpath" dev.yoil.bench.Circumstances "$work/circumstances.json" "$self" "$1" "$commit" "$2" \
    "$(wrk -v | sed -n '1s/^\(wrk [^ ]*\) .*/\1/p')"
}
