-- The instances that share this database, where there are several, so that one of them can show what all have in their caches:
-- each writes its own row every few seconds. What has not been seen for ten minutes is removed.
create table if not exists cache_node (
	id uuid primary key,
	url varchar(500) not null,
	seen_at timestamp with time zone not null
);
