package dev.yoil.webtoon.access;

import java.time.Duration;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Positive;
import org.hibernate.validator.constraints.time.DurationMin;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Limits on the requests of a single client.
 *
 * @param maxRequestSize the largest accepted body, at least one byte
 * @param visitorWrites how often visitors may change something
 * @param searches how many searches may run at once
 */
@Validated
@ConfigurationProperties("yoil")
record RequestLimits(@DefaultValue("64KB") DataSize maxRequestSize, @Valid @DefaultValue VisitorWrites visitorWrites,
		@Valid @DefaultValue Searches searches) {

	RequestLimits {
		Assert.isTrue(maxRequestSize.toBytes() > 0, "yoil.max-request-size must be at least 1B, for example 64KB.");
	}

	/**
	 * A token bucket for the changes of each client, which fills up in the period.
	 */
	record VisitorWrites(@DefaultValue("60") @Positive(message = "must be a number of changes from 1") int limit,
			@DefaultValue("1m") @DurationMin(seconds = 1, message = "must be at least one second") Duration period) {
	}

	/**
	 * The searches of all clients that run at once, and how long others wait. A client
	 * may have as many, whether they run or wait.
	 */
	record Searches(@DefaultValue("4") @Positive(message = "must be a number of searches from 1") int limit,
			@DefaultValue("2s") @DurationMin(message = "must be at least 0s") Duration maxWait) {
	}

}
