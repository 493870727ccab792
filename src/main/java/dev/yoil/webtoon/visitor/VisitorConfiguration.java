package dev.yoil.webtoon.visitor;

import java.nio.charset.StandardCharsets;

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
			throw new WeakVisitorKeyException(KEY, bytes.length);
		}
		return new VisitorKey(bytes);
	}

}
