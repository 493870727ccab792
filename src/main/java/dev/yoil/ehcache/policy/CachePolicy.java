package dev.yoil.ehcache.policy;

import java.time.Duration;
import java.util.StringJoiner;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DurationFormat.Style;
import org.springframework.format.annotation.DurationFormat.Unit;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * When the entries of one cache expire, are refreshed, or are still better than an error.
 * Any combination works together: the earliest of {@code ttl}, {@code tti} and
 * {@code until} ends an entry. Which entry leaves when the cache is full is not a choice:
 * Ehcache 3 evicts the least recently used of a small sample.
 * <p>
 * Immutable. All arithmetic is in milliseconds, the resolution at which Ehcache keeps
 * time.
 *
 * @param ttl time to live, counted from when the value was stored; {@code null} for no
 * limit
 * @param tti time to idle, counted from when the value was last asked for, or stored;
 * {@code null} for no limit
 * @param until the calendar moment at which the entry expires however young it is;
 * {@code null} for none
 * @param refreshAfter the age from which a hit refreshes the value while it is still
 * served; {@code null} for never
 * @param staleIfError how long after {@code ttl} or {@code tti} ended it a value may
 * still be served if it cannot be loaded; {@code null} for not at all
 * @param loadTimeout how long a caller waits for a load that another caller began;
 * {@code null} for as long as it takes
 */
public record CachePolicy(@Nullable Duration ttl, @Nullable Duration tti, @Nullable Until until,
		@Nullable Duration refreshAfter, @Nullable Duration staleIfError, @Nullable Duration loadTimeout) {

	/** The one way in which Ehcache 3 picks the entry that leaves a full cache. */
	public static final String EVICTION = "LRU";

	/** The policy of a cache whose entries only leave when evicted or removed. */
	public static final CachePolicy NO_EXPIRY = new CachePolicy(null, null, null);

	/**
	 * Creates a policy that only says when entries expire.
	 */
	public CachePolicy(@Nullable Duration ttl, @Nullable Duration tti, @Nullable Until until) {
		this(ttl, tti, until, null, null, null);
	}

	/**
	 * Returns when an entry expires if nobody asks for it again.
	 * @param storedAt when the value was stored
	 * @param lastAccessedAt when the value was last asked for or else stored;
	 * {@link Long#MAX_VALUE} for the expiry of a value that is never idle
	 * @param end when {@code until} ends it; {@link Long#MAX_VALUE} for never
	 * @return the earliest of the three ends
	 */
	public Expiry expiry(long storedAt, long lastAccessedAt, long end) {
		return after(storedAt, this.ttl, ExpiryCause.TTL)
			.orEarlier((end != Long.MAX_VALUE) ? new Expiry(end, ExpiryCause.UNTIL) : Expiry.NEVER)
			.orEarlier(after(lastAccessedAt, this.tti, ExpiryCause.TTI));
	}

	private static Expiry after(long moment, @Nullable Duration duration, ExpiryCause by) {
		return (duration != null) ? Expiry.after(moment, duration.toMillis(), by) : Expiry.NEVER;
	}

	/**
	 * Returns up to when an entry is kept for the case that its value cannot be loaded.
	 * @param expiry when the entry expires
	 * @param end when {@code until} ends it; {@link Long#MAX_VALUE} for never
	 * @return the expiry itself without {@code staleIfError}, and never later than
	 * {@code end}
	 */
	public long keptUntil(Expiry expiry, long end) {
		return (this.staleIfError != null && expiry.by() != null)
				? Math.min(Expiry.after(expiry.at(), this.staleIfError.toMillis(), ExpiryCause.TTL).at(), end)
				: expiry.at();
	}

	/** Describes the policy in the words of the file. */
	@Override
	public String toString() {
		StringJoiner text = new StringJoiner(", ");
		add(text, "ttl", this.ttl);
		add(text, "tti", this.tti);
		if (this.until != null) {
			text.add("until " + this.until);
		}
		add(text, "refresh-after", this.refreshAfter);
		add(text, "stale-if-error", this.staleIfError);
		add(text, "load-timeout", this.loadTimeout);
		return text.add(EVICTION).toString();
	}

	/**
	 * Writes a duration as the file would: one number in the largest unit that divides
	 * it, so that {@code 200s} stays {@code 200s}.
	 * @param duration a duration in whole milliseconds
	 * @return a number and a unit, at most hours
	 */
	public static String text(Duration duration) {
		Unit unit = Stream.of(Unit.HOURS, Unit.MINUTES, Unit.SECONDS)
			.filter((candidate) -> duration.toMillis() % candidate.asChronoUnit().getDuration().toMillis() == 0)
			.findFirst()
			.orElse(Unit.MILLIS);
		return DurationFormatterUtils.print(duration, Style.SIMPLE, unit);
	}

	private static void add(StringJoiner text, String name, @Nullable Duration duration) {
		if (duration != null) {
			text.add(name + " " + text(duration));
		}
	}

}
