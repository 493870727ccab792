package dev.yoil.ehcache.xml;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.yoil.ehcache.TestCaches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.InputStreamResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Errors of a file with their place and remedy.
 */
class XmlErrorTests {

	private static final String HEAD = TestCaches.HEAD + "\n";

	private static final String ORDER = "Inside a cache or template write, in this order, <key-type>, <value-type>, "
			+ "<expiry>, <listeners>, <heap> or <resources>, <heap-store-settings>, <y:policy>.";

	private static final String ADD_HEAP = "Add <heap unit=\"entries\">1000</heap>.";

	private static final String NOT_SET = "the property yoil.no.such is not set. "
			+ "Set it, for example with -Dyoil.no.such=..., or write the value here.";

	@ParameterizedTest
	@MethodSource("errors")
	void reportsPlaceProblemAndRemedy(String xml, String message) {
		assertThatExceptionOfType(EhcacheXmlException.class).isThrownBy(() -> TestCaches.read(xml))
			.withMessage(message);
	}

	@Test
	void rejectsAMissingFile() {
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> EhcacheXml.read("/etc/yoil/ehcache.xml", new FileSystemResource("no/such/file.xml")))
			.withMessage("/etc/yoil/ehcache.xml: there is no such file. Create it, or correct yoil.ehcache.config.");
	}

	@Test
	void rejectsAnotherEncodingThanDeclared() {
		byte[] content = (HEAD + "<!-- \u00e9 --></config>").getBytes(StandardCharsets.ISO_8859_1);
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> EhcacheXml.read("ehcache.xml", new ByteArrayResource(content)))
			.withMessage("ehcache.xml:1:1: the file is not in its declared encoding or UTF-8. " + "Save it in UTF-8.");
	}

	@Test
	void rejectsADirectory(@TempDir Path directory) throws Exception {
		Path file = Files.createDirectory(directory.resolve("ehcache.xml"));
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> EhcacheXml.read("ehcache.xml", new FileSystemResource(file)))
			.withMessage("ehcache.xml: this is not a regular file. Replace it with one, or name another file.");
	}

	/**
	 * Reading a pipe waits for a writer, and a device has no end.
	 */
	@Test
	@EnabledOnOs(OS.LINUX)
	@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
	void rejectsPipesAndDevices(@TempDir Path directory) throws Exception {
		Path pipe = directory.resolve("ehcache.xml");
		assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isEqualTo(0);
		for (Path file : List.of(pipe, Path.of("/dev/zero"))) {
			assertThatExceptionOfType(EhcacheXmlException.class)
				.isThrownBy(() -> EhcacheXml.read(new FileSystemResource(file)))
				.withMessage(file + ": this is not a regular file. Replace it with one, or name another file.");
		}
	}

	@Test
	void readsAFileOfOneMegabyte(@TempDir Path directory) throws Exception {
		Path file = directory.resolve("ehcache.xml");
		String shortest = HEAD + "</config>";
		Files.writeString(file, shortest + " ".repeat((1 << 20) - shortest.length()));
		assertThat(EhcacheXml.read(new FileSystemResource(file)).caches()).isEmpty();
		Files.writeString(file, " ", StandardOpenOption.APPEND);
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> EhcacheXml.read(new FileSystemResource(file)))
			.withMessage(file + ": the file is larger than 1 MB. Shorten it, or name another file.");
	}

	@Test
	@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
	void readsNoMoreThanOneMegabyteOfAResource() {
		AtomicInteger read = new AtomicInteger();
		InputStream endless = new InputStream() {
			@Override
			public int read() {
				return (read.incrementAndGet() < 1 << 26) ? ' ' : -1;
			}
		};
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> EhcacheXml.read("classpath:ehcache.xml", new InputStreamResource(endless)))
			.withMessageContaining("classpath:ehcache.xml: the file is larger than 1 MB.");
		assertThat(read).hasValue((1 << 20) + 1);
	}

	static Stream<Arguments> errors() {
		return Stream.of(malformed(), structure(), tiers(), sharedTier(), policies(), references())
			.flatMap((errors) -> errors);
	}

	private static Stream<Arguments> malformed() {
		return Stream.of(
				error("",
						"ehcache.xml:1:1: the file is empty. Begin with <config xmlns=\"http://www.ehcache.org/v3\">."),
				error(HEAD + "<cache alias='c'><heap>1</cache></config>",
						"ehcache.xml:2:27: the file is not well-formed XML here (The element type \"heap\" must be terminated by "
								+ "the matching end-tag \"</heap>\".) Look for a tag that is not closed, an attribute without quotes "
								+ "or written twice, or a bare < or &."),
				error("{}",
						"ehcache.xml:1:1: the file is not XML. Begin with <config xmlns=\"http://www.ehcache.org/v3\">."),
				error("\n<?xml version='1.0'?>" + HEAD + "</config>",
						"ehcache.xml:2:6: <?xml ...?> is not at the start of the file. Remove everything before it."),
				error("<config xmlns='http://www.ehcache.org/v3'>\n<y:policy/></config>",
						"ehcache.xml:2:12: the prefix y is not declared. Write <config ... xmlns:y=\"urn:yoil:ehcache-policy\">."),
				error("<!DOCTYPE config [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>\n<config>&x;</config>",
						"ehcache.xml:1:61: a DOCTYPE is not allowed. Remove the <!DOCTYPE ...> declaration."));
	}

	private static Stream<Arguments> structure() {
		String service = "Write <y:cluster lease=\"1s\" poll=\"250ms\"/>, or remove <service>.";
		String config = "Write <service> elements first, then <persistence>, then <heap-store>, then <cache> and <cache-template> elements.";
		return Stream.of(
				error("<config/>",
						"ehcache.xml:1:10: the root element must be <config> in namespace "
								+ "\"http://www.ehcache.org/v3\", not <config> without a namespace. Write "
								+ "<config xmlns=\"http://www.ehcache.org/v3\" xmlns:y=\"urn:yoil:ehcache-policy\">."),
				cache("<hep>|1</hep><heap>1</heap>", "unknown element <hep> in <cache>. " + ORDER),
				error(HEAD + "<cash alias='c'/></config>",
						"ehcache.xml:2:18: unknown element <cash> in <config>. " + config),
				error(HEAD + "<service/></config>",
						"ehcache.xml:2:11: <service> has no <y:cluster> or <jsr107:defaults>. " + service),
				error(HEAD
						+ "<service><tc:cluster xmlns:tc='http://www.ehcache.org/v3/clustered'/>|</service></config>",
						"unknown element <tc:cluster> in <service>. " + service),
				error(HEAD
						+ "<service><j:defaults xmlns:j='http://www.ehcache.org/v3/jsr107'><j:cache template='t'/>|</j:defaults>"
						+ "</service><cache-template name='t'><heap>1</heap></cache-template></config>",
						"<j:cache> has no name. Write <j:cache name=\"...\">."),
				error(HEAD + "<service><y:cluster/></service><service><y:cluster/>|</service></config>",
						"duplicate <y:cluster>. Keep one of them."),
				error(HEAD + "<service><y:cluster lease='1s' poll='501ms'/></service></config>",
						"ehcache.xml:2:46: <y:cluster>: the poll of 501ms is longer than half of the lease of 1s. Make poll shorter, or lease longer."),
				error(HEAD + "<service><y:cluster lease='1'/></service></config>",
						"ehcache.xml:2:32: <y:cluster>: lease=\"1\" is not a duration. Write a whole number with a unit, such as lease=\"200s\", \"5m\" or \"24h\", or ISO-8601, such as \"PT5M\"."),
				error(HEAD + "<cache alias='c'><heap>1</heap></cache><service><y:cluster/></service></config>",
						"ehcache.xml:2:49: <service> must not follow <cache>. " + config),
				error(HEAD + "<cache-template name='t'/><persistence directory='a'/>|</config>",
						"<persistence> must not follow <cache-template>. " + config),
				error(HEAD + "<persistence directory='a'/><service>|<y:cluster/></service></config>",
						"<service> must not follow <persistence>. " + config),
				cache("<heap>1</heap><y:policy region='a b'/>|",
						"<y:policy>: region=\"a b\" is not a valid name. Use up to 100 letters, digits, dots, hyphens, underscores and slashes."),
				cache("<eviction-advisor>|x.Y</eviction-advisor><heap>1</heap>",
						"<eviction-advisor> is not supported: the eviction is always LRU. Remove it."),
				cache("<y:policy/><heap>|1</heap>", "<heap> must not follow <y:policy>. " + ORDER),
				cache("<heap>1</heap><heap>|2</heap>", "duplicate <heap>. Keep one of them."),
				cache("<heap>1</heap><resources>|<heap>1</heap></resources>",
						"<heap> and <resources> exclude each other. Keep one of them."),
				cache("<heap size='1'>|1</heap>", "unknown attribute 'size' on <heap>. Use unit, or remove it."),
				cache("<heap unit='KB'>|1</heap>",
						"<heap>: unit=\"KB\" is neither entries nor a unit of memory. "
								+ "Write one of entries, B, kB, MB, GB, TB, PB."),
				cache("<heap unit='PB'>|8192</heap>", "8192 PB is too large. Write a smaller number."),
				cache("<heap>|0</heap>",
						"\"0\" in <heap> is not a whole number from 1 to 999999999. "
								+ "Write for example <heap unit=\"entries\">1000</heap>."),
				cache("<heap>|${yoil.no.such}</heap>", NOT_SET),
				cache("<heap>1</heap><y:policy ttl='${yoil.no.such}' jitter='10%'/>|", NOT_SET),
				cache("<heap>1</heap><y:policy region='${yoil.no.such'/>|",
						"the placeholder in \"${yoil.no.such\" does not end. Write ${name} or ${name:10m}."),
				cache("<heap>1</heap><y:policy zone='${user.language}' until='0 0 0 * * *'/>|",
						"<y:policy>: zone=\"${user.language}\", which is \"en\", is not a time zone. "
								+ "Write an identifier such as zone=\"Asia/Seoul\" or zone=\"UTC\"."),
				cache("<expiry><class>|x.Y</class></expiry><heap>1</heap>",
						"<class> is not supported: the expiry of an entry must be known in advance. Write a <y:policy> instead, or one of "
								+ "<ttl unit=\"seconds\">200</ttl>, <tti unit=\"seconds\">200</tti> and <none/>."),
				cache("<expiry><ttl unit='weeks'>|1</ttl></expiry><heap>1</heap>",
						"<ttl>: unit=\"weeks\" is not a unit of time. Write one of days, hours, micros, millis, minutes, nanos, seconds."),
				cache("<heap>1</heap>eviction", "<cache> holds the text \"eviction\". Remove it."),
				error(HEAD + "<cache><heap>1</heap></cache></config>",
						"ehcache.xml:2:8: <cache> has no alias. Write <cache alias=\"...\">."),
				error(HEAD + "<cache alias='c' template='t'><heap>1</heap></cache></config>",
						"ehcache.xml:2:31: unknown attribute 'template' on <cache>. Use alias, uses-template, or remove it."));
	}

	private static Stream<Arguments> tiers() {
		String offHeap = "<offheap unit=\"MB\">64</offheap>";
		String disk = "<disk unit=\"GB\">1</disk>";
		String resources = "Write <heap unit=\"entries\">1000</heap>, optionally with " + offHeap + " and " + disk
				+ ".";
		String order = "Inside a cache or template write, in this order, <key-type>, <value-type>, <expiry>, <listeners>, "
				+ "<heap> or <resources>, <heap-store-settings>, <y:policy>.";
		String ownTiers = " is not supported: each cache has its own tiers. ";
		return Stream.of(cache("<resources/>|", "<resources> has no <heap>. " + resources),
				cache("<resources>|<offheap unit='MB'>64</offheap></resources>",
						"<resources> has no <heap>. " + resources),
				cache("<resources><heap>1</heap><sharedOffheap/>|</resources>",
						"<sharedOffheap>" + ownTiers + resources),
				cache("<resources><heap>1</heap><sharedDisk/>|</resources>", "<sharedDisk>" + ownTiers + resources),
				cache("<resources><sharedHeap/>|</resources>", "<sharedHeap>" + ownTiers + resources),
				error(HEAD + "<shared-resources>|<heap>1</heap></shared-resources></config>",
						"<shared-resources>" + ownTiers + "Remove it."),
				cache("<heap>1</heap><offheap unit='MB'>|64</offheap>",
						"<offheap> belongs in <resources>, not in <cache>. " + ORDER),
				cache("<disk unit='GB'>|1</disk><heap>1</heap>",
						"<disk> belongs in <resources>, not in <cache>. " + ORDER),
				cache("<persistence directory='a'/>|<heap>1</heap>",
						"<persistence> belongs in <config>, not in <cache>. " + ORDER),
				resources("<heap>1</heap><offheap unit='MB'>2</offheap><heap>|2</heap>",
						"duplicate <heap>. Keep one of them."),
				resources("<heap unit='kB'>65536</heap><offheap unit='MB'>|64</offheap>",
						"off-heap of 64 MB is not larger than the heap of 64 MB. Make <offheap> larger, or <heap> smaller."),
				resources("<heap>1</heap><disk unit='MB'>|32</disk><offheap unit='MB'>64</offheap>",
						"disk of 32 MB is not larger than the off-heap of 64 MB. Make <disk> larger, or <offheap> smaller."),
				resources("<heap unit='GB'>1</heap><disk unit='MB'>|1000</disk>",
						"disk of 1000 MB is not larger than the heap of 1 GB. Make <disk> larger, or <heap> smaller."),
				resources("<heap>1</heap><offheap>|64</offheap>",
						"off-heap of 64 B is smaller than 1 MB. Write a larger one, such as " + offHeap + "."),
				resources("<heap>1</heap><offheap unit='kB'>|1023</offheap>",
						"off-heap of 1023 kB is smaller than 1 MB. Write a larger one, such as " + offHeap + "."),
				resources("<heap>1</heap><disk>|8388607</disk>",
						"disk of 8388607 B is smaller than 8 MB. Write a larger one, such as " + disk + "."),
				resources("<heap>1</heap><offheap unit='entries'>|64</offheap>",
						"<offheap>: unit=\"entries\" is not a unit of memory. Write one of B, kB, MB, GB, TB, PB."),
				resources("<heap>1</heap><disk unit='Mb'>|64</disk>",
						"<disk>: unit=\"Mb\" is not a unit of memory. Write one of B, kB, MB, GB, TB, PB."),
				resources("<heap>1</heap><offheap unit='MB'>|many</offheap>",
						"\"many\" in <offheap> is not a whole number from 1 to 999999999999999. Write for example "
								+ offHeap + "."),
				resources("<heap>1</heap><disk unit='PB'>|8192</disk>",
						"8192 PB is too large. Write a smaller number."),
				resources("<heap>1</heap><disk unit='GB'>|${yoil.no.such}</disk>", NOT_SET),
				resources("<heap>1</heap><disk unit='GB' persistent='yes'>|1</disk>",
						"<disk>: persistent=\"yes\" is neither true nor false. Write persistent=\"true\" to keep the entries "
								+ "after a restart, or leave the attribute out."),
				resources("<heap>1</heap><offheap unit='GB' persistent='true'>|1</offheap>",
						"unknown attribute 'persistent' on <offheap>. Use unit, or remove it."),
				error(HEAD + "<cache-template name='t'><resources><heap>1</heap><disk unit='GB'>|1</disk></resources>"
						+ "</cache-template><cache alias='a' uses-template='t'/><cache alias='b' uses-template='t'/></config>",
						"<disk> needs a directory, but there is no <persistence>. Add <persistence "
								+ "directory=\"/var/cache/yoil\"/> to <config>, in front of all caches, or remove <disk>."),
				error(HEAD + "<persistence/>|</config>",
						"<persistence> has no directory. Write <persistence directory=\"...\">."),
				error(HEAD + "<persistence directory='${java.io.tmpdir}/${yoil.no.such}'/>|</config>", NOT_SET),
				error(HEAD + "<persistence directory='a'/><persistence directory='b'/>|</config>",
						"duplicate <persistence>. Keep one of them."),
				error(HEAD
						+ "<default-serializers>|<serializer type='a.B'>a.C</serializer></default-serializers></config>",
						"<default-serializers> is not supported: tiers store values as JSON or through a ValueCodec bean. "
								+ "Remove it."));
	}

	private static Arguments resources(String tiers, String message) {
		return error(HEAD + "<persistence directory='/var/cache'/><cache alias='c'><resources>" + tiers
				+ "</resources></cache></config>", message);
	}

	private static Stream<Arguments> sharedTier() {
		return Stream.of(tier("<y:shared-tier/>", "<y:shared-tier> has no url. Write <y:shared-tier url=\"...\">."),
				tier("<y:tier url='redis://r'/>",
						"unknown element <y:tier> in <y:cluster>. Write <y:shared-tier url=\"redis://...\"/>, or nothing."),
				tier("<y:shared-tier url='redis://r' ttl='1s'/>",
						"unknown attribute 'ttl' on <y:shared-tier>. Use prefix, retry-after, timeout, url, or remove it."),
				tier("<y:shared-tier url='redis://r' timeout='2s'/>",
						"<y:shared-tier>: timeout=\"2s\" is longer than 1s. Write 1s at most."),
				tier("<y:shared-tier url='redis://r' prefix='a b'/>",
						"<y:shared-tier>: prefix=\"a b\" is not a valid name. Use up to 100 letters, digits, dots, hyphens and underscores."),
				cache("<heap>1</heap><y:policy scope='GLOBAL'/>|",
						"cache 'c' has scope GLOBAL, but there is no <y:shared-tier>. Add <service><y:cluster>"
								+ "<y:shared-tier url=\"redis://...\"/></y:cluster></service> in front of all caches, or leave scope out."),
				policy("scope='global'", "scope=\"global\" is neither LOCAL nor GLOBAL. "
						+ "Write scope=\"GLOBAL\" to share values between instances, or leave the attribute out."));
	}

	private static Arguments tier(String inCluster, String message) {
		return error(HEAD + "<service><y:cluster>" + inCluster + "|</y:cluster></service></config>", message);
	}

	private static Stream<Arguments> policies() {
		String duration = "Write a whole number with a unit, such as ttl=\"200s\", \"5m\" or \"24h\", or ISO-8601, such as \"PT5M\".";
		String cron = "Write second, minute, hour, day of month, month and day of week, such as until=\"0 0 0 * * *\" "
				+ "for every midnight or \"0 0 0 * * MON\" for the end of Sunday.";
		return Stream.of(cache("<heap>1</heap><y:policy tll='1s'/>|",
				"unknown attribute 'tll' on <y:policy>. Use depends, edge, eviction, jitter, load-timeout, null-ttl, refresh-after, region, scope, soft-timeout, stale-if-error, "
						+ "tti, ttl, until, zone, or remove it."),
				policy("ttl='0s'", "ttl=\"0s\" is not positive. " + duration),
				policy("ttl='soon'", "ttl=\"soon\" is not a duration. " + duration),
				policy("ttl='200'", "ttl=\"200\" is not a duration. " + duration),
				policy("ttl='500us'",
						"ttl=\"500us\" is finer than a millisecond, the resolution of Ehcache's clock. " + duration),
				policy("ttl='999999d'",
						"ttl=\"999999d\" is longer than 100 years. Leave the attribute out for no limit."),
				policy("until='0 0 * * *'", "until=\"0 0 * * *\" is not valid: expected six fields, found 5. " + cron),
				policy("until='0 0 25 * * *'",
						"until=\"0 0 25 * * *\" is not valid: Invalid value for HourOfDay (valid values 0 - 23): 25 '25' in "
								+ "cron expression \"0 0 25 * * *\". " + cron),
				policy("until='0 0 0 30 2 *'", "until=\"0 0 0 30 2 *\" is not valid: this moment never comes. " + cron),
				policy("until='0 0 0 * * *' zone='Seoul'",
						"zone=\"Seoul\" is not a time zone. Write an identifier such as zone=\"Asia/Seoul\" or zone=\"UTC\"."),
				policy("zone='UTC'",
						"zone=\"UTC\" has no effect without until. Add until=\"0 0 0 * * *\" (for midnight), or leave zone out."),
				policy("stale-if-error='10m'",
						"stale-if-error=\"10m\" has no effect without ttl or tti. Add ttl=\"200s\", or leave stale-if-error out."),
				policy("ttl='1s' soft-timeout='1s'",
						"soft-timeout=\"1s\" has no effect without stale-if-error. Add stale-if-error=\"10m\", or leave soft-timeout out."),
				policy("ttl='1s' jitter='10'",
						"jitter=\"10\" is not a percentage from 0% to 99%. Write for example jitter=\"10%\"."),
				policy("tti='1s' jitter='10%'",
						"jitter=\"10%\" has no effect without ttl or null-ttl. Add ttl=\"200s\", or leave jitter out."),
				policy("ttl='5m' refresh-after='300s'",
						"refresh-after=\"300s\" has no effect: ttl ends every entry before that age. Make refresh-after shorter than ttl by more than the time of a load, or leave it out."),
				policy("null-ttl='-1s'", "null-ttl=\"-1s\" is not positive. " + duration.replace("ttl=", "null-ttl=")),
				policy("eviction='LFU'", "eviction=\"LFU\" is not supported: Ehcache 3 evicts by LRU only. "
						+ "Write eviction=\"LRU\" or leave the attribute out."));
	}

	private static Stream<Arguments> references() {
		return Stream.of(error(HEAD + "<cache alias='c' uses-template='defualt'/></config>",
				"ehcache.xml:2:43: cache 'c' uses template 'defualt', which is not in this file. Add <cache-template name=\"defualt\">, or leave uses-template out."),
				error(HEAD + "<cache-template name='default'><heap>1</heap></cache-template>\n"
						+ "<cache alias='c' uses-template='defualt'/></config>",
						"ehcache.xml:3:43: cache 'c' uses template 'defualt', which is not in this file. Use one of: default."),
				error(HEAD
						+ "<cache alias='c'><heap>1</heap></cache>\n<cache alias='c'><heap>2</heap></cache></config>",
						"ehcache.xml:3:18: duplicate <cache> named 'c', first declared in line 2. Rename or remove one of them."),
				cache("", "cache 'c' has no <heap> and no template. " + ADD_HEAP),
				error(HEAD + "<cache-template name='t'/><cache alias='c' uses-template='t'/></config>",
						"ehcache.xml:2:63: neither cache 'c' nor its template 't' has a <heap>. " + ADD_HEAP),
				created("", "<y:caches pattern='a*'/>|",
						"template 't' has <y:caches>, but no <heap>. Add <heap unit=\"entries\">1000</heap> to the template."),
				created("<heap>1</heap>", "<y:caches pattern='a*' max='0'/>|",
						"<y:caches>: max=\"0\" is not a whole number from 1 to 9999. Write for example max=\"100\"."),
				created("<heap>1</heap>", "<y:caches pattern='tenant-'/>|",
						"<y:caches>: pattern=\"tenant-\" has no *, so it is the name of one cache. Write for example pattern=\"tenant-*\", or declare that cache."),
				created("<resources><heap>1</heap><offheap unit='MB'>1</offheap></resources>",
						"<y:caches pattern='a*'/>|",
						"the caches of template 't' have a tier, scope GLOBAL or depends, which needs the start of the application. Leave these out, or declare each cache."),
				cache("<heap>1</heap><y:caches pattern='a*'/>|",
						"<y:caches> belongs in <cache-template>, not in <cache>. " + ORDER),
				cache("<expiry>|<ttl>5</ttl></expiry><heap>1</heap><y:policy ttl='1s'/>",
						"<expiry> and <y:policy> both declare the expiry. Keep <y:policy> only."),
				error(HEAD + "<cache-template name='t'><heap>1</heap><y:policy ttl='1s'/></cache-template>\n"
						+ "<cache alias='c' uses-template='t'><expiry><none/></expiry></cache></config>",
						"ehcache.xml:3:44: <expiry> and <y:policy> both declare the expiry, one of them in the "
								+ "template. Keep <y:policy> only."));
	}

	/**
	 * An error at the place of the bar. Without a bar, the message contains the place.
	 */
	private static Arguments error(String marked, String message) {
		int mark = marked.indexOf('|');
		if (mark < 0) {
			return arguments(marked, message);
		}
		String before = marked.substring(0, mark);
		int line = (int) before.chars().filter((character) -> character == '\n').count() + 1;
		int column = mark - before.lastIndexOf('\n');
		return arguments(marked.replace("|", ""), "ehcache.xml:" + line + ":" + column + ": " + message);
	}

	private static Arguments cache(String elements, String message) {
		return elements.contains("|") ? error(HEAD + "<cache alias='c'>" + elements + "</cache></config>", message)
				: error(HEAD + "<cache alias='c'>|" + elements + "</cache></config>", message);
	}

	private static Arguments created(String heap, String caches, String message) {
		return error(HEAD + "<cache-template name='t'>" + heap + caches + "</cache-template></config>", message);
	}

	private static Arguments policy(String attributes, String message) {
		return cache("<heap>1</heap><y:policy " + attributes + "/>|", "<y:policy>: " + message);
	}

}
