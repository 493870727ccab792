package dev.yoil.ehcache.policy;

import org.jspecify.annotations.Nullable;

/**
 * The moment at which an entry expires, and the cause. The entry is expired from that
 * millisecond on.
 *
 * @param at milliseconds since the epoch; {@link Long#MAX_VALUE} for never
 * @param by the cause; {@code null} exactly if the entry never expires
 */
public record Expiry(long at, @Nullable ExpiryCause by) {

	/** The expiry of an entry that never expires. */
	public static final Expiry NEVER = new Expiry(Long.MAX_VALUE, null);

	/**
	 * {@return whether the entry is expired}
	 * @param now milliseconds since the epoch
	 */
	public boolean passed(long now) {
		return now >= this.at;
	}

	/**
	 * {@return the earlier of two expiries, this one if they are equal}
	 */
	public Expiry orEarlier(Expiry other) {
		return (other.at < this.at) ? other : this;
	}

	/** Adds milliseconds to a moment; an overflow means never. */
	static Expiry after(long moment, long millis, ExpiryCause by) {
		long at = moment + millis;
		return (at < moment) ? NEVER : new Expiry(at, by);
	}

}
