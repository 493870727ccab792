-- The genres that a webtoon may have, in the order in which they are shown.
create table genre (
  code varchar(30) not null primary key,
  label varchar(30) not null,
  label_en varchar(30) not null,
  position integer not null
);

insert into genre (code, label, label_en, position) values
  ('ROMANCE', '로맨스', 'Romance', 1),
  ('FANTASY', '판타지', 'Fantasy', 2),
  ('ACTION', '액션', 'Action', 3),
  ('MARTIAL_ARTS', '무협', 'Martial arts', 4),
  ('THRILLER', '스릴러', 'Thriller', 5),
  ('MYSTERY', '추리', 'Mystery', 6),
  ('DRAMA', '드라마', 'Drama', 7),
  ('COMEDY', '개그', 'Comedy', 8),
  ('SLICE_OF_LIFE', '일상', 'Slice of life', 9),
  ('SPORTS', '스포츠', 'Sports', 10),
  ('SCIENCE_FICTION', 'SF', 'Science fiction', 11),
  ('HISTORICAL', '사극', 'Historical', 12);

alter table webtoon add constraint webtoon_has_a_genre foreign key (genre) references genre (code);
