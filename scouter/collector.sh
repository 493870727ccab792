#!/usr/bin/env bash
# Starts a Scouter collector on this machine for the agent of run-with-agent.sh. Ctrl-C stops it.
#
#   scouter/collector.sh [--conf FILE] [--data FOLDER]
#
#   --conf FILE     configuration; default: collector.conf next to this script
#   --data FOLDER   data and logs; default: data/collector next to this script
#
# SCOUTER_HOME is the folder of the Scouter release that contains agent.java and server. Without it, Maven downloads
# the collector from the package registry. Requires Java 17 or later in JAVA_HOME or PATH.
set -euo pipefail
unset CDPATH
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source-path=SCRIPTDIR source=shared.sh
. "$here/shared.sh"

conf=$here/collector.conf
data=$here/data/collector
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage ;;
    --conf | --data)
      [ $# -ge 2 ] || fail "$1 needs a value" 2
      if [ "$1" = --conf ]; then conf=$2; else data=$2; fi
      shift 2
      ;;
    *) fail "unknown argument '$1'; see --help" 2 ;;
  esac
done
[ -f "$conf" ] || fail "file not found: $conf"
find_java

# value KEY DEFAULT: prints a value of the configuration
value() {
  local found
  found=$(sed -n "s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*\([^[:space:]]*\).*/\1/p" "$conf" | tail -n 1)
  printf '%s' "${found:-$2}"
}

# answers PORT: succeeds if the port is open
answers() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# is_collector PROCESS: succeeds if the process is a collector, and not another one with a reused number
is_collector() {
  if command -v ps >/dev/null; then
    ps -o args= -p "$1" 2>/dev/null | grep -q scouter
  else
    kill -0 "$1" 2>/dev/null
  fi
}

tcp=$(value net_tcp_listen_port 6100)
udp=$(value net_udp_listen_port 6100)
http=$(value net_http_port 6180)
ports=("$tcp")
shows="UDP $udp and TCP $tcp for agents"
if [ "$(value net_http_server_enabled false)" = true ]; then
  ports+=("$http")
  shows+=", http://127.0.0.1:$http/scouter/v1/object for you"
fi
for port in "${ports[@]}"; do
  ! answers "$port" || fail "port $port is in use, possibly by another collector; stop it, or set other ports in $conf"
done

if [ -n "${SCOUTER_HOME:-}" ]; then
  [ -d "$SCOUTER_HOME/server/lib" ] || fail "no collector in SCOUTER_HOME: $SCOUTER_HOME/server/lib does not exist.
$release
Or unset SCOUTER_HOME: Maven then downloads a collector from the package registry."
  classpath="$(cd "$SCOUTER_HOME/server/lib" && pwd)/*"
else
  listed=$here/../target/scouter/collector.classpath
  if [ ! -s "$listed" ] || [ "$here/collector-pom.xml" -nt "$listed" ]; then
    command -v mvn >/dev/null || fail 'no collector: set SCOUTER_HOME, or install mvn to download one'
    printf '%s: downloading the collector from the package registry\n' "$self" >&2
    mvn -q -B -ntp -f "$here/collector-pom.xml" package || fail 'Maven could not download the collector; see its output above'
  fi
  classpath=$(cat "$listed")
fi

mkdir -p "$data/conf" || fail "cannot write to $data; set --data to a writable folder"
running=$(cat "$data/collector.pid" 2>/dev/null) || running=
if [ -n "$running" ] && is_collector "$running"; then
  fail "process $running is a collector with this data; stop it, or set --data to another folder"
fi
lock=$(value db_dir ./database)/lock.dat
case $lock in /*) ;; *) lock=$data/${lock#./} ;; esac
if [ -e "$lock" ]; then
  [ -n "$running" ] || fail "$lock belongs to another collector with this data; if none is running, delete the file"
  printf '%s: removing the lock of process %s, which did not stop cleanly\n' "$self" "$running" >&2
  rm -- "$lock"
fi
cp -- "$conf" "$data/conf/scouter.conf"
cd "$data"
# After exec, this is the process number of the collector.
echo $$ >collector.pid
log=$PWD/collector.log

# Reports that the collector is ready or has failed. After exec, $$ is the collector.
tell() {
  local port
  for port in "${ports[@]}"; do
    until answers "$port"; do
      if ! kill -0 $$ 2>/dev/null; then
        printf '%s: the collector failed to start; last lines of %s:\n' "$self" "$log" >&2
        tail -n 20 "$log" | tr -d '\0' >&2
        return
      fi
      sleep 0.2
    done
  done
  printf '%s: ready: %s; log: %s\n' "$self" "$shows" "$log"
}
tell &

# The collector's old JAXB defines classes in a way that JDK 17 does not allow.
exec "$java" -Xmx512m -Dcom.sun.xml.bind.v2.bytecode.ClassTailor.noOptimize=true -cp "$classpath" scouter.server.Main \
  >"$log" 2>&1
