package dev.yoil.ehcache.inspect;

import java.time.Instant;

import dev.yoil.ehcache.Bypass;

/**
 * That a cache is asleep: it serves nothing and stores nothing.
 *
 * @param since since when
 * @param by who put it to sleep, the name of a user
 */
public record AsleepSnapshot(Instant since, String by) {

	static AsleepSnapshot of(Bypass bypass) {
		return new AsleepSnapshot(Instant.ofEpochMilli(bypass.since()), bypass.by());
	}

}
