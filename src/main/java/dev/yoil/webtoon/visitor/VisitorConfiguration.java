package dev.yoil.webtoon.visitor;

import java.nio.charset.StandardCharsets;

import dev.yoil.webtoon.RefusedSecretException;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Chooses the key that visitors' cookies are signed with.
 */
@Configuration(proxyBeanMethods = false)
class VisitorConfiguration {

	private static final String KEY = "yoil.visitor.key";

	/**
	 * The key that the service was given, or else the one in the database. Not a class of
	 * properties: what is wrong with those is shown with their values.
	 */
	@Bean
	VisitorKey visitorKey(Environment environment, JdbcClient jdbc) {
		String given = environment.getProperty(KEY);
		if (given == null) {
			return new VisitorKey(new StoredKey(jdbc).bytes());
		}
		byte[] bytes = given.getBytes(StandardCharsets.UTF_8);
		if (bytes.length < VisitorKey.BYTES) {
			throw new RefusedSecretException(
					"The value of '%s' has %d bytes. It signs the cookies that tell visitors apart, and needs at least %d."
						.formatted(KEY, bytes.length, VisitorKey.BYTES),
					"Set YOIL_VISITOR_KEY to what \"openssl rand -base64 32\" prints, the same for all instances, "
							+ "or leave it out: then the service makes a key and keeps it in the database.");
		}
		return new VisitorKey(bytes);
	}

}
