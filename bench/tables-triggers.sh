#!/usr/bin/env bash
# Compares PostgreSQL without and with the triggers of the command tables-triggers.
#
#   bench/tables-triggers.sh [ROUNDS]     5 rounds of 4 s for each by default, in turns
#
# Two kinds of transactions by 8 clients: "others" update two tables in random order, "own" updates one table and its region, as an
# instance does. Starts a PostgreSQL on loopback with its data in a temporary folder. Needs pgbench and a PostgreSQL that is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-5}
jar=$(ls target/yoil-*.jar 2>/dev/null | head -n 1) || true
[ -n "$jar" ] || { mvn -B -ntp -q -DskipTests package && jar=$(ls target/yoil-*.jar); }
programs=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
export PGHOST=127.0.0.1 PGPORT=$((20000 + RANDOM % 10000)) PGUSER=postgres
work=$(mktemp -d)
# The server refuses to run as root.
as=(); [ "$(id -u)" != 0 ] || { as=(setpriv --reuid=nobody --regid=nogroup --clear-groups); chown nobody "$work"; }
trap '"${as[@]}" "$programs/pg_ctl" -D "$work/data" -m fast -w stop >/dev/null 2>&1 || true; rm -rf -- "$work"' EXIT
"${as[@]}" "$programs/initdb" -D "$work/data" -A trust -U postgres >/dev/null
"${as[@]}" "$programs/pg_ctl" -D "$work/data" -w -l "$work/data/log" -o "-p $PGPORT -c listen_addresses=127.0.0.1 -k $work/data" start >/dev/null

for mode in plain triggers; do
  psql -q -d postgres -c "create database $mode"
  psql -q -d "$mode" -f library/cluster/src/main/resources/dev/yoil/ehcache/cluster/cache_region.sql
  for table in a b; do
    psql -q -d "$mode" -c "create table $table (id int primary key, n int not null default 0)" \
      -c "insert into $table select i from generate_series(1, 100000) i" -c "vacuum analyze $table"
  done
done
java -jar "$jar" tables-triggers "--spring.datasource.url=jdbc:postgresql://$PGHOST:$PGPORT/triggers" --spring.datasource.username=postgres >"$work/triggers.sql"
psql -q -1 -v ON_ERROR_STOP=1 -d triggers -f "$work/triggers.sql" 2>/dev/null

for order in 'a b' 'b a'; do
  read -r first second <<<"$order"
  cat >"$work/others-$first" <<SQL
\set id random(1, 100000)
\set other random(1, 100000)
begin;
update $first set n = n + 1 where id = :id;
update $second set n = n + 1 where id = :other;
commit;
SQL
done
cat >"$work/own" <<'SQL'
\set id random(1, 100000)
\set slot random(1, 15)
begin;
update a set n = n + 1 where id = :id;
insert into cache_region as present (region, n, tag) values ('#' || :slot || ' table:a', 1, gen_random_uuid())
  on conflict (region) do update set n = present.n + 1, tag = excluded.tag returning region, n, tag;
commit;
SQL

# measure MODE KIND: transactions per second
measure() {
  local files=(-f "$work/own"); [ "$2" = own ] || files=(-f "$work/others-a" -f "$work/others-b")
  pgbench -n -c 8 -j 1 -T 4 "${files[@]}" "$1" 2>/dev/null | awk '/^tps/ { printf "%.0f\n", $3 }'
}

for kind in others own; do
  : >"$work/ratios"
  for ((round = 1; round <= rounds; round++)); do
    order=(plain triggers); [ $((round % 2)) = 1 ] || order=(triggers plain)
    declare -A tps=()
    for mode in "${order[@]}"; do tps[$mode]=$(measure "$mode" "$kind"); done
    awk -v k="$kind" -v a="${tps[plain]}" -v b="${tps[triggers]}" 'BEGIN { printf "%-7s without %s with %s ratio %.2f\n", k, a, b, b / a }' | tee -a "$work/ratios"
  done
  sort -n -k7 "$work/ratios" | awk '{ all[NR] = $7 } END { printf "median ratio %s (%s to %s)\n", all[int((NR + 1) / 2)], all[1], all[NR] }'
done
psql -Atqc "select 'deadlocks with triggers: ' || deadlocks from pg_stat_database where datname = 'triggers'" -d postgres
