package dev.yoil.webtoon.moderation;

import java.time.Duration;

import org.hibernate.validator.constraints.time.DurationMin;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How soon an instance notices what was changed on another one.
 *
 * @param refresh the time between two looks at whether a list has changed, at least a
 * second
 */
@Validated
@ConfigurationProperties("yoil.moderation")
record ModerationProperties(@DefaultValue("60s") @DurationMin(seconds = 1,
		message = "must be the time between two looks at the lists, at least 1s, for example 60s") Duration refresh) {
}
