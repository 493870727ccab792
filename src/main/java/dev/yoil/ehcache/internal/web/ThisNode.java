package dev.yoil.ehcache.internal.web;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.cluster.NodeTable;
import dev.yoil.ehcache.internal.inspect.CacheFigures;
import dev.yoil.ehcache.internal.inspect.CacheInspector;
import dev.yoil.ehcache.internal.inspect.CacheOperator;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.inspect.KeyPattern;
import dev.yoil.ehcache.internal.inspect.KeySnapshot;
import dev.yoil.ehcache.internal.inspect.RemovalResult;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Does on this instance what an operator, or another instance, asks of it. Thread-safe.
 */
public final class ThisNode {

	private final InspectedCaches caches;

	private final CacheInspector inspector;

	private final CacheOperator operator;

	private final Regions regions;

	private final UUID id;

	ThisNode(InspectedCaches caches, CacheInspector inspector, CacheOperator operator, ObjectProvider<Regions> regions,
			ObjectProvider<NodeTable> nodes) {
		this.caches = caches;
		this.inspector = inspector;
		this.operator = operator;
		this.regions = regions.getIfAvailable(Regions::alone);
		NodeTable several = nodes.getIfAvailable();
		this.id = (several != null) ? several.id() : UUID.randomUUID();
	}

	UUID id() {
		return this.id;
	}

	/**
	 * Does what is asked, unless it is asked of a cache that there is not.
	 * @throws IllegalArgumentException if a pattern is none, or something is missing
	 */
	NodeAnswer answer(NodeRequest asked) {
		if (asked.action() == NodeRequest.Action.CACHES) {
			Map<String, CacheFigures> all = new LinkedHashMap<>();
			this.caches.byName().forEach((name, cache) -> all.put(name, this.inspector.figures(cache)));
			return answer(all, null, Set.of(), null, null);
		}
		String name = required(asked.cache());
		EhCacheCache cache = this.caches.find(name).orElse(null);
		if (cache == null) {
			return answer(Map.of(), null, asked.regions(), null, null);
		}
		if (asked.action() == NodeRequest.Action.KEY) {
			KeySnapshot key = this.inspector.key(cache, required(asked.text()));
			Set<String> regions = new LinkedHashSet<>(asked.regions());
			regions.addAll(key.regions());
			return answer(figures(name, cache), key, regions, null, null);
		}
		return change(name, cache, asked, required(asked.by()));
	}

	private NodeAnswer change(String name, EhCacheCache cache, NodeRequest asked, String by) {
		return switch (asked.action()) {
			case REMOVE ->
				removed(name, cache, this.operator.remove(cache, required(asked.text()), by, asked.dryRun()));
			case REMOVE_PATTERN -> removed(name, cache,
					this.operator.remove(cache, KeyPattern.of(required(asked.text())), by, asked.dryRun()));
			case CLEAR -> {
				long removed = this.operator.clear(cache, by);
				yield answer(figures(name, cache), null, Set.of(), removed, removed);
			}
			case BYPASS -> {
				this.operator.bypass(cache, by);
				yield answer(figures(name, cache), null, Set.of(), null, null);
			}
			case END_BYPASS -> {
				this.operator.endBypass(cache, by);
				yield answer(figures(name, cache), null, Set.of(), null, null);
			}
			case CACHES, KEY -> throw new IllegalArgumentException(asked.action() + " changes nothing");
		};
	}

	private NodeAnswer removed(String name, EhCacheCache cache, RemovalResult removed) {
		return answer(figures(name, cache), null, Set.of(), removed.matched(), removed.removed());
	}

	private Map<String, CacheFigures> figures(String name, EhCacheCache cache) {
		return Map.of(name, this.inspector.figures(cache));
	}

	private NodeAnswer answer(Map<String, CacheFigures> figures, @Nullable KeySnapshot key, Set<String> regions,
			@Nullable Long matched, @Nullable Long removed) {
		Map<String, Long> versions = new TreeMap<>();
		for (String region : regions) {
			RegionVersion version = this.regions.version(region);
			versions.put(region, (version != null) ? version.number() : 0);
		}
		return new NodeAnswer(this.id, this.regions.isShared() ? (Long) this.regions.leaseLeft().toMillis() : null,
				figures, key, versions, matched, removed);
	}

	private static String required(@Nullable String given) {
		if (given == null) {
			throw new IllegalArgumentException("A request between instances lacks something");
		}
		return given;
	}

}
