package dev.yoil.ehcache.internal.whatif;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongUnaryOperator;

import dev.yoil.ehcache.policy.CachePolicy;
import org.jspecify.annotations.Nullable;

/**
 * The time limits of the key that is being simulated, one TTL per column. Moments are
 * milliseconds since an origin that moves once in 12 days, so that a moment fits into an
 * {@code int}. A longer limit counts as none.
 */
final class TimeLimits {

	/** Twelve days: the age of the oldest entry cannot overflow. */
	static final int LONGEST = 1 << 30;

	static final int NEVER = Integer.MAX_VALUE;

	private static final int[] EIGHTHS = { 1, 2, 4, 8, 16, 32, 64 };

	private final CachePolicy policy;

	/** Returns the next moment of {@code until}. */
	private final LongUnaryOperator ends;

	private final List<@Nullable Duration> ttls;

	private final int[] lives;

	private final int idle;

	private int refreshAfter;

	private long origin;

	private int now;

	/** The last moment of {@code until}, which expired all older values. */
	private int ended = -LONGEST;

	private long nextEnd;

	TimeLimits(CachePolicy policy, LongUnaryOperator ends, long now) {
		this.policy = policy;
		this.ends = ends;
		this.ttls = ttls(policy.ttl());
		this.lives = new int[this.ttls.size()];
		this.idle = limit(policy.tti());
		this.origin = now;
		setLives("");
		findNextEnd(this.origin);
	}

	private static List<@Nullable Duration> ttls(@Nullable Duration present) {
		List<@Nullable Duration> ttls = new ArrayList<>();
		if (present != null) {
			for (int eighths : EIGHTHS) {
				Duration ttl = Duration.ofMillis(present.toMillis() * eighths / 8);
				if (ttl.toMillis() > 0 && !ttls.contains(ttl)) {
					ttls.add(ttl);
				}
			}
		}
		ttls.add(null);
		return Collections.unmodifiableList(ttls);
	}

	/**
	 * Sets the present moment and key.
	 * @param now in elapsed time
	 * @return by how much the origin moved; all stored moments move back by as much
	 */
	int at(Object key, long now) {
		int moved = (now - this.origin >= LONGEST) ? (int) Math.min(NEVER, now - this.origin) : 0;
		if (moved > 0) {
			this.origin = now;
			this.ended = back(this.ended, moved);
		}
		this.now = (int) (now - this.origin);
		if (now >= this.nextEnd) {
			this.ended = (int) Math.max(-LONGEST, this.nextEnd - this.origin);
			findNextEnd(now);
		}
		if (this.policy.jitter() > 0) {
			setLives(key);
		}
		return moved;
	}

	/** Finds the next moment of {@code until}, with the wall clock as it is set now. */
	void findNextEnd(long now) {
		this.nextEnd = this.ends.applyAsLong(now);
	}

	private void setLives(Object key) {
		for (int column = 0; column < this.lives.length; column++) {
			this.lives[column] = jittered(this.ttls.get(column), key);
		}
		this.refreshAfter = jittered(this.policy.refreshAfter(), key);
	}

	private int jittered(@Nullable Duration duration, Object key) {
		return (duration != null) ? limit(Duration.ofMillis(this.policy.jittered(duration, key))) : NEVER;
	}

	private static int limit(@Nullable Duration duration) {
		return (duration != null && duration.toMillis() < LONGEST) ? (int) duration.toMillis() : NEVER;
	}

	/** Moves a moment back, to {@code -LONGEST} at most. */
	static int back(int moment, int by) {
		return (moment == NEVER) ? NEVER : (int) Math.max(-LONGEST, (long) moment - by);
	}

	int now() {
		return this.now;
	}

	/**
	 * {@return whether the key expired since its last access by any limit but its TTL}
	 */
	boolean isIdle(int lastAccessed) {
		return this.now - lastAccessed >= this.idle;
	}

	boolean isExpired(int column, int written) {
		return this.now - written >= this.lives[column] || written < this.ended;
	}

	boolean isRefreshed(int written) {
		return this.now - written >= this.refreshAfter;
	}

	/**
	 * {@return until when a value neither expires nor is refreshed}
	 */
	int freshUntil(int column, int written) {
		int life = Math.min(this.lives[column], this.refreshAfter);
		long end = Math.min(this.nextEnd - this.origin, NEVER);
		return (life != NEVER) ? (int) Math.min((long) written + life, end) : (int) end;
	}

	List<@Nullable Duration> ttls() {
		return this.ttls;
	}

	int columns() {
		return this.lives.length;
	}

}
