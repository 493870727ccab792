package dev.yoil.ehcache.xml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.ValueLimits;
import org.jspecify.annotations.Nullable;

/**
 * The caches of a file with their templates applied, after each element was checked by
 * itself. As in Ehcache, an element of a cache replaces the one of its template as a
 * whole.
 */
final class CacheDeclarations {

	private final Document document;

	private final Map<String, LocatedElement> templates = new LinkedHashMap<>();

	private final Map<String, LocatedElement> caches = new LinkedHashMap<>();

	private final List<LocatedElement> clusters;

	private final @Nullable LocatedElement persistence;

	private final @Nullable LocatedElement heapStore;

	CacheDeclarations(LocatedElement root) {
		this.document = root.document();
		this.persistence = root.child("persistence");
		this.heapStore = root.child("heap-store");
		this.clusters = root.children("service").flatMap((service) -> service.children("y:cluster")).toList();
		this.clusters.stream()
			.skip(1)
			.forEach((second) -> second.wrong("duplicate <" + second.tag() + ">.", "Keep one of them."));
		root.children("cache-template").forEach((template) -> declare(template, this.templates, "name"));
		root.children("cache").forEach((cache) -> declare(cache, this.caches, "alias"));
		root.children("service")
			.flatMap((service) -> service.children("jsr107:defaults"))
			.flatMap((defaults) -> defaults.children("jsr107:cache"))
			.forEach(this::declareOfJCache);
	}

	/**
	 * Adds a cache that JCache would create from its template on demand. As in JCache, a
	 * {@code <cache>} of the same name takes precedence.
	 */
	private void declareOfJCache(LocatedElement cache) {
		LocatedElement own = this.caches.get(cache.attribute("name", ""));
		if (own != null && own.kind().equals("cache")) {
			this.document.ignore(cache.line(), "<" + cache.tag() + ">");
		}
		else {
			declare(cache, this.caches, "name");
		}
	}

	private static void declare(LocatedElement element, Map<String, LocatedElement> known, String attribute) {
		String name = element.attribute(attribute, "");
		LocatedElement first = known.putIfAbsent(name, element);
		if (first != null && !name.isBlank()) {
			element.wrong("duplicate <" + element.tag() + "> named '" + name + "', first declared in line "
					+ first.line() + ".", "Rename or remove one of them.");
		}
	}

	@Nullable DeclaredCluster cluster() {
		return this.clusters.isEmpty() ? null : ElementValues.cluster(this.clusters.get(0));
	}

	EhcacheXml.@Nullable Persistence persistence() {
		String directory = (this.persistence != null) ? ElementValues.directory(this.persistence) : null;
		return (this.persistence != null && directory != null)
				? new EhcacheXml.Persistence(directory, this.persistence.line()) : null;
	}

	/** Returns the caches in the order of the file, without those that have errors. */
	List<DeclaredCache> caches() {
		this.templates.values().forEach((template) -> expiry(template, null));
		List<DeclaredCache> declared = this.caches.entrySet()
			.stream()
			.map((cache) -> cache(cache.getKey(), cache.getValue()))
			.filter(Objects::nonNull)
			.toList();
		if (this.heapStore != null && declared.stream().allMatch((cache) -> cache.capacityBytes() == null)) {
			this.document.ignore(this.heapStore.line(), "<" + this.heapStore.tag() + ">");
		}
		return declared;
	}

	/** Returns the templates that have a heap, without those that have errors. */
	List<CacheTemplate> templates() {
		return this.templates.entrySet()
			.stream()
			.map((template) -> template(template.getKey(), template.getValue()))
			.filter(Objects::nonNull)
			.toList();
	}

	private @Nullable CacheTemplate template(String name, LocatedElement element) {
		LocatedElement created = element.child("y:caches");
		boolean hasHeap = element.has("heap") || element.has("resources");
		if (created != null && !hasHeap) {
			return created.wrong("template '" + name + "' has <" + created.tag() + ">, but no <heap>.",
					"Add " + EhcacheXmlGrammar.HEAP + " to the template.");
		}
		DeclaredCache cache = hasHeap ? cache(name, element) : null;
		if (cache == null) {
			return null;
		}
		if (created != null && cache.needsStart()) {
			return created.wrong(
					"the caches of template '" + name
							+ "' have a tier, scope GLOBAL or depends, which needs the start of the application.",
					"Leave these out, or declare each cache.");
		}
		Long max = (created != null) ? ElementValues.most(created) : null;
		return new CacheTemplate(cache, (created != null) ? created.attribute("pattern") : null,
				(max != null) ? max.intValue() : CacheTemplate.MAX);
	}

