#!/usr/bin/env bash
# Measures the caches and writes bench/results/caches.json, the numbers in docs/performance.md and docs/caches.svg.
#   bench/caches.sh            about 15 minutes
#   bench/caches.sh --quick    about 3 minutes
#   bench/caches.sh --report   measures nothing, shows again what bench/results/caches.json has
#   bench/caches.sh --jmh ...  runs JMH itself with these arguments, such as get -p cache=OURS,NATIVE -prof gc
set -euo pipefail
cd "$(dirname "$0")/.."

mode=full
case "${1:-}" in
  '') ;;
  --quick | --report | --jmh) mode=${1#--} && shift ;;
  *) sed -n '2,6s/^# \?//p' "$0" >&2 && exit 2 ;;
esac

mvn -B -ntp -q -Pbench test-compile dependency:build-classpath -Dmdep.includeScope=test \
  -Dmdep.outputFile=target/bench/classpath -Dcyclonedx.skip
classpath="target/bench/test-classes:target/bench/classes:$(cat target/bench/classpath)"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

# Ehcache 3.12 uses sun.misc.Unsafe; JDK 24 and later warn unless told that this is known.
flags=()
"$java" --sun-misc-unsafe-memory-access=allow -version >/dev/null 2>&1 && flags=(--sun-misc-unsafe-memory-access=allow)

if [ "$mode" = jmh ]; then
  exec "$java" -cp "$classpath" org.openjdk.jmh.Main "$@"
fi
exec "$java" -cp "$classpath" dev.yoil.bench.Measurement . "$mode" "${flags[@]}"
