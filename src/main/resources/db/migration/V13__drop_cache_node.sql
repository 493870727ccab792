-- Instances are rows of cache_region now.
drop table if exists cache_node;
