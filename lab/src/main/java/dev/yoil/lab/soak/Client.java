package dev.yoil.lab.soak;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

import dev.yoil.lab.soak.Check.Promise;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A browser of a soak: has cookies, keeps responses with their entity tags, and requires
 * of each response what HTTP promises. For one thread.
 */
final class Client {

	private static final Duration LIMIT = Duration.ofSeconds(25);

	/** The path of a cached list that no write of a soak evicts. */
	private static final String LASTING = "/api/v1/genres";

	private static final String BYPASS = "cache-bypass";

	private static final int KEPT = 100;

	/** One of so many reads requests a range. */
	private static final int RANGED = 10;

	private static final int TAGS = 20_000;

	/** Characters of a body that errors show. */
	private static final int TOLD = 300;

	/** Shared, because each client would have a thread until it is collected. */
	private final HttpClient http;

	private final CookieManager cookies = new CookieManager();

	private final Map<String, Answer> kept = bounded(KEPT);

	private final Map<String, Integer> tags;

	private final URI service;

	private final Check check;

	private final Faults faults;

	private final Latencies latencies;

	private @Nullable String authorization;

	private int reads;

	private Client(HttpClient http, URI service, Check check, Faults faults, Latencies latencies,
			Map<String, Integer> tags) {
		this.http = http;
		this.service = service;
		this.check = check;
		this.faults = faults;
		this.latencies = latencies;
		this.tags = tags;
	}

	static Client first(URI service, Check check, Faults faults, Latencies latencies) {
		HttpClient http = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.proxy(HttpClient.Builder.NO_PROXY)
			.connectTimeout(Duration.ofSeconds(5))
			.build();
		return new Client(http, service, check, faults, latencies, Collections.synchronizedMap(bounded(TAGS)));
	}

	/**
	 * Returns another browser, which shares connections and what is known of entity tags.
	 */
	Client another() {
		return new Client(this.http, this.service, this.check, this.faults, this.latencies, this.tags);
	}

	Client as(String administrator) {
		Client client = another();
		client.authorization = administrator;
		return client;
	}

