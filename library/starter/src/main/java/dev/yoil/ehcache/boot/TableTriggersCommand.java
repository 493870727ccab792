package dev.yoil.ehcache.boot;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;

import dev.yoil.ehcache.internal.sql.TableTriggers;

import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/**
 * The command {@code java -jar app.jar tables-triggers}, which prints a migration with
 * triggers for changes by other programs. It reads the properties of the application, but
 * creates no beans.
 */
final class TableTriggersCommand implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

	private static final String NAME = "tables-triggers";

	/**
	 * Exits with 0; with 1 if there is no migration.
	 */
	@Override
	public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
		if (Arrays.asList(event.getArgs()).contains(NAME)) {
			System.exit(run(event.getEnvironment(), System.out, System.err));
		}
	}

	static int run(Environment environment, PrintStream out, PrintStream errors) {
		String url = property(environment, "url", "url");
		// H2 would create a database.
		if (!url.contains(":postgresql:")) {
			errors.println(
					"The triggers need PostgreSQL, and spring.datasource.url names no database of it. Select the profile "
							+ "with the database, or set SPRING_DATASOURCE_URL=jdbc:postgresql://host:5432/database.");
			return 1;
		}
		try (Connection connection = DriverManager.getConnection(url, property(environment, "user", "username"),
				property(environment, "password", "password"))) {
			out.print(TableTriggers.sql(connection));
			out.flush();
			return 0;
		}
		catch (IllegalStateException ex) {
			errors.println(ex.getMessage());
		}
		catch (SQLException | IOException ex) {
			errors.println("Failed to read the database: " + ex.getMessage()
					+ " Check spring.datasource.url, username and password.");
		}
		return 1;
	}

	/** Flyway may have the rights that the application has not. */
	private static String property(Environment environment, String ofFlyway, String ofDataSource) {
		return environment.getProperty("spring.flyway." + ofFlyway,
				environment.getProperty("spring.datasource." + ofDataSource, ""));
	}

}
