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
 * versions catches up before it answers. If the versions are unknown or too many, a token
 * has a {@linkplain ReadBarriers barrier} instead. Tokens are signed, so that no client
 * can invent versions to catch up with. Thread-safe.
 */
public final class RegionTokens {

	/** The name of a barrier, which no region has. */
	private static final String BARRIER = "";

	/** In characters: leaves room in a cookie for the encoding and the signature. */
	private static final int MAX_PAYLOAD = 1_000;

	private static final int MAX_TOKEN = 2_000;

	private final Regions regions;

	private final ReadBarriers barriers;

	/**
	 * Creates the tokens of an instance.
	 */
	public RegionTokens(Regions regions) {
		this.regions = regions;
		this.barriers = new ReadBarriers(regions);
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
		Map<String, Long> numbers = (before != null) ? read(before) : new TreeMap<>();
		committed.forEach((region, version) -> numbers.merge(region, version.number(), Math::max));
		String text = numbers.entrySet()
			.stream()
			.map((number) -> number.getKey() + "=" + number.getValue())
			.collect(Collectors.joining(","));
		return (text.length() > MAX_PAYLOAD || numbers.keySet().stream().anyMatch((region) -> region.contains(",")))
				? ofBarrier() : sign(text, secret);
	}

	/**
	 * Creates a token for all changes that are committed before a client receives it,
	 * also unknown ones.
	 * @return {@code null} as long as the secret cannot be read
	 */
	public @Nullable String ofBarrier() {
		RegionVersion secret = secret();
		return (secret != null) ? sign(BARRIER + "=" + ReadBarriers.create(), secret) : null;
	}

	private static String sign(String text, RegionVersion secret) {
		String payload = Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
		return payload + "." + signature(payload, secret);
	}

	/**
	 * Returns the secret, which may not have been read yet just after the start.
	 */
	private @Nullable RegionVersion secret() {
		if (this.regions.version(RegionTable.SECRET) == null) {
			try {
				// In another thread: this one may be in a transaction.
				this.regions.catchUp(Map.of(RegionTable.SECRET, 1L));
			}
			catch (DataAccessException ex) {
				return null;
			}
		}
		return this.regions.version(RegionTable.SECRET);
	}

	/**
	 * Applies at least the versions of a token and passes its barrier, so that nothing
	 * older is served afterwards. Ignores a token with an invalid signature.
	 * @return {@code false} if that took longer than a lease
	 * @throws org.springframework.dao.DataAccessException if the versions cannot be read
	 */
	public boolean catchUp(String token) {
		Map<String, Long> numbers = read(token);
		Long barrier = numbers.remove(BARRIER);
		return (barrier == null || this.barriers.pass(barrier.toString())) && this.regions.catchUp(numbers);
	}

	private Map<String, Long> read(String token) {
		Map<String, Long> numbers = new TreeMap<>();
		RegionVersion secret = this.regions.version(RegionTable.SECRET);
		int dot = token.indexOf('.');
		if (secret == null || dot < 0 || token.length() > MAX_TOKEN) {
			return numbers;
		}
		String payload = token.substring(0, dot);
		if (!SharedSecret.isEqual(signature(payload, secret), token.substring(dot + 1))) {
			return numbers;
		}
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
