with recursive up(part, whole) as (
	select oid, oid from pg_class union select part, inhparent from up join pg_inherits on inhrelid = whole
), related(one, other) as (select part, whole from up union select whole, part from up)
select format('%I.%I', nspname, c.relname), array_agg(o.relname::text), has_table_privilege(c.oid, 'trigger')
from pg_class c join pg_namespace n on n.oid = relnamespace join related on one = c.oid join pg_class o on o.oid = other
where c.relkind in ('r', 'p') and c.relpersistence <> 't' and nspname = any(current_schemas(false))
	and c.relname not in ('cache_region', 'cache_region_pending', 'flyway_schema_history', 'databasechangelog', 'databasechangeloglock')
	and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
group by c.oid, nspname, c.relname order by 1
