#!/usr/bin/env bash
# Starts the service with the Scouter agent, under the profile scouter in addition to any other.
#
#   scouter/run-with-agent.sh [ARGUMENT...]
#
# The arguments are passed to the service, such as --server.port=9090, or --spring.cache.type=none to disable the
# caches. SCOUTER_HOME is the folder of the Scouter release that contains agent.java and server. Requires Java 17 or
# later in JAVA_HOME or PATH. YOIL_JAR overrides the jar in target.
set -euo pipefail
unset CDPATH
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source-path=SCRIPTDIR source=shared.sh
. "$here/shared.sh"

case ${1:-} in
  --help | -h) usage ;;
esac
find_java

[ -n "${SCOUTER_HOME:-}" ] || fail "SCOUTER_HOME is not set.
$release"
agent=$SCOUTER_HOME/agent.java/scouter.agent.jar
if [ ! -f "$agent" ] && [ -f "$SCOUTER_HOME/scouter/agent.java/scouter.agent.jar" ]; then
  fail "SCOUTER_HOME is the parent of the right folder. Set it to $SCOUTER_HOME/scouter"
fi
[ -f "$agent" ] || fail "no agent in SCOUTER_HOME: $agent does not exist.
$release"
agent=$(cd "$(dirname "$agent")" && pwd)/scouter.agent.jar

# The version is not in the manifest.
version=$("$java" -cp "$agent" scouter.Version 2>/dev/null | sed -n 's/^Agent Ver[^0-9]*\([0-9][0-9.]*\).*/\1/p') || version=
[ -n "$version" ] || fail "cannot read the version of $agent: the file is broken or not a Scouter agent.
$release"
newest=$(printf '%s\n' 2.21 "$version" | sort -V | tail -n 1)
case $version in
  2.21 | 2.21.*) ;;
  *)
    [ "$newest" = "$version" ] || fail "the agent is $version, but 2.21 or later is required.
$release"
    printf '%s: the agent is %s, newer than the tested 2.21; check that XLogs appear\n' "$self" "$version" >&2
    ;;
esac

jar=${YOIL_JAR:-}
if [ -z "$jar" ]; then
  jar=$(find "$here/../target" -maxdepth 1 -name 'yoil-*.jar' ! -name '*-sources.jar' ! -name '*-javadoc.jar' ! -name '*-tests.jar' 2>/dev/null) || true
  case $jar in
    *$'\n'*) fail "found several jars of the service; set YOIL_JAR to one of them:
$jar" ;;
  esac
fi
[ -f "$jar" ] || fail "jar of the service not found${YOIL_JAR:+ at $YOIL_JAR}; build it with mvn package"

flags=()
# Ehcache 3.12 uses sun.misc.Unsafe, about which JDK 24 and later warn.
[ "$major" -lt 24 ] || flags+=(--sun-misc-unsafe-memory-access=allow)
data=$here/data/agent
mkdir -p "$data/logs" "$data/dump" "$data/registry" ||
  fail "cannot write to $data, the folder of the agent's logs; copy the folder scouter to a writable place, and set YOIL_JAR"
# Included profiles add to the active ones.
exec "$java" ${flags[@]+"${flags[@]}"} -javaagent:"$agent" -Dscouter.config="$here/agent.conf" -Dplugin_dir="$here/plugin" \
  -Dlog_dir="$data/logs" -Ddump_dir="$data/dump" -Dcounter_object_registry_path="$data/registry" \
  -Dspring.profiles.include=scouter -jar "$jar" "$@"
