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
 * Empties the caches of a service as its administrator. Thread-safe.
 */
final class CacheClearing {

	private static final Duration LIMIT = Duration.ofSeconds(30);

	private final HttpClient http = ManagementPort.client(LIMIT).build();

	private final LongAdder answered = new LongAdder();

	private final URI caches;

	private final String authorization;

	CacheClearing(URI service, String password) {
		this.caches = service.resolve("/api/v1/cache");
		this.authorization = "Basic "
				+ Base64.getEncoder().encodeToString(("admin:" + password).getBytes(StandardCharsets.UTF_8));
	}

	/** Empties all caches; does nothing if the service has none of ours. */
	void clear() {
		try {
			HttpResponse<String> all = ask(request("?limit=0")).join();
			if (all.statusCode() == 404) {
				return;
			}
			require(all, 200);
			List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
			for (String name : JsonMapper.shared().readTree(all.body()).propertyNames()) {
				String path = "/" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20") + "/entries";
				asked.add(ask(request(path).DELETE()));
			}
			asked.forEach((answer) -> require(answer.join(), 204));
		}
		catch (CompletionException ex) {
			throw new LabException("Cannot empty the caches (" + ServiceLog.oneLine(String.valueOf(ex.getCause()))
					+ "): the service does not answer, so reduce the load", ex);
		}
		catch (JacksonException ex) {
			throw new LabException("Cannot read the list of caches: rebuild the service with lab/run", ex);
		}
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

	private static void require(HttpResponse<String> answer, int status) {
		if (answer.statusCode() != status) {
			throw new LabException("Cannot empty the caches: status " + answer.statusCode() + " instead of " + status
					+ " (" + ServiceLog.oneLine(answer.body()) + "); rebuild the service with lab/run");
		}
	}

}
