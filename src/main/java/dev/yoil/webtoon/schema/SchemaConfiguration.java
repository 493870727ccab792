package dev.yoil.webtoon.schema;

import java.util.List;

import org.flywaydb.core.api.migration.JavaMigration;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The steps of the history that are not in SQL, because no SQL says them to every
 * database.
 */
@Configuration(proxyBeanMethods = false)
class SchemaConfiguration {

	/**
	 * Has every database order titles by code point, as H2 does by itself, whatever
	 * language it was created for. H2 knows no {@code collate}.
	 */
	@Bean
	JavaMigration titlesByCodePoint() {
		// The index that the lists are read from follows its column.
		return new OneDatabaseMigration(4, "titles by code point", "PostgreSQL",
				List.of("alter table webtoon alter column title type varchar(200) collate \"C\""));
	}

	/**
	 * Has texts of as many characters fit as may be written, whichever they are.
	 * PostgreSQL counts characters already, and a column that is given a type there loses
	 * its collation; H2 counts units of UTF-16, of which an emoji is two.
	 */
	@Bean
	JavaMigration roomForEveryCharacter() {
		return new OneDatabaseMigration(7, "room for every character", "H2",
				List.of("alter table webtoon alter column title set data type varchar(400)",
						"alter table webtoon alter column author set data type varchar(200)",
						"alter table webtoon alter column synopsis set data type varchar(2000)",
						"alter table genre alter column label set data type varchar(60)",
						"alter table genre alter column label_en set data type varchar(60)"));
	}

}
