package dev.yoil.ehcache.internal.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.yoil.ehcache.internal.region.SharedSecret;
import dev.yoil.ehcache.region.RegionVersion;
import org.jspecify.annotations.Nullable;

/**
 * HMAC-SHA-256 signatures of requests between instances, in the header
 * {@code Authorization}. The key is derived from the secret in the database. A signature
 * is valid once, for one request to one instance, within 30 seconds by the clock of the
 * database. Thread-safe.
 */
public final class NodeSignatures {

	/** The authentication scheme. */
	public static final String SCHEME = "Cache-Node";

	private static final long VALID_MILLIS = 30_000;

	/** Claims (time, nonce, user) and signature. */
	private static final Pattern FORM = Pattern
		.compile(SCHEME + " ((\\d{1,15})\\.[0-9a-f-]{36}\\.([A-Za-z0-9_-]*))\\.([A-Za-z0-9_-]{43})");

	private final Supplier<@Nullable RegionVersion> secret;

	private final UUID here;

	private final Supplier<@Nullable Long> now;

	/** Accepted signatures, with the end of their validity. */
	private final Map<String, Long> accepted = new ConcurrentHashMap<>();

	/**
	 * Creates the signatures of an instance.
	 * @param secret returns the row of the secret; {@code null} until it was read
	 * @param now returns the time of the database in milliseconds; {@code null} until it
	 * was read
	 */
	public NodeSignatures(Supplier<@Nullable RegionVersion> secret, UUID here, Supplier<@Nullable Long> now) {
		this.secret = secret;
		this.here = here;
		this.now = now;
	}

	/**
	 * Signs a request.
	 * @param to the receiver
	 * @param address the raw path and query
	 * @param user the operator; empty if there is none
	 * @return the value of the header
	 * @throws IllegalStateException until the secret was read from the database
	 */
	public String sign(UUID to, String method, String address, byte[] body, String user) {
		Long time = this.now.get();
		RegionVersion key = this.secret.get();
		if (time == null || key == null) {
			throw new IllegalStateException("The secret of the cluster has not been read from the database yet");
		}
		String claims = time + "." + UUID.randomUUID() + "."
				+ Base64.getUrlEncoder().withoutPadding().encodeToString(user.getBytes(StandardCharsets.UTF_8));
		return SCHEME + " " + claims + "." + signature(key, to, claims, method, address, body);
	}

	/**
	 * Verifies a request to this instance and uses up its signature.
	 * @param address the raw path and query
	 * @return the operator, empty if there is none; {@code null} if the signature is not
	 * valid
	 */
	public @Nullable String verify(String header, String method, String address, byte[] body) {
		Long time = this.now.get();
		RegionVersion key = this.secret.get();
		Matcher form = FORM.matcher(header);
		if (time == null || key == null || !form.matches()) {
			return null;
		}
		long signedAt = Long.parseLong(form.group(2));
		String expected = signature(key, this.here, form.group(1), method, address, body);
		if (Math.abs(time - signedAt) > VALID_MILLIS || !SharedSecret.isEqual(expected, form.group(4))) {
			return null;
		}
		// Only valid signatures get here, so the map cannot be flooded from outside.
		this.accepted.values().removeIf((until) -> until < time);
		return (this.accepted.putIfAbsent(expected, signedAt + VALID_MILLIS) == null)
				? new String(Base64.getUrlDecoder().decode(form.group(3)), StandardCharsets.UTF_8) : null;
	}

	private static String signature(RegionVersion key, UUID to, String claims, String method, String address,
			byte[] body) {
		// Unambiguous: only the body, which comes last, can contain line breaks.
		String head = String.join("\n", to.toString(), claims, method, address, "");
		return SharedSecret.of(key)
			.forPurpose("requests between instances")
			.signature(head.getBytes(StandardCharsets.UTF_8), body);
	}

}
