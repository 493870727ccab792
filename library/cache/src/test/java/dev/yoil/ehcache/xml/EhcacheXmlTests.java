package dev.yoil.ehcache.xml;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Until;
import org.ehcache.xml.XmlConfiguration;
import org.ehcache.xml.exceptions.XmlConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class EhcacheXmlTests {

	private static final Duration EDGE = Duration.ofSeconds(60);

	private static final String HEAD = TestCaches.HEAD + "\n";

	@Test
	void readsWhatTheShippedFileDeclares() {
		EhcacheXml shipped = EhcacheXml.read("ehcache.xml", new FileSystemResource(Path.of("ehcache.xml")));
		CachePolicy policy = new CachePolicy(Duration.ofSeconds(200), Duration.ofSeconds(100), null,
				Duration.ofSeconds(90), Duration.ofMinutes(10), null, null, 0, null, EDGE);
		assertThat(shipped.caches()).extracting(DeclaredCache::name, DeclaredCache::capacity, DeclaredCache::policy)
			.containsExactly(tuple("findWebtoonsByPublishDay", 10_000L, policy),
					tuple("findWebtoonPagesByPublishDay", 1_000L, policy),
					tuple("findGenres", 1L,
							new CachePolicy(Duration.ofHours(24), null, null, Duration.ofHours(23),
									Duration.ofHours(24), null, null, 0, null, EDGE)),
					tuple("findDailyRanking", 1L, ranking("0 0 0 * * *")),
					tuple("findWeeklyRanking", 1L, ranking("0 0 0 * * MON")),
					tuple("renderPage", 500L, new CachePolicy(Duration.ofHours(1), Duration.ofMinutes(10), null)));
	}

	private static CachePolicy ranking(String until) {
		return new CachePolicy(Duration.ofSeconds(30), null, new Until(until, ZoneId.of("Asia/Seoul")),
				Duration.ofSeconds(20), Duration.ofMinutes(10), null, null, 0, null, EDGE);
	}

	@Test
	void replacesEachElementOfTheTemplateAsAWhole() {
		EhcacheXml xml = TestCaches.read(HEAD + """
				<cache-template name='t'><heap>5</heap><y:policy ttl='1h' tti='1m'/></cache-template>
				<cache alias='inherits' uses-template='t'/>
				<cache alias='bigger' uses-template='t'><heap>50</heap></cache>
				<cache alias='other' uses-template='t'><y:policy tti='2m'/></cache>
				</config>""");
		CachePolicy template = new CachePolicy(Duration.ofHours(1), Duration.ofMinutes(1), null);
		assertThat(xml.caches()).extracting(DeclaredCache::capacity).containsExactly(5L, 50L, 5L);
		assertThat(xml.caches()).extracting(DeclaredCache::policy)
			.containsExactly(template, template, new CachePolicy(null, Duration.ofMinutes(2), null));
	}

	@ParameterizedTest
	@MethodSource
	void readsPolicies(String elements, CachePolicy policy) {
		EhcacheXml xml = TestCaches.read(HEAD + "<cache alias='c'>" + elements + "</cache></config>");
		assertThat(xml.caches()).singleElement().extracting(DeclaredCache::policy).isEqualTo(policy);
	}

	static Stream<Arguments> readsPolicies() {
		Duration seconds = Duration.ofSeconds(200);
		return Stream.of(arguments("<heap>1</heap>", CachePolicy.NO_EXPIRY),
				arguments("<heap>1</heap><y:policy ttl='200s'/>", new CachePolicy(seconds, null, null)),
				arguments("<heap>1</heap><y:policy ttl='PT3M20S' tti='200000ms'/>",
						new CachePolicy(seconds, seconds, null)),
				arguments("<heap>1</heap><y:policy tti='3m20s'/>", new CachePolicy(null, seconds, null)),
				arguments("<heap>1</heap><y:policy until='0 0 0 * * MON'/>",
						new CachePolicy(null, null, new Until("0 0 0 * * MON", ZoneId.systemDefault()))),
				arguments("<heap>1</heap><y:policy until='0 30 9 * * *' zone='Europe/Paris'/>",
						new CachePolicy(null, null, new Until("0 30 9 * * *", ZoneId.of("Europe/Paris")))),
				arguments(
						"<heap>1</heap><y:policy ttl='200s' refresh-after='150s' stale-if-error='10m' load-timeout='2s' "
								+ "null-ttl='20s' jitter='15%' soft-timeout='200ms' edge='30s'/>",
						new CachePolicy(seconds, null, null, Duration.ofSeconds(150), Duration.ofMinutes(10),
								Duration.ofSeconds(2), Duration.ofSeconds(20), 15, Duration.ofMillis(200),
								Duration.ofSeconds(30))),
				arguments("<resources><heap unit='entries'>7</heap></resources><y:policy ttl='200s'/>",
						new CachePolicy(seconds, null, null)),
				arguments("<expiry><ttl unit='seconds'>200</ttl></expiry><heap>1</heap>",
						new CachePolicy(seconds, null, null)),
				arguments("<expiry><tti unit='hours'>24</tti></expiry><heap>1</heap>",
						new CachePolicy(null, Duration.ofDays(1), null)),
				arguments("<expiry><ttl>\n 200 </ttl></expiry><heap> 1\n</heap>", new CachePolicy(seconds, null, null)),
				arguments("<expiry><none/></expiry><heap>1</heap>", CachePolicy.NO_EXPIRY));
	}

	@Test
	void readsTheCluster() {
		EhcacheXml xml = TestCaches
			.read(HEAD + "<service><y:cluster lease='2s'/></service>\n<cache alias='c'><heap>1</heap>"
					+ "<y:policy region='genres'/></cache></config>");
		assertThat(xml.cluster())
			.isEqualTo(new DeclaredCluster(Duration.ofSeconds(2), Duration.ofMillis(250), null, 2));
		assertThat(xml.caches()).extracting(DeclaredCache::region).containsExactly("genres");
		assertThat(TestCaches.read(HEAD + "</config>").cluster()).isNull();
	}

	@Test
	void readsTheSharedTier() {
		EhcacheXml xml = TestCaches
			.read(HEAD + "<service><y:cluster>\n<y:shared-tier url='${REDIS}' timeout='50ms'/></y:cluster></service>"
					+ "<cache alias='a'><heap>1</heap><y:policy scope='GLOBAL'/></cache>"
					+ "<cache alias='b'><heap>1</heap><y:policy scope='LOCAL'/></cache>"
					+ "<cache alias='c'><heap>1</heap></cache></config>");
		assertThat(xml.cluster()).extracting(DeclaredCluster::tier)
			.isEqualTo(new DeclaredCluster.Tier("${REDIS}", "cache", Duration.ofMillis(50), Duration.ofSeconds(1), 3));
		assertThat(xml.caches()).extracting(DeclaredCache::global).containsExactly(true, false, false);
	}

	@Test
	void replacesPlaceholders() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(new MapPropertySource("application",
					Map.of("name", "c", "size", 20, "life", "${hours}h", "hours", "2")));
		String xml = HEAD + "<cache alias='${name}'><heap>${size}</heap><y:policy ttl='${life}' "
				+ "refresh-after='${after:5m}' region='${name}s'/></cache></config>";
		assertThat(
				EhcacheXml.read("ehcache.xml", new ByteArrayResource(xml.getBytes(StandardCharsets.UTF_8)), environment)
					.caches())
			.singleElement()
			.satisfies((cache) -> {
				assertThat(cache.name()).isEqualTo("c");
				assertThat(cache.capacity()).isEqualTo(20);
				assertThat(cache.policy().ttl()).hasHours(2);
				assertThat(cache.policy().refreshAfter()).hasMinutes(5);
				assertThat(cache.region()).isEqualTo("cs");
			});
	}

	@Test
	void doesNotFetchSchemas() {
		EhcacheXml xml = TestCaches.read(
				"<config xmlns='http://www.ehcache.org/v3' " + "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
						+ "xsi:schemaLocation='http://www.ehcache.org/v3 http://127.0.0.1:1/none.xsd'>"
						+ "<cache alias='c'><heap>1</heap></cache></config>");
		assertThat(xml.caches()).hasSize(1);
	}

	/**
	 * Ehcache's own reader is not used at run time. Both must agree.
	 */
	@ParameterizedTest
	@MethodSource
	void agreesWithEhcache(String xml) throws Exception {
		Document document = EhcacheReader.parse(xml);
		EhcacheReader.validate(document);
		EhcacheXml read = TestCaches.read(xml);
		assertThat(read.caches())
			.extracting(DeclaredCache::name, DeclaredCache::capacity, DeclaredCache::capacityBytes,
					DeclaredCache::offHeapBytes, (cache) -> (cache.disk() != null) ? cache.disk().bytes() : null,
					(cache) -> (cache.disk() != null) ? cache.disk().persistent() : null)
			.containsExactlyInAnyOrderElementsOf(EhcacheReader.tiers(document));
		assertThat((read.persistence() != null) ? read.persistence().directory() : null)
			.isEqualTo(EhcacheReader.directory(document));
		if (!xml.contains("<y:policy")) {
			assertThat(read.caches()).extracting(DeclaredCache::name, DeclaredCache::policy)
				.containsExactlyInAnyOrderElementsOf(EhcacheReader.policies(document));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "long", "int", "boolean", "char", "byte[]", "int[][]", "[B", "java.lang.Long",
			"java.lang.String[]", "java.util.Map$Entry", "java.util.Map.Entry" })
	void readsTypesAsEhcacheDoes(String type) throws Exception {
		String xml = HEAD + "<cache alias='c'><key-type>" + type + "</key-type><value-type>\n" + type
				+ " </value-type><heap>1</heap></cache></config>";
		Class<?> boxed = ClassUtils
			.resolvePrimitiveIfNecessary(XmlConfiguration.getClassForName(type, getClass().getClassLoader()));
		assertThat(TestCaches.read(xml).caches()).singleElement()
			.extracting(DeclaredCache::types)
			.isEqualTo(new DeclaredCache.Types(boxed, boxed));
	}

	static Stream<String> agreesWithEhcache() throws Exception {
		String inherited = """
				<cache-template name='t'><expiry><tti unit='minutes'>2</tti></expiry><resources><heap>5</heap></resources></cache-template>
				<cache alias='z' uses-template='t'/>
				<cache alias='bigger' uses-template='t'><heap unit='entries'>0050</heap></cache>
				<cache alias='other' uses-template='t'><expiry><none/></expiry></cache>
				<cache-template name='unused'/>
				</config>""";
		String everyAttribute = "<y:policy ttl='1h' tti='1m' until='0 0 0 * * *' zone='UTC' refresh-after='30s' "
				+ "stale-if-error='1m' load-timeout='2s' null-ttl='10s' jitter='0%' eviction='LRU'/>";
		return Stream.of(tiers(), Stream.of(Files.readString(Path.of("ehcache.xml")), HEAD + "</config>",
				HEAD + inherited, HEAD + "<cache alias='c'><heap>+7</heap>" + everyAttribute + "</cache></config>",
				HEAD + "<cache-template name='t'><y:policy ttl='1s'/></cache-template><cache alias='a.B-_9' "
						+ "uses-template='t'><heap>1</heap><y:policy tti='1s'/></cache></config>",
				HEAD + "<cache-template name='t'><heap>1</heap><y:policy ttl='1s'/><y:caches pattern='t-*' max='7'/>"
						+ "</cache-template></config>",
				HEAD + "<cache alias='user:cache'><heap>1</heap></cache><cache alias='웹툰목록'><heap>1</heap></cache>"
						+ "<cache alias='User#roles'><heap>1</heap></cache><cache alias='a/b %2e'><heap>1</heap></cache>"
						+ "<cache alias='..'><heap>1</heap></cache><cache alias='status'><heap>1</heap></cache>"
						+ "<cache alias='" + "long".repeat(50) + "'><heap>1</heap></cache></config>",
				HEAD + Stream.of("nanos", "micros", "millis", "seconds", "minutes", "hours", "days")
					.map((unit) -> "<cache alias='" + unit + "'><expiry><ttl unit='" + unit + "'>"
							+ (unit.equals("nanos") ? 5_000_000 : 5_000) + "</ttl></expiry><heap>1</heap></cache>")
					.collect(Collectors.joining()) + "</config>"),
				readsPolicies().map((policy) -> HEAD + "<cache alias='c'>" + policy.get()[0] + "</cache></config>"))
			.flatMap((files) -> files);
	}

	private static Stream<String> tiers() {
		String inherited = """
				<persistence directory='/var/${java.specification.version}/${user.name}'/>
				<cache-template name='t'><resources><heap>5</heap><disk unit='GB' persistent='true'>1</disk></resources></cache-template>
				<cache alias='same' uses-template='t'/>
				<cache alias='heap' uses-template='t'><heap>50</heap></cache>
				<cache alias='resources' uses-template='t'><resources><heap>50</heap></resources></cache>
				<cache alias='other' uses-template='t'><resources><heap>50</heap><offheap unit='MB'>2</offheap></resources></cache>
				</config>""";
		return Stream.concat(Stream.of(HEAD + inherited, HEAD + "<persistence directory=' a b '/></config>"), Stream
			.of("<heap>1</heap><offheap>1048576</offheap>", "<heap>1</heap><offheap unit='B'>10737418240</offheap>",
					"<heap unit='kB'>2</heap><offheap unit='MB'>\n 64 </offheap><disk unit='TB'>1</disk>",
					"<heap unit='MB'>7</heap><disk>8388608</disk>",
					"<heap>1</heap><disk unit='kB' persistent='1'>8192</disk>",
					"<heap>1</heap><disk unit='PB' persistent=' false '>1</disk>",
					"<heap>1</heap><disk unit='MB' persistent='0'>${java.specification.version}</disk>",
					"<disk unit='MB'>64</disk><offheap unit='kB'>1024</offheap><heap>9</heap>")
			.map(EhcacheXmlTests::withTiers));
	}

	private static String withTiers(String resources) {
		return HEAD + "<persistence directory='/var/cache'/><cache alias='c'><resources>" + resources
				+ "</resources></cache></config>";
	}

	/**
	 * Ehcache's schema rejects a file with an {@link AssertionError}.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "<heap>1</heap><heap>2</heap>",
			"<heap>1</heap><offheap unit='MB'>2</offheap><offheap unit='MB'>3</offheap>",
			"<heap unit='MB'>2</heap><offheap unit='MB'>2</offheap>",
			"<heap unit='MB'>9</heap><disk unit='MB'>8</disk>",
			"<heap>1</heap><disk unit='MB'>64</disk><offheap unit='MB'>64</offheap>",
			"<heap>1</heap><offheap unit='entries'>2097152</offheap>",
			"<heap>1</heap><disk unit='entries'>9999999</disk>",
			"<heap>1</heap><disk unit='MB' persistent='yes'>64</disk>",
			"<heap>1</heap><offheap unit='MB' persistent='true'>64</offheap>",
			"<heap>1</heap><offheap unit='MB'>0</offheap>",
			"<heap>1</heap><offheap unit='MB'>${yoil.no.such}</offheap>", "" })
	void rejectsTiersThatEhcacheRejects(String resources) throws Exception {
		String xml = withTiers(resources);
		Document document = EhcacheReader.parse(xml);
		assertThatThrownBy(() -> EhcacheReader.tiers(document)).isInstanceOfAny(XmlConfigurationException.class,
				AssertionError.class);
		assertThatExceptionOfType(EhcacheXmlException.class).isThrownBy(() -> TestCaches.read(xml));
	}

	@ParameterizedTest
	@ValueSource(strings = { "<persistence/>", "<persistence directory='a'/><persistence directory='b'/>",
			"<persistence directory='${yoil.no.such}/a'/>", "<cache-template name='t'/><persistence directory='a'/>",
			"<persistence directory='a'><heap>1</heap></persistence>", "<persistence directory='a' strategy='b'/>",
			"<offheap unit='MB'>1</offheap>", "<cache alias='c'><heap>1</heap><offheap unit='MB'>1</offheap></cache>",
			"<cache alias='c'><offheap unit='MB'>1</offheap></cache>",
			"<cache alias='c'><disk unit='MB'>8</disk></cache>",
			"<cache alias='c'><persistence directory='a'/><heap>1</heap></cache>" })
	void rejectsPlacesThatEhcacheRejects(String elements) throws Exception {
		String xml = HEAD + elements + "</config>";
		Document document = EhcacheReader.parse(xml);
		assertThatThrownBy(() -> EhcacheReader.directory(document)).isInstanceOfAny(XmlConfigurationException.class,
				AssertionError.class);
		assertThatExceptionOfType(EhcacheXmlException.class).isThrownBy(() -> TestCaches.read(xml));
	}

	/**
	 * Ehcache ignores the {@code <resources>} of the cache without a word.
	 */
	@Test
	void prefersTheResourcesOfACacheToTheHeapOfItsTemplate() throws Exception {
		String xml = HEAD
				+ """
						<cache-template name='t'><heap>5</heap></cache-template>
						<cache alias='c' uses-template='t'><resources><heap>50</heap><offheap unit='MB'>1</offheap></resources></cache>
						</config>""";
		assertThat(TestCaches.read(xml).caches()).extracting(DeclaredCache::room)
			.containsExactly("50 entries, off-heap 1 MB");
		assertThat(EhcacheReader.tiers(EhcacheReader.parse(xml)))
			.containsExactly(tuple("c", 5L, null, null, null, null));
	}

	@Test
	void tellsTheRoomOfAllTiers() {
		EhcacheXml xml = TestCaches.read(HEAD + """
				<persistence directory='/var/cache'/>
				<cache alias='a'><heap unit='MB'>20</heap></cache>
				<cache alias='b'><resources><heap>100</heap><offheap unit='kB'>65536</offheap>
					<disk unit='MB'>1024</disk></resources></cache>
				<cache alias='c'><resources><heap>100</heap><disk unit='MB'>1500</disk></resources></cache>
				</config>""");
		assertThat(xml.caches()).extracting(DeclaredCache::room, DeclaredCache::isTiered)
			.containsExactly(tuple("20 MB", false), tuple("100 entries, off-heap 64 MB, disk 1 GB", true),
					tuple("100 entries, disk 1500 MB", true));
	}

}
