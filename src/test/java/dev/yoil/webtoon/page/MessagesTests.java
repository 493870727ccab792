package dev.yoil.webtoon.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The texts of pages.
 */
class MessagesTests {

	@ParameterizedTest
	@EnumSource(Language.class)
	void existInEveryLanguage(Language language) throws Exception {
		assertThat(texts(language).stringPropertyNames())
			.containsExactlyInAnyOrderElementsOf(texts(Language.KOREAN).stringPropertyNames());
		assertThat(texts(language).values()).noneMatch((text) -> text.toString().isBlank());
	}

	@Test
	void takeTheSameArguments() throws Exception {
		Properties english = texts(Language.ENGLISH);
		// What may be shown to programmers only is in English.
		Set<String> keys = new TreeSet<>(english.stringPropertyNames());
		keys.remove("error.parameter");
		assertThat(keys)
			.allSatisfy((key) -> assertThat(arguments(texts(Language.KOREAN), key)).isEqualTo(arguments(english, key)));
	}

	private static Set<String> arguments(Properties texts, String key) {
		return Arrays.stream(new String[] { "{0}", "{1}" })
			.filter(texts.getProperty(key)::contains)
			.collect(Collectors.toSet());
	}

	private static Properties texts(Language language) throws IOException {
		Properties texts = new Properties();
		try (InputStream file = Language.class.getResourceAsStream("messages_" + language.tag() + ".properties")) {
			texts.load(new InputStreamReader(file, StandardCharsets.UTF_8));
		}
		return texts;
	}

}
