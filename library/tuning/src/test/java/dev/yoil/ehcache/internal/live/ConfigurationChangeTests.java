package dev.yoil.ehcache.internal.live;

import java.util.List;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Differences between two files.
 */
class ConfigurationChangeTests {

	private static final String HEAP = "<heap>10</heap>";

	@ParameterizedTest
	@CsvSource(nullValues = "none", value = { "ttl='200s', ttl='600s', ttl, 200s, 10m",
			"ttl='200s', ttl='PT200S', none, none, none", "ttl='200s', ttl='200s' tti='5s', tti, none, 5s",
			"tti='5s', eviction='LRU', tti, 5s, none",
			"until='0 0 0 * * *' zone='UTC', until='0 0 1 * * *' zone='UTC', until, 0 0 0 * * * UTC, 0 0 1 * * * UTC",
			"until='0 0 0 * * *' zone='UTC', until='0 0 0 * * *' zone='Asia/Seoul', until, 0 0 0 * * * UTC, 0 0 0 * * * Asia/Seoul",
			"ttl='1h', ttl='1h' refresh-after='5s', refresh-after, none, 5s",
			"ttl='1h', ttl='1h' stale-if-error='5s', stale-if-error, none, 5s",
			"load-timeout='1s', load-timeout='2s', load-timeout, 1s, 2s",
			"ttl='1h' stale-if-error='5s', ttl='1h' stale-if-error='5s' soft-timeout='1500ms', soft-timeout, none, 1500ms",
			"ttl='1h', ttl='1h' null-ttl='5s', null-ttl, none, 5s",
			"ttl='1h' jitter='10%', ttl='1h', jitter, 10%, none" })
	void policyIsLive(String from, String to, String attribute, String before, String after) {
		List<ConfigurationChange> changes = policies(from, to);
		assertThat(changes).isEqualTo((attribute != null)
				? List.of(new ConfigurationChange("c", attribute, before, after, 3, true, null)) : List.of());
	}

	@Test
	void regionAndScopeAreNotLive() {
		assertThat(policies("region='a'", "region='b'")).containsExactly(new ConfigurationChange("c", "region", "a",
				"b", 3, false, "entries keep the region that they were loaded with"));
		String tier = "<service><y:cluster><y:shared-tier url='redis://u:secret@h:1/0'/></y:cluster></service>";
		assertThat(changes(tier + cache(HEAP + "<y:policy/>"), tier + cache(HEAP + "\n\n<y:policy scope='GLOBAL'/>")))
			.extracting(ConfigurationChange::toString)
			.containsExactly(
					"c scope LOCAL -> GLOBAL (line 4), at the next start: a cache joins the shared tier at the start");
	}

	@Test
	void capacityIsLiveInTheSameUnit() {
		assertThat(changes(cache(HEAP), cache("\n<heap>20</heap>")))
			.containsExactly(new ConfigurationChange("c", "heap", "10 entries", "20 entries", 3, true, null));
		assertThat(changes(cache("<heap unit='MB'>1</heap>"), cache("<heap unit='kB'>1024</heap>"))).isEmpty();
		assertThat(changes(cache("<heap unit='MB'>1</heap>"), cache("<heap unit='kB'>100</heap>")))
			.extracting(ConfigurationChange::from, ConfigurationChange::to, ConfigurationChange::live)
			.containsExactly(org.assertj.core.api.Assertions.tuple("1 MB", "100 kB", true));
		assertThat(changes(cache(HEAP), cache("<heap unit='kB'>100</heap>"))).extracting(ConfigurationChange::live)
			.containsExactly(false);
	}

	@Test
	void cachesAreAddedAndRemoved() {
		assertThat(changes("<cache alias='a'>" + HEAP + "</cache>", "\n<cache alias='b'>" + HEAP + "</cache>"))
			.containsExactly(new ConfigurationChange("b", "cache", null, null, 3, true, null),
					new ConfigurationChange("a", "cache", null, null, null, true, null));
	}

