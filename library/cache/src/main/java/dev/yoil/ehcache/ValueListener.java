package dev.yoil.ehcache;

import java.util.EnumSet;
import java.util.Set;

import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.ehcache.Cache;
import org.ehcache.event.CacheEvent;
import org.ehcache.event.CacheEventListener;
import org.ehcache.event.EventType;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.NullValue;

/**
 * An adapter for a listener of the configuration file: passes on events with the keys and
 * values of callers instead of the library's own. As thread-safe as the listener.
 */
final class ValueListener implements CacheEventListener<HashedKey, StoredEntry> {

	private final CacheEventListener<Object, Object> listener;

	private final Set<EventType> events;

	/**
	 * Creates an adapter.
	 * @param events the events that the listener subscribes to
	 */
	ValueListener(CacheEventListener<Object, Object> listener, Set<EventType> events) {
		this.listener = listener;
		this.events = events;
	}

	/**
	 * {@return the events to subscribe to at Ehcache, which sees evictions from a heap in
	 * bytes and expiries by {@code until} as removals}
	 */
	Set<EventType> events() {
		Set<EventType> all = EnumSet.copyOf(this.events);
		if (all.contains(EventType.EVICTED) || all.contains(EventType.EXPIRED)) {
			all.add(EventType.REMOVED);
		}
		return all;
	}

	@Override
	public void onEvent(CacheEvent<? extends HashedKey, ? extends StoredEntry> event) {
		ValueEvent converted = new ValueEvent(event);
		if (this.events.contains(converted.getType())) {
			this.listener.onEvent(converted);
		}
	}

	private record ValueEvent(
			CacheEvent<? extends HashedKey, ? extends StoredEntry> event) implements CacheEvent<Object, Object> {

		@Override
		public EventType getType() {
			StoredEntry old = this.event.getOldValue();
			RemovalCause cause = (this.event.getType() == EventType.REMOVED && old != null) ? old.leaving() : null;
			return (cause == RemovalCause.EVICTED) ? EventType.EVICTED
					: (cause != null && cause.isExpiry()) ? EventType.EXPIRED : this.event.getType();
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

		/** The source itself holds the library's own keys and values. */
		@Override
		@Deprecated
		@SuppressWarnings({ "unchecked", "deprecation" }) // listeners may still call it
		public Cache<Object, Object> getSource() {
			return (Cache<Object, Object>) (Cache<?, ?>) this.event.getSource();
		}

	}

}
