package dev.yoil.ehcache.internal.region;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.util.StringUtils;

/**
 * Tokens of the versions that a client's changes have made. A client gets one with the
 * response and sends it with its next request: an instance that has not applied these
 * versions catches up before it answers. Tokens are signed, so that no client can invent
 * versions to catch up with. Thread-safe.
 */
public final class RegionTokens {

	/** Stands for more regions than fit. */
	private static final String ALL = "*";

	/** In characters: leaves room in a cookie for the encoding and the signature. */
	private static final int MAX_PAYLOAD = 1_000;

	private static final int MAX_TOKEN = 2_000;

	private final Regions regions;

	/**
	 * Creates the tokens of an instance.
	 */
	public RegionTokens(Regions regions) {
		this.regions = regions;
	}

	/**
	 * Creates a token.
	 * @param before the token that the client sent; {@code null} for none
	 * @param committed the versions that its change has made
	 * @return a token of both, of characters that cookies allow; {@code null} as long as
	 * the secret cannot be read
	 */
	public @Nullable String of(@Nullable String before, Map<String, RegionVersion> committed) {
		RegionVersion secret = secret();
		if (secret == null) {
			return null;
		}
		Map<String, Long> numbers = new TreeMap<>((before != null) ? read(before) : Map.of());
		committed.forEach((region, version) -> numbers.merge(region, version.number(), Math::max));
		String text = numbers.entrySet()
			.stream()
			.map((number) -> number.getKey() + "=" + number.getValue())
			.collect(Collectors.joining(","));
		if (text.length() > MAX_PAYLOAD || numbers.containsKey(ALL)
				|| numbers.keySet().stream().anyMatch((region) -> region.contains(","))) {
			text = ALL + "=" + Long.MAX_VALUE;
		}
		String payload = Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
		return payload + "." + signature(payload, secret);
	}

	/**
	 * Creates a token with which an instance always reads the versions before it answers.
	 * @return {@code null} as long as the secret cannot be read
	 */
	public @Nullable String ofAll() {
		RegionVersion secret = secret();
		return (secret != null) ? of(null, Map.of(ALL, new RegionVersion(Long.MAX_VALUE, secret.tag()))) : null;
	}

	/**
	 * Returns the secret, which may not have been read yet just after the start.
	 */
	private @Nullable RegionVersion secret() {
		if (this.regions.version(RegionTable.SECRET) == null) {
			try {
				this.regions.catchUp();
			}
			catch (DataAccessException ex) {
				return null;
			}
		}
		return this.regions.version(RegionTable.SECRET);
	}

	/**
	 * Applies at least the versions of a token, so that nothing older is served
	 * afterwards. Ignores a token with an invalid signature.
	 * @return {@code false} if that took longer than a lease
	 * @throws org.springframework.dao.DataAccessException if the versions cannot be read
	 */
	public boolean catchUp(String token) {
		return this.regions.catchUp(read(token));
	}

	private Map<String, Long> read(String token) {
		RegionVersion secret = this.regions.version(RegionTable.SECRET);
		int dot = token.indexOf('.');
		if (secret == null || dot < 0 || token.length() > MAX_TOKEN) {
			return Map.of();
		}
		String payload = token.substring(0, dot);
		if (!SharedSecret.isEqual(signature(payload, secret), token.substring(dot + 1))) {
			return Map.of();
		}
		Map<String, Long> numbers = new TreeMap<>();
		for (String number : StringUtils.commaDelimitedListToStringArray(
				new String(Base64.getUrlDecoder().decode(payload), StandardCharsets.UTF_8))) {
			int equals = number.lastIndexOf('=');
			numbers.put(number.substring(0, equals), Long.valueOf(number.substring(equals + 1)));
		}
		return numbers;
	}

	private static String signature(String payload, RegionVersion secret) {
		return SharedSecret.of(secret).signature(payload.getBytes(StandardCharsets.UTF_8));
	}

}
