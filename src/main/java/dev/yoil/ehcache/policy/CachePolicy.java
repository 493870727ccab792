package dev.yoil.ehcache.policy;

import java.time.Duration;
import java.util.StringJoiner;

import org.jspecify.annotations.Nullable;

/**
 * When the entries of one cache expire. Any combination of the three limits works
 * together: the earliest ends the entry. Which entry leaves when the cache is full is not
 * a choice: Ehcache 3 evicts the least recently used of a small sample.
 * <p>
 * Immutable. All arithmetic is in milliseconds since the epoch, the resolution at which
 * Ehcache keeps time.
 *
 * @param ttl time to live, counted from when the value was stored; {@code null} for no
 * limit
 * @param tti time to idle, counted from when the value was last asked for, or stored;
 * {@code null} for no limit
 * @param until the calendar moment at which the entry expires however young it is;
 * {@code null} for none
 */
public record CachePolicy(@Nullable Duration ttl, @Nullable Duration tti, @Nullable Until until) {

	/**
	 * The one way in which Ehcache 3 picks the entry that leaves a full cache.
	 */
	public static final String EVICTION = "LRU";

	/**
	 * The policy of a cache whose entries only leave when evicted or removed.
	 */
	public static final CachePolicy NO_EXPIRY = new CachePolicy(null, null, null);

	/**
	 * Gives the moment that no later access can move: the earlier of {@code ttl} and
	 * {@code until}.
	 * @param storedAt when the value was stored, in milliseconds since the epoch
	 * @return that moment, {@link Expiry#NEVER} without either limit
	 */
	public Expiry deadline(long storedAt) {
		Expiry deadline = Expiry.NEVER;
		if (this.ttl != null) {
			deadline = Expiry.after(storedAt, this.ttl.toMillis(), ExpiryCause.TTL);
		}
		if (this.until != null) {
			deadline = deadline.orEarlier(new Expiry(this.until.next(storedAt), ExpiryCause.UNTIL));
		}
		return deadline;
	}

	/**
	 * Gives the moment at which an entry expires if nobody asks for it again.
	 * @param deadline what {@link #deadline(long)} gave when its value was stored
	 * @param lastAccessedAt when the value was last asked for or else stored, in
	 * milliseconds since the epoch
	 * @return the earlier of the deadline and the end of the idle time
	 */
	public Expiry expiry(Expiry deadline, long lastAccessedAt) {
		return (this.tti != null)
				? deadline.orEarlier(Expiry.after(lastAccessedAt, this.tti.toMillis(), ExpiryCause.TTI)) : deadline;
	}

	/**
	 * Describes the policy in the words of the file.
	 */
	@Override
	public String toString() {
		StringJoiner text = new StringJoiner(", ");
		if (this.ttl != null) {
			text.add("ttl " + PolicyElement.text(this.ttl));
		}
		if (this.tti != null) {
			text.add("tti " + PolicyElement.text(this.tti));
		}
		if (this.until != null) {
			text.add("until " + this.until);
		}
		return text.add(EVICTION).toString();
	}

}
