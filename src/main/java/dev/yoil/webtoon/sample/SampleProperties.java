package dev.yoil.webtoon.sample;

import jakarta.validation.constraints.PositiveOrZero;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The numbers of sample webtoons and readers for an empty database; 0 for none.
 */
@Validated
@ConfigurationProperties("yoil")
record SampleProperties(@DefaultValue("5000") @PositiveOrZero(
		message = "must be the number of webtoons to fill an empty database with, or 0 for none") int sampleWebtoons,
		@DefaultValue("10000") @PositiveOrZero(
				message = "must be the number of readers who like or review sample webtoons, or 0 for none") int sampleReaders) {
}
