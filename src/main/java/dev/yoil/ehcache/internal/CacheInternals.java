package dev.yoil.ehcache.internal;

import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.yoil.ehcache.internal.index.EntryIndex;

/**
 * What the library's own packages see of a cache, beyond what it shows to everybody.
 *
 * @param index its entries, which can be read without any effect
 * @param tier what it does with the tier behind its heap
 * @param regions gives the regions of a key, one at least
 * @param operators gives what an operator can do to it, also what is no business of its
 * callers, by the name of the user, whom the removals then name
 * @param grown is told of keys whose values take more of the heap than when they came
 */
public record CacheInternals(EntryIndex index, TierUse tier, Function<Object, Set<String>> regions,
		Function<String, OperatorActions> operators, Consumer<Object> grown) {

	/**
	 * {@return what a cache hides}
	 */
	public static CacheInternals of(InspectableCache cache) {
		return cache.internals();
	}

	/**
	 * {@return what an operator can do to the cache}
	 * @param by the name of the user, whom the removals then name
	 */
	public OperatorActions operator(String by) {
		return this.operators.apply(by);
	}

}
