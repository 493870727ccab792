#!/usr/bin/env bash
# Starts the service with the Scouter agent, under the profile scouter in addition to any other.
#
#   scouter/run-with-agent.sh [ARGUMENT...]
#
# The arguments are the service's, such as --server.port=9090; --spring.cache.type=none shows it without caches. The agent is that of
# the release in SCOUTER_HOME, the folder with agent.java and server in it. Needs Java, 17 or later, in JAVA_HOME or PATH.
# YOIL_JAR is another jar than the one in target.
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
  fail "SCOUTER_HOME is one folder too high; set it to $SCOUTER_HOME/scouter"
fi
[ -f "$agent" ] || fail "there is no agent in SCOUTER_HOME: no file $agent.
$release"
agent=$(cd "$(dirname "$agent")" && pwd)/scouter.agent.jar

# The jar says it of itself; its manifest does not.
version=$("$java" -cp "$agent" scouter.Version 2>/dev/null | sed -n 's/^Agent Ver[^0-9]*\([0-9][0-9.]*\).*/\1/p') || version=
[ -n "$version" ] || fail "cannot tell the version of $agent; it is not Scouter's, or broken.
$release"
newest=$(printf '%s\n' 2.21 "$version" | sort -V | tail -n 1)
case $version in
  2.21 | 2.21.*) ;;
  *)
    [ "$newest" = "$version" ] || fail "the agent is $version, but 2.21 or later is needed.
$release"
    printf '%s: the agent is %s, newer than the 2.21 this was made for; see whether XLogs appear\n' "$self" "$version" >&2
    ;;
esac

jar=${YOIL_JAR:-}
if [ -z "$jar" ]; then
  jar=$(find "$here/../target" -maxdepth 1 -name 'yoil-*.jar' ! -name '*-sources.jar' ! -name '*-javadoc.jar' ! -name '*-tests.jar' 2>/dev/null) || true
  case $jar in
    *$'\n'*) fail "there are several jars of the service; set YOIL_JAR to one of them:
$jar" ;;
  esac
fi
[ -f "$jar" ] || fail "there is no jar of the service${YOIL_JAR:+ at $YOIL_JAR}; build it with mvn verify, or sooner with mvn package"

flags=()
# Ehcache 3.12 uses sun.misc.Unsafe; JDK 24 and later warn unless told that this is known.
[ "$major" -lt 24 ] || flags+=(--sun-misc-unsafe-memory-access=allow)
data=$here/data/agent
mkdir -p "$data/logs" "$data/dump" "$data/registry" ||
  fail "cannot write to $data, where the agent has its logs; copy the folder scouter to a place where you may, and set YOIL_JAR"
# Profiles that are included add to those that are active, and to those included elsewhere.
exec "$java" ${flags[@]+"${flags[@]}"} -javaagent:"$agent" -Dscouter.config="$here/agent.conf" -Dplugin_dir="$here/plugin" \
  -Dlog_dir="$data/logs" -Ddump_dir="$data/dump" -Dcounter_object_registry_path="$data/registry" \
  -Dspring.profiles.include=scouter -jar "$jar" "$@"
