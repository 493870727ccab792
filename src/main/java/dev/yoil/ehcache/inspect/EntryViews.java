package dev.yoil.ehcache.inspect;

import java.time.Clock;
import java.time.Instant;
import java.util.List;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.index.StoredEntry;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.NullValue;

/**
 * Makes of an entry what is shown of it. Thread-safe.
 */
final class EntryViews {

	private final Clock clock;

	private final ValueText.Renderer renderer;

	EntryViews(Clock clock, ValueText.Renderer renderer) {
		this.clock = clock;
		this.renderer = renderer;
	}

	/**
	 * Tells the size of an entry's value, which takes time the first time only.
	 */
	long size(StoredEntry entry) {
		return entry.size((value) -> this.renderer.size(unwrapped(value)));
	}

	EntrySummary summary(Object key, StoredEntry entry, EhCacheCache cache) {
		Expiry expiry = cache.index().expiry(entry);
		return new EntrySummary(id(entry), KeyText.of(key), entry.version(), entry.hits(),
				Instant.ofEpochMilli(entry.createdAt()), Instant.ofEpochMilli(entry.lastAccessedAt()), moment(expiry),
				expiry.by(), expiry.passed(this.clock.millis()), servableUntil(entry, expiry, cache), size(entry));
	}

	EntrySnapshot snapshot(Object key, StoredEntry entry, EhCacheCache cache) {
		EntrySummary summary = summary(key, entry, cache);
		ValueText text = text(entry, ValueText.SHOWN);
		return new EntrySnapshot(summary.id(), summary.key(), summary.version(), summary.hitCount(),
				summary.createdAt(), summary.lastAccessedAt(), summary.expiresAt(), summary.expiresBy(),
				summary.expired(), summary.servableUntil(), summary.size(), text.text(), text.length(), text.details());
	}

	EntryDetails details(Object key, StoredEntry entry, EhCacheCache cache) {
		EntrySummary summary = summary(key, entry, cache);
		ValueText text = text(entry, EntryDetails.SHOWN);
		List<DepartureSnapshot> history = cache.removals()
			.stream()
			.filter((departure) -> departure.key().equals(key))
			.map(DepartureSnapshot::of)
			.toList();
		return new EntryDetails(summary.id(), summary.key(), summary.version(), summary.hitCount(), summary.createdAt(),
				summary.lastAccessedAt(), summary.expiresAt(), summary.expiresBy(), summary.expired(),
				summary.servableUntil(), summary.size(), text.text(), text.length(), text.details(), history);
	}

	private ValueText text(StoredEntry entry, int most) {
		ValueText text = this.renderer.render(unwrapped(entry.value()), most);
		return new ValueText(WellFormed.of(text.text()), text.length(), text.details());
	}

	private static String id(StoredEntry entry) {
		return Long.toString(entry.sequence());
	}

	private static @Nullable Object unwrapped(Object value) {
		return (value instanceof NullValue) ? null : value;
	}

	private static @Nullable Instant moment(Expiry expiry) {
		return (expiry.by() != null) ? Instant.ofEpochMilli(expiry.at()) : null;
	}

	private static @Nullable Instant servableUntil(StoredEntry entry, Expiry expiry, EhCacheCache cache) {
		CachePolicy policy = cache.declared().policy();
		return (policy.staleIfError() != null) ? Instant.ofEpochMilli(policy.keptUntil(entry.lifetime(), expiry))
				: null;
	}

}
