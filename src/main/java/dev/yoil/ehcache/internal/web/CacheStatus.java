package dev.yoil.ehcache.internal.web;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.CachedValue;
import dev.yoil.ehcache.EhCacheCache;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Cache-Status} header of RFC 9211, by which a client is told how a cache
 * answered, for how many seconds the answer is still good (negative if it is stale), and,
 * if that is to be told, under which key it is found.
 * <p>
 * An object of this class makes the header of hits on one key. Thread-safe.
 */
public final class CacheStatus {

	/** The name of the header. */
	public static final String HEADER = "Cache-Status";

	private static final Pattern TOKEN = Pattern.compile("[A-Za-z*][-A-Za-z0-9!#$%&'*+.^_`|~:/]*");

	private static final String STALE = "; detail=stale-if-error";

	private static final int LONGEST_KEY = 200;

	private final String beginning;

	private final String end;

	/**
	 * Creates the header of hits.
	 */
	public CacheStatus(EhCacheCache cache, Object key, Told told) {
		this.beginning = name(cache) + "; hit";
		this.end = key(key, told);
	}

	/**
	 * {@return the value of the header that tells of a hit, or of a stale answer}
	 */
	public String of(CachedValue hit) {
		return this.beginning + timeLeft(hit) + (hit.stale() ? STALE : "") + this.end;
	}

	/**
	 * {@return the value of the header that tells of any answer; {@code null} if no cache
	 * was asked, or nothing is to be told}
	 */
	public static @Nullable String of(CacheLookup answer, Told told) {
		Object key = answer.key();
		if (told == Told.OFF || !(answer.cache() instanceof EhCacheCache cache) || key == null) {
			return null;
		}
		CachedValue present = cache.peek(key);
		return name(cache) + switch (answer.result()) {
			case NONE -> "";
			case HIT -> "; hit" + timeLeft(present);
			case MISS -> "; fwd=miss" + stored(present);
			case SHARED -> "; fwd=miss" + stored(present) + "; collapsed";
			case SECOND_TIER -> "; fwd=miss" + stored(present) + "; detail=shared-tier";
			case BYPASS -> "; fwd=bypass";
			case STALE -> "; hit" + timeLeft(isGood(present) ? null : present) + STALE;
		} + key(key, told);
	}

	private static String stored(@Nullable CachedValue present) {
		return (present != null) ? "; stored" + timeLeft(present) : "";
	}

	/**
	 * What is good was stored while the stale value was being answered, whose time it
	 * says nothing of.
	 */
	private static boolean isGood(@Nullable CachedValue present) {
		return present != null && present.timeLeft() > 0;
	}

	private static String timeLeft(@Nullable CachedValue present) {
		return (present != null && present.timeLeft() != Long.MAX_VALUE)
				? "; ttl=" + Math.floorDiv(present.timeLeft(), 1_000) : "";
	}

	private static String name(EhCacheCache cache) {
		return TOKEN.matcher(cache.getName()).matches() ? cache.getName() : string(cache.getName());
	}

	private static String key(Object key, Told told) {
		return (told == Told.WITH_KEY) ? "; key=" + string(String.valueOf(key)) : "";
	}

	/**
	 * A text as a string of RFC 8941, which knows only the printable characters of ASCII:
	 * others are percent-encoded.
	 */
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

	/** How much clients are told. */
	public enum Told {

		/** Nothing: there is no header. */
		OFF,

		/** How the cache answered, and for how long that is good. */
		ON,

		/** The key as well, which may be the name or the address of somebody. */
		WITH_KEY

	}

}