	private static <V> Map<String, V> bounded(int most) {
		return new LinkedHashMap<>(16, 0.75F, true) {

			@Override
			protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
				return size() > most;
			}

		};
	}

	/**
	 * Reads a path.
	 * @param coding the coding to accept: {@code gzip}, {@code br}, or empty
	 * @param conditional whether to send the entity tag of a kept response
	 * @return the answer; null if there is none because of a fault
	 */
	@Nullable Answer get(String path, String coding, boolean conditional) {
		String name = path + " " + coding;
		Answer before = conditional ? this.kept.get(name) : null;
		HttpRequest.Builder request = request(path);
		if (!coding.isEmpty()) {
			request.header("Accept-Encoding", coding);
		}
		this.reads++;
		if (this.reads % RANGED == 0) {
			// The service sends no ranges, so the whole body is the response.
			request.header("Range", "bytes=0-99");
		}
		if (before != null) {
			before.tag().ifPresent((tag) -> request.header("If-None-Match", tag));
		}
		Answer answer = send(request.GET());
		if (answer == null) {
			return null;
		}
		if (answer.status() == 304 && before != null) {
			return before.again(answer);
		}
		if (answer.status() != 200) {
			this.check.require(Promise.ANSWERED, false, path + ": " + answer);
			return null;
		}
		answer.tag().ifPresent((tag) -> {
			int hash = Arrays.hashCode(answer.body());
			Integer known = this.tags.put(name + tag, hash);
			if (known != null) {
				this.check.require(Promise.ENTITY_TAG, known == hash, name + " " + tag);
			}
			this.kept.put(name, answer);
		});
		return answer;
	}

	/** Sends a change; the answer is null if there is none because of a fault. */
	@Nullable Answer change(String method, String path, @Nullable String json) {
		HttpRequest.Builder request = request(path).method(method,
				(json != null) ? HttpRequest.BodyPublishers.ofString(json) : HttpRequest.BodyPublishers.noBody());
		if (json != null) {
			request.header("Content-Type", "application/json");
		}
		if (this.authorization == null) {
			Answer token = get("/api/v1/csrf", "", false);
			JsonNode csrf = (token != null) ? json(token, "/api/v1/csrf") : null;
			if (csrf == null) {
				return null;
			}
			request.header(csrf.path("header").asString(), csrf.path("token").asString());
		}
		return send(request);
	}

	/**
	 * {@return whether it bypasses the edge, because a purge after its last write is not
	 * confirmed}
	 */
	boolean bypassesEdge() {
		return this.cookies.getCookieStore().getCookies().stream().anyMatch((each) -> each.getName().equals(BYPASS));
	}

	/**
	 * {@return the nanoseconds for which other readers may see an old value}
	 */
	long lease(Answer answer) {
		return this.faults.lease(answer.begun());
	}

	private HttpRequest.Builder request(String path) {
		HttpRequest.Builder request = HttpRequest.newBuilder(this.service.resolve(path)).timeout(LIMIT);
		if (this.authorization != null) {
			request.header("Authorization", this.authorization);
		}
		return request;
	}

	private @Nullable Answer send(HttpRequest.Builder builder) {
		long begun = System.nanoTime();
		HttpRequest unsent = builder.build();
		String name = unsent.method() + " " + unsent.uri().getPath();
		boolean lasting = unsent.uri().getPath().equals(LASTING);
		try {
			this.cookies.get(this.service, Map.of())
				.forEach((header, values) -> values.forEach((value) -> builder.header(header, value)));
			HttpRequest request = builder.build();
			HttpResponse<byte[]> response = this.http.send(request, HttpResponse.BodyHandlers.ofByteArray());
			this.latencies.add(System.nanoTime() - begun);
			this.cookies.put(this.service, response.headers().map());
			Answer answer = new Answer(response, response, body(response, name), begun);
			if (answer.status() >= 500) {
				failed(begun, name + ": " + answer, lasting);
				return null;
			}
			this.check.tested(Promise.ANSWERED);
			if (lasting && this.faults.mayFail(begun)) {
				this.check.tested(Promise.OUTAGE);
			}
			return answer;
		}
		catch (IOException ex) {
			failed(begun, name + ": " + ex, lasting);
			return null;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return null;
		}
	}

	/** A status of 304 may name the coding of the body that it does not send. */
	private byte[] body(HttpResponse<byte[]> response, String name) {
		byte[] body = response.body();
		if (body.length == 0 || response.headers().firstValue("Content-Encoding").filter("gzip"::equals).isEmpty()) {
			return body;
		}
		try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
			return in.readAllBytes();
		}
		catch (IOException ex) {
			this.check.require(Promise.WHOLE, false, name + ": " + ex);
			return body;
		}
	}

	private void failed(long begun, String what, boolean lasting) {
		this.latencies.failed();
		if (lasting && !this.faults.mayLackCache(begun)) {
			this.check.require(Promise.OUTAGE, false, what);
		}
		else if (this.faults.mayFail(begun)) {
			this.check.event("failed during a fault: " + what);
		}
		else {
			this.check.require(Promise.ANSWERED, false, what);
		}
	}

	/** Parses an answer; null, and a violation, if it is not whole. */
	@Nullable JsonNode json(Answer answer, String name) {
		try {
			JsonNode json = JsonMapper.shared().readTree(answer.body());
			this.check.tested(Promise.WHOLE);
			return json;
		}
		catch (JacksonException ex) {
			this.check.require(Promise.WHOLE, false, name + ": " + ex.getOriginalMessage());
			return null;
		}
	}

	/** An answer. */
	static final class Answer {

		private final HttpResponse<?> response;

		/** The response that the body is from. */
		private final HttpResponse<?> full;

		private final byte[] body;

		private final long begun;

		/**
		 * Creates an answer.
		 * @param full the response that the body is from
		 * @param body decoded
		 * @param begun when its request began, of {@link System#nanoTime()}
		 */
		Answer(HttpResponse<?> response, HttpResponse<?> full, byte[] body, long begun) {
			this.response = response;
			this.full = full;
			this.body = body;
			this.begun = begun;
		}

		byte[] body() {
			return this.body;
		}

		long begun() {
			return this.begun;
		}

		int status() {
			return this.response.statusCode();
		}

		/** Returns whether the body can be read: the JDK has no Brotli. */
		boolean isReadable() {
			return this.full.headers().firstValue("Content-Encoding").filter("br"::equals).isEmpty();
		}

		Optional<String> tag() {
			return this.response.headers().firstValue("ETag");
		}

		List<String> cacheStatus() {
			return this.response.headers().allValues("Cache-Status");
		}

		boolean isStale() {
			return cacheStatus().stream().anyMatch((value) -> value.contains("stale-if-error"));
		}

		/** Returns the status and the begin of the body. */
		@Override
		public String toString() {
			String text = new String(this.body, StandardCharsets.UTF_8);
			return "status " + status() + ", " + text.substring(0, Math.min(text.length(), TOLD));
		}

		/** Returns this with the headers and the time of an answer without a body. */
		Answer again(Answer revalidated) {
			return new Answer(revalidated.response, this.full, this.body, revalidated.begun);
		}

	}

}
