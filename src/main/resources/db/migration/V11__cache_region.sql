-- What changes as one, and how often it did: by this several instances tell each other of changes. To have all of them forget
-- something that was changed by hand: update cache_region set n = n + 1 where region = 'day/MONDAY'.
create table if not exists cache_region (
	region varchar(200) primary key,
	n bigint not null,
	tag uuid not null
);
