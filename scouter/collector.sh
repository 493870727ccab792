#!/usr/bin/env bash
# Starts a Scouter collector for this machine, which the agent of run-with-agent.sh sends to. Ctrl-C ends it.
#
#   scouter/collector.sh [--conf FILE] [--data FOLDER]
#
#   --conf FILE     its configuration, else collector.conf next to this script
#   --data FOLDER   where its data and logs are, else data/collector next to this script
#
# The collector is that of the release in SCOUTER_HOME, the folder with agent.java and server in it. Without SCOUTER_HOME, Maven
# gets it from the package registry. Needs Java, 17 or later, in JAVA_HOME or PATH.
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
[ -f "$conf" ] || fail "there is no file $conf"
find_java

# value KEY USUAL: what the configuration says
value() {
  local found
  found=$(sed -n "s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*\([^[:space:]]*\).*/\1/p" "$conf" | tail -n 1)
  printf '%s' "${found:-$2}"
}

# answers PORT: whether anything listens there
answers() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# is_collector PROCESS: whether it is one, and not merely of the same number as one that was
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
  ! answers "$port" || fail "port $port is in use, by another collector perhaps; end that, or set other ports in $conf"
done

if [ -n "${SCOUTER_HOME:-}" ]; then
  [ -d "$SCOUTER_HOME/server/lib" ] || fail "there is no collector in SCOUTER_HOME: no folder $SCOUTER_HOME/server/lib.
$release
Or unset SCOUTER_HOME, and Maven gets a collector from the package registry."
  classpath="$(cd "$SCOUTER_HOME/server/lib" && pwd)/*"
else
  listed=$here/../target/scouter/collector.classpath
  if [ ! -s "$listed" ] || [ "$here/collector-pom.xml" -nt "$listed" ]; then
    command -v mvn >/dev/null || fail 'there is no SCOUTER_HOME, and no mvn to get a collector with; set the one or install the other'
    printf '%s: getting the collector from the package registry\n' "$self" >&2
    mvn -q -B -ntp -f "$here/collector-pom.xml" package || fail 'Maven cannot get the collector; it says above why'
  fi
  classpath=$(cat "$listed")
fi

mkdir -p "$data/conf" || fail "cannot write to $data; give --data a folder in which you may"
running=$(cat "$data/collector.pid" 2>/dev/null) || running=
if [ -n "$running" ] && is_collector "$running"; then
  fail "process $running is a collector with these data; end it, or give --data another folder"
fi
lock=$(value db_dir ./database)/lock.dat
case $lock in /*) ;; *) lock=$data/${lock#./} ;; esac
if [ -e "$lock" ]; then
  [ -n "$running" ] || fail "$lock tells of a collector with these data; if there is none, delete that file"
  printf '%s: process %s did not end as it should and left its lock, which is removed\n' "$self" "$running" >&2
  rm -- "$lock"
fi
cp -- "$conf" "$data/conf/scouter.conf"
cd "$data"
# The collector's own number, after exec.
echo $$ >collector.pid
log=$PWD/collector.log

# Tells when it is ready, or why it will never be. After exec, $$ is the collector.
tell() {
  local port
  for port in "${ports[@]}"; do
    until answers "$port"; do
      if ! kill -0 $$ 2>/dev/null; then
        printf '%s: the collector ended instead of starting; the last lines of %s:\n' "$self" "$log" >&2
        tail -n 20 "$log" | tr -d '\0' >&2
        return
      fi
      sleep 0.2
    done
  done
  printf '%s: ready: %s; it writes to %s\n' "$self" "$shows" "$log"
}
tell &

# JAXB of the collector's age would define classes in a way that JDK 17 has closed.
exec "$java" -Xmx512m -Dcom.sun.xml.bind.v2.bytecode.ClassTailor.noOptimize=true -cp "$classpath" scouter.server.Main \
  >"$log" 2>&1
