package dev.yoil.ehcache.policy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DurationFormat.Style;
import org.springframework.format.annotation.DurationFormat.Unit;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * The policy of one cache: when its entries expire, are refreshed, or may be served after
 * an error. The earliest of {@code ttl}, {@code tti} and {@code until} ends an entry.
 * Eviction from a full cache is not configurable: Ehcache 3 evicts the least recently
 * used entry of a small sample.
 * <p>
 * Immutable. All arithmetic is in milliseconds, the resolution of Ehcache.
 *
 * @param ttl time to live since the value was stored; {@code null} for no limit
 * @param tti time to idle since the last access; {@code null} for no limit
 * @param until the calendar moment at which entries of any age expire; {@code null} for
 * none
 * @param refreshAfter the age from which a hit refreshes the value in the background;
 * {@code null} for never
 * @param staleIfError how long after the end of {@code ttl} or {@code tti} a value may be
 * served if it cannot be loaded; {@code null} for not at all
 * @param loadTimeout how long a caller waits for the load of another caller; {@code null}
 * for no limit
 * @param nullTtl the {@code ttl} of a cached {@code null}; zero to cache none;
 * {@code null} for the same as of other values
 * @param jitter by how many percent at most {@code ttl}, {@code nullTtl} and
 * {@code refreshAfter} are shorter, from 0 to 99; always the same for a key
 * @param softTimeout how long a caller waits for a load if there is a stale value to
 * serve; {@code null} for no limit
 * @param edge how long a cache in front of the application may keep responses;
 * {@code null} for not at all
 */
public record CachePolicy(@Nullable Duration ttl, @Nullable Duration tti, @Nullable Until until,
		@Nullable Duration refreshAfter, @Nullable Duration staleIfError, @Nullable Duration loadTimeout,
		@Nullable Duration nullTtl, int jitter, @Nullable Duration softTimeout, @Nullable Duration edge) {

	/** The only eviction algorithm of Ehcache 3. */
	public static final String EVICTION = "LRU";

	/** A policy without expiry. */
	public static final CachePolicy NO_EXPIRY = new CachePolicy(null, null, null);

	/**
	 * Creates a policy with expiry only.
	 */
	public CachePolicy(@Nullable Duration ttl, @Nullable Duration tti, @Nullable Until until) {
		this(ttl, tti, until, null, null, null, null, 0, null, null);
	}

	/**
	 * Returns the expiry of an entry if no access follows: the earliest of its limits.
	 * @param key the key, which decides about the jitter
	 * @param absent whether the value is {@code null}
	 * @param storedAt the time at which the value was stored
	 * @param lastAccessedAt the time of the last access, or of the store if there was
	 * none; {@link Long#MAX_VALUE} to ignore {@code tti}
	 * @param end the next moment of {@code until}; {@link Long#MAX_VALUE} for never
	 */
	public Expiry expiry(Object key, boolean absent, long storedAt, long lastAccessedAt, long end) {
		Duration life = (absent && this.nullTtl != null) ? this.nullTtl : this.ttl;
		return ((life != null) ? Expiry.after(storedAt, jittered(life, key), ExpiryCause.TTL) : Expiry.NEVER)
			.orEarlier((end != Long.MAX_VALUE) ? new Expiry(end, ExpiryCause.UNTIL) : Expiry.NEVER)
			.orEarlier((this.tti != null) ? Expiry.after(lastAccessedAt, this.tti.toMillis(), ExpiryCause.TTI)
					: Expiry.NEVER);
	}

	/**
	 * {@return whether {@code null} is cached}
	 */
	public boolean cachesNull() {
		return this.nullTtl == null || !this.nullTtl.isZero();
	}

	/**
	 * {@return whether entries may expire}
	 */
	public boolean expires() {
		return this.ttl != null || this.tti != null || this.until != null || this.nullTtl != null;
	}

	/**
	 * {@return whether a value of a key is to be refreshed at an age in milliseconds}
	 */
	public boolean isRefreshedAt(long age, Object key) {
		return this.refreshAfter != null && age >= jittered(this.refreshAfter, key);
	}

	/**
	 * Returns a duration, shortened by the jitter of a key.
	 * @return milliseconds; always the same for a key
	 */
	public long jittered(Duration duration, Object key) {
		long millis = duration.toMillis();
		if (this.jitter == 0) {
			return millis;
		}
		// Multiplied by the golden ratio, similar keys differ (Knuth, TAOCP 6.4).
		int mixed = (key.hashCode() * 0x9E3779B9) >>> 1;
		return Math.max(1, millis - (long) (millis * (this.jitter / 100.0) * mixed / Integer.MAX_VALUE));
	}

	/**
	 * Returns the end of the time for which an entry is kept to be served if a load
	 * fails.
	 * @param expiry the expiry of the entry
	 * @param end the next moment of {@code until}; {@link Long#MAX_VALUE} for never
	 * @return the expiry itself without {@code staleIfError}; never later than
	 * {@code end}
	 */
	public long keptUntil(Expiry expiry, long end) {
		return (this.staleIfError != null && expiry.by() != null)
				? Math.min(Expiry.after(expiry.at(), this.staleIfError.toMillis(), ExpiryCause.TTL).at(), end)
				: expiry.at();
	}

	/**
	 * Returns the attributes of the configuration file in their usual order, with their
	 * values as they are written there. An absent attribute has the value {@code null},
	 * and {@code until} includes its zone.
	 * @return a new map
	 */
	public Map<String, @Nullable String> attributes() {
		Map<String, @Nullable String> attributes = new LinkedHashMap<>();
		attributes.put("ttl", written(this.ttl));
		attributes.put("tti", written(this.tti));
		attributes.put("until", (this.until != null) ? this.until.toString() : null);
		attributes.put("refresh-after", written(this.refreshAfter));
		attributes.put("stale-if-error", written(this.staleIfError));
		attributes.put("load-timeout", written(this.loadTimeout));
		attributes.put("null-ttl", written(this.nullTtl));
		attributes.put("jitter", (this.jitter > 0) ? this.jitter + "%" : null);
		attributes.put("soft-timeout", written(this.softTimeout));
		attributes.put("edge", written(this.edge));
		return attributes;
	}

	private static @Nullable String written(@Nullable Duration duration) {
		return (duration != null) ? text(duration) : null;
	}

	/** Describes the policy with the attributes of the configuration file. */
	@Override
	public String toString() {
		StringJoiner text = new StringJoiner(", ");
		attributes().forEach((name, value) -> {
			if (value != null) {
				text.add(name + " " + value);
			}
		});
		return text.add(EVICTION).toString();
	}

	/**
	 * Formats a duration as in the configuration file, in the largest unit that divides
	 * it, hours at most: {@code 200s} stays {@code 200s}.
	 * @param duration a duration in whole milliseconds
	 */
	public static String text(Duration duration) {
		if (duration.isZero()) {
			return "0s";
		}
		Unit unit = Stream.of(Unit.HOURS, Unit.MINUTES, Unit.SECONDS)
			.filter((candidate) -> duration.toMillis() % candidate.asChronoUnit().getDuration().toMillis() == 0)
			.findFirst()
			.orElse(Unit.MILLIS);
		return DurationFormatterUtils.print(duration, Style.SIMPLE, unit);
	}

}
