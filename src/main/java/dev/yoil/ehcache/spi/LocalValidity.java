package dev.yoil.ehcache.spi;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.label.Labels;
import org.jspecify.annotations.Nullable;

/**
 * The validity of a single instance without regions.
 */
final class LocalValidity implements Validity {

	/** Longer than any load, and no difference of two times overflows. */
	private static final long ANY_AGE = Long.MAX_VALUE / 2;

	@Override
	public CacheValidity cache(String cache, @Nullable String region) {
		return new OneCell(cache);
	}

	@Override
	public Runnable register(Consumer<Change> removal) {
		return () -> {
		};
	}

	@Override
	public boolean isShared() {
		return false;
	}

	@Override
	public boolean isVersioned() {
		return false;
	}

	@Override
	public boolean isValid() {
		return true;
	}

	@Override
	public boolean isDistrusted() {
		return false;
	}

	@Override
	public long oldestToShare() {
		return System.nanoTime() - ANY_AGE;
	}

	@Override
	public Duration leaseLeft() {
		return Duration.ofNanos(Long.MAX_VALUE);
	}

	@Override
	public boolean isNotified() {
		return true;
	}

	@Override
	public boolean isPurged() {
		return true;
	}

	/** All keys of a cache have one cell. Values are nowhere else, so writes only run. */
	private static final class OneCell implements CacheValidity, WriteGate {

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
		public Set<String> regions(Object key) {
			return Set.of();
		}

		@Override
		public SortedMap<String, Long> versions(Object key) {
			return Collections.emptySortedMap();
		}

		@Override
		public @Nullable String state(Object key) {
			return null;
		}

		@Override
		public long oldestInTiers() {
			return 0;
		}

		@Override
		public Change changeAll() {
			return this.labels.change(Set.of(this.cache));
		}

		@Override
		public boolean isAll(Change change) {
			return true;
		}

		@Override
		public WriteGate gate(BooleanSupplier tiered) {
			return this;
		}

		@Override
		public <T extends @Nullable Object> T write(Object key, Supplier<T> write) {
			return write.get();
		}

		@Override
		public <T extends @Nullable Object> T writeAll(Supplier<T> write) {
			return write.get();
		}

		@Override
		public <T extends @Nullable Object> T remove(Collection<Object> keys, Supplier<T> removal) {
			return removal.get();
		}

		@Override
		public <T extends @Nullable Object> T removeAll(Supplier<T> removal) {
			return removal.get();
		}

		@Override
		public <T extends @Nullable Object> T bypass(Supplier<T> begin) {
			return begin.get();
		}

	}

}
