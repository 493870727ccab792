package dev.yoil.webtoon.visitor;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The key in the database, which all instances of the service share that share the
 * database, and which outlives them.
 */
final class StoredKey {

	private final JdbcClient jdbc;

	StoredKey(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Reads the key, or makes it if this is the first instance. Outside of any
	 * transaction: where two make one at once, the second has to go on after its failure,
	 * with the key of the first.
	 * @return its bytes
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
			// Another instance was first, and its key is the one.
		}
		return read().orElseThrow(() -> new IllegalStateException("The table visitor_key lost its row"));
	}

	private Optional<String> read() {
		return this.jdbc.sql("select secret from visitor_key where id = 1").query(String.class).optional();
	}

}
