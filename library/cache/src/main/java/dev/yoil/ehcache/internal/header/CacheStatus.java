package dev.yoil.ehcache.internal.header;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.CachedValue;
import dev.yoil.ehcache.EhCacheCache;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Cache-Status} header of RFC 9211: the result of the lookup, the seconds that
 * the value remains fresh (negative if it is stale) and, if disclosed, its key.
 * <p>
 * An instance holds the header of hits on one key. Thread-safe.
 */
public final class CacheStatus {

	/** Name of the header. */
	public static final String HEADER = "Cache-Status";

	private static final Pattern TOKEN = Pattern.compile("[A-Za-z*][-A-Za-z0-9!#$%&'*+.^_`|~:/]*");

	private static final String STALE = "; detail=stale-if-error";

	private static final int LONGEST_KEY = 200;

	private final String beginning;

	private final String end;

	/**
	 * Creates the header of hits on a key.
	 */
	public CacheStatus(EhCacheCache cache, Object key, Disclosure disclosure) {
		this.beginning = name(cache) + "; hit";
		this.end = key(key, disclosure);
	}

	/**
	 * {@return the value of the header for a hit, fresh or stale}
	 */
	public String of(CachedValue hit) {
		return this.beginning + timeLeft(hit) + (hit.stale() ? STALE : "") + this.end;
	}

	/**
	 * {@return the value of the header for any lookup; {@code null} if there was none or
	 * nothing is disclosed}
	 */
	public static @Nullable String of(CacheLookup answer, Disclosure disclosure) {
		Object key = answer.key();
		if (disclosure == Disclosure.OFF || !(answer.cache() instanceof EhCacheCache cache) || key == null) {
			return null;
		}
		CachedValue present = cache.peek(key);
		return name(cache) + switch (answer.result()) {
			case NONE -> "";
			case HIT -> "; hit" + timeLeft(present);
			case MISS -> "; fwd=miss" + stored(present);
			case SHARED -> "; fwd=miss" + stored(present) + "; collapsed";
			case SECOND_TIER -> "; fwd=miss" + stored(present) + "; detail=tier";
			case BYPASS -> "; fwd=bypass";
			// A fresh value was stored later and does not have the age of the stale one.
			case STALE -> "; hit" + ((present != null && present.stale()) ? timeLeft(present) : "") + STALE;
		} + key(key, disclosure);
	}

	private static String stored(@Nullable CachedValue present) {
		return (present != null) ? "; stored" + timeLeft(present) : "";
	}

	private static String timeLeft(@Nullable CachedValue present) {
		return (present != null && present.timeLeft() != Long.MAX_VALUE)
				? "; ttl=" + Math.floorDiv(present.timeLeft(), 1_000) : "";
	}

	private static String name(EhCacheCache cache) {
		return TOKEN.matcher(cache.getName()).matches() ? cache.getName() : string(cache.getName());
	}

	private static String key(Object key, Disclosure disclosure) {
		return (disclosure == Disclosure.WITH_KEY) ? "; key=" + string(String.valueOf(key)) : "";
	}

	/** Writes a string of RFC 8941, which has printable ASCII only. */
	private static String string(String text) {
		StringBuilder string = new StringBuilder("\"");
		text.codePoints().limit(LONGEST_KEY).forEach((character) -> {
			if (character == '"' || character == '\\') {
				string.append('\\').append((char) character);
			}
			else if (character >= ' ' && character < 0x7f && character != '%') {
				string.append((char) character);
			}
			else {
				for (byte unit : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
					string.append('%').append(HexFormat.of().withUpperCase().toHexDigits(unit));
				}
			}
		});
		return string.append('"').toString();
	}

	/** The part of the lookup that clients see. */
	public enum Disclosure {

		/** No header. */
		OFF,

		/** The result of the lookup and the time left. */
		ON,

		/** The key as well, which may contain personal data. */
		WITH_KEY

	}

}
