package dev.yoil.lab.service;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

import javax.sql.DataSource;

import dev.yoil.lab.LabException;

/**
 * Databases of a PostgreSQL that is started for them when the first is wanted. For one
 * thread at a time, but for {@link #close()}.
 */
final class PostgresDatabases implements Databases {

	private static final String USER = "yoil";

	private final PostgresProcess server;

	private final Set<Integer> filled = new HashSet<>();

	private int opened;

	/**
	 * Creates it; nothing is started yet.
	 * @param folder where the data are
	 * @param kept where its programs are
	 */
	PostgresDatabases(Path folder, Path kept) {
		this.server = new PostgresProcess(folder.resolve("postgresql"), kept.resolve("postgresql-programs"),
				folder.resolve("postgresql.log"));
	}

	@Override
	public Database open(int webtoons, Filling filling) {
		if (this.server.start()) {
			execute(this.server.database("postgres"), "create role " + USER + " login");
		}
		String template = "yoil_filled_with_" + webtoons;
		if (!this.filled.contains(webtoons)) {
			Opened empty = new Opened(template);
			execute(this.server.database("postgres"), "drop database if exists " + template + " with (force)",
					"create database " + template + " owner " + USER
							+ " template template0 encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'ko'");
			filling.fill(empty, webtoons);
			// Else the planner would know of the rows in some runs and not in others.
			execute(this.server.database(template), "vacuum analyze");
			this.filled.add(webtoons);
		}
		this.opened++;
		Opened copy = new Opened("yoil_" + this.opened);
		execute(this.server.database("postgres"),
				"create database " + copy.name + " owner " + USER + " template " + template);
		return copy;
	}

	@Override
	public void close() {
		this.server.close();
	}

	private static void execute(DataSource database, String... statements) {
		try (Connection connection = database.getConnection(); Statement statement = connection.createStatement()) {
			for (String sql : statements) {
				statement.execute(sql);
			}
		}
		catch (SQLException ex) {
			throw new LabException("PostgreSQL refuses a database ("
					+ ServiceLog.oneLine(String.valueOf(ex.getMessage())) + "): run the experiment again", ex);
		}
	}

	private final class Opened implements Database {

		private final String name;

		private Opened(String name) {
			this.name = name;
		}

		@Override
		public Map<String, String> properties() {
			return Map.of("spring.profiles.active", "postgres", "spring.datasource.url",
					"jdbc:postgresql://127.0.0.1:" + PostgresDatabases.this.server.port() + "/" + this.name,
					"spring.datasource.username", USER);
		}

		@Override
		public OptionalDouble cpu() {
			return PostgresDatabases.this.server.cpu();
		}

		@Override
		public void stop() {
			PostgresDatabases.this.server.suspend();
		}

		@Override
		public void resume() {
			PostgresDatabases.this.server.resume();
		}

		@Override
		public void close() {
			try {
				if (PostgresDatabases.this.server.isRunning()) {
					execute(PostgresDatabases.this.server.database("postgres"),
							"drop database if exists " + this.name + " with (force)");
				}
			}
			catch (LabException ex) {
				// It goes with its server, at the latest.
				return;
			}
		}

	}

}
