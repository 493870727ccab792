package dev.yoil.ehcache;

import java.util.Collections;
import java.util.Iterator;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.index.StoredEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removal of the expired entries of a manager's caches, which Ehcache alone would keep
 * until a caller asks for them. It goes through all entries in small steps, because an
 * order by deadline would cost each put and, with {@code tti}, each hit. For one thread.
 */
final class ExpirySweep {

	private static final Logger LOG = LoggerFactory.getLogger(ExpirySweep.class);

	/** The most entries that a step looks at. */
	static final int STEP = 1_000;

	private final Supplier<Iterator<EntryStore>> all;

	private Iterator<EntryStore> caches = Collections.emptyIterator();

	private @Nullable EntryStore cache;

	private Iterator<StoredEntry> entries = Collections.emptyIterator();

	/**
	 * Creates a sweep.
	 * @param all returns the caches to go through next
	 */
	ExpirySweep(Supplier<Iterator<EntryStore>> all) {
		this.all = all;
	}

	/**
	 * Looks at the next entries.
	 * @return whether it has come to the end of all caches: the next step begins again
	 */
	boolean step() {
		if (this.cache == null) {
			this.caches = this.all.get();
		}
		for (int looked = 0; looked < STEP; looked++) {
			while (this.cache == null || !this.entries.hasNext()) {
				if (!this.caches.hasNext()) {
					this.cache = null;
					return true;
				}
				this.cache = this.caches.next();
				this.entries = this.cache.expirable();
			}
			expire(this.cache, this.entries.next());
		}
		return false;
	}

	private static void expire(EntryStore cache, StoredEntry entry) {
		try {
			cache.removeExpired(entry);
		}
		catch (RuntimeException | Error ex) {
			// The cache was removed, or a key or a listener throws. Others still go.
			LOG.debug("An expired entry was not removed; it is not served", ex);
		}
	}

}
