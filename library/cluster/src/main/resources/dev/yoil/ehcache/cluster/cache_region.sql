-- The table of the versions of regions, in PostgreSQL 13 or later. The script creates the table, or adds to one of an earlier
-- layout, while instances are running. It may run any number of times.
create table if not exists cache_region (
	region varchar(200) primary key,
	-- The time of the last change, in microseconds since 1970. Always higher than before.
	n bigint not null,
	-- Unique for each change.
	tag uuid not null
);

alter table cache_region
	-- The number before the last change; 0 if there was none.
	add column if not exists previous bigint not null default 0,
	-- The transaction of the last change. An instance reads the rows of the transactions that it has not seen yet.
	add column if not exists changed xid8 not null default '0',
	-- In the row of an instance: its id, and the figures of its caches as JSON. Else null.
	add column if not exists report text;

create index if not exists cache_region_changed on cache_region (changed);

-- The rows of instances.
create index if not exists cache_region_node on cache_region (region) where region like '#node %';

create or replace function cache_region_change() returns trigger language plpgsql as '
begin
	new.previous := 0;
	if tg_op = ''UPDATE'' then
		new.previous := old.n;
	end if;
	new.n := greatest(new.n, new.previous + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
	new.changed := pg_current_xact_id();
	return new;
end';

-- For every writer: instances of any version, and operators.
do '
begin
	if not exists (select from pg_trigger where tgrelid = ''cache_region''::regclass and tgname = ''cache_region_change'') then
		create trigger cache_region_change before insert or update on cache_region for each row
			when (new.region not like ''#node %'' and new.region not like ''#horizon%'')
			execute function cache_region_change();
	end if;
end';
