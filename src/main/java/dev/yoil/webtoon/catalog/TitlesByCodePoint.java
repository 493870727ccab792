package dev.yoil.webtoon.catalog;

import java.util.List;

import org.springframework.stereotype.Component;

/**
 * Has every database order titles by code point, as H2 does by itself, whatever language
 * it was created for. It is a step of the same history everywhere, and in Java because no
 * SQL says this to both: H2 knows no {@code collate}.
 */
@Component
class TitlesByCodePoint extends OneDatabaseMigration {

	TitlesByCodePoint() {
		// The index that the lists are read from follows its column.
		super(4, "titles by code point", "PostgreSQL",
				List.of("alter table webtoon alter column title type varchar(200) collate \"C\""));
	}

}
