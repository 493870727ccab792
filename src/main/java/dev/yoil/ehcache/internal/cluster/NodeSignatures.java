package dev.yoil.ehcache.internal.cluster;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
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
 * Signs what one instance asks another, in the header {@code Authorization}, with a key
 * derived from the secret that all of them read in the database. A signature is good for
 * one request to one instance, once, within half a minute by the clock of the database.
 * Thread-safe.
 */
public final class NodeSignatures {

	/** The scheme of the header. */
	public static final String SCHEME = "Cache-Node";

	/** In milliseconds, either way. */
	static final long OLDEST = 30_000;

	private static final Pattern FORM = Pattern
		.compile(SCHEME + " ((\\d{1,15})\\.[0-9a-f-]{36}\\.([A-Za-z0-9_-]*))\\.([A-Za-z0-9_-]{43})");

	private final Supplier<@Nullable RegionVersion> secret;

	private final UUID here;

	private final Supplier<@Nullable Long> now;

	/** Until when each accepted signature could be sent again. */
	private final Map<String, Long> taken = new ConcurrentHashMap<>();

	/**
	 * Creates the signatures of an instance.
	 * @param secret the row of the secret; {@code null} as long as it was not read
	 * @param here the instance
	 * @param now the time of the database in milliseconds; {@code null} likewise
	 */
	public NodeSignatures(Supplier<@Nullable RegionVersion> secret, UUID here, Supplier<@Nullable Long> now) {
		this.secret = secret;
		this.here = here;
		this.now = now;
	}

	/**
	 * Signs a request.
	 * @param to the instance that it is sent to
	 * @param address the path and the query as they are sent
	 * @param by the operator; empty for none
	 * @return the value of the header
	 * @throws IllegalStateException as long as the database was not read
	 */
	public String sign(UUID to, String method, String address, byte[] body, String by) {
		Long time = this.now.get();
		RegionVersion key = this.secret.get();
		if (time == null || key == null) {
			throw new IllegalStateException("The secret of the instances was not read yet");
		}
		String claims = time + "." + UUID.randomUUID() + "." + encoded(by.getBytes(StandardCharsets.UTF_8));
		return SCHEME + " " + claims + "." + signature(key, to, claims, method, address, body);
	}

	/**
	 * Accepts a request that another instance has signed for this one, once.
	 * @param address the path and the query as they came
	 * @return the operator, empty for none; {@code null} if the request is refused
	 */
	public @Nullable String take(String header, String method, String address, byte[] body) {
		Long time = this.now.get();
		RegionVersion key = this.secret.get();
		Matcher form = FORM.matcher(header);
		if (time == null || key == null || !form.matches()) {
			return null;
		}
		long signed = Long.parseLong(form.group(2));
		String right = signature(key, this.here, form.group(1), method, address, body);
		if (!MessageDigest.isEqual(right.getBytes(StandardCharsets.US_ASCII),
				form.group(4).getBytes(StandardCharsets.US_ASCII)) || Math.abs(time - signed) > OLDEST) {
			return null;
		}
		// Only of what is signed well and not too old: nobody else can fill it.
		this.taken.values().removeIf((until) -> until < time);
		return (this.taken.putIfAbsent(right, signed + OLDEST) == null)
				? new String(Base64.getUrlDecoder().decode(form.group(3)), StandardCharsets.UTF_8) : null;
	}

	private static String signature(RegionVersion key, UUID to, String claims, String method, String address,
			byte[] body) {
		// None of them can have a line break in it, and the body is the last.
		String text = String.join("\n", to.toString(), claims, method, address, "");
		return encoded(SharedSecret.of(key)
			.forPurpose("requests between instances")
			.sign(text.getBytes(StandardCharsets.UTF_8), body));
	}

	private static String encoded(byte[] bytes) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

}
