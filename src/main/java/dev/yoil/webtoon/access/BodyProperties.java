package dev.yoil.webtoon.access;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

/**
 * How much a client may send.
 *
 * @param maxRequestSize the largest body that is taken, at least one byte
 */
@ConfigurationProperties("yoil")
record BodyProperties(@DefaultValue("64KB") DataSize maxRequestSize) {

	BodyProperties {
		Assert.isTrue(maxRequestSize.toBytes() > 0, "yoil.max-request-size must be at least 1B, for example 64KB.");
	}

}
