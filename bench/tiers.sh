#!/usr/bin/env bash
# Measures a cache of many entries in the heap only, and with 10,000 in the heap and all in an off-heap or disk tier.
#   bench/tiers.sh             1,000,000 entries, with G1 and with ZGC; about 6 minutes, needs 6 GB of memory
#   bench/tiers.sh --quick     100,000 entries with G1
# Then compares the service's pages in a tier with loads of them from PostgreSQL. JAVA_HOME names the JDK.
set -euo pipefail
cd "$(dirname "$0")/.."

entries=1000000 collectors=(G1 Z) heap=3g
case "${1:-}" in
  '') ;;
  --quick) entries=100000 collectors=(G1) heap=1g ;;
  *) sed -n '2,6s/^# \?//p' "$0" >&2 && exit 2 ;;
esac

mvn -B -ntp -q -Pbench test-compile >&2
classpath="target/bench/test-classes:target/bench/classes:$(cat target/bench/classpath)"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
flags=("-Xmx$heap" -XX:MaxDirectMemorySize=3g)
# Ehcache 3.12 uses sun.misc.Unsafe, of which JDK 24 and later warn without this flag.
"$java" --sun-misc-unsafe-memory-access=allow -version >/dev/null 2>&1 && flags+=(--sun-misc-unsafe-memory-access=allow)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# last COMMAND...: its last line; libraries log before it
last() {
  "$@" >"$work/out" 2>&1 || { tail -n 20 "$work/out" >&2 && exit 1; }
  tail -n 1 "$work/out"
}

# measure COLLECTOR ARM
measure() {
  mkdir -p "$work/$1-$2"
  last "$java" "${flags[@]}" "-XX:+Use${1}GC" "-Xlog:gc,gc+phases:file=$work/$1-$2.log:uptime" "-Dgc.log=$work/$1-$2.log" \
    -cp "$classpath" dev.yoil.bench.MillionEntries "$2" "$entries" "$work/$1-$2"
}

printf '%s, %d CPUs, %d entries of 1,000 bytes, -Xmx%s\n\n' "$("$java" -version 2>&1 | head -n 1)" "$(nproc)" "$entries" "$heap"
cat <<'TABLE'
| | heap after GC, MB | resident, MB | pauses while filling, max / sum, ms | pauses during requests, max / sum, ms | p50, us | p99, us | p99.9, us | CPU per request, us | hit in the heap, us | hit in the tier, us | loads |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
TABLE
for collector in "${collectors[@]}"; do
  for arm in heap offheap disk; do
    printf '| %s, %sGC | %s |\n' "$arm" "$collector" "$(measure "$collector" "$arm")"
    rm -rf -- "${work:?}/$collector-$arm"
  done
done
printf '\nBy primary key, %s. Pages of the service:\n\n' "$(measure G1 load)"
for tier in offheap disk; do
  mkdir "$work/$tier"
  YOIL_ADMIN_PASSWORD=for-this-measurement-only last "$java" -Xmx512m "${flags[@]:2}" -cp "$classpath" \
    dev.yoil.bench.SitePages "$tier" ehcache.xml "$work/$tier"
done
