-- statements: tables and schemas
-- The rows are those of DatabaseCatalog.Row. The comment of a query says what is unknown if it fails: all statements, or changes.
select 'LEXIS', 'standard', null, null where current_setting('standard_conforming_strings') = 'on'
union all
select 'SCHEMA', nspname, null, null from pg_namespace
union all
select 'TABLE', relname, null, null
from pg_class c join pg_namespace n on n.oid = relnamespace
where relkind in ('r', 'p', 'f', 'm') and nspname !~ '^pg_' and nspname <> 'information_schema';

-- statements: views
-- A view uses what its query names. The rows of a foreign table may be those of any table.
select use, relname, case when relkind <> 'f' then pg_get_viewdef(c.oid) end, use
from pg_class c join pg_namespace n on n.oid = relnamespace,
	unnest(array['READ', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) use
where relkind in ('f', 'v', 'm') and nspname !~ '^pg_' and nspname <> 'information_schema'
	and (relkind <> 'm' or use = 'READ');

-- statements: functions and triggers
-- A function may change what it names, unless it has no such word. A function in another language may do anything, and so may
-- SQL that is put together at run time. The volatility of extensions is true, and some of them use no table.
with body as (
	select p.oid, p.proname, p.prorettype = 'trigger'::regtype as of_trigger, case
		when prokind = 'a' then (select concat_ws(' ', aggtransfn, aggfinalfn, aggmtransfn, aggminvtransfn, aggmfinalfn,
			aggcombinefn) from pg_aggregate where aggfnoid = p.oid)
		when lanname in ('sql', 'plpgsql') then (select text from pg_get_functiondef(p.oid) text where text !~* '\mexecute\M')
		when extname is not null and provolatile = 'i' then ''
		when extname in ('uuid-ossp', 'pgcrypto', 'moddatetime', 'autoinc', 'insert_username') then ''
		when extname is not null and provolatile = 's' then '?' end as text
	from pg_proc p join pg_namespace n on n.oid = pronamespace join pg_language l on l.oid = prolang
	left join pg_depend d on d.classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e'
	left join pg_extension e on e.oid = refobjid
	-- Our own triggers change no table that a cache reads.
	where nspname !~ '^pg_' and nspname <> 'information_schema'
		and proname not in ('cache_region_change', 'cache_region_note', 'cache_region_raise')
),
used as (
	select body.*, use from body, unnest(array['READ', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) use
	where use = 'READ' or text ~* '\m(insert|update|delete|merge|truncate|copy|alter|drop|refresh)\M'
		and (use <> 'TRUNCATE' or text ~* '\mtruncate\M')
)
select 'FUNCTION', proname, null, null from body where not of_trigger
union all
select 'READ', proname, text, use from used where not of_trigger
union all
select event, relname, text, use
from used join pg_trigger t on tgfoid = used.oid and not tgisinternal join pg_class c on c.oid = tgrelid
	join (values ('INSERT', 4), ('DELETE', 8), ('UPDATE', 16), ('TRUNCATE', 32)) events(event, bit) on tgtype & bit <> 0
union all
-- Functions that run SQL in an argument.
select 'READ', proname, null, null from pg_proc where proname in ('ts_stat', 'ts_rewrite') or proname ~ '_to_xml';

-- statements: operators and casts
-- They call functions without their names.
select 'READ', '', proname, 'READ'
from pg_proc p join pg_namespace n on n.oid = pronamespace
where (p.oid in (select oprcode from pg_operator) or p.oid in (select castfunc from pg_cast))
	and nspname !~ '^pg_' and nspname <> 'information_schema' and not exists
	(select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e');

-- statements: row level security
select 'READ', relname, '?', 'READ' from pg_class where relrowsecurity
union all
select 'READ', relname, concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)), 'READ'
from pg_policy join pg_class c on c.oid = polrelid;

-- changes: foreign keys
-- TRUNCATE ... CASCADE ignores the rules.
select event, p.relname, c.relname, effect
from pg_constraint k join pg_class p on p.oid = confrelid join pg_class c on c.oid = conrelid,
	lateral (values ('DELETE', case when confdeltype = 'c' then 'DELETE' when confdeltype in ('n', 'd') then 'UPDATE' end),
		('UPDATE', case when confupdtype in ('c', 'n', 'd') then 'UPDATE' end), ('TRUNCATE', 'TRUNCATE')) rules(event, effect)
where contype = 'f' and effect is not null;

-- changes: partitions and inheritance
-- An update may move a row to another partition.
select event, p.relname, c.relname, effect
from pg_inherits join pg_class p on p.oid = inhparent join pg_class c on c.oid = inhrelid,
	(values ('INSERT', 'INSERT'), ('UPDATE', 'UPDATE'), ('UPDATE', 'INSERT'), ('UPDATE', 'DELETE'), ('DELETE', 'DELETE'),
		('TRUNCATE', 'TRUNCATE')) moves(event, effect)
where c.relkind in ('r', 'p', 'f')
union all
select event, c.relname, p.relname, event
from pg_inherits join pg_class p on p.oid = inhparent join pg_class c on c.oid = inhrelid,
	unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) event
where c.relkind in ('r', 'p', 'f');

-- changes: rules
select event, relname, null, null
from pg_rewrite join pg_class c on c.oid = ev_class join pg_namespace n on n.oid = relnamespace,
	unnest(array['INSERT', 'UPDATE', 'DELETE']) event
where rulename <> '_RETURN' and nspname !~ '^pg_' and nspname <> 'information_schema';

-- changes: defaults
select event, relname, pg_get_expr(adbin, adrelid), 'READ'
from pg_attrdef join pg_class c on c.oid = adrelid, unnest(array['INSERT', 'UPDATE']) event;
