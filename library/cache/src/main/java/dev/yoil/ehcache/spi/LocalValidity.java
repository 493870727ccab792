package dev.yoil.ehcache.spi;

import java.util.Set;

import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.label.Labels;
import org.jspecify.annotations.Nullable;

/**
 * The validity of a single instance without regions.
 */
final class LocalValidity implements Validity {

	@Override
	public CacheValidity cache(String cache, @Nullable String region) {
		return new OneCell(cache);
	}

	/** All keys of the cache have the cell of the whole cache. */
	private static final class OneCell implements CacheValidity {

		private final Labels labels = new Labels();

		private final String cache;

		private volatile Label latest;

		OneCell(String cache) {
			this.cache = cache;
			this.latest = this.labels.of(cache, Set.of());
		}

		@Override
		public Label label(Object key) {
			Label label = this.latest;
			if (label.isDead()) {
				label = this.labels.of(this.cache, Set.of());
				this.latest = label;
			}
			return label;
		}

		@Override
		public Change changeAll() {
			return this.labels.change(Set.of(this.cache));
		}

	}

}
