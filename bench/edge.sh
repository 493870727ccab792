#!/usr/bin/env bash
# Compares edge/nginx.conf with a plain proxy_cache: requests per second, and CPU time of nginx per request. Requires nginx with
# Lua, wrk and curl.
#
#   bench/edge.sh [SECONDS [ROUNDS]]
#
#   SECONDS   of each measurement; by default 5
#   ROUNDS    in each, both are measured one after the other; by default 3
#
# Prints the medians. By default, nginx serves files of 11, 41 and 266 KB with the headers of the service. To use the service:
#   ORIGIN=127.0.0.1:8080 REQUESTS='/api/v1/webtoon?publishDay=MONDAY /api/v1/webtoon?publishDay=MONDAY,gzip' bench/edge.sh
set -euo pipefail
unset CDPATH
edge=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../edge" && pwd)
seconds=${1:-5}
rounds=${2:-3}
requests=${REQUESTS:-/page /list,gzip /whole-list}
export PATH=$PATH:/usr/sbin
work=$(mktemp -d -t yoil-edge.XXXXXX)
chmod 711 "$work"
trap 'for each in "$work"/*/nginx.pid; do kill "$(cat "$each")" || true; done; sleep 1; rm -rf -- "$work"' EXIT

# launch FOLDER: starts nginx with the configuration in the folder
launch() { nginx -p "$work/$1/" -c "$work/$1/nginx.conf" -e "$work/$1/error.log"; }

# cpu FOLDER: prints the CPU time of its workers in ticks of the clock
cpu() {
  local worker total=0 fields
  for worker in $(pgrep -P "$(cat "$work/$1/nginx.pid")"); do
    # The name of the process has spaces.
    read -ra fields <<<"$(sed 's/.*) //' "/proc/$worker/stat")"
    total=$((total + fields[11] + fields[12]))
  done
  echo "$total"
}

mkdir "$work"/{origin,plain,edge}
origin=${ORIGIN:-127.0.0.1:27090}
if [ -z "${ORIGIN:-}" ]; then
  for each in page:8300 list:30700 whole-list:199600; do
    head -c "${each#*:}" /dev/urandom | base64 -w 0 >"$work/origin/${each%:*}"
  done
  chmod 755 "$work/origin"
  cat >"$work/origin/nginx.conf" <<'END'
pid nginx.pid;
worker_processes 1;
events {}
http {
  access_log off;
  server {
    listen 127.0.0.1:27090;
    root .;
    default_type application/json;
    add_header Cache-Tag all,0f3a9c0f3a9c,77b177b177b1;
    add_header CDN-Cache-Control max-age=600;
    add_header X-Accel-Expires 600;
    add_header Cache-Control no-cache;
    add_header Vary Accept-Encoding;
    add_header Cache-Status "webtoons; hit; ttl=60";
    add_header Server-Timing "total;dur=1";
    add_header X-Content-Type-Options nosniff;
  }
}
END
  sed -i "s|root .;|root $work/origin;|" "$work/origin/nginx.conf"
  launch origin
fi

folder=$(nginx -V 2>&1 | sed -n 's/.*--modules-path=\([^ ]*\).*/\1/p')
echo "load_module $folder/ndk_http_module.so; load_module $folder/ngx_http_lua_module.so;" >"$work/edge/modules.conf"
cp "$edge/edge.lua" "$work/edge/"
sed 's/worker_processes auto/worker_processes 1/' "$edge/nginx.conf" >"$work/edge/nginx.conf"
echo 'listen 127.0.0.1:27091;' >"$work/edge/listen.conf"
echo 'listen 127.0.0.1:27092;' >"$work/edge/purge-listen.conf"
echo "server $origin;" >"$work/edge/instances.conf"
launch edge

# The same without what the edge adds.
cat >"$work/plain/nginx.conf" <<END
pid nginx.pid;
worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  proxy_cache_path cache keys_zone=plain:10m levels=1:2 use_temp_path=off;
  upstream yoil { server $origin; keepalive 64; }
  server {
    listen 127.0.0.1:27093;
    location / {
      proxy_cache plain;
      proxy_cache_key "\$request_uri \$http_accept_encoding";
      proxy_cache_valid 200 10m;
      proxy_ignore_headers Vary Cache-Control Expires X-Accel-Expires;
      proxy_pass http://yoil;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host \$http_host;
    }
  }
}
END
launch plain

# measure FOLDER PORT REQUEST: prints requests per second and microseconds of CPU time per request
measure() {
  local header=() path=${3%,gzip} before count rate
  [ "$path" = "$3" ] || header=(-H 'Accept-Encoding: gzip')
  # It learns, stores, and hits.
  for _ in 1 2 3; do curl -fsS -o "$work/body" "${header[@]+"${header[@]}"}" "http://127.0.0.1:$2$path"; done
  before=$(cpu "$1")
  wrk -t1 -c32 "-d${seconds}s" "${header[@]+"${header[@]}"}" "http://127.0.0.1:$2$path" >"$work/wrk"
  ! grep Non-2xx "$work/wrk" >&2 || return 1
  count=$(sed -n 's/^ *\([0-9]*\) requests in .*/\1/p' "$work/wrk")
  rate=$(sed -n 's/^Requests\/sec: *//p' "$work/wrk")
  awk "BEGIN { print $rate, ($(cpu "$1") - $before) * 1000000 / $(getconf CLK_TCK) / $count }"
}

for ((round = 0; round < rounds; round++)); do
  for each in $requests; do
    plain=$(measure plain 27093 "$each")
    echo "$each $(stat -c %s "$work/body") $plain $(measure edge 27091 "$each")" >>"$work/results"
  done
done

median() { sort -n | awk '{ a[NR] = $1 } END { printf "%.2f", a[int((NR + 1) / 2)] }'; }
printf '%-50s %8s %9s %9s %9s %9s %6s %5s\n' request bytes plain/s edge/s 'plain us' 'edge us' rate CPU
for each in $requests; do
  column() { awk -v request="$each" "\$1 == request { print $1 }" "$work/results" | median; }
  printf '%-50s %8.0f %9.0f %9.0f %9.1f %9.1f %6s %5s\n' "$each" "$(column '$2')" "$(column '$3')" "$(column '$5')" "$(column '$4')" \
    "$(column '$6')" "$(column '$5 / $3')" "$(column '$6 / $4')"
done
