#!/usr/bin/env bash
# Applies two versions of ehcache.xml in turn while 32 connections read and 4 clients write, and counts errors.
#
#   bench/apply.sh [APPLIES] [ROUNDS]     1,000 applies in 3 rounds by default, each beside a round without applies
#
# Starts the service with a database of its own. Needs wrk, curl and jq.
set -euo pipefail
cd "$(dirname "$0")/.."
applies=${1:-1000}; rounds=${2:-3}
jar=$(ls target/yoil-*.jar 2>/dev/null | head -n 1) || true
[ -n "$jar" ] || { mvn -B -ntp -q -DskipTests package && jar=$(ls target/yoil-*.jar); }
jar=$(realpath "$jar")
work=$(mktemp -d); declare -a running=()
stop() { for each in "${running[@]}"; do kill "$each" 2>/dev/null && wait "$each" 2>/dev/null || true; done; running=(); }
service=
trap 'stop; [ -z "$service" ] || kill "$service" 2>/dev/null || true; rm -rf -- "$work"' EXIT
export YOIL_ADMIN_PASSWORD=for-this-measurement-only
grep -v '<persistence' ehcache.xml >"$work/one.xml"
# A shorter TTL and smaller capacities, down to less than the number of cached pages.
sed -e 's/10000</20</; s/1000</10</; s/ttl="200s" tti="100s"/ttl="2s" tti="1s"/; s/refresh-after="90s"/refresh-after="500ms"/' "$work/one.xml" >"$work/two.xml"
cp "$work/one.xml" "$work/ehcache.xml"
port=$((20000 + RANDOM % 10000)); url=http://127.0.0.1:$port
(cd "$work" && exec java -Xmx1g -jar "$jar" "--server.port=$port" --yoil.visitor-writes.limit=1000000) >"$work/log" 2>&1 &
service=$!
until curl -sf -o /dev/null "$url/api/v1/webtoon?publishDay=MONDAY"; do
  kill -0 "$service" 2>/dev/null || { cat "$work/log" >&2 && exit 1; }
  sleep 0.2
done

# write NUMBER: likes and unlikes webtoons, 20 times a second at most, and appends each status
write() {
  local token
  token=$(curl -sf -c "$work/cookies$1" "$url/api/v1/csrf" | jq -r .token)
  for ((i = 0; ; i++)); do
    curl -s -o /dev/null -w '%{http_code}\n' -b "$work/cookies$1" -c "$work/cookies$1" -X "$([ $((i % 2)) = 0 ] && echo PUT || echo DELETE)" \
      -H "X-CSRF-TOKEN: $token" "$url/api/v1/webtoon/$((i / 2 % 100 + 1 + 100 * $1))/like" >>"$work/written" || echo failed >>"$work/written"
    sleep 0.05
  done
}

# apply: applies the two files in turn, and appends each status
apply() {
  for ((i = 0; ; i++)); do
    cp "$work/$([ $((i % 2)) = 0 ] && echo two || echo one).xml" "$work/next" && mv "$work/next" "$work/ehcache.xml"
    curl -s -o /dev/null -w '%{http_code}\n' -u "admin:$YOIL_ADMIN_PASSWORD" -H 'Content-Type: application/json' -d '{}' \
      "$url/api/v1/cache/configuration" >>"$work/applied" || echo failed >>"$work/applied"
  done
}

# read_for SECONDS: requests per second, p99 and errors of 32 connections
read_for() {
  wrk -t1 -c32 -d"$1s" --latency "$url/api/v1/webtoon?publishDay=MONDAY&page=0" |
    awk '/99%/ { p99 = $2 } /Requests\/sec/ { rate = $2 } /Non-2xx|Socket errors/ { bad = bad ", " $0 } END { print rate " req/s, p99 " p99 bad }'
}

counts() { sort "$1" | uniq -c | awk '{ printf "%s%s x %s", (NR > 1 ? ", " : ""), $1, $2 }'; }
for number in 1 2 3 4; do write "$number" & running+=($!); done
read_for 10 >/dev/null
for ((round = 1; round <= rounds; round++)); do
  : >"$work/applied"; : >"$work/written"
  without=$(read_for 10)
  apply & applying=$!; running+=($!)
  with=
  until [ "$(wc -l <"$work/applied")" -ge $((applies / rounds)) ]; do with=$(read_for 10); done
  kill "$applying"; wait "$applying" 2>/dev/null || true
  echo "without: $without | with: $with | applied: $(counts "$work/applied") | written: $(counts "$work/written")"
  # An even number of applies ends with the first file.
  cp "$work/one.xml" "$work/ehcache.xml"
  curl -s -o /dev/null -u "admin:$YOIL_ADMIN_PASSWORD" -H 'Content-Type: application/json' -d '{}' "$url/api/v1/cache/configuration"
done
stop
curl -sf -u "admin:$YOIL_ADMIN_PASSWORD" "$url/api/v1/cache?limit=0" |
  jq -r 'to_entries[] | "\(.key): \(.value.size) entries of \(.value.policy.capacity)"'
echo "errors in the log: $(grep -c ' ERROR ' "$work/log" || true), $(java -version 2>&1 | head -n 1), $(nproc) CPUs"
