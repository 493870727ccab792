-- Whether two words are one is decided by the service, which reads all of them before it changes one.
alter table banned_word drop column if exists normalised;

-- Words from before they had a mode: short ones have to stand alone, as they always did.
update banned_word set match_mode = case when octet_length(word) <= 4 then 'WHOLE' else 'ANYWHERE' end where match_mode is null;