	@Test
	void cachesWithTiersAreNotLive() {
		String tiered = "<cache alias='t'><resources>" + HEAP + "<offheap unit='MB'>1</offheap></resources></cache>";
		assertThat(changes(cache(HEAP), cache(HEAP) + tiered)).extracting(ConfigurationChange::live)
			.containsExactly(false);
		assertThat(changes(cache(HEAP) + tiered, cache(HEAP))).extracting(ConfigurationChange::live)
			.containsExactly(false);
		EhcacheXml running = file(cache(HEAP) + tiered).changedTo(file(cache(HEAP)));
		assertThat(running.caches()).extracting(DeclaredCache::name).containsExactly("c", "t");
		assertThat(file(cache(HEAP)).changedTo(file(cache(HEAP) + tiered)).caches()).hasSize(1);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "<key-type>java.lang.Long</key-type>" + HEAP + "| key-type",
			"<value-type>java.lang.Long</value-type>" + HEAP + "| value-type",
			"<resources>" + HEAP + "<offheap unit='MB'>1</offheap></resources>| offheap",
			"<resources>" + HEAP + "<disk unit='MB'>8</disk></resources>| disk",
			"<listeners><listener><class>dev.yoil.ehcache.xml.ListenerOfFiles</class><event-firing-mode>SYNCHRONOUS"
					+ "</event-firing-mode><event-ordering-mode>ORDERED</event-ordering-mode><events-to-fire-on>CREATED"
					+ "</events-to-fire-on></listener></listeners>" + HEAP + "| listeners" })
	void otherElementsAreNotLive(String elements, String attribute) {
		String disk = "<persistence directory='d'/>";
		List<ConfigurationChange> changes = changes(disk + cache(HEAP), disk + cache(elements));
		assertThat(changes).extracting(ConfigurationChange::attribute).containsExactly(attribute);
		assertThat(changes).allSatisfy((change) -> {
			assertThat(change.live()).isFalse();
			assertThat(change.reason()).isNotBlank();
		});
		EhcacheXml running = file(disk + cache(HEAP)).changedTo(file(disk + cache(elements)));
		assertThat(Differences.between(file(disk + cache(HEAP)), running, List.of())).isEmpty();
	}

	@Test
	void clusterAndPersistenceAreNotLive() {
		String cluster = "<service><y:cluster lease='1s'/></service>";
		assertThat(changes(cluster, "<service>\n<y:cluster lease='2s'/></service><persistence directory='d'/>"))
			.extracting(ConfigurationChange::cache, ConfigurationChange::attribute, ConfigurationChange::line,
					ConfigurationChange::live)
			.containsExactly(org.assertj.core.api.Assertions.tuple(null, "y:cluster", 3, false),
					org.assertj.core.api.Assertions.tuple(null, "persistence", 3, false));
		assertThat(changes(cluster, "\n\n" + cluster)).isEmpty();
	}

	@Test
	void templatesAreApplied() {
		String use = "<cache alias='c' uses-template='t'/>";
		assertThat(changes("<cache-template name='t'>" + HEAP + "</cache-template>" + use,
				"<cache-template name='t'>\n<heap>20</heap></cache-template>" + use))
			.containsExactly(new ConfigurationChange("c", "heap", "10 entries", "20 entries", 3, true, null));
	}

	@Test
	void comparesTemplatesThatCreateCaches() {
		String none = "<cache-template name='t'>" + HEAP + "</cache-template>";
		String some = "<cache-template name='t'>" + HEAP + "<y:caches pattern='t-*'/></cache-template>";
		String more = "<cache-template name='t'>\n<heap>20</heap><y:caches pattern='t-*' max='7'/></cache-template>";
		assertThat(changes(none, some))
			.containsExactly(new ConfigurationChange("t", "pattern", null, "t-*", 2, true, null));
		assertThat(changes(some, more)).containsExactly(new ConfigurationChange("t", "max", "100", "7", 2, true, null),
				new ConfigurationChange("t", "heap", "10 entries", "20 entries", 3, true, null));
		assertThat(changes(more, ""))
			.containsExactly(new ConfigurationChange("t", "pattern", "t-*", null, null, true, null));
		assertThat(changes(some, some)).isEmpty();
		String other = none.replace("10", "20");
		assertThat(changes(none, other)).isEmpty();
		assertThat(Differences.between(file(none), file(other), List.of("t")))
			.containsExactly(new ConfigurationChange("t", "heap", "10 entries", "20 entries", 2, true, null));
	}

	private static List<ConfigurationChange> policies(String from, String to) {
		return changes(cache(HEAP + "<y:policy " + from + "/>"), cache(HEAP + "\n<y:policy " + to + "/>"));
	}

	private static List<ConfigurationChange> changes(String from, String to) {
		return Differences.between(file(from), file(to), List.of());
	}

	private static String cache(String elements) {
		return "<cache alias='c'>" + elements + "</cache>";
	}

	private static EhcacheXml file(String content) {
		return TestCaches.read(TestCaches.HEAD + "\n" + content + "</config>");
	}

}
