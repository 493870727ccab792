package dev.yoil.ehcache;

import java.util.Set;

import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.Validity;
import org.jspecify.annotations.Nullable;

/**
 * The validity of one cache whose keys name their cells. A change is a single step,
 * because Lincheck cannot restore the state of all that a change of regions uses.
 */
final class NamedCells implements Validity, CacheValidity {

	private static final String ALL = "all";

	private final Labels labels = new Labels();

	@Override
	public CacheValidity cache(String cache, @Nullable String region) {
		return this;
	}

	@Override
	public Label label(Object key) {
		return this.labels.of(ALL, (key instanceof Key named) ? named.cells() : Set.of());
	}

	@Override
	public Change changeAll() {
		return change(Set.of(ALL));
	}

	Change change(Set<String> cells) {
		return this.labels.change(cells);
	}

	/** A key and the names of its cells. */
	record Key(String name, Set<String> cells) {
	}

}
