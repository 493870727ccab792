package dev.yoil.webtoon.access;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * How much a client may send.
 *
 * @param maxRequestSize the largest body that is taken
 */
@ConfigurationProperties("yoil")
record BodyProperties(@DefaultValue("64KB") DataSize maxRequestSize) {

	private static final String NAME = "yoil.max-request-size";

	/**
	 * The largest body that is taken, at least one byte.
	 * @throws InvalidConfigurationPropertyValueException if nothing would be taken. It is
	 * not left to validation, which would not name the property as it is written
	 */
	DataSize most() {
		if (this.maxRequestSize.toBytes() < 1) {
			throw new InvalidConfigurationPropertyValueException(NAME, this.maxRequestSize,
					NAME + " must be at least 1B, for example 64KB.");
		}
		return this.maxRequestSize;
	}

}
