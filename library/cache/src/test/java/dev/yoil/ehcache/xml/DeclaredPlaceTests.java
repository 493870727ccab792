package dev.yoil.ehcache.xml;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;

class DeclaredPlaceTests {

	private static final String XML = """
			<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>
			  <persistence
			    directory='/var/cache'/>
			  <cache-template name="default">
			    <heap>10</heap>
			    <y:policy ttl="1m"/>
			  </cache-template>
			  <cache alias="own">
			    <resources>
			      <heap>20</heap>
			    </resources>
			    <y:policy
			      ttl="2m"
			      tti="1m"/>
			  </cache>
			  <cache alias="inherited" uses-template="default"/>
			  <cache alias="mixed" uses-template="default">
			    <heap>30</heap>
			  </cache>
			  <cache alias="expiry">
			    <expiry>
			      <none/>
			    </expiry>
			    <heap>40</heap>
			  </cache>
			  <cache alias="bare">
			    <heap>50</heap>
			  </cache>
			  <cache-template name="tiered">
			    <resources>
			      <heap>60</heap>
			      <offheap unit="MB">1</offheap>
			      <disk unit="MB">8</disk>
			    </resources>
			  </cache-template>
			  <cache alias="tiers" uses-template="tiered"/>
			  <cache alias="heap" uses-template="tiered">
			    <heap>70</heap>
			  </cache>
			</config>
			""";

	@ParameterizedTest
	@CsvSource({ "own, 8, 10, 10, 14", "inherited, 16, 5, 5, 6", "mixed, 17, 18, 18, 6", "expiry, 20, 24, 24, 21",
			"bare, 26, 27, 27, 26", "tiers, 36, 31, 32, 36", "heap, 37, 38, 38, 37" })
	void isTheLineOfTheElement(String name, int cache, int heap, int offHeap, int policy) {
		assertThat(place("ehcache.xml", name))
			.isEqualTo(new DeclaredCache.Place("ehcache.xml", cache, heap, offHeap, policy));
	}

	@Test
	void isKnownForThePersistence() {
		assertThat(read("ehcache.xml").persistence()).isEqualTo(new EhcacheXml.Persistence("/var/cache", 3));
	}

	@ParameterizedTest
	@CsvSource({ "ehcache.xml", "/etc/yoil/ehcache.xml", "classpath:ehcache.xml", "C:\\yoil\\ehcache.xml",
			"https://yoil.example/caches/ehcache.xml" })
	void namesTheFileWithoutItsFolders(String file) {
		assertThat(place(file, "own").file()).isEqualTo("ehcache.xml");
	}

	@Test
	void isKnownForEveryCache() {
		assertThat(read("ehcache.xml").caches()).hasSize(7)
			.allSatisfy((cache) -> assertThat(cache.place()).isNotNull());
	}

	private static DeclaredCache.Place place(String file, String name) {
		return read(file).caches()
			.stream()
			.filter((cache) -> cache.name().equals(name))
			.findFirst()
			.orElseThrow()
			.place();
	}

	private static EhcacheXml read(String file) {
		return EhcacheXml.read(file, new ByteArrayResource(XML.getBytes(StandardCharsets.UTF_8)));
	}

}
