#!/usr/bin/env bash
# Measures how the service gets on as its caches and its database grow, and writes bench/results/growth.json, the tables in
# docs/performance.md and docs/growth.svg.
#   bench/growth.sh            about 30 minutes
#   bench/growth.sh --quick    about 6 minutes, rough
#   bench/growth.sh --report   measures nothing, shows again what bench/results/growth.json has
# shellcheck source=bench/service.sh
. "$(dirname "$0")/service.sh"

connections=32
entries=(10 1000 100000 1000000)
webtoons=(5000 50000 500000)
case "${1:-full}" in
  full) mode=full rounds=5 starts=3 seconds=5 warmup=5 looks=50 ;;
  --quick) mode=quick rounds=1 starts=1 seconds=2 warmup=2 looks=50 ;;
  --report) mode=report ;;
  *) usage 2,6 ;;
esac
[ $# -le 1 ] || usage 2,6

jcmd=${java%java}jcmd
needs curl jq wrk mvn
begin
build_bench
if [ "$mode" = report ]; then
  report GrowthReport
  exit
fi
needs_memory 4500
build_service
java_flags
circumstances "$mode" "entries: $connections connections, a new JVM (3 GB, G1) in each of the rounds, of which there were $rounds; webtoons: \
1 connection, new JVMs (2 GB, G1), rounds: $starts; $warmup s to warm up and $seconds s for each number"

list='/api/v1/webtoon?publishDay=MONDAY'
page="$list&page=0"
cache=findWebtoonPagesByPublishDay
first_entries="/api/v1/cache/$cache?limit=100"

# rate SECONDS URL: answers per second
rate() {
  load "$1" 2 "$connections" "$2"
  rate=$(jq '.answers / .seconds' <<<"$loaded")
}

# median_of_looks PATH: the median of the milliseconds that one call takes, one after the other on one connection
median_of_looks() {
  curl -fsS --max-time 300 -o /dev/null -w '%{time_total}\n' "$url$1&n=[1-$looks]" >"$work/looks" || spoilt "no answer from $url$1"
  sort -n "$work/looks" | awk '{ times[NR] = $1 } END { print 500 * (times[int((NR + 1) / 2)] + times[int(NR / 2) + 1]) }'
}

# look SECONDS: reads the first entries once a second
look() {
  local i
  for ((i = 0; i < $1; i++)); do
    curl -fsS --max-time 60 -o /dev/null "$url$first_entries" || return
    sleep 1
  done
}

# heap_after_gc PID: bytes in use
heap_after_gc() {
  local used
  # The second collection takes what the first made unreachable.
  "$jcmd" "$1" GC.run >/dev/null || fail 'jcmd cannot reach the service'
  "$jcmd" "$1" GC.run >/dev/null || fail 'jcmd cannot reach the service'
  used=$("$jcmd" "$1" GC.heap_info | sed -n 's/.*garbage-first heap.* used \([0-9]*\)K.*/\1/p')
  [ -n "$used" ] || fail 'jcmd does not tell how much of the heap is in use'
  echo $((used * 1024))
}

# watched SECONDS: the rate of page hits while somebody looks into the cache
watched() {
  local looker
  look "$1" 8>&- 9>&- &
  looker=$!
  children[$looker]=looker
  rate "$1" "$url$page"
  wait "$looker" || spoilt "no answer from $url$first_entries"
  unset "children[$looker]"
}

# grown_cache ROUND ENTRIES: all numbers of a service whose cache holds so many
grown_cache() {
  local text="round $1 of $rounds, $2 entries" size list_rate page_rate watched_rate heap first all
  step $((starting + warmup)) "$text: filling the cache"
  # Two more come with the requests below: the page, and how many webtoons the day has.
  start "$2-entries" "$java" -Xms3g -Xmx3g -XX:+UseG1GC "${flags[@]}" -cp "$classpath" dev.yoil.bench.FilledService \
    --spring.datasource.url=jdbc:h2:file:./entries --yoil.ehcache.config="$root/bench/growth/ehcache.xml" \
    --bench.cache="$cache" --bench.entries=$(($2 - 2))
  ask 200 any "$url$page" >/dev/null
  ask 200 any "$url$list" >/dev/null
  ask 200 hit "$url$page" >/dev/null
  ask 200 hit "$url$list" >/dev/null
  size=$(curl -fsS "$url/api/v1/cache/$cache?limit=1" | jq .size)
  [ "$size" = "$2" ] || fail "the cache holds $size entries instead of $2"
  rate "$warmup" "$url$page"
  rate "$warmup" "$url$list"
  median_of_looks "$first_entries" >/dev/null
  median_of_looks '/api/v1/cache?limit=100' >/dev/null
  heap=$(heap_after_gc "$pid")
  step "$looking" "$text: looking into the cache"
  first=$(median_of_looks "$first_entries")
  all=$(median_of_looks '/api/v1/cache?limit=100')
  step $((3 * seconds)) "$text: hits"
  rate "$seconds" "$url$list"
  list_rate=$rate
  # Who goes first changes, in case that matters.
  if [ $(($1 % 2)) = 0 ]; then
    watched "$seconds"
    watched_rate=$rate
    rate "$seconds" "$url$page"
    page_rate=$rate
  else
    rate "$seconds" "$url$page"
    page_rate=$rate
    watched "$seconds"
    watched_rate=$rate
  fi
  stop "$pid"
  jq -nc "{entries: $2, round: $1, pageHits: $page_rate, watchedPageHits: $watched_rate, listHits: $list_rate,
    heapBytes: $heap, firstEntriesMillis: $first, allCachesMillis: $all}" >>"$work/entries"
}

