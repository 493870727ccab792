package dev.yoil.ehcache;

import java.util.EnumSet;
import java.util.Set;

import dev.yoil.ehcache.internal.index.StoredEntry;
import org.ehcache.Cache;
import org.ehcache.event.CacheEvent;
import org.ehcache.event.CacheEventListener;
import org.ehcache.event.EventType;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.NullValue;

/**
 * Tells a listener that the configuration file names of what happens to entries: with
 * values as callers know them instead of the entries that they are in. As thread-safe as
 * that listener.
 */
final class ValueListener implements CacheEventListener<StoredKey, StoredEntry> {

	private final CacheEventListener<Object, Object> listener;

	private final Set<EventType> events;

	/**
	 * Creates a listener in front of another.
	 * @param events what that one is told of
	 */
	ValueListener(CacheEventListener<Object, Object> listener, Set<EventType> events) {
		this.listener = listener;
		this.events = events;
	}

	/**
	 * {@return what it has to be told of itself: where the heap is counted in bytes,
	 * evictions come as removals}
	 */
	Set<EventType> events() {
		Set<EventType> all = EnumSet.copyOf(this.events);
		if (all.contains(EventType.EVICTED)) {
			all.add(EventType.REMOVED);
		}
		return all;
	}

	@Override
	public void onEvent(CacheEvent<? extends StoredKey, ? extends StoredEntry> event) {
		ValueEvent told = new ValueEvent(event);
		if (this.events.contains(told.getType())) {
			this.listener.onEvent(told);
		}
	}

	private record ValueEvent(
			CacheEvent<? extends StoredKey, ? extends StoredEntry> event) implements CacheEvent<Object, Object> {

		@Override
		public EventType getType() {
			StoredEntry old = this.event.getOldValue();
			return (this.event.getType() == EventType.REMOVED && old != null && old.isEvicted()) ? EventType.EVICTED
					: this.event.getType();
		}

		@Override
		public Object getKey() {
			return this.event.getKey().key();
		}

		@Override
		public @Nullable Object getNewValue() {
			return value(this.event.getNewValue());
		}

		@Override
		public @Nullable Object getOldValue() {
			return value(this.event.getOldValue());
		}

		private static @Nullable Object value(@Nullable StoredEntry entry) {
			return (entry == null || entry.value() == NullValue.INSTANCE) ? null : entry.value();
		}

		/** The keys and values in the source itself are of our own form. */
		@Override
		@Deprecated
		@SuppressWarnings({ "unchecked", "deprecation" }) // listeners may still call it
		public Cache<Object, Object> getSource() {
			return (Cache<Object, Object>) (Cache<?, ?>) this.event.getSource();
		}

	}

}
