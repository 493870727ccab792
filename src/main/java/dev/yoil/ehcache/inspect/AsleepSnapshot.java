package dev.yoil.ehcache.inspect;

import java.time.Instant;

import dev.yoil.ehcache.Sleep;

/**
 * That a cache is asleep: it serves nothing and stores nothing.
 *
 * @param since since when
 * @param by who put it to sleep, the name of a user
 */
public record AsleepSnapshot(Instant since, String by) {

	static AsleepSnapshot of(Sleep sleep) {
		return new AsleepSnapshot(Instant.ofEpochMilli(sleep.since()), sleep.by());
	}

}
