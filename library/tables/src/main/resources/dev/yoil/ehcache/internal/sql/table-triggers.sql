-- Triggers that raise the region of a table, table:NAME, in each transaction that changes it, in PostgreSQL 14 or later. Review
-- them, and remove those of tables that no cache reads. The statements may run any number of times. They wait at most 5 s for a
-- lock on each table. To remove everything:
--   drop function @schema@.cache_region_note, @schema@.cache_region_raise cascade; drop table @schema@.cache_region_pending;
set local lock_timeout = '5s';

-- The regions of transactions that have not committed yet.
create unlogged table if not exists @schema@.cache_region_pending (
	changed xid8,
	region varchar(200),
	primary key (changed, region)
);

-- The functions have the rights of their owner, so a program needs no rights on cache_region.
create or replace function @schema@.cache_region_note() returns trigger language plpgsql security definer
	set search_path = pg_catalog, pg_temp as $$
begin
	insert into @schema@.cache_region_pending
		select pg_current_xact_id(), 'table:' || name from unnest(tg_argv) as name on conflict do nothing;
	return null;
end $$;

-- Raises the regions at the commit, sorted as instances sort them, so that transactions do not deadlock. Each transaction takes
-- one of 16 rows of a region, so few wait for each other. An instance raises its own changes, and notifies after the commit.
create or replace function @schema@.cache_region_raise() returns trigger language plpgsql security definer
	set search_path = pg_catalog, pg_temp as $$
declare
	slot int := floor(random() * 16);
	prefix text := case when slot > 0 then '#' || slot || ' ' else '' end;
	pause bigint;
begin
	with noted as (
		delete from @schema@.cache_region_pending where changed = new.changed returning region
	), raised as (
		insert into @schema@.cache_region as present (region, n, tag)
		select prefix || region, 1, gen_random_uuid() from noted
		where not exists (select from @schema@.cache_region as own where own.changed = new.changed
			and regexp_replace(own.region, '^#\d+ ', '') in (noted.region, 'tables#'))
		order by region collate "C"
		on conflict (region) do update set n = present.n + 1, tag = excluded.tag
		returning n - previous as pause
	)
	select max(raised.pause) into pause from raised;
	-- Transactions with a notification commit one after the other, so those on busy tables send none. Instances then find the
	-- change at their next poll. PostgreSQL refuses to prepare a transaction with a notification.
	if pause > 100000 and current_setting('max_prepared_transactions') = '0' then
		perform pg_notify('cache_region', 'trigger');
	end if;
	return null;
end $$;

drop trigger if exists cache_region_raise on @schema@.cache_region_pending;
create constraint trigger cache_region_raise after insert on @schema@.cache_region_pending
	deferrable initially deferred for each row execute function @schema@.cache_region_raise();

-- Callers could raise any region through a table of their own.
revoke execute on function @schema@.cache_region_note, @schema@.cache_region_raise from public;

