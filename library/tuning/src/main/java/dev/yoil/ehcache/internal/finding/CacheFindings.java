package dev.yoil.ehcache.internal.finding;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.whatif.CacheSimulations;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Checks caches against all {@linkplain Rule rules}. It only reads their entry indexes
 * and values, so it leaves no trace. Thread-safe.
 */
public final class CacheFindings {

	private static final List<Function<CacheFacts, Optional<Finding>>> RULES = List.of(UseRules::capacityTooSmall,
			PolicyRules::ttiNeverActs, UseRules::neverHit, PolicyRules::refreshNeverActs, UseRules::readOnce,
			UseRules::loadsOutlastEntries, UseRules::loadsNotShared, UseRules::removalsNeverMatch,
			SharingRules::changesNotHeard, SharingRules::tierAway, SharingRules::edgePurgeFailing,
			SharingRules::notShared, SharingRules::keysNotToldApart, TierRules::tierNeverHit, TierRules::heapHoldsAll,
			TierRules::tierSlow, TierRules::tierFailing, UseRules::valuesMutated, UseRules::valuesTooLarge,
			TuningRules::capacityTooLarge, TuningRules::ttlTooShort);

	private final InspectedCaches caches;

	private final ValueSampler values;

	private final CacheSimulations simulations;

	private final ObjectProvider<FindingSource> sources;

	CacheFindings(InspectedCaches caches, ValueSampler values, CacheSimulations simulations,
			ObjectProvider<FindingSource> sources) {
		this.caches = caches;
		this.values = values;
		this.sources = sources;
		this.simulations = simulations;
	}

	/**
	 * {@return the findings of all caches, in the order of {@code ehcache.xml}}
	 */
	public List<Finding> all() {
		return this.caches.byName().entrySet().stream().flatMap(this::check).toList();
	}

	/**
	 * {@return the findings of a cache}
	 */
	public List<Finding> one(EhCacheCache cache) {
		return this.caches.byName()
			.entrySet()
			.stream()
			.filter((named) -> named.getValue() == cache)
			.flatMap(this::check)
			.toList();
	}

	private Stream<Finding> check(Map.Entry<String, EhCacheCache> named) {
		CacheFacts facts = CacheFacts.of(named.getKey(), named.getValue(), this.caches.clock().millis(),
				this.simulations.of(named.getValue()), this.values.lastMutation(named.getValue()));
		return Stream.concat(this.sources.stream().flatMap((source) -> source.check(facts.name(), facts.cache())),
				RULES.stream().flatMap((rule) -> rule.apply(facts).stream()));
	}

}
