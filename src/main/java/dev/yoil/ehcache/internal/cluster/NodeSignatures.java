package dev.yoil.ehcache.internal.cluster;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.yoil.ehcache.internal.region.RegionTokens;
import dev.yoil.ehcache.internal.region.SharedSecret;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import org.jspecify.annotations.Nullable;

/**
 * Signs what one instance asks another, in the header {@code Authorization}, with a key
 * that is made from what all of them read in the database, so that nobody else can. A
 * signature is good for one request: to one instance, of one method, address and body,
 * once, and for half a minute. Time is the database's, so clocks may differ. Thread-safe.
 */
public final class NodeSignatures {

	/** The scheme, which a refused request is told to use. */
	public static final String SCHEME = "Cache-Node";

	/** In milliseconds, either way. */
	static final long OLDEST = 30_000;

	private static final String PURPOSE = "requests between instances";

	private static final Pattern FORM = Pattern
		.compile(SCHEME + " (\\d{1,15})\\.([0-9a-f-]{36})\\.([A-Za-z0-9_-]{43})");

	private final Supplier<@Nullable RegionVersion> secret;

	private final UUID here;

	private final Supplier<@Nullable Long> now;

	/** Until when each signature that was taken could be sent again. */
	private final Map<String, Long> taken = new ConcurrentHashMap<>();

	/**
	 * Creates the signatures of an instance.
	 * @param regions know what all instances read
	 * @param nodes know who this one is, and what time it is
	 */
	public NodeSignatures(Regions regions, NodeTable nodes) {
		this(() -> regions.version(RegionTokens.KEY), nodes.id(), nodes::now);
	}

	NodeSignatures(Supplier<@Nullable RegionVersion> secret, UUID here, Supplier<@Nullable Long> now) {
		this.secret = secret;
		this.here = here;
		this.now = now;
	}

	/**
	 * Signs a request.
	 * @param to whom it is sent to
	 * @param address the path and the query as they are sent
	 * @return the value of the header; {@code null} as long as the database was not heard
	 */
	@Nullable String sign(UUID to, String method, String address, byte[] body) {
		Long time = this.now.get();
		RegionVersion key = this.secret.get();
		if (time == null || key == null) {
			return null;
		}
		String once = UUID.randomUUID().toString();
		return SCHEME + " " + time + "." + once + "." + signature(key, to, time, once, method, address, body);
	}

	/**
	 * Tells whether a request was signed by another instance for this one, and takes its
	 * signature: it is no good a second time.
	 * @param header the value of the header; {@code null} if there is none
	 * @param address the path and the query as they came
	 */
	public boolean take(@Nullable String header, String method, String address, byte[] body) {
		Long time = this.now.get();
		RegionVersion key = this.secret.get();
		Matcher form = FORM.matcher((header != null) ? header : "");
		if (time == null || key == null || !form.matches()) {
			return false;
		}
		long signed = Long.parseLong(form.group(1));
		String right = signature(key, this.here, signed, form.group(2), method, address, body);
		if (!MessageDigest.isEqual(right.getBytes(StandardCharsets.US_ASCII),
				form.group(3).getBytes(StandardCharsets.US_ASCII)) || Math.abs(time - signed) > OLDEST) {
			return false;
		}
		// Only of what is signed well and not too old: nobody else can fill it.
		this.taken.values().removeIf((until) -> until < time);
		return this.taken.putIfAbsent(right, signed + OLDEST) == null;
	}

	private static String signature(RegionVersion key, UUID to, long time, String once, String method, String address,
			byte[] body) {
		try {
			String hash = encoded(MessageDigest.getInstance("SHA-256").digest(body));
			// None of them can have a line break in it.
			String text = String.join("\n", to.toString(), String.valueOf(time), once, method, address, hash);
			return encoded(SharedSecret.of(key).forPurpose(PURPOSE).sign(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	private static String encoded(byte[] bytes) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

}
