package dev.yoil.ehcache.internal.region;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.util.ConcurrentLruCache;
import org.springframework.util.StringUtils;

/**
 * Tokens of the versions that a client's changes have made. A client gets one with the
 * response and sends it with its next request: an instance that has not applied these
 * versions catches up before it answers. Tokens are signed, so that no client can invent
 * versions to catch up with.
 * <p>
 * If the versions are unknown or too many, a token has a <em>barrier</em> instead. An
 * instance that receives a barrier for the first time reads the versions of all regions.
 * Then it has applied every change that was committed before the barrier was sent, and
 * passing the barrier again costs nothing. Thread-safe.
 */
public final class RegionTokens {

	/** The barrier of a sender that has none. It makes an instance read each time. */
	public static final String NO_BARRIER = "none";

	/** The name of a barrier, which no region has. */
	private static final String BARRIER = "";

	/** Limit on the remembered barriers. A forgotten one costs another read. */
	private static final int MAX_BARRIERS = 10_000;

	private static final int MAX_BARRIER = 40;

	/** In characters: leaves room in a cookie for the encoding and the signature. */
	private static final int MAX_PAYLOAD = 1_000;

	private static final int MAX_TOKEN = 2_000;

	private static final SecureRandom RANDOM = new SecureRandom();

	private final Regions regions;

	/** The barriers that this instance has passed. */
	private final ConcurrentLruCache<String, String> passed = new ConcurrentLruCache<>(MAX_BARRIERS,
			(barrier) -> barrier);

	/**
	 * Creates the tokens of an instance.
	 */
	public RegionTokens(Regions regions) {
		this.regions = regions;
	}

	/**
	 * {@return a new barrier, the decimal digits of a positive {@code long}}
	 */
	public static String newBarrier() {
		return Long.toString(RANDOM.nextLong() >>> 1);
	}

	/**
	 * Reads the versions, unless this instance has passed the barrier before.
	 * @return {@code false} if that took longer than a lease
	 * @throws org.springframework.dao.DataAccessException if the versions cannot be read
	 */
	public boolean pass(String barrier) {
		if (this.passed.contains(barrier)) {
			return true;
		}
		boolean read = this.regions.catchUpNow();
		if (read && !barrier.equals(NO_BARRIER) && barrier.length() <= MAX_BARRIER) {
			String unused = this.passed.get(barrier);
		}
		return read;
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
		return (secret != null) ? sign(BARRIER + "=" + newBarrier(), secret) : null;
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
		return (barrier == null || pass(barrier.toString())) && this.regions.catchUp(numbers);
	}

	private Map<String, Long> read(String token) {
		Map<String, Long> numbers = new TreeMap<>();
		RegionVersion secret = this.regions.version(RegionTable.SECRET);
		int dot = token.indexOf('.');
		if (secret == null || dot < 0 || token.length() > MAX_TOKEN) {
			return numbers;
		}
		String payload = token.substring(0, dot);
		// In constant time, because the signature is a secret.
		if (!MessageDigest.isEqual(signature(payload, secret).getBytes(StandardCharsets.UTF_8),
				token.substring(dot + 1).getBytes(StandardCharsets.UTF_8))) {
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
		return Base64.getUrlEncoder().withoutPadding().encodeToString(SharedSecret.sign(secret, payload));
	}

}
