package dev.yoil.webtoon.visitor;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The signing key in the database, shared by all instances.
 */
final class VisitorKeyRow {

	private final JdbcClient jdbc;

	VisitorKeyRow(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Reads the key, or creates it. Must not be called in a transaction: if two instances
	 * create a key at the same time, the second one continues after its failure with the
	 * key of the first.
	 */
	byte[] bytes() {
		return Base64.getDecoder().decode(read().orElseGet(this::make));
	}

	private String make() {
		byte[] bytes = new byte[VisitorKey.BYTES];
		new SecureRandom().nextBytes(bytes);
		try {
			this.jdbc.sql("insert into visitor_key (id, secret) values (1, ?)")
				.param(Base64.getEncoder().encodeToString(bytes))
				.update();
		}
		catch (DuplicateKeyException ex) {
			// Another instance was first: use its key.
		}
		return read().orElseThrow(() -> new IllegalStateException("The table visitor_key lost its row"));
	}

	private Optional<String> read() {
		return this.jdbc.sql("select secret from visitor_key where id = 1").query(String.class).optional();
	}

}
