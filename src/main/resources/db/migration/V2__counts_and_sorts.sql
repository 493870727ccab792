-- What readers did, counted where it is read: a list sorted by it would otherwise count all rows of the day each time.
alter table webtoon add column like_count bigint default 0 not null;
alter table webtoon add column review_count bigint default 0 not null;
alter table webtoon add column rating_sum bigint default 0 not null;

alter table webtoon add constraint webtoon_counts_are_not_negative
  check (like_count >= 0 and review_count >= 0 and rating_sum >= 0);

-- One for each order in which a publish day's list is read.
create index webtoon_by_registered_date on webtoon (publish_day, registered_date desc, id desc);
create index webtoon_by_like_count on webtoon (publish_day, like_count desc, id);
create index webtoon_by_review_count on webtoon (publish_day, review_count desc, id);