# serve WEBTOONS ARGUMENT...: starts the service with a database of that size
serve() {
  # H2 would keep the result of the last same query, and it is its reading that grows.
  start "$1-webtoons" "$java" -Xms2g -Xmx2g -XX:+UseG1GC "${flags[@]}" -jar yoil.jar \
    "--spring.datasource.url=jdbc:h2:file:./$1;OPTIMIZE_REUSE_RESULTS=0" --yoil.sample-webtoons="$1" "${@:2}"
}

# grown_database ROUND WEBTOONS CACHED: the latencies of a service with or without caches
grown_database() {
  local text="round $1 of $starts, $2 webtoons" hit=hit request name path first bytes
  [ "$3" = true ] || { text+=', no caches' && hit=none; }
  step "$starting" "$text: starting"
  if [ "$3" = true ]; then serve "$2"; else serve "$2" --spring.cache.type=none; fi
  for request in "whole list|$list" "first page|$page" "last page|$list&page=${last_pages[$2]}"; do
    IFS='|' read -r name path <<<"$request"
    step $((warmup + seconds)) "$text: $name"
    first=$(curl -fsS --max-time 300 -o /dev/null -w '%{time_total}' "$url$path") || spoilt "no answer from $url$path"
    bytes=$(ask 200 "$hit" "$url$path")
    load "$warmup" 1 1 "$url$path"
    load "$seconds" 1 1 "$url$path"
    jq -c --arg request "$name" "{webtoons: $2, cached: $3, request: \$request, round: $1, bytes: $bytes,
      first: ($first * 1000), answers: .answers, p50: .p50, p99: .p99}" <<<"$loaded" >>"$work/webtoons"
  done
  stop "$pid"
}

# The seconds that a start and the looks take, for the plan only.
starting=8 looking=5
plan $((rounds * ${#entries[@]} * (starting + warmup + looking + 3 * seconds) + ${#webtoons[@]} * starting \
  + starts * ${#webtoons[@]} * 2 * (starting + 3 * (warmup + seconds))))
declare -A last_pages=()
for size in "${webtoons[@]}"; do
  step "$starting" "making up $size webtoons"
  serve "$size"
  last_pages[$size]=$(curl -fsS "$url$page" | jq '(.total - 1) / .size | floor') || spoilt "no page from $url$page"
  stop "$pid"
done
for ((round = 1; round <= rounds; round++)); do
  for size in "${entries[@]}"; do
    grown_cache "$round" "$size"
  done
done
for ((round = 1; round <= starts; round++)); do
  for size in "${webtoons[@]}"; do
    grown_database "$round" "$size" true
    grown_database "$round" "$size" false
  done
done

jq -n --slurpfile circumstances "$work/circumstances.json" --slurpfile entries "$work/entries" \
  --slurpfile webtoons "$work/webtoons" '{circumstances: $circumstances[0], entries: $entries, webtoons: $webtoons}' \
  >"$work/growth.json"
cp "$work/growth.json" bench/results/growth.json
report GrowthReport
