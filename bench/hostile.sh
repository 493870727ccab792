#!/usr/bin/env bash
# Measures the req/s of other clients with and without hostile clients, in turns.
#
#   bench/hostile.sh URL [ROUNDS] [CLIENTS]     URL of a cached list, such as http://127.0.0.1:8080/api/v1/webtoon?publishDay=MONDAY
#
# Hostile clients request URL, the others its first page. More clients than Tomcat has threads (200) occupy all threads.
# Needs a running service, a JDK 17 or later, and wrk.
set -euo pipefail
cd "$(dirname "$0")"
url=${1:?the URL of a cached list}; rounds=${2:-3}; clients=${3:-100}
told=$(mktemp); hostile=
trap '[ -z "$hostile" ] || kill "$hostile" 2>/dev/null || true; rm -f "$told"' EXIT
rate() { wrk -t1 -c32 -d5s --latency "$url&page=0" | awk '/99%/ { p99 = $2 } /Requests\/sec/ { rate = $2 } /Non-2xx/ { bad = ", " $NF " bad" } END { print rate, "(p99 " p99 bad ")" }'; }
of() { awk "BEGIN { printf \"%.2f\", ${1%% *} / ${2%% *} }"; }
rate >/dev/null
for ((round = 1; round <= rounds; round++)); do
  without=$(rate)
  java Hostile.java "$url" "$clients" >"$told" & hostile=$!
  until grep -q open "$told"; do sleep 0.2; kill -0 "$hostile"; done
  sleep 2
  early=$(rate)
  late=$(rate)
  echo "without $without, right after their start $early: $(of "$early" "$without"), then $late: $(of "$late" "$without"), $(tail -1 "$told" | cut -d' ' -f1) of $clients still connected"
  kill "$hostile"; wait "$hostile" 2>/dev/null || true; hostile=
  sleep 2
done
