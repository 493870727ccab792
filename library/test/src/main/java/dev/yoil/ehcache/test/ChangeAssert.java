package dev.yoil.ehcache.test;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import dev.yoil.ehcache.EhCacheCache;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about the entries that a change removed. Get them from
 * {@link CacheTester#change}.
 * <p>
 * Removals by writes count: evictions, changes of regions, and clears, also after the
 * commit of a transaction. Expirations, evictions of a full cache and replaced values do
 * not count. Entries that the change itself stored and removed count, too.
 */
public final class ChangeAssert extends AbstractAssert<ChangeAssert, CacheTester> {

	private final Map<String, Recorded> recorded;

	private final Set<String> verified = new HashSet<>();

	ChangeAssert(CacheTester caches, Map<String, Recorded> recorded) {
		super(caches, ChangeAssert.class);
		this.recorded = recorded;
	}

	/**
	 * Verifies that the change removed the entries with exactly these keys from a cache.
	 * No keys verify that it removed none. Other caches are not verified: see
	 * {@link #evictsNothingElse()}.
	 * @throws IllegalArgumentException if there is no such cache
	 */
	public ChangeAssert evictsExactly(String cache, Object... keys) {
		EhCacheCache present = this.actual.find(cache);
		this.verified.add(cache);
		Recorded changed = this.recorded.computeIfAbsent(cache, (created) -> Recorded.all(present));
		if (!changed.evicted().equals(Set.of(keys))) {
			throw failed("Expected the change to evict exactly the keys %s from cache '%s', but it evicted %s."
				.formatted(text(keys), cache, text(changed.evicted())), changed);
		}
		return this;
	}

	/**
	 * Verifies that the change removed no entries from the caches that were not verified
	 * before.
	 */
	public ChangeAssert evictsNothingElse() {
		this.recorded.forEach((cache, changed) -> {
			if (!this.verified.contains(cache) && !changed.evicted().isEmpty()) {
				throw failed("Expected the change to evict nothing else, but it evicted %s from cache '%s'."
					.formatted(text(changed.evicted()), cache), changed);
			}
		});
		return this;
	}

	private AssertionError failed(String message, Recorded changed) {
		return failure("%s", message + changed.describe("During the change", this::text));
	}

	private String text(Object value) {
		return this.info.representation().toStringOf(value);
	}

}