	private @Nullable DeclaredCache cache(String alias, LocatedElement cache) {
		String name = cache.attribute(cache.kind().equals("cache") ? "uses-template" : "template");
		LocatedElement template = (name != null) ? this.templates.get(name) : null;
		if (name != null && template == null) {
			return cache.wrong("cache '" + alias + "' uses template '" + name + "', which is not in this file.",
					this.templates.isEmpty() ? "Add <cache-template name=\"" + name + "\">, or leave uses-template out."
							: "Use one of: " + String.join(", ", this.templates.keySet()) + ".");
		}
		LocatedElement policy = expiry(cache, template);
		boolean global = isGlobal(alias, policy);
		LocatedElement tiers = tiers(alias, cache, template);
		boolean tables = dependsOnTables(alias, policy, tiers);
		if (tiers == null || !this.document.errors().isEmpty()) {
			return null;
		}
		LocatedElement heap = Objects.requireNonNullElse(tiers.child("heap"), tiers);
		Long bytes = TierSizes.heap(heap);
		LocatedElement offHeap = tiers.child("offheap");
		LocatedElement listeners = part(cache, template, "listeners");
		return new DeclaredCache(alias, (bytes == null) ? ElementValues.number(heap, 9, EhcacheXmlGrammar.HEAP) : null,
				bytes, TierSizes.offHeap(offHeap), TierSizes.disk(tiers.child("disk")),
				valueLimits(part(cache, template, "heap-store-settings"), bytes != null),
				(policy != null) ? policy(policy) : CachePolicy.NO_EXPIRY,
				(policy != null) ? policy.attribute("region") : null, tables, global,
				new DeclaredCache.Types(type(part(cache, template, "key-type")),
						type(part(cache, template, "value-type"))),
				(listeners != null) ? listeners.children().stream().map(ElementValues::listener).toList() : List.of(),
				new DeclaredCache.Place(this.document.file().replaceAll(".*[/\\\\:]|]$", ""), cache.line(), heap.line(),
						Objects.requireNonNullElse(offHeap, heap).line(),
						Objects.requireNonNullElse(policy, cache).line()));
	}

	/** A value that depends on tables has no name in levels below the heap. */
	private static boolean dependsOnTables(String alias, @Nullable LocatedElement policy,
			@Nullable LocatedElement tiers) {
		if (policy == null || tiers == null || policy.attribute("depends") == null) {
			return false;
		}
		boolean tiered = tiers.has("offheap") || tiers.has("disk");
		String other = policy.attribute("scope", "").equals("GLOBAL") ? "scope GLOBAL"
				: (policy.attribute("edge") != null) ? "edge" : tiered ? "a tier behind the heap" : null;
		if (other != null) {
			policy.wrong(
					"cache '" + alias + "' has depends=\"tables\" and " + other + ", which does not know the tables.",
					"Declare <heap> only, without scope and edge, or leave depends out and evict the values in the code.");
		}
		return true;
	}

	private boolean isGlobal(String alias, @Nullable LocatedElement policy) {
		if (policy == null || !policy.attribute("scope", "").equals("GLOBAL")) {
			return false;
		}
		if (this.clusters.stream().noneMatch((cluster) -> cluster.has("y:shared-tier"))) {
			policy.wrong("cache '" + alias + "' has scope GLOBAL, but there is no <y:shared-tier>.",
					"Add <service><y:cluster><y:shared-tier url=\"redis://...\"/></y:cluster></service> in front of all "
							+ "caches, or leave scope out.");
		}
		return true;
	}

	/** Returns the {@code <resources>}, or the {@code <heap>} that stands for them. */
	private @Nullable LocatedElement tiers(String alias, LocatedElement cache, @Nullable LocatedElement template) {
		LocatedElement tiers = part(cache, template, "resources", "heap");
		if (tiers == null) {
			return cache.wrong(
					(template != null) ? "neither cache '" + alias + "' nor its template '" + template.attribute("name")
							+ "' has a <heap>." : "cache '" + alias + "' has no <heap> and no template.",
					"Add " + EhcacheXmlGrammar.HEAP + ".");
		}
		LocatedElement disk = tiers.child("disk");
		if (disk != null && this.persistence == null) {
			disk.wrong("<" + disk.tag() + "> needs a directory, but there is no <persistence>.",
					"Add <persistence directory=\"/var/cache/yoil\"/> to <config>, in front of all caches, or remove <"
							+ disk.tag() + ">.");
		}
		return tiers;
	}

	/** Finds the limits of values, which a heap that counts entries does not measure. */
	private ValueLimits valueLimits(@Nullable LocatedElement own, boolean measured) {
		if (own != null && !measured) {
			this.document.ignore(own.line(), "<" + own.tag() + ">");
		}
		return measured ? TierSizes.valueLimits((own != null) ? own : this.heapStore) : ValueLimits.NONE;
	}

	/**
	 * Finds the one element that declares the expiry. Ehcache would silently ignore
	 * {@code <expiry>} beside a policy.
	 */
	private static @Nullable LocatedElement expiry(LocatedElement element, @Nullable LocatedElement template) {
		LocatedElement expiry = part(element, template, "expiry");
		LocatedElement policy = part(element, template, "y:policy");
		if (expiry == null || policy == null) {
			return (policy != null) ? policy : expiry;
		}
		boolean ownExpiry = element.children().contains(expiry);
		return (ownExpiry ? expiry : policy).wrong(
				"<" + expiry.tag() + "> and <" + policy.tag() + "> both declare the expiry"
						+ ((ownExpiry == element.children().contains(policy)) ? "." : ", one of them in the template."),
				"Keep <" + policy.tag() + "> only.");
	}

	private static CachePolicy policy(LocatedElement element) {
		LocatedElement limit = element.kind().equals("expiry") ? element.children().get(0) : element;
		return switch (limit.kind()) {
			case "ttl" -> new CachePolicy(ElementValues.limit(limit), null, null);
			case "tti" -> new CachePolicy(null, ElementValues.limit(limit), null);
			case "none" -> CachePolicy.NO_EXPIRY;
			default -> ElementValues.policy(limit);
		};
	}

	private static Class<?> type(@Nullable LocatedElement element) {
		Class<?> type = (element != null) ? ElementValues.type(element) : null;
		return (type != null) ? type : Object.class;
	}

	private static @Nullable LocatedElement part(LocatedElement cache, @Nullable LocatedElement template,
			String... kinds) {
		return Stream.of(cache, template)
			.filter(Objects::nonNull)
			.flatMap((from) -> Stream.of(kinds).flatMap(from::children))
			.findFirst()
			.orElse(null);
	}

}
