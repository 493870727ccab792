package dev.yoil.ehcache.internal.live;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.ValueLimits;
import dev.yoil.ehcache.xml.CacheTemplate;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.DeclaredCluster;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two declarations of the caches, found by comparing the texts of
 * all attributes. The texts are exact. A difference is live if the declarations that a
 * cache manager would {@linkplain EhcacheXml#changedTo change to} agree with the new
 * ones.
 */
final class Differences {

	private static final String TIERS = "tiers are opened at the start";

	private static final List<Attribute> HEAP = List.of(
			new Attribute("heap", DeclaredCache::heap, DeclaredCache.Place::heap,
					"the cache counts either entries or bytes from its creation"),
			new Attribute("heap-store-settings", Differences::limits, DeclaredCache.Place::heap,
					"values are measured when they are stored"));

	private static final List<Attribute> POLICY = CachePolicy.NO_EXPIRY.attributes()
		.keySet()
		.stream()
		.map((name) -> new Attribute(name, (cache) -> cache.policy().attributes().get(name),
				DeclaredCache.Place::policy, null))
		.toList();

	private static final List<Attribute> OTHERS = List.of(
			new Attribute("region", DeclaredCache::region, DeclaredCache.Place::policy,
					"entries keep the region that they were loaded with"),
			new Attribute("depends", (cache) -> cache.dependsOnTables() ? "tables" : null, DeclaredCache.Place::policy,
					"statements are watched from the start"),
			new Attribute("scope", (cache) -> cache.global() ? "GLOBAL" : "LOCAL", DeclaredCache.Place::policy,
					"a cache joins the shared tier at the start"),
			new Attribute("key-type", (cache) -> cache.types().key().getName(), DeclaredCache.Place::cache,
					"the cache may hold keys of the other type"),
			new Attribute("value-type", (cache) -> cache.types().value().getName(), DeclaredCache.Place::cache,
					"the cache may hold values of the other type"),
			new Attribute("listeners", Differences::listeners, DeclaredCache.Place::cache,
					"listeners are created with the cache"),
			new Attribute("offheap",
					(cache) -> (cache.offHeapBytes() != null) ? DeclaredCache.text(cache.offHeapBytes()) : null,
					DeclaredCache.Place::offHeap, TIERS),
			new Attribute("disk", Differences::disk, DeclaredCache.Place::offHeap, TIERS));

	private final List<ConfigurationChange> changes = new ArrayList<>();

	private Differences() {
	}

	/**
	 * Returns the differences.
	 * @param used the names of the templates from which caches were created
	 */
	static List<ConfigurationChange> between(EhcacheXml from, EhcacheXml to, Collection<String> used) {
		Differences differences = new Differences();
		DeclaredCluster cluster = to.cluster();
		if (!cluster(from.cluster()).equals(cluster(to.cluster()))) {
			differences.add(null, "y:cluster", (cluster != null) ? cluster.line() : null,
					"the instance joins others at the start");
		}
		EhcacheXml.Persistence directory = to.persistence();
		differences.add(null, "persistence", directory(from), directory(to),
				(directory != null) ? directory.line() : null, TIERS);
		Map<String, DeclaredCache> running = from.changedTo(to).byName();
		Map<String, DeclaredCache> removed = from.byName();
		for (DeclaredCache cache : to.caches()) {
			DeclaredCache before = removed.remove(cache.name());
			DeclaredCache after = running.get(cache.name());
			if (before != null && after != null) {
				Stream.of(HEAP, POLICY, OTHERS)
					.flatMap(List::stream)
					.forEach((attribute) -> differences.compare(attribute, before, after, cache));
			}
			else {
				differences.add(cache.name(), "cache", cache.place().cache(), (after == null) ? TIERS : null);
			}
		}
		removed.keySet()
			.forEach((name) -> differences.add(name, "cache", null, running.containsKey(name) ? TIERS : null));
		differences.compareTemplates(from, to, used);
		return List.copyOf(differences.changes);
	}

	/** Compares the templates that create caches, or have done so. */
	private void compareTemplates(EhcacheXml from, EhcacheXml to, Collection<String> used) {
		for (CacheTemplate template : to.templates()) {
			String name = template.cache().name();
			CacheTemplate before = from.template(name);
			int line = template.cache().place().cache();
			add(name, "pattern", (before != null) ? before.pattern() : null, template.pattern(), line, null);
			if (before != null && (template.pattern() != null || used.contains(name))) {
				add(name, "max", String.valueOf(before.max()), String.valueOf(template.max()), line, null);
				Stream.of(HEAP, POLICY, OTHERS)
					.flatMap(List::stream)
					.forEach((attribute) -> compare(attribute, before.cache(), before.cache().changedTo(template),
							template.cache()));
			}
		}
		from.templates()
			.stream()
			.filter((template) -> to.template(template.cache().name()) == null)
			.forEach((gone) -> add(gone.cache().name(), "pattern", gone.pattern(), null, null, null));
	}

	private void compare(Attribute attribute, DeclaredCache from, DeclaredCache running, DeclaredCache to) {
		String text = attribute.text().apply(to);
		boolean live = Objects.equals(attribute.text().apply(running), text);
		add(to.name(), attribute.name(), attribute.text().apply(from), text, attribute.line().applyAsInt(to.place()),
				live ? null : attribute.reason());
	}

	private void add(@Nullable String cache, String attribute, @Nullable String from, @Nullable String to,
			@Nullable Integer line, @Nullable String reason) {
		if (!Objects.equals(from, to)) {
			this.changes.add(new ConfigurationChange(cache, attribute, from, to, line, reason == null, reason));
		}
	}

	private void add(@Nullable String cache, String element, @Nullable Integer line, @Nullable String reason) {
		this.changes.add(new ConfigurationChange(cache, element, null, null, line, reason == null, reason));
	}

	private static @Nullable String limits(DeclaredCache cache) {
		ValueLimits limits = cache.limits();
		return Stream
			.of(Stream.ofNullable(limits.objects()).map((objects) -> objects + " objects"),
					Stream.ofNullable(limits.bytes()).map(DeclaredCache::text))
			.flatMap((texts) -> texts)
			.reduce((objects, bytes) -> objects + ", " + bytes)
			.orElse(null);
	}

	private static @Nullable String disk(DeclaredCache cache) {
		DeclaredCache.Disk disk = cache.disk();
		return (disk != null) ? DeclaredCache.text(disk.bytes()) + (disk.persistent() ? " persistent" : "") : null;
	}

	private static @Nullable String listeners(DeclaredCache cache) {
		return cache.listeners().isEmpty() ? null
				: cache.listeners()
					.stream()
					.map((each) -> each.type().getName() + " " + new TreeSet<>(each.events()) + " " + each.firing()
							+ " " + each.ordering())
					.collect(Collectors.joining("; "));
	}

	private static @Nullable String directory(EhcacheXml file) {
		EhcacheXml.Persistence persistence = file.persistence();
		return (persistence != null) ? persistence.directory() : null;
	}

	/** Returns the settings of a cluster, which could contain a password. */
	private static String cluster(@Nullable DeclaredCluster cluster) {
		DeclaredCluster.Tier tier = (cluster != null) ? cluster.tier() : null;
		return ((cluster != null) ? cluster.lease() + " " + cluster.poll() : "") + ((tier != null)
				? " " + tier.url() + " " + tier.prefix() + " " + tier.timeout() + " " + tier.retryAfter() : "");
	}

	/**
	 * An attribute or element of a cache.
	 *
	 * @param text returns its value as text, which is exact
	 * @param line returns its line
	 * @param reason why a change that is not live takes effect at the next start only;
	 * {@code null} if every change is live
	 */
	private record Attribute(String name, Function<DeclaredCache, @Nullable String> text,
			ToIntFunction<DeclaredCache.Place> line, @Nullable String reason) {
	}

}
