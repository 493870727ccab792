#!/usr/bin/env bash
# Compares the CPU time of writes over HTTP without and with yoil.ehcache.tables=watch.
#
#   bench/tables.sh [ROUNDS]     9 rounds of 5 s for each by default, in turns, after 40 s of each
#
# Starts the service twice, each with a database of its own. Nine of ten requests are likes or their removal, the tenth reads a list that
# they have evicted. Needs wrk, curl and jq.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-9}
jar=$(ls target/yoil-*.jar 2>/dev/null | head -n 1) || true
[ -n "$jar" ] || { mvn -B -ntp -q -DskipTests package && jar=$(ls target/yoil-*.jar); }
jar=$(realpath "$jar")
work=$(mktemp -d); declare -A service=() url=()
trap 'kill "${service[@]}" 2>/dev/null || true; wait; rm -rf -- "$work"' EXIT

for mode in off watch; do
  mkdir "$work/$mode"
  port=$((20000 + RANDOM % 10000)); url[$mode]=http://127.0.0.1:$port
  (cd "$work/$mode" && exec java -Xmx1g -jar "$jar" "--server.port=$port" --yoil.visitor-writes.limit=100000000 "--yoil.ehcache.tables=$mode") \
    >"$work/$mode/log" 2>&1 &
  service[$mode]=$!
  until curl -sf -o /dev/null "${url[$mode]}/api/v1/webtoon?publishDay=MONDAY"; do
    kill -0 "${service[$mode]}" 2>/dev/null || { cat "$work/$mode/log" >&2 && exit 1; }
    sleep 0.2
  done
  token=$(curl -sf -c "$work/$mode/cookies" "${url[$mode]}/api/v1/csrf" | jq -r .token)
  curl -sf -o /dev/null -b "$work/$mode/cookies" -c "$work/$mode/cookies" -X PUT -H "X-CSRF-TOKEN: $token" "${url[$mode]}/api/v1/webtoon/1/like"
  cookies=$(awk '!/^# / && NF > 6 { printf "%s%s=%s", (n++ ? "; " : ""), $6, $7 }' "$work/$mode/cookies")
  cat >"$work/$mode/likes.lua" <<EOF
local n = 0
local headers = { ["X-CSRF-TOKEN"] = "$token", ["Cookie"] = "$cookies" }
request = function()
  n = n + 1
  if n % 10 == 0 then return wrk.format("GET", "/api/v1/webtoon?publishDay=MONDAY&page=0") end
  return wrk.format(n % 2 == 0 and "PUT" or "DELETE", "/api/v1/webtoon/" .. (n % 500 + 1) .. "/like", headers)
end
EOF
done

ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }

# measure MODE: requests per second, and CPU time of the service per request in microseconds
measure() {
  local before after
  before=$(ticks "${service[$1]}")
  wrk -t1 -c4 -d5s -s "$work/$1/likes.lua" "${url[$1]}" >"$work/out"
  after=$(ticks "${service[$1]}")
  grep -q 'Non-2xx\|Socket errors' "$work/out" && cat "$work/out" >&2 && exit 1
  awk -v ticks=$((after - before)) -v hertz="$(getconf CLK_TCK)" '/requests in/ { count = $1 } /Requests\/sec/ { rate = $2 }
    END { printf "%.0f %.1f\n", rate, ticks / hertz * 1e6 / count }' "$work/out"
}

# Until the compiler has done its work.
for ((i = 0; i < 8; i++)); do for mode in off watch; do measure "$mode" >/dev/null; done; done
echo "round   off: req/s, CPU us   watch: req/s, CPU us   ratios of req/s, CPU"
for ((round = 1; round <= rounds; round++)); do
  order=(off watch); [ $((round % 2)) = 1 ] || order=(watch off)
  declare -A result=()
  for mode in "${order[@]}"; do result[$mode]=$(measure "$mode"); done
  read -r rate cpu <<<"${result[off]}"; read -r watched spent <<<"${result[watch]}"
  awk -v r="$round" -v a="$rate" -v b="$cpu" -v c="$watched" -v d="$spent" 'BEGIN { printf "%-7s %s %s   %s %s   %.3f %.3f\n", r, a, b, c, d, c / a, d / b }' |
    tee -a "$work/ratios"
done
for column in 6 7; do sort -n -k$column "$work/ratios" | awk -v column=$column '{ all[NR] = $column } END { printf "%s %.3f (%.3f to %.3f)\n", column == 6 ? "median ratio of req/s" : "median ratio of CPU per request", all[int((NR + 1) / 2)], all[1], all[NR] }'; done
jq -c '{findings: map(select(.rule == "CHANGED_WITHOUT_EVICTION") | [.cache, .severity])}' < <(curl -sf "${url[watch]}/api/v1/cache/findings") 2>/dev/null || true
