package dev.yoil.webtoon.catalog;

import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PublishDayTests {

	@ParameterizedTest
	@EnumSource
	void acceptsEveryDocumentedText(PublishDay day) {
		assertThat(PublishDay.of(day.name())).contains(day);
		assertThat(PublishDay.of(day.name().substring(0, 3))).contains(day);
		assertThat(PublishDay.of(day.label())).contains(day);
		assertThat(PublishDay.of(day.name().toLowerCase(Locale.ROOT))).contains(day);
		assertThat(List.of(day.name(), day.name().substring(0, 3), day.name().toLowerCase(Locale.ROOT), day.label()))
			.allSatisfy((text) -> assertThat(text).matches(PublishDay.PATTERN));
		assertThat(PublishDay.acceptedTexts()).contains(day.name(), " " + day.name().substring(0, 3), day.label());
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "FUNDAY", "MO", "MOND", "MONDAYS", " MONDAY", "월요일", "月", "0", "1" })
	void rejectsOtherTexts(String text) {
		assertThat(PublishDay.of(text)).isEmpty();
		assertThat(text).doesNotMatch(PublishDay.PATTERN);
	}

	@Test
	void ignoresTheDefaultLocale() {
		Locale before = Locale.getDefault();
		try {
			Locale.setDefault(Locale.forLanguageTag("tr"));
			assertThat(PublishDay.of("friday")).contains(PublishDay.FRIDAY);
			assertThat(PublishDay.of("fri")).contains(PublishDay.FRIDAY);
		}
		finally {
			Locale.setDefault(before);
		}
	}

}
