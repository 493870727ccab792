#!/usr/bin/env bash
# Measures a start beside that of Spring Petclinic: elapsed and CPU time until a page with data is answered, and resident memory
# 5 s later. Yoil has a filled database, Petclinic its own in memory.
#   bench/start.sh PETCLINIC.jar [ROUNDS]   needs Linux and curl; 5 rounds by default, each with one start of every service
# JAVA_HOME names the JDK; JAVA_OPTIONS is for all services (-Xmx1g).
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -ge 1 ] && [ -f "$1" ] || { sed -n '2,5s/^# \?//p' "$0" >&2 && exit 2; }
petclinic=$(realpath "$1")
rounds=${2:-5}
read -ra options <<<"${JAVA_OPTIONS:--Xmx1g}"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
yoil=$(ls target/yoil-*.jar 2>/dev/null | head -n 1) || true
[ -n "$yoil" ] || { mvn -B -ntp -q -DskipTests package && yoil=$(ls target/yoil-*.jar); }
yoil=$(realpath "$yoil")
work=$(mktemp -d)
process=
trap '[ -z "$process" ] || kill "$process" 2>/dev/null; rm -rf -- "$work"' EXIT
export YOIL_ADMIN_PASSWORD=for-this-measurement-only
port=$((20000 + RANDOM % 10000))

# start PATH COMMAND...: starts a service and waits for its first page
start() {
  local path=$1
  shift
  (cd "$work" && exec "$@" "--server.port=$port") >"$work/log" 2>&1 &
  process=$!
  # Testing the port is cheaper than requesting a page.
  until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && curl -sf -o "$work/page" "http://127.0.0.1:$port$path"; do
    kill -0 "$process" 2>/dev/null || { cat "$work/log" >&2 && exit 1; }
    sleep 0.05
  done
}

end() {
  kill "$process"
  wait "$process" 2>/dev/null || true
  process=
}

# measure NAME PATH COMMAND...: appends milliseconds, CPU milliseconds and megabytes
measure() {
  local name=$1 began=${EPOCHREALTIME/./} passed processor
  start "${@:2}"
  passed=$(((${EPOCHREALTIME/./} - began) / 1000))
  processor=$(awk -v hertz="$(getconf CLK_TCK)" '{ print int(($14 + $15) * 1000 / hertz) }' "/proc/$process/stat")
  sleep 5
  printf '%s %s %s %s\n' "$name" "$passed" "$processor" "$(awk '/VmRSS/ { print int($2 / 1024) }' "/proc/$process/status")" |
    tee -a "$work/measured" >&2
  end
}

deploy/install "$yoil" "$work/installed" >&2
start / "$java" "${options[@]}" -jar "$yoil"
end
for ((round = 1; round <= rounds; round++)); do
  measure petclinic '/owners?lastName=' "$java" "${options[@]}" -jar "$petclinic"
  measure yoil / "$java" "${options[@]}" -jar "$yoil"
  JDK_JAVA_OPTIONS="${options[*]}" measure installed / "$work/installed/start"
done

# median NAME COLUMN [1]: of the rounds; with 1 of the ratios to Petclinic
median() {
  awk -v name="$1" -v column="$2" '
    $1 == "petclinic" { base = $column }
    $1 == name { print (ratio ? $column / base : $column) }' ratio="${3:-0}" "$work/measured" | sort -n |
    awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'
}

printf '\n%-10s %18s %18s %14s\n' '' 'first answer, ms' 'CPU, ms' 'resident, MB'
for name in petclinic yoil installed; do
  printf '%-10s' "$name"
  for column in 2 3 4; do
    printf ' %9.0f (%.2f)' "$(median "$name" "$column")" "$(median "$name" "$column" 1)"
  done
  printf '\n'
done
printf 'Medians of %d rounds; in brackets the median ratio to Petclinic. %s\n' "$rounds" \
  "$("$java" -version 2>&1 | head -n 1), $(nproc) CPUs"
