package dev.yoil.webtoon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import javax.xml.parsers.DocumentBuilderFactory;

import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The tables of {@code docs/site/caching.md}, and {@code ehcache.xml} to compare them
 * with.
 *
 * @param caches what the first table says of each cache, by its name in
 * {@code ehcache.xml}
 * @param rows the rows of the second table, by the change
 */
record CachingDocument(Map<String, CacheRow> caches, Map<String, List<KeyPattern>> rows) {

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	private static final Pattern ATTRIBUTE = Pattern.compile("([a-z-]+)=\"([^\"]*)\"");

	static CachingDocument read() throws IOException {
		List<String> lines = Files.readAllLines(Path.of("docs/site/caching.md"));
		Map<String, CacheRow> caches = table(lines, "| cache | short name |").stream()
			.filter((cells) -> !cells.get(0).isEmpty())
			.collect(Collectors.toMap((cells) -> code(cells.get(0)).get(0),
					(cells) -> new CacheRow(cells.get(1), attributes(cells.get(4)))));
		Map<String, String> names = caches.entrySet()
			.stream()
			.collect(Collectors.toMap((cache) -> cache.getValue().calledHere(), Map.Entry::getKey));
		Map<String, List<KeyPattern>> rows = new LinkedHashMap<>();
		for (List<String> cells : table(lines, "| change | removed keys |")) {
			List<KeyPattern> keys = cells.get(1).equals("none") ? List.of()
					: code(cells.get(1)).stream().map((text) -> KeyPattern.of(text, names)).toList();
			if (keys.isEmpty() != cells.get(1).equals("none") || rows.put(cells.get(0), keys) != null) {
				throw new AssertionError("A row names no keys, or is there twice: " + cells);
			}
		}
		return new CachingDocument(caches, rows);
	}

	/**
	 * The attributes of each cache's policy in {@code ehcache.xml}, and the size of its
	 * heap.
	 */
	static Map<String, Map<String, String>> configured() throws Exception {
		NodeList caches = DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(Path.of("ehcache.xml").toFile())
			.getElementsByTagName("cache");
		Map<String, Map<String, String>> configured = new TreeMap<>();
		for (int i = 0; i < caches.getLength(); i++) {
			Element cache = (Element) caches.item(i);
			Map<String, String> attributes = attributes(text(child(cache, "y:policy")));
			attributes.put("heap", child(cache, "heap").getTextContent());
			configured.put(cache.getAttribute("alias"), attributes);
		}
		return configured;
	}

	private static Element child(Element cache, String name) {
		// What a cache does not say itself, its template would: none leaves it out today.
		return (Element) cache.getElementsByTagName(name).item(0);
	}

	private static String text(Element policy) {
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < policy.getAttributes().getLength(); i++) {
			text.append(policy.getAttributes().item(i)).append(' ');
		}
		return text.toString();
	}

	private static Map<String, String> attributes(String text) {
		return ATTRIBUTE.matcher(text)
			.results()
			.collect(Collectors.toMap((match) -> match.group(1), (match) -> match.group(2), (one, other) -> one,
					TreeMap::new));
	}

	/**
	 * Returns the cells of each row of a table.
	 * @param lines of a document
	 * @param head the begin of the table's first line
	 */
	static List<List<String>> table(List<String> lines, String head) {
		return lines.stream()
			.dropWhile((line) -> !line.startsWith(head))
			.skip(2)
			.takeWhile((line) -> line.startsWith("|"))
			.map((line) -> Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList())
			.toList();
	}

	private static List<String> code(String cell) {
		return CODE.matcher(cell).results().map((match) -> match.group(1)).toList();
	}

	/**
	 * A row of the first table.
	 *
	 * @param calledHere what the second table calls the cache
	 * @param policy the attributes of its policy, and the size of its heap
	 */
	record CacheRow(String calledHere, Map<String, String> policy) {
	}

	/**
	 * Keys of one cache.
	 *
	 * @param cache the name of the cache in {@code ehcache.xml}
	 * @param keys what the text of the keys is like
	 */
	record KeyPattern(String cache, Pattern keys) {

		private static KeyPattern of(String text, Map<String, String> names) {
			String[] parts = text.split(" ", 2);
			String name = names.get(parts[0]);
			if (name == null) {
				throw new AssertionError("No cache is called " + parts[0]);
			}
			return new KeyPattern(name, Pattern.compile(
					Arrays.stream(parts[1].split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"))));
		}

		boolean matches(CacheKey key) {
			return key.cache().equals(this.cache) && this.keys.matcher(key.text()).matches();
		}

	}

	/**
	 * One key of one cache.
	 *
	 * @param cache the name of the cache
	 * @param text the key as text
	 */
	record CacheKey(String cache, String text) {
	}

}
