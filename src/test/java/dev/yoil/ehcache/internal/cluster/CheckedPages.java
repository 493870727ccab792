package dev.yoil.ehcache.internal.cluster;

import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What a {@link CheckedApplication} caches.
 */
public class CheckedPages {

	private final JdbcTemplate jdbc;

	CheckedPages(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Reads what a page shows.
	 */
	@Cacheable(cacheNames = "pages", key = "#page", sync = true)
	public Long read(CheckedPage page) {
		return load(page);
	}

	/**
	 * Reads likewise what instances share.
	 */
	@Cacheable(cacheNames = "sharedPages", key = "#page", sync = true)
	public Long readShared(CheckedPage page) {
		return load(page);
	}

	/**
	 * Takes its time.
	 */
	private Long load(CheckedPage page) {
		this.jdbc.queryForObject("select nextval('loads')", Long.class);
		pause(2_000);
		Long read = this.jdbc.queryForObject("select n from counter where id = ?", Long.class, page.counter());
		pause(2_000);
		return Objects.requireNonNull(read);
	}

	/**
	 * Waits for some time.
	 * @param micros how long at most, in microseconds
	 */
	static void pause(int micros) {
		LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(ThreadLocalRandom.current().nextInt(micros)));
	}

}
