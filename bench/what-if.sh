#!/usr/bin/env bash
# Compares predictions of other capacities and TTLs with real caches, and measures the cost of the simulation.
#   bench/what-if.sh             synthetic traces; about 10 minutes
#   bench/what-if.sh DIRECTORY   also the traces in a directory, such as those of Caffeine's simulator:
#     lirs/*.trace.gz, address/*.trace.gz, cache2k/*.trace.xz, cloud_physics/*.trace.xz, scarab/*.trace.xz, corda/trace_vaultservice.gz
# Reading .xz needs the program xz. JAVA_HOME names the JDK.
set -euo pipefail
traces=()
if [ $# -gt 0 ]; then
  [ -d "$1" ] || { sed -n '2,6s/^# \?//p' "$0" >&2 && exit 2; }
  traces=("$(cd "$1" && pwd)")
fi
cd "$(dirname "$0")/.."

mvn -B -ntp -q -Pbench test-compile >&2
classpath="target/bench/test-classes:target/bench/classes:$(cat target/bench/classpath)"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
flags=(-Xmx1g)
# Ehcache 3.12 uses sun.misc.Unsafe, of which JDK 24 and later warn without this flag.
"$java" --sun-misc-unsafe-memory-access=allow -version >/dev/null 2>&1 && flags+=(--sun-misc-unsafe-memory-access=allow)
"$java" "${flags[@]}" -cp "$classpath" dev.yoil.bench.WhatIfAccuracy "${traces[@]}" | grep --line-buffered '^|\|cores\|^$'
