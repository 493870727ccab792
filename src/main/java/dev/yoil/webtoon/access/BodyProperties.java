package dev.yoil.webtoon.access;

import jakarta.validation.constraints.AssertTrue;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * How much a client may send.
 *
 * @param maxRequestSize the largest body that is taken
 */
@Validated
@ConfigurationProperties("yoil")
record BodyProperties(@DefaultValue("64KB") DataSize maxRequestSize) {

	@AssertTrue(message = "yoil.max-request-size must be at least one byte")
	boolean isMaxRequestSizePositive() {
		return !this.maxRequestSize.isNegative() && this.maxRequestSize.toBytes() > 0;
	}

}
