package dev.yoil.ehcache.internal.region;

import java.security.SecureRandom;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import dev.yoil.ehcache.region.Regions;

/**
 * Barriers between changes and later reads. An instance that receives a barrier for the
 * first time reads the versions of all regions. Then it has applied every change that was
 * committed before the barrier was sent, and passing the barrier again costs nothing. A
 * barrier names no region, so it also covers changes that its sender does not know.
 * Thread-safe.
 */
public final class ReadBarriers {

	/** The barrier of a sender that has none. It makes an instance read each time. */
	public static final String NONE = "none";

	/** Limit on the remembered barriers. A forgotten one costs another read. */
	private static final int MOST = 10_000;

	private static final int LONGEST = 40;

	private static final SecureRandom RANDOM = new SecureRandom();

	private final Regions regions;

	private final Set<String> passed = Collections.synchronizedSet(Collections.newSetFromMap(new Latest()));

	/**
	 * Creates the barriers of an instance, which has passed none.
	 */
	public ReadBarriers(Regions regions) {
		this.regions = regions;
	}

	/**
	 * {@return a new barrier, the decimal digits of a positive {@code long}}
	 */
	public static String create() {
		return Long.toString(RANDOM.nextLong() >>> 1);
	}

	/**
	 * Reads the versions, unless this instance has passed the barrier before.
	 * @return {@code false} if that took longer than a lease
	 * @throws org.springframework.dao.DataAccessException if the versions cannot be read
	 */
	public boolean pass(String barrier) {
		if (this.passed.contains(barrier)) {
			return true;
		}
		boolean read = this.regions.catchUpNow();
		if (read && !barrier.equals(NONE) && barrier.length() <= LONGEST) {
			this.passed.add(barrier);
		}
		return read;
	}

	/** Keeps the latest entries only. */
	private static final class Latest extends LinkedHashMap<String, Boolean> {

		private static final long serialVersionUID = 1L;

		@Override
		protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
			return size() > MOST;
		}

	}

}
