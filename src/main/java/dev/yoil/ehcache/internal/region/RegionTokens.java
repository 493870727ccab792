package dev.yoil.ehcache.internal.region;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.util.StringUtils;

/**
 * The versions that somebody's changes made, as a text that is handed out with the answer
 * and comes back with the next request: an instance that does not know them yet catches
 * up before it answers. It is signed, so that nobody can have an instance catch up at
 * every request. Thread-safe.
 */
public final class RegionTokens {

	/** The region whose tag is the key that all instances sign with. */
	public static final String KEY = "#token";

	/** Stands for any number of regions, which would not fit. */
	private static final String ALL = "*";

	/** In characters, so that a cookie has room for it and for its signature. */
	private static final int MOST = 1_000;

	private static final int LONGEST = 2_000;

	private final Regions regions;

	/**
	 * Creates what makes and reads the tokens of an instance.
	 */
	public RegionTokens(Regions regions) {
		this.regions = regions;
	}

	/**
	 * Makes a token.
	 * @param before what the same client brought; {@code null} for nothing
	 * @param raised what its change has made
	 * @return a token of both, of characters that may stand in a cookie; {@code null} as
	 * long as there is no key
	 */
	public @Nullable String of(@Nullable String before, Map<String, RegionVersion> raised) {
		RegionVersion key = key();
		if (key == null) {
			return null;
		}
		Map<String, Long> numbers = new TreeMap<>((before != null) ? read(before) : Map.of());
		raised.forEach((region, version) -> numbers.merge(region, version.number(), Math::max));
		StringBuilder text = new StringBuilder();
		numbers.forEach((region,
				number) -> text.append((text.length() > 0) ? "," : "").append(region).append('=').append(number));
		if (text.length() > MOST || numbers.containsKey(ALL)
				|| numbers.keySet().stream().anyMatch((region) -> region.contains(","))) {
			text.setLength(0);
			text.append(ALL).append('=').append(Long.MAX_VALUE);
		}
		String payload = encoded(text.toString().getBytes(StandardCharsets.UTF_8));
		return payload + "." + signature(payload, key);
	}

	/**
	 * Just after the start it may not have been read yet.
	 */
	private @Nullable RegionVersion key() {
		if (this.regions.version(KEY) == null) {
			try {
				this.regions.catchUp();
			}
			catch (DataAccessException ex) {
				return null;
			}
		}
		return this.regions.version(KEY);
	}

	/**
	 * Sees to it that nothing older than what a token says is served from here on.
	 * @param token what a client brought, whatever it is
	 * @return {@code false} if that took too long
	 * @throws org.springframework.dao.DataAccessException if versions have to be read and
	 * cannot be
	 */
	public boolean catchUp(String token) {
		return this.regions.catchUp(read(token));
	}

	/**
	 * {@return the numbers in a token by region; none if it was not made by one of these
	 * instances}
	 */
	private Map<String, Long> read(String token) {
		RegionVersion key = this.regions.version(KEY);
		int dot = token.indexOf('.');
		if (key == null || dot < 0 || token.length() > LONGEST) {
			return Map.of();
		}
		String payload = token.substring(0, dot);
		if (!MessageDigest.isEqual(signature(payload, key).getBytes(StandardCharsets.UTF_8),
				token.substring(dot + 1).getBytes(StandardCharsets.UTF_8))) {
			return Map.of();
		}
		Map<String, Long> numbers = new TreeMap<>();
		for (String one : StringUtils.commaDelimitedListToStringArray(
				new String(Base64.getUrlDecoder().decode(payload), StandardCharsets.UTF_8))) {
			int equals = one.lastIndexOf('=');
			numbers.put(one.substring(0, equals), Long.valueOf(one.substring(equals + 1)));
		}
		return numbers;
	}

	private static String signature(String payload, RegionVersion key) {
		return encoded(SharedSecret.of(key).sign(payload.getBytes(StandardCharsets.UTF_8)));
	}

	private static String encoded(byte[] bytes) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

}
