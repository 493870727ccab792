package dev.yoil.ehcache.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The translation of an Ehcache 2 file, with remarks on what is not supported here. It
 * needs nothing but the JDK.
 */
final class Ehcache2 {

	private static final String HEAP = "<heap unit=\"%s\">%s</heap>";

	private static final String NO_LIMIT = "999999999";

	private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

	private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kKmMgG]?)");

	private static final Pattern SYSTEM_PROPERTY = Pattern.compile("\\$\\{[^${}:]+}");

	private static final Map<String, String> UNITS = Map.of("", "B", "K", "kB", "M", "MB", "G", "GB");

	/** Attributes that are translated, or have nothing to configure here. */
	private static final Set<String> CARRIED_OVER = Set.of("name", "maxEntriesLocalHeap", "maxElementsInMemory",
			"maxBytesLocalHeap", "eternal", "timeToLiveSeconds", "timeToIdleSeconds", "memoryStoreEvictionPolicy",
			"statistics", "logging", "clearOnFlush", "maxEntriesLocalDisk", "maxElementsOnDisk", "maxEntriesInCache",
			"diskExpiryThreadIntervalSeconds", "diskSpoolBufferSizeMB", "diskAccessStripes", "cacheLoaderTimeoutMillis",
			"updateCheck", "monitoring", "dynamicConfig", "defaultTransactionTimeoutInSeconds");

	/** Values that switch a feature off. */
	private static final Set<String> OFF = Set.of("false", "off", "none", "0");

	private static final Map<String, Set<String>> REASONS = Map.of(
			"to keep values on disk, declare <persistence> and a <disk> in <resources>",
			Set.of("persistence", "diskStore", "overflowToDisk", "diskPersistent", "maxBytesLocalDisk"),
			"to keep values off-heap, declare an <offheap> in <resources>",
			Set.of("overflowToOffHeap", "maxBytesLocalOffHeap", "maxMemoryOffHeap"),
			"values are not copied and must not be changed", Set.of("copyOnRead", "copyOnWrite"),
			"writes wait for the commit of Spring's transaction", Set.of("transactionalMode"),
			"write an org.ehcache.event.CacheEventListener and name it in <listeners>",
			Set.of("cacheEventListenerFactory"),
			"instances do not exchange entries; with <y:cluster> they notify each other of changes",
			Set.of("cacheManagerPeerProviderFactory", "cacheManagerPeerListenerFactory"),
			"methods with @Cacheable load the values", Set.of("cacheLoaderFactory"),
			"the size of a value is measured differently", Set.of("sizeOfPolicy"), "each cache has its own heap",
			Set.of("maxBytesLocalHeap"));

	private final List<String> lines = new ArrayList<>();

	private final LocatedElement root;

	private final boolean sharedHeap;

	Ehcache2(LocatedElement root) {
		this.root = root;
		this.sharedHeap = root.attributes().containsKey("maxBytesLocalHeap");
		this.lines.add(EhcacheXmlGrammar.ROOT);
		attributes(root);
		for (LocatedElement child : root.children()) {
			switch (child.name()) {
				case "cache" -> cache(child, "cache alias=\"" + name(child) + "\"");
				case "defaultCache" -> {
					child.wrong("<defaultCache> becomes the template 'default', which creates no caches by itself.",
							"Declare each cache that came from it: <cache alias=\"...\" uses-template=\"default\"/>.");
					cache(child, "cache-template name=\"default\"");
				}
				default -> leftOut(child, child.name(), "<" + child.tag() + ">");
			}
		}
		this.lines.add("");
		this.lines.add("</config>");
		if (!root.document().comments().isEmpty()) {
			root.document()
				.add(root.document().comments().get(0), 0,
						root.document()
							.comments()
							.stream()
							.distinct()
							.map(String::valueOf)
							.collect(Collectors.joining(", ", "comments are not translated: they end in line ", ".")),
						"Copy those that still apply.");
		}
	}

	static boolean is(LocatedElement root) {
		return root.name().equals("ehcache");
	}

	/** Returns the translated file without its XML declaration. */
	String text() {
		return String.join("\n", this.lines);
	}

	/** Returns what could not be translated, in the order of the file. */
	List<XmlError> remarks() {
		return this.root.document().errors();
	}

	/** Creates the exception that contains the translation. */
	EhcacheXmlException exception() {
		String remarks = remarks().stream()
			.map((remark) -> remark + "\n")
			.collect(Collectors.joining("", remarks().isEmpty() ? "" : "\n", ""));
		return this.root.fatal("this is an Ehcache 2 file, which Ehcache 3 does not read.",
				"Replace it with this translation:\n" + remarks + "\n" + text());
	}

	private void cache(LocatedElement cache, String start) {
		attributes(cache);
		for (LocatedElement child : cache.children()) {
			if (!OFF.contains(child.attribute("strategy", ""))) {
				leftOut(child, child.name(), "<" + child.tag() + ">");
			}
		}
		this.lines.addAll(List.of("", "  <" + start + ">", "    " + heap(cache)));
		String policy = policy(cache);
		if (!policy.isEmpty()) {
			this.lines.add("    <y:policy" + policy + " eviction=\"LRU\"/>");
		}
		this.lines.add("  </" + start.substring(0, start.indexOf(' ')) + ">");
	}

	private static String name(LocatedElement cache) {
		return cache.attribute("name", "").replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
	}

	private String heap(LocatedElement cache) {
		String bytes = cache.attribute("maxBytesLocalHeap");
		if (bytes != null) {
			Matcher size = SIZE.matcher(bytes);
			if (size.matches() && !size.group(1).matches("0+")) {
				return HEAP.formatted(UNITS.get(size.group(2).toUpperCase(Locale.ROOT)), size.group(1));
			}
			cache.wrong("maxBytesLocalHeap=\"" + bytes + "\" is not a number of bytes.",
					"It becomes 1000 entries: write the number of entries to hold.");
			return EhcacheXmlGrammar.HEAP;
		}
		String entries = cache.attribute("maxEntriesLocalHeap", cache.attribute("maxElementsInMemory", "0"));
		if (SYSTEM_PROPERTY.matcher(entries).matches()
				|| (NUMBER.matcher(entries).matches() && !entries.matches("0+"))) {
			return HEAP.formatted("entries", entries);
		}
		if (this.sharedHeap) {
			cache.wrong("only maxBytesLocalHeap of <ehcache> limited its entries.",
					"The limit becomes 1000 entries: write the number of entries to hold.");
			return EhcacheXmlGrammar.HEAP;
		}
		cache.wrong("the number of entries has no limit.",
				"Write the number of entries to hold instead of " + NO_LIMIT + ".");
		return HEAP.formatted("entries", NO_LIMIT);
	}

	private String policy(LocatedElement cache) {
		String eviction = cache.attribute("memoryStoreEvictionPolicy", "LRU");
		if (!eviction.equalsIgnoreCase("LRU")) {
			cache.wrong(
					"memoryStoreEvictionPolicy=\"" + eviction + "\" is not supported: Ehcache 3 evicts by LRU only.",
					"It becomes LRU: watch the hit ratio, and make the heap larger if it drops.");
		}
		return Boolean.parseBoolean(cache.attribute("eternal")) ? ""
				: duration(cache, "timeToLiveSeconds", "ttl") + duration(cache, "timeToIdleSeconds", "tti");
	}

	private static String duration(LocatedElement cache, String name, String attribute) {
		String seconds = cache.attribute(name, "0").strip();
		if (seconds.matches("0+")) {
			return "";
		}
		if (!NUMBER.matcher(seconds).matches()) {
			cache.wrong(name + "=\"" + seconds + "\" is not a number of seconds up to 999999999.",
					"It is left out: add " + attribute + "=\"200s\", or another duration, to <y:policy>.");
			return "";
		}
		return " " + attribute + "=\"" + Long.parseLong(seconds) + "s\"";
	}

	private static void attributes(LocatedElement element) {
		element.attributes().forEach((name, value) -> {
			boolean ofAll = element.name().equals("ehcache") && name.startsWith("maxBytes");
			if (ofAll || (!CARRIED_OVER.contains(name) && !OFF.contains(value))) {
				leftOut(element, name, name + "=\"" + value + "\"");
			}
		});
	}

	private static void leftOut(LocatedElement element, String name, String what) {
		String reason = REASONS.entrySet()
			.stream()
			.filter((because) -> because.getValue().contains(name))
			.map((because) -> ": " + because.getKey())
			.findFirst()
			.orElse("");
		element.wrong(what + " is not supported" + reason + ".", "It is left out.");
	}

}
