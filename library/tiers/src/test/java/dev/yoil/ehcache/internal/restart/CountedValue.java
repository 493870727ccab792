package dev.yoil.ehcache.internal.restart;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * A cached counter that describes itself, so that a wrong one is recognized.
 *
 * @param key the counter
 * @param number its number
 * @param loadedAt when it was read, by the true clock, in milliseconds since the epoch
 * @param clock the error of the clock at that time, in milliseconds
 */
record CountedValue(int key, long number, long loadedAt, long clock) {

	private static final int MOST_PADDING = 3_000;

	/** Returns a text whose length differs by counter and number. */
	String text() {
		String content = this.key + ":" + this.number + ":" + this.loadedAt + ":" + this.clock + ":"
				+ "x".repeat((int) ((this.key * 31L + this.number * 17) % MOST_PADDING));
		return content + ":" + checksum(content);
	}

	private static long checksum(String content) {
		CRC32 checksum = new CRC32();
		checksum.update(content.getBytes(StandardCharsets.UTF_8));
		return checksum.getValue();
	}

	/**
	 * Reads a text.
	 * @throws IllegalArgumentException if it is damaged
	 */
	static CountedValue of(String text) {
		int end = text.lastIndexOf(':');
		if (end < 0 || !text.substring(end + 1).equals(String.valueOf(checksum(text.substring(0, end))))) {
			throw new IllegalArgumentException("damaged");
		}
		String[] parts = text.split(":", -1);
		return new CountedValue(Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]),
				Long.parseLong(parts[3]));
	}

}
