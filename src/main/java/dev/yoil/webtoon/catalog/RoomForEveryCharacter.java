package dev.yoil.webtoon.catalog;

import java.util.List;

import org.springframework.stereotype.Component;

/**
 * Has texts of as many characters fit as may be written, whichever they are. PostgreSQL
 * counts characters already; H2 counts units of UTF-16, of which an emoji is two. It is a
 * step of the same history everywhere, and in Java because in PostgreSQL a column that is
 * given a type loses the collation that {@link TitlesByCodePoint} gave it.
 */
@Component
class RoomForEveryCharacter extends OneDatabaseMigration {

	RoomForEveryCharacter() {
		super(7, "room for every character", "H2",
				List.of("alter table webtoon alter column title set data type varchar(400)",
						"alter table webtoon alter column author set data type varchar(200)",
						"alter table webtoon alter column synopsis set data type varchar(2000)",
						"alter table genre alter column label set data type varchar(60)",
						"alter table genre alter column label_en set data type varchar(60)"));
	}

}
