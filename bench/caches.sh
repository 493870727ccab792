#!/usr/bin/env bash
# Measures the caches and writes bench/results/caches.json, the table in docs/results.md and docs/caches.svg.
#   bench/caches.sh            about 15 minutes
#   bench/caches.sh --quick    about 3 minutes
#   bench/caches.sh --report   measures nothing, shows bench/results/caches.json
#   bench/caches.sh --jmh ...  runs JMH itself with these arguments, such as get -p cache=OURS,NATIVE -prof gc
set -euo pipefail
cd "$(dirname "$0")/.."

mode=full
case "${1:-}" in
  '') ;;
  --quick | --report | --jmh) mode=${1#--} && shift ;;
  *) sed -n '2,6s/^# \?//p' "$0" >&2 && exit 2 ;;
esac

mvn -B -ntp -q -Pbench test-compile -Dcyclonedx.skip
classpath="target/bench/test-classes:target/bench/classes:$(cat target/bench/classpath)"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

# Ehcache 3.12 uses sun.misc.Unsafe, of which JDK 24 and later warn without this flag.
flags=()
"$java" --sun-misc-unsafe-memory-access=allow -version >/dev/null 2>&1 && flags=(--sun-misc-unsafe-memory-access=allow)

if [ "$mode" = jmh ]; then
  exec "$java" -cp "$classpath" org.openjdk.jmh.Main "$@"
fi
exec "$java" -cp "$classpath" dev.yoil.bench.Measurement . "$mode" "${flags[@]}"
