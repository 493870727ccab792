package dev.yoil.ehcache.internal;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class EncodedNameTests {

	@ParameterizedTest
	@CsvSource({ "findWebtoons, findWebtoons", "a.B-_9, a.B-_9", "user:cache, user~003Acache",
			"User#roles, User~0023roles", "웹툰, ~C6F9~D230", "a/b\\c, a~002Fb~005Cc", "50%, 50~0025", "~, ~007E",
			"😀, ~D83D~DE00" })
	void keepsAFewCharacters(String name, String encoded) {
		assertThat(EncodedName.of(name)).isEqualTo(encoded);
		assertThat(EncodedName.decode(encoded)).isEqualTo(name);
	}

	@ParameterizedTest
	@ValueSource(strings = { "user:cache", "웹툰목록", "a~b", "~00", "50%" })
	void decodesNamesThatAreNotEncoded(String name) {
		assertThat(EncodedName.decode(name)).isEqualTo(name);
	}

	@Test
	void isDifferentForDifferentNames() {
		String longest = "a".repeat(100);
		List<String> names = List.of("a", "a#", "a#1", "a:b", "a~003Ab", "a~b", "#3 a", "#node 1", "#token", longest,
				longest + "b", longest + "c", "웹".repeat(100), "웹".repeat(101), EncodedName.of(longest + "b"));
		assertThat(names).extracting(EncodedName::of).doesNotHaveDuplicates();
		List<String> regions = new ArrayList<>();
		for (String name : names) {
			regions.add(EncodedName.region(name));
			regions.add(EncodedName.region(name) + 1);
			regions.add(EncodedName.region(name) + 63);
		}
		assertThat(regions).doesNotHaveDuplicates().allMatch((region) -> region.matches("[A-Za-z0-9._~-]{1,100}#\\d*"));
	}

}
