package dev.yoil.webtoon.visitor;

import java.nio.charset.StandardCharsets;

import dev.yoil.webtoon.InvalidSecretException;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Configuration of the key that signs visitor cookies.
 */
@Configuration(proxyBeanMethods = false)
class VisitorConfiguration {

	private static final String KEY = "yoil.visitor.key";

	/**
	 * Returns the configured key, or the one in the database. This is not a properties
	 * class, because Boot's report of invalid properties shows their values.
	 */
	@Bean
	VisitorKey visitorKey(Environment environment, JdbcClient jdbc) {
		String given = environment.getProperty(KEY);
		if (given == null) {
			return new VisitorKey(new VisitorKeyRow(jdbc).bytes());
		}
		byte[] bytes = given.getBytes(StandardCharsets.UTF_8);
		if (bytes.length < VisitorKey.BYTES) {
			throw new InvalidSecretException(
					"The value of '%s' has %d bytes. It signs visitor cookies and needs at least %d.".formatted(KEY,
							bytes.length, VisitorKey.BYTES),
					"Set YOIL_VISITOR_KEY to the output of \"openssl rand -base64 32\", the same for all instances, "
							+ "or remove it: the service then creates a key and stores it in the database.");
		}
		return new VisitorKey(bytes);
	}

}
