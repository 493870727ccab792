package dev.yoil.webtoon.schema;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;

/**
 * Migrations that cannot be written in SQL for all databases, and the protection of the
 * files of H2.
 */
@Configuration(proxyBeanMethods = false)
class SchemaConfiguration {

	@Bean
	static PrivateDatabaseFiles privateDatabaseFiles(Environment environment) {
		return new PrivateDatabaseFiles(environment);
	}

	/**
	 * Sorts titles by code point in every database, as H2 does by default. H2 does not
	 * support {@code collate}.
	 */
	@Bean
	JavaMigration titlesByCodePoint() {
		// The index of the lists follows its column.
		return new VendorMigration(4, "titles by code point", "PostgreSQL",
				List.of("alter table webtoon alter column title type varchar(200) collate \"C\""));
	}

	/**
	 * Makes room for the allowed number of characters. H2 counts UTF-16 units, of which
	 * an emoji has two. PostgreSQL counts characters, and a change of type would reset
	 * the collation there.
	 */
	@Bean
	JavaMigration roomForEveryCharacter() {
		return new VendorMigration(7, "room for every character", "H2",
				List.of("alter table webtoon alter column title set data type varchar(400)",
						"alter table webtoon alter column author set data type varchar(200)",
						"alter table webtoon alter column synopsis set data type varchar(2000)",
						"alter table genre alter column label set data type varchar(60)",
						"alter table genre alter column label_en set data type varchar(60)"));
	}

	/**
	 * Adds the columns by which instances read only the regions that have changed. H2 has
	 * one instance, which reads all at its start.
	 */
	@Bean
	JavaMigration positionsOfRegions() throws IOException {
		return new VendorMigration(14, "positions of regions", "PostgreSQL", List.of(regions()));
	}

	/**
	 * Adds the column for the reports of instances.
	 */
	@Bean
	JavaMigration reportsOfInstances() throws IOException {
		return new VendorMigration(15, "reports of instances", "PostgreSQL", List.of(regions()));
	}

	/** May run any number of times. */
	private static String regions() throws IOException {
		return new ClassPathResource("dev/yoil/ehcache/cluster/cache_region.sql")
			.getContentAsString(StandardCharsets.UTF_8);
	}

	/**
	 * A migration that does nothing in databases of other vendors.
	 *
	 * @param number its version
	 * @param text its description in the history
	 * @param product the product name that the driver reports
	 * @param statements its statements
	 */
	private record VendorMigration(int number, String text, String product,
			List<String> statements) implements JavaMigration {

		@Override
		public MigrationVersion getVersion() {
			return MigrationVersion.fromVersion(Integer.toString(this.number));
		}

		@Override
		public String getDescription() {
			return this.text;
		}

		@Override
		public @Nullable Integer getChecksum() {
			return null;
		}

		@Override
		public boolean canExecuteInTransaction() {
			return true;
		}

		@Override
		public void migrate(Context context) throws SQLException {
			Connection connection = context.getConnection();
			if (connection.getMetaData().getDatabaseProductName().equals(this.product)) {
				try (Statement statement = connection.createStatement()) {
					for (String sql : this.statements) {
						statement.execute(sql);
					}
				}
			}
		}

	}

}
