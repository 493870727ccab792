package dev.yoil.ehcache.internal.live;

import org.jspecify.annotations.Nullable;

/**
 * A difference between two declarations of the caches.
 *
 * @param cache the name of the cache; {@code null} if the change concerns no single one
 * @param attribute the attribute or element in the file, such as {@code ttl} or
 * {@code heap}; {@code cache} if the whole cache was added or removed
 * @param from the value before; {@code null} for none
 * @param to the value after; {@code null} for none
 * @param line the line in the new file, from 1; {@code null} if the file does not have
 * the cache any more
 * @param live whether it can be applied while the caches are in use
 * @param reason why it takes effect at the next start only; {@code null} if it is live
 */
public record ConfigurationChange(@Nullable String cache, String attribute, @Nullable String from, @Nullable String to,
		@Nullable Integer line, boolean live, @Nullable String reason) {

	/**
	 * Describes the change in one line of a log, such as
	 * {@code findGenres ttl 200s -> 600s (line 24)}.
	 */
	@Override
	public String toString() {
		String place = (this.line != null) ? " (line " + this.line + ")" : "";
		String what = (this.from != null || this.to != null) ? " " + this.from + " -> " + this.to
				: !this.attribute.equals("cache") ? " changed" : (this.line != null) ? " added" : " removed";
		return ((this.cache != null) ? this.cache + " " : "") + this.attribute + what + place
				+ ((this.reason != null) ? ", at the next start: " + this.reason : "");
	}

}
