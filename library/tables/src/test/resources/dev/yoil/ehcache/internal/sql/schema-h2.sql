create table audited (id int primary key, a int);
create trigger audit after update on audited for each row call "dev.yoil.ehcache.internal.sql.StatementCorpusTests$Audit";
create alias java for "java.lang.Math.abs(int)";
create synonym also_t for t;
create table numbered (id int default (select max(a) from u), a int);
