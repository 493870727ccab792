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

import dev.yoil.lab.LabException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Changes the caches of a service, as its administrator. Thread-safe.
 */
final class CacheOperations {

	private static final Duration LIMIT = Duration.ofSeconds(30);

	private static final int NOT_FOUND = 404;

	private static final int NO_CONTENT = 204;

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.proxy(HttpClient.Builder.NO_PROXY)
		.connectTimeout(LIMIT)
		.build();

	private final LongAdder answered = new LongAdder();

	private final URI caches;

	private final String authorization;

	/**
	 * Creates it.
	 * @param service where it is
	 * @param password of its administrator
	 */
	CacheOperations(URI service, String password) {
		this.caches = service.resolve("/api/v1/cache");
		this.authorization = "Basic "
				+ Base64.getEncoder().encodeToString(("admin:" + password).getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Empties all caches; nothing if there are none of ours.
	 * @throws LabException if one cannot be emptied
	 */
	void clear() {
		try {
			HttpResponse<String> all = ask(request("?limit=0")).join();
			if (all.statusCode() == NOT_FOUND) {
				return;
			}
			require(all, 200);
			List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
			for (String name : names(all.body())) {
				String path = "/" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20") + "/entries";
				asked.add(ask(request(path).DELETE()));
			}
			asked.forEach((answer) -> require(answer.join(), NO_CONTENT));
		}
		catch (CompletionException ex) {
			throw new LabException("The caches cannot be emptied (" + ServiceLog.oneLine(String.valueOf(ex.getCause()))
					+ "): the service does not answer, so put less load on it", ex);
		}
	}

	/**
	 * Tells how many requests were answered.
	 */
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

	private static List<String> names(String json) {
		try {
			return List.copyOf(JsonMapper.shared().readTree(json).propertyNames());
		}
		catch (JacksonException ex) {
			throw new LabException("The service tells of its caches in an unknown way: build its jar again by lab/run",
					ex);
		}
	}

	private static void require(HttpResponse<String> answer, int status) {
		if (answer.statusCode() != status) {
			throw new LabException(
					"The caches cannot be emptied: the service answered with " + answer.statusCode() + " instead of "
							+ status + " (" + ServiceLog.oneLine(answer.body()) + "); build its jar again by lab/run");
		}
	}

}
