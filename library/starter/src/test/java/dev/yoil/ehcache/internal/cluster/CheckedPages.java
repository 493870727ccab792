package dev.yoil.ehcache.internal.cluster;

import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The cached pages of the {@link CheckedApplication}.
 */
public class CheckedPages {

	private final JdbcTemplate jdbc;

	CheckedPages(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Reads a page.
	 */
	@Cacheable(cacheNames = "pages", key = "#page", sync = true)
	public Long read(CheckedPage page) {
		return load(page);
	}

	/**
	 * Reads a shared page.
	 */
	@Cacheable(cacheNames = "sharedPages", key = "#page", sync = true)
	public Long readShared(CheckedPage page) {
		return load(page);
	}

	/**
	 * Loads slowly.
	 */
	private Long load(CheckedPage page) {
		this.jdbc.queryForObject("select nextval('loads')", Long.class);
		pause(2_000);
		Long read = this.jdbc.queryForObject("select n from counter where id = ?", Long.class, page.counter());
		pause(2_000);
		return Objects.requireNonNull(read);
	}

	/**
	 * Waits for a random time.
	 * @param micros the maximum in microseconds
	 */
	static void pause(int micros) {
		LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(ThreadLocalRandom.current().nextInt(micros)));
	}

}
