-- ANYWHERE or WHOLE: whether the word is found inside of others. Words from before have none, and it goes by their length, as it always did.
alter table banned_word add column match_mode varchar(10);
