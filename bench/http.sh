#!/usr/bin/env bash
# Measures the service over HTTP with its caches, without them, and without the database's too, and writes
# bench/results/http.json and the table in docs/performance.md.
#   bench/http.sh            about 11 minutes
#   bench/http.sh --quick    about 3 minutes, rough
#   bench/http.sh --report   measures nothing, shows again what bench/results/http.json has
# shellcheck source=bench/service.sh
. "$(dirname "$0")/service.sh"

connections=32
case "${1:-full}" in
  full) mode=full rounds=5 seconds=5 warmup=5 ;;
  --quick) mode=quick rounds=2 seconds=2 warmup=2 ;;
  --report) mode=report ;;
  *) usage 2,6 ;;
esac
[ $# -le 1 ] || usage 2,6

needs curl jq wrk mvn
begin
build_bench
if [ "$mode" = report ]; then
  report HttpReport
  exit
fi
needs_memory 4500
build_service
java_flags
circumstances "$mode" "$connections connections; $warmup s of each to warm up; $rounds rounds of $seconds s each"

list='/api/v1/webtoon?publishDay=MONDAY'
page="$list&page=0"
gzip='Accept-Encoding: gzip'

# serve NAME DATABASE_OPTIONS ARGUMENT...: starts a service with a database of its own
declare -A urls=()
serve() {
  say "$self: starting the service, $1"
  start "$1" "$java" -Xms1g -Xmx1g "${flags[@]}" -jar yoil.jar "--spring.datasource.url=jdbc:h2:file:./$1$2" "${@:3}"
  urls[$1]=$url
}
services=(cached uncached reread)
serve cached ''
serve uncached '' --spring.cache.type=none
# H2 keeps the result of the last same query, unless told otherwise.
serve reread ';OPTIMIZE_REUSE_RESULTS=0' --spring.cache.type=none

# Each request: name, expected status, path, header.
tag() {
  ask 200 any "${urls[cached]}$1" >/dev/null
  sed -n 's/^ETag: *\(.*\)\r$/\1/Ip' "$work/head"
}
requests=(
  "whole list|200|$list|"
  "whole list, gzip|200|$list|$gzip"
  "whole list, 304|304|$list|If-None-Match: $(tag "$list")"
  "page|200|$page|"
  "page, gzip|200|$page|$gzip"
  "page, 304|304|$page|If-None-Match: $(tag "$page")"
)

# measure SECONDS ROUND SERVICE: all one service has to say about one request; round 0 warms up
measure() {
  local bytes from=${urls[$3]} cache=none
  [ "$3" != cached ] || cache=hit
  # The first one puts it into the cache, if it is not there or was there for too long.
  ask "$status" any "$from$path" "$header" >/dev/null
  bytes=$(ask "$status" "$cache" "$from$path" "$header")
  load "$1" 2 "$connections" "$from$path" "$header"
  [ "$2" = 0 ] || jq -c --arg request "$name" --arg service "$3" --argjson round "$2" --argjson bytes "$bytes" \
    '{request: $request, service: $service, round: $round, bytes: $bytes, perSecond: (.answers / .seconds),
      p50: .p50, p99: .p99}' <<<"$loaded" >>"$work/samples"
}

plan $((${#services[@]} * ${#requests[@]} * (warmup + rounds * seconds)))
for ((round = 0; round <= rounds; round++)); do
  for request in "${requests[@]}"; do
    IFS='|' read -r name status path header <<<"$request"
    length=$seconds text="round $round of $rounds"
    [ "$round" -gt 0 ] || { length=$warmup && text='warming up'; }
    for ((turn = 0; turn < ${#services[@]}; turn++)); do
      # Who goes first changes, in case that matters.
      service=${services[$(((round + turn) % ${#services[@]}))]}
      step "$length" "$text: $name, $service"
      measure "$length" "$round" "$service"
    done
  done
done

jq -n --slurpfile circumstances "$work/circumstances.json" --slurpfile samples "$work/samples" \
  '{circumstances: $circumstances[0], samples: $samples}' >"$work/http.json"
cp "$work/http.json" bench/results/http.json
report HttpReport
