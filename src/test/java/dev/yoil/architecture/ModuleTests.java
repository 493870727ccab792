package dev.yoil.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The dependencies of the library's modules, as their POMs declare them.
 */
class ModuleTests {

	private static final Path DECISION = Path.of("docs/decisions/0040-modules.md");

	private static final Pattern ROW = Pattern.compile("(?m)^\\| `library/([\\w-]+)` \\|.*\\|([^|]*)\\|$");

	private static final Pattern NAME = Pattern.compile("`(\\w+)`");

	private static final String OURS = "groupId='dev.yoil'";

	private static final String NEEDED = "not(optional='true' or scope='provided' or scope='test')";

	private final XPath path = XPathFactory.newInstance().newXPath();

	@Test
	void dependOnTheModulesThatTheDecisionNames() throws Exception {
		Map<String, Document> poms = poms();
		Map<String, String> modules = new TreeMap<>();
		for (Map.Entry<String, Document> pom : poms.entrySet()) {
			modules.put(this.path.evaluate("/project/artifactId", pom.getValue()), pom.getKey());
		}
		Map<String, Set<String>> declared = new TreeMap<>();
		for (Map.Entry<String, Document> pom : poms.entrySet()) {
			declared.put(pom.getKey(), dependencies(pom.getValue(), OURS + " and not(scope='test')").map(modules::get)
				.collect(Collectors.toCollection(TreeSet::new)));
		}
		assertThat(declared).isEqualTo(decided());
	}

	/**
	 * Each application with the starter has all these modules, so their libraries are
	 * optional.
	 */
	@Test
	void bringNoLibraryWithTheStarter() throws Exception {
		Map<String, Document> poms = poms();
		for (String module : List.of("cluster", "edge", "inspect", "tiers", "tuning")) {
			assertThat(dependencies(poms.get(module), NEEDED + " and not(" + OURS + ")")).as(module).isEmpty();
		}
		assertThat(dependencies(poms.get("starter"), NEEDED + " and not(" + OURS + ")"))
			.containsExactly("spring-boot-starter-cache");
		assertThat(dependencies(poms.get("starter"), OURS + " and optional='true'"))
			.containsExactly("yoil-representation");
		assertThat(dependencies(poms.get("cache"), NEEDED)).containsExactlyInAnyOrder("spring-context-support",
				"ehcache", "slf4j-api", "jspecify");
	}

	private static Map<String, Set<String>> decided() throws IOException {
		return ROW.matcher(Files.readString(DECISION))
			.results()
			.collect(Collectors.toMap((row) -> row.group(1), (row) -> names(row.group(2)), (a, b) -> a, TreeMap::new));
	}

	private static Set<String> names(String cell) {
		Matcher names = NAME.matcher(cell);
		return names.results().map((name) -> name.group(1)).collect(Collectors.toCollection(TreeSet::new));
	}

	/** The POMs of the modules with main code, by the names of their directories. */
	private static Map<String, Document> poms() throws Exception {
		Map<String, Document> poms = new TreeMap<>();
		try (Stream<Path> directories = Files.list(Path.of("library"))) {
			for (Path module : directories.filter((directory) -> Files.exists(directory.resolve("src/main/java")))
				.toList()) {
				poms.put(module.getFileName().toString(),
						DocumentBuilderFactory.newInstance()
							.newDocumentBuilder()
							.parse(module.resolve("pom.xml").toFile()));
			}
		}
		return poms;
	}

	private Stream<String> dependencies(Document pom, String condition) throws Exception {
		NodeList found = (NodeList) this.path.evaluate("/project/dependencies/dependency[" + condition + "]/artifactId",
				pom, XPathConstants.NODESET);
		return IntStream.range(0, found.getLength()).mapToObj((index) -> found.item(index).getTextContent());
	}

}
