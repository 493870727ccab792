package dev.yoil.lab.service;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import dev.yoil.lab.LabException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The inspection and the operations of a service's caches, as its administrator.
 * Thread-safe.
 */
final class CacheApi {

	private static final Duration LIMIT = Duration.ofSeconds(30);

	private static final String EMPTY = "empty the caches";

	private final HttpClient http = ManagementPort.client(LIMIT).build();

	private final LongAdder answered = new LongAdder();

	private final URI caches;

	private final String authorization;

	CacheApi(URI service, String password) {
		this.caches = service.resolve("/api/v1/cache");
		this.authorization = authorization(password);
	}

	static String authorization(String password) {
		return "Basic " + Base64.getEncoder().encodeToString(("admin:" + password).getBytes(StandardCharsets.UTF_8));
	}

	/** Empties all caches; does nothing if the service has none of ours. */
	void clear() {
		try {
			HttpResponse<String> all = ask(request("?limit=0")).join();
			if (all.statusCode() == 404) {
				return;
			}
			require(all, 200, EMPTY);
			List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
			for (String name : JsonMapper.shared().readTree(all.body()).propertyNames()) {
				String path = "/" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20") + "/entries";
				asked.add(ask(request(path).DELETE()));
			}
			asked.forEach((answer) -> require(answer.join(), 204, EMPTY));
		}
		catch (CompletionException ex) {
			throw unanswered(EMPTY, ex);
		}
		catch (JacksonException ex) {
			throw new LabException("Cannot read the list of caches: rebuild the service with lab/run", ex);
		}
	}

	/** Returns the JSON of a path below that of the caches. */
	JsonNode get(String path) {
		return json(request(path), "read " + path);
	}

	/**
	 * Sends JSON to a path below that of the caches, and returns the JSON of the answer.
	 */
	JsonNode post(String path, Object body) {
		String json = JsonMapper.shared().writeValueAsString(body);
		return json(request(path).header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(json)), "send " + json + " to " + path);
	}

	private JsonNode json(HttpRequest.Builder request, String what) {
		try {
			HttpResponse<String> answer = ask(request).join();
			require(answer, 200, what);
			return JsonMapper.shared().readTree(answer.body());
		}
		catch (CompletionException ex) {
			throw unanswered(what, ex);
		}
	}

	/** Returns the place that changes a cache's tables without an eviction, if found. */
	@Nullable String placeWithoutEviction(String cache) {
		return findings(cache, "CHANGED_WITHOUT_EVICTION")
			.map((finding) -> finding.path("evidence").path("place").asString())
			.findFirst()
			.orElse(null);
	}

	/** Returns whether the audit has found a value of a cache that is out of date. */
	boolean isOutOfDate(String cache) {
		return findings(cache, "VALUES_OUT_OF_DATE").findFirst().isPresent();
	}

	private Stream<JsonNode> findings(String cache, String rule) {
		return StreamSupport.stream(get("/findings").spliterator(), false)
			.filter((finding) -> finding.path("rule").asString().equals(rule)
					&& finding.path("cache").asString().equals(cache));
	}

	/** Returns the number of answered requests. */
	long requests() {
		return this.answered.sum();
	}

	private CompletableFuture<HttpResponse<String>> ask(HttpRequest.Builder request) {
		return this.http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString()).thenApply((answer) -> {
			this.answered.increment();
			return answer;
		});
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create(this.caches + path))
			.timeout(LIMIT)
			.header("Authorization", this.authorization);
	}

	private static LabException unanswered(String what, CompletionException ex) {
		return new LabException("Cannot " + what + " (" + ServiceLog.oneLine(String.valueOf(ex.getCause()))
				+ "): the service does not answer, so reduce the load", ex);
	}

	private static void require(HttpResponse<String> answer, int status, String what) {
		if (answer.statusCode() != status) {
			throw new LabException("Cannot " + what + ": status " + answer.statusCode() + " instead of " + status + " ("
					+ ServiceLog.oneLine(answer.body()) + "); rebuild the service with lab/run");
		}
	}

}
