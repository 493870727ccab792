package dev.yoil.ehcache.xml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A file of Ehcache 2 translated: what can be had here, and remarks on what cannot. Uses
 * nothing but the JDK, so that it runs where nothing else is.
 */
final class Ehcache2 {

	private static final String NO_LIMIT = "999999999";

	private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

	private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kKmMgG]?)");

	private static final Pattern SYSTEM_PROPERTY = Pattern.compile("\\$\\{[^${}:]+}");

	private static final Map<String, String> UNITS = Map.of("", "B", "K", "kB", "M", "MB", "G", "GB");

	/** What is translated, or was about nothing that there is here. */
	private static final Set<String> CARRIED_OVER = Set.of("name", "maxEntriesLocalHeap", "maxElementsInMemory",
			"maxBytesLocalHeap", "eternal", "timeToLiveSeconds", "timeToIdleSeconds", "memoryStoreEvictionPolicy",
			"statistics", "logging", "clearOnFlush", "maxEntriesLocalDisk", "maxElementsOnDisk", "maxEntriesInCache",
			"diskExpiryThreadIntervalSeconds", "diskSpoolBufferSizeMB", "diskAccessStripes", "cacheLoaderTimeoutMillis",
			"updateCheck", "monitoring", "dynamicConfig", "defaultTransactionTimeoutInSeconds");

	/** Values of attributes that ask for nothing. */
	private static final Set<String> OFF = Set.of("false", "off", "none", "0");

	private static final Map<String, Set<String>> REASONS = Map.of("entries are kept on the heap only",
			Set.of("persistence", "diskStore", "overflowToDisk", "diskPersistent", "overflowToOffHeap",
					"maxBytesLocalOffHeap", "maxMemoryOffHeap", "maxBytesLocalDisk"),
			"values are handed out as they were stored, and must not be changed", Set.of("copyOnRead", "copyOnWrite"),
			"writes wait for the commit of Spring's transaction, which is all there is to it",
			Set.of("transactionalMode"),
			"listeners implement org.ehcache.event.CacheEventListener and are named in <listeners>",
			Set.of("cacheEventListenerFactory"),
			"instances do not send each other entries; <y:cluster> lets them tell each other of changes",
			Set.of("cacheManagerPeerProviderFactory", "cacheManagerPeerListenerFactory"),
			"values are loaded by the methods that are annotated with @Cacheable", Set.of("cacheLoaderFactory"),
			"values are measured another way", Set.of("sizeOfPolicy"), "each cache has a heap of its own",
			Set.of("maxBytesLocalHeap"));

	private final List<String> lines = new ArrayList<>();

	private final List<Mistake> remarks = new ArrayList<>();

	private final Set<String> aliases = new HashSet<>();

	/** Whether all caches share a heap. */
	private final boolean pooled;

	/**
	 * Translates a document.
	 */
	Ehcache2(LocatedElement root) {
		this.pooled = root.attributes().containsKey("maxBytesLocalHeap");
		this.lines.add(EhcacheXmlGrammar.ROOT);
		attributes(root);
		for (LocatedElement child : root.children()) {
			switch (child.name()) {
				case "cache" -> cache(child, "cache alias=\"" + name(child) + "\"");
				case "defaultCache" -> {
					remark(child, "no cache is made of <defaultCache> by itself here: it is the template 'default'.",
							"Declare each cache that came from it: <cache alias=\"...\" uses-template=\"default\"/>.");
					cache(child, "cache-template name=\"default\"");
				}
				default -> leftOut(child, child.name(), "<" + child.tag() + ">");
			}
		}
		this.lines.add("");
		this.lines.add("</config>");
		comments(root);
	}

	/**
	 * Tells whether a document is of Ehcache 2, by its root element.
	 */
	static boolean is(LocatedElement root) {
		return root.name().equals("ehcache");
	}

	/**
	 * {@return the translation, a whole file but for its XML declaration}
	 */
	String text() {
		return String.join("\n", this.lines);
	}

	/**
	 * {@return what could not be carried over as it was, in the order of the file}
	 */
	List<Mistake> remarks() {
		return this.remarks.stream().sorted(Comparator.comparingInt(Mistake::line)).toList();
	}

	/**
	 * Makes the refusal of the file, which tells the translation.
	 */
	EhcacheXmlException refusal(LocatedElement root) {
		String remarks = this.remarks.isEmpty() ? ":"
				: remarks().stream()
					.map(Mistake::toString)
					.collect(Collectors.joining("\n", ", but for what cannot be carried over:\n\n", ""));
		return root.wrong("this is a file of Ehcache 2, an older format that Ehcache 3 does not read.",
				"Replace it by its translation.\n\nThe file as it should be" + remarks + "\n\n" + text());
	}

	private void comments(LocatedElement root) {
		if (!root.comments().isEmpty()) {
			this.remarks.add(new Mistake(root.file(), root.comments().get(0), 0,
					"comments are left out: they end in line "
							+ root.comments().stream().map(String::valueOf).distinct().collect(Collectors.joining(", "))
							+ ".",
					"Copy those that are still true."));
		}
	}

	private void cache(LocatedElement cache, String start) {
		attributes(cache);
		for (LocatedElement child : cache.children()) {
			if (!OFF.contains(child.attributes().getOrDefault("strategy", ""))) {
				leftOut(child, child.name(), "<" + child.tag() + ">");
			}
		}
		this.lines.add("");
		this.lines.add("  <" + start + ">");
		this.lines.add("    " + heap(cache));
		String policy = policy(cache);
		if (!policy.isEmpty()) {
			this.lines.add("    <y:policy" + policy + " eviction=\"LRU\"/>");
		}
		this.lines.add("  </" + start.substring(0, start.indexOf(' ')) + ">");
	}

	private String name(LocatedElement cache) {
		String name = cache.attributes().getOrDefault("name", "");
		String alias = name.replaceAll("[^A-Za-z0-9._-]", "_");
		alias = alias.substring(0, Math.min(alias.length(), 100));
		if (alias.replace(".", "").isEmpty()) {
			alias = "cache";
		}
		String first = alias;
		for (int number = 2; !this.aliases.add(alias); number++) {
			alias = first + "_" + number;
		}
		if (!alias.equals(name)) {
			remark(cache, "name=\"" + name + "\" cannot be used as a name.",
					"It is '" + alias + "' now: correct the annotations, too.");
		}
		return alias;
	}

	private String heap(LocatedElement cache) {
		String bytes = cache.attributes().get("maxBytesLocalHeap");
		if (bytes != null) {
			Matcher size = SIZE.matcher(bytes);
			if (size.matches() && !size.group(1).matches("0+")) {
				return "<heap unit=\"" + UNITS.get(size.group(2).toUpperCase(Locale.ROOT)) + "\">" + size.group(1)
						+ "</heap>";
			}
			remark(cache, "maxBytesLocalHeap=\"" + bytes + "\" is no number of bytes.",
					"It is 1000 entries now: write how many should be held.");
			return "<heap unit=\"entries\">1000</heap>";
		}
		String entries = cache.attributes().get("maxEntriesLocalHeap");
		entries = (entries != null) ? entries : cache.attributes().getOrDefault("maxElementsInMemory", "0");
		if (!SYSTEM_PROPERTY.matcher(entries).matches()
				&& (!NUMBER.matcher(entries).matches() || entries.matches("0+"))) {
			if (this.pooled) {
				remark(cache, "only maxBytesLocalHeap of <ehcache> limited its entries.",
						"They are 1000 now: write how many should be held.");
				return "<heap unit=\"entries\">1000</heap>";
			}
			remark(cache, "the number of entries has no limit.",
					"Write how many should be held instead of " + NO_LIMIT + ".");
			entries = NO_LIMIT;
		}
		return "<heap unit=\"entries\">" + entries + "</heap>";
	}

	private String policy(LocatedElement cache) {
		evictionPolicy(cache);
		if (Boolean.parseBoolean(cache.attributes().get("eternal"))) {
			return "";
		}
		return duration(cache, "timeToLiveSeconds", "ttl") + duration(cache, "timeToIdleSeconds", "tti");
	}

	private void evictionPolicy(LocatedElement cache) {
		String policy = cache.attributes().getOrDefault("memoryStoreEvictionPolicy", "LRU");
		if (!policy.equalsIgnoreCase("LRU")) {
			remark(cache,
					"memoryStoreEvictionPolicy=\"" + policy
							+ "\" cannot be had: Ehcache 3 evicts the least recently used entries and nothing else.",
					"It is LRU now: look at the hit ratio, and make the heap larger if it is lower.");
		}
	}

	private String duration(LocatedElement cache, String name, String attribute) {
		String seconds = cache.attributes().getOrDefault(name, "0").strip();
		if (seconds.matches("0+")) {
			return "";
		}
		if (!NUMBER.matcher(seconds).matches()) {
			remark(cache, name + "=\"" + seconds + "\" is not a number of seconds up to 999999999.",
					"It is left out: add " + attribute + "=\"200s\", or what it should be, to <y:policy>.");
			return "";
		}
		return " " + attribute + "=\"" + Long.parseLong(seconds) + "s\"";
	}

	private void attributes(LocatedElement element) {
		element.attributes().forEach((name, value) -> {
			boolean ofAll = element.name().equals("ehcache") && name.startsWith("maxBytes");
			if (ofAll || (!CARRIED_OVER.contains(name) && !OFF.contains(value))) {
				leftOut(element, name, name + "=\"" + value + "\"");
			}
		});
	}

	private void leftOut(LocatedElement element, String name, String what) {
		String reason = REASONS.entrySet()
			.stream()
			.filter((because) -> because.getValue().contains(name))
			.map((because) -> ": " + because.getKey())
			.findFirst()
			.orElse("");
		remark(element, what + " cannot be had" + reason + ".", "It is left out.");
	}

	private void remark(LocatedElement element, String problem, String remedy) {
		this.remarks.add(element.mistake(problem, remedy));
	}

}
