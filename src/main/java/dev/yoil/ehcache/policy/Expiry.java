package dev.yoil.ehcache.policy;

import org.jspecify.annotations.Nullable;

/**
 * The moment at which an entry expires, and what makes it expire then. An entry is
 * expired from that very millisecond on.
 *
 * @param at milliseconds since the epoch; {@link Long#MAX_VALUE} for never
 * @param by the cause, {@code null} exactly if the entry never expires
 */
public record Expiry(long at, @Nullable ExpiryCause by) {

	/** The expiry of an entry that only leaves when it is evicted or removed. */
	public static final Expiry NEVER = new Expiry(Long.MAX_VALUE, null);

	/**
	 * {@return whether the moment has come}
	 */
	public boolean passed(long now) {
		return now >= this.at;
	}

	/**
	 * Gives the earlier of two expiries, this one when both fall on one millisecond.
	 */
	Expiry orEarlier(Expiry other) {
		return (other.at < this.at) ? other : this;
	}

	/**
	 * Gives the expiry a number of milliseconds after a moment, without overflowing.
	 */
	static Expiry after(long moment, long millis, ExpiryCause by) {
		long at = moment + millis;
		return (at < moment) ? NEVER : new Expiry(at, by);
	}

}
