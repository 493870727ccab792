package dev.yoil.webtoon.access;

import java.time.Duration;

import jakarta.validation.constraints.Positive;
import org.hibernate.validator.constraints.time.DurationMin;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How often visitors may change something.
 *
 * @param limit how many changes one client may make at once, and in each period
 * @param period the time after which a client that made them all may make as many again;
 * meanwhile they come back one by one
 */
@Validated
@ConfigurationProperties("yoil.visitor-writes")
record VisitorWriteProperties(@DefaultValue("60") @Positive(message = "must be a number of changes from 1") int limit,
		@DefaultValue("1m") @DurationMin(seconds = 1, message = "must be at least one second") Duration period) {
}
