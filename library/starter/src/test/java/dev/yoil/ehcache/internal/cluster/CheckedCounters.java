package dev.yoil.ehcache.internal.cluster;

import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.region.RegionTokens;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
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

	private final CheckedPages pages;

	private final EhCacheCacheManager caches;

	private final PlantedFault planted;

	CheckedCounters(JdbcTemplate jdbc, TransactionTemplate transaction, Regions regions, CheckedPages pages,
			EhCacheCacheManager caches, Environment environment) {
		this.jdbc = jdbc;
		this.transaction = transaction;
		this.regions = regions;
		this.pages = pages;
		this.caches = caches;
		this.planted = environment.getRequiredProperty("planted", PlantedFault.class);
	}

	/**
	 * Returns a page: its value, the time of the lookup, and whether the lease was valid.
	 */
	@GetMapping("/{region}/{number}")
	String read(@PathVariable int region, @PathVariable int number) {
		boolean valid = this.regions.isValid();
		long begun = System.nanoTime();
		CheckedPage page = new CheckedPage(region, number);
		Long value = page.isShared() ? this.pages.readShared(page) : this.pages.read(page);
		return value + " " + begun + " " + valid;
	}

	/**
	 * Increments the counter of a page. Returns its value and the time after the commit.
	 */
	@PostMapping("/{region}/{number}")
	String count(@PathVariable int region, @PathVariable int number, HttpServletResponse response) {
		CheckedPage page = new CheckedPage(region, number);
		Long value = switch (this.planted) {
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
			CheckedPages.pause((counted % 4 == 0) ? 40_000 : 1);
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

}
