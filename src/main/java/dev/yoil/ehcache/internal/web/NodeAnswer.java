package dev.yoil.ehcache.internal.web;

import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.yoil.ehcache.internal.inspect.CacheFigures;
import dev.yoil.ehcache.internal.inspect.KeySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * What an instance says to a {@link NodeRequest}.
 *
 * @param id who says so
 * @param leaseLeftMillis what is left of its lease, less than zero if it is over;
 * {@code null} if it is the only instance
 * @param caches the figures of its caches by name: of all, or of the one that was asked
 * for if it has that
 * @param key what is under the key that was asked for; {@code null} if none was, or it
 * does not have that cache
 * @param versions the numbers of the versions that it has acted upon, by region: 0 for a
 * region that was never changed
 * @param matched how many entries matched what was to be removed; {@code null} if nothing
 * was
 * @param removed how many entries were removed; {@code null} likewise
 */
record NodeAnswer(UUID id, @Nullable Long leaseLeftMillis, Map<String, CacheFigures> caches, @Nullable KeySnapshot key,
		Map<String, Long> versions, @Nullable Long matched, @Nullable Long removed) {

	/**
	 * Refuses what no instance says.
	 */
	NodeAnswer {
		Objects.requireNonNull(id);
		caches.values().forEach(Objects::requireNonNull);
		versions.values().forEach(Objects::requireNonNull);
	}

}
