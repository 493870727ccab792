package dev.yoil.ehcache.internal.cluster;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.region.RegionTokens;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Endpoints of the {@link CheckedApplication}. Times are of {@link System#nanoTime()},
 * the same clock in all processes of a machine.
 */
@RestController
class CheckedCounters {

	private final JdbcTemplate jdbc;

	private final TransactionTemplate transaction;

	private final Regions regions;

	private final Pages pages;

	private final EhCacheCacheManager caches;

	private final AtomicReference<PlantedFault> planted;

	private final Regions later;

	private final EhCacheCacheManager lateCaches;

	CheckedCounters(JdbcTemplate jdbc, TransactionTemplate transaction, Regions regions, Pages pages,
			EhCacheCacheManager caches, AtomicReference<PlantedFault> planted, DatabaseRegionTable table) {
		this.jdbc = jdbc;
		this.transaction = transaction;
		this.regions = regions;
		this.pages = pages;
		this.caches = caches;
		this.planted = planted;
		this.later = Regions.shared(table, Duration.ofHours(1));
		this.lateCaches = new EhCacheCacheManager(caches.declared(), Clock.systemUTC(), this.later);
		this.lateCaches.afterPropertiesSet();
	}

	/**
	 * {@link PlantedFault#APPLIED_BEFORE_REMOVED}: versions that caches apply after they
	 * are known.
	 */
	Regions later() {
		return this.later;
	}

	@PutMapping("/{fault}")
	void plant(@PathVariable PlantedFault fault) {
		this.planted.set(fault);
	}

	/**
	 * Returns a page: its value, the time of the lookup, and whether the lease was valid.
	 */
	@GetMapping("/{region}/{number}")
	String read(@PathVariable int region, @PathVariable int number) {
		boolean valid = this.regions.isValid();
		long begun = System.nanoTime();
		CheckedPage page = new CheckedPage(region, number);
		Long value = (this.planted.get() == PlantedFault.APPLIED_BEFORE_REMOVED) ? readLate(page)
				: page.isShared() ? this.pages.readShared(page) : this.pages.read(page);
		return value + " " + begun + " " + valid;
	}

	private Long readLate(CheckedPage page) {
		return Objects.requireNonNull(this.lateCaches.getCache("pages")).get(page, () -> this.pages.load(page));
	}

	/**
	 * Increments the counter of a page. Returns its value and the time after the commit.
	 */
	@PostMapping("/{region}/{number}")
	String count(@PathVariable int region, @PathVariable int number, HttpServletResponse response) {
		CheckedPage page = new CheckedPage(region, number);
		Long value = switch (this.planted.get()) {
			case SEQUENCE -> countInSequence(page, response);
			case KEYS -> count(page, keysHere(page));
			default -> count(page, CheckedPage.name(region));
		};
		return value + " " + System.nanoTime() + " true";
	}

	/**
	 * By default, Spring mistakes a closed database connection for a closed client and
	 * returns 200.
	 */
	@ExceptionHandler
	@ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
	void fail(Exception failure) {
	}

	private Long count(CheckedPage page, String... changed) {
		return Objects.requireNonNull(this.transaction.execute((status) -> {
			this.regions.changed(changed);
			return count(page);
		}));
	}

	private Long count(CheckedPage page) {
		return Objects.requireNonNull(this.jdbc.queryForObject("update counter set n = n + 1 where id = ? returning n",
				Long.class, page.counter()));
	}

	/**
	 * {@link PlantedFault#SEQUENCE}.
	 */
	private Long countInSequence(CheckedPage page, HttpServletResponse response) {
		Long value = this.transaction.execute((status) -> {
			Long counted = count(page);
			String region = CheckedPage.name(page.region());
			RegionVersion raised = Objects.requireNonNull(this.jdbc
				.queryForObject("insert into cache_region as present (region, n, tag) values (?, 1, gen_random_uuid()) "
						+ "on conflict (region) do update set n = present.n + 1, tag = excluded.tag returning n, tag",
						(row, number) -> new RegionVersion(row.getLong(1), row.getObject(2, UUID.class)), region));
			response.setHeader(RegionTokenFilter.HEADER,
					new RegionTokens(this.regions).of(null, Map.of(region, raised)));
			// Sometimes long enough for others to overtake it.
			pause((counted % 4 == 0) ? 40_000 : 1);
			return counted;
		});
		this.regions.catchUp();
		return Objects.requireNonNull(value);
	}

	/**
	 * {@link PlantedFault#KEYS}: the keys of the changed region on this instance.
	 */
	private String[] keysHere(CheckedPage changed) {
		return this.caches.caches()
			.stream()
			.flatMap((cache) -> cache.unwrap(EntryIndex.class).entriesAfter(0))
			.map((entry) -> (CheckedPage) entry.getKey())
			.filter((page) -> page.region() == changed.region())
			.map(CheckedPage::own)
			.toArray(String[]::new);
	}

	/**
	 * Waits for a random time.
	 * @param micros the maximum in microseconds
	 */
	private static void pause(int micros) {
		LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(ThreadLocalRandom.current().nextInt(micros)));
	}

	/**
	 * The cached pages.
	 */
	static class Pages {

		private final JdbcTemplate jdbc;

		Pages(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@Cacheable(cacheNames = "pages", key = "#page", sync = true)
		public Long read(CheckedPage page) {
			return load(page);
		}

		@Cacheable(cacheNames = "sharedPages", key = "#page", sync = true)
		public Long readShared(CheckedPage page) {
			return load(page);
		}

		/**
		 * Loads slowly.
		 */
		Long load(CheckedPage page) {
			this.jdbc.queryForObject("select nextval('loads')", Long.class);
			pause(2_000);
			Long read = this.jdbc.queryForObject("select n from counter where id = ?", Long.class, page.counter());
			pause(2_000);
			return Objects.requireNonNull(read);
		}

	}

}
