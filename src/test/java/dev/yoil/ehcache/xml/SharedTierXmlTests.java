package dev.yoil.ehcache.xml;

import java.time.Duration;

import dev.yoil.ehcache.TestCaches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a file may say of a tier that instances share.
 */
class SharedTierXmlTests {

	@Test
	void isUnderstood() {
		EhcacheXml xml = TestCaches.read(TestCaches.HEAD
				+ "<service><y:cluster>\n<y:shared-tier url='${REDIS}' timeout='50ms'/></y:cluster></service>"
				+ "<cache alias='a'><heap>1</heap><y:policy scope='GLOBAL'/></cache>"
				+ "<cache alias='b'><heap>1</heap><y:policy scope='LOCAL'/></cache>"
				+ "<cache alias='c'><heap>1</heap></cache></config>");
		assertThat(xml.cluster()).extracting(DeclaredCluster::tier)
			.isEqualTo(new DeclaredCluster.Tier("${REDIS}", "cache", Duration.ofMillis(50), Duration.ofSeconds(1), 2));
		assertThat(xml.caches()).extracting(DeclaredCache::global).containsExactly(true, false, false);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					<y:shared-tier/>|<y:shared-tier> has no url. Write <y:shared-tier url="...">.
					<y:tier url='redis://r'/>|<y:tier> is not known inside <y:cluster>. Write <y:shared-tier url="redis://..."/>, or nothing.
					<y:shared-tier url='redis://r' ttl='1s'/>|attribute 'ttl' is not known on <y:shared-tier>. Use prefix, retry-after, timeout, url, or remove it.
					<y:shared-tier url='redis://r'/><y:shared-tier url='redis://s'/>|there is a second <y:shared-tier>. Keep one of them.
					<y:shared-tier url='redis://r' timeout='2s'/>|<y:shared-tier>: timeout="2s" is longer than a reader waits for what spares a load. Write a second at most.
					<y:shared-tier url='redis://r' prefix='a b'/>|<y:shared-tier>: prefix="a b" cannot be used as a name. Use up to 100 letters, digits, dots, hyphens and underscores.
					""")
	void isRefusedWithPlaceProblemAndRemedy(String inCluster, String problem) {
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> TestCaches
				.read(TestCaches.HEAD + "<service><y:cluster>\n" + inCluster + "</y:cluster></service></config>"))
			.withMessage("ehcache.xml:2:" + (inCluster.length() + 1) + ": " + problem);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					GLOBAL|cache 'c' is GLOBAL, and there is no <y:shared-tier> where instances share values. Add <service><y:cluster>
					global|<y:policy>: scope="global" is neither LOCAL, each instance for itself, nor GLOBAL, shared by all of them. Write
					""")
	void hasToBeThereForWhomItIs(String scope, String problem) {
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> TestCaches.read(TestCaches.HEAD + "<cache alias='c'><heap>1</heap>\n<y:policy scope='"
					+ scope + "'/></cache></config>"))
			.withMessageStartingWith("ehcache.xml:2:27: " + problem);
	}

}
