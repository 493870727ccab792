package dev.yoil.lab.service;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

import dev.yoil.lab.LabException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Changes what readers see, as readers who were never here before: each likes a webtoon
 * of another day, and looks at that day's list. Thread-safe.
 */
final class ReaderChanges {

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private static final List<String> DAYS = List.of("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY",
			"SUNDAY");

	private final AtomicInteger made = new AtomicInteger();

	private final LongAdder answered = new LongAdder();

	private final URI service;

	private final int looks;

	/**
	 * Creates it.
	 * @param service where it is
	 * @param looks how often a reader looks at the change, so that each instance is asked
	 */
	ReaderChanges(URI service, int looks) {
		this.service = service;
		this.looks = looks;
	}

	/**
	 * Makes a change, and looks whether it is seen by who made it.
	 * @throws LabException if an answer is no good, or shows another state than that
	 */
	void change() {
		String list = "/api/v1/webtoon?publishDay=" + DAYS.get(this.made.getAndIncrement() % DAYS.size());
		HttpClient reader = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.proxy(HttpClient.Builder.NO_PROXY)
			.cookieHandler(new CookieManager())
			.connectTimeout(LIMIT)
			.build();
		JsonNode webtoon = ask(reader, request(list)).at("/0");
		String id = webtoon.path("id").asString();
		JsonNode csrf = ask(reader, request("/api/v1/csrf"));
		long likes = ask(reader,
				request("/api/v1/webtoon/" + id + "/like")
					.header(csrf.path("header").asString(), csrf.path("token").asString())
					.PUT(HttpRequest.BodyPublishers.noBody()))
			.path("likes")
			.asLong();
		for (int look = 0; look < this.looks; look++) {
			long seen = likes(ask(reader, request(list)), id);
			if (seen != likes) {
				throw new LabException("who made a change was shown the state before it: " + seen + " instead of "
						+ likes + " likes of webtoon " + id + " in " + list);
			}
		}
	}

	/**
	 * Tells how many requests were answered.
	 */
	long requests() {
		return this.answered.sum();
	}

	private static long likes(JsonNode list, String id) {
		for (JsonNode webtoon : list) {
			if (webtoon.path("id").asString().equals(id)) {
				return webtoon.path("likes").asLong();
			}
		}
		return -1;
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(this.service.resolve(path)).timeout(LIMIT);
	}

	private JsonNode ask(HttpClient reader, HttpRequest.Builder request) {
		HttpRequest built = request.build();
		try {
			HttpResponse<String> answer = reader.send(built, HttpResponse.BodyHandlers.ofString());
			this.answered.increment();
			if (answer.statusCode() != 200) {
				throw new LabException(built.method() + " " + built.uri().getPath() + " was answered with "
						+ answer.statusCode() + " (" + ServiceLog.oneLine(answer.body()) + ")");
			}
			return JsonMapper.shared().readTree(answer.body());
		}
		catch (IOException | JacksonException ex) {
			throw new LabException(built.method() + " " + built.uri().getPath() + " was not answered ("
					+ ServiceLog.oneLine(ex.toString()) + ")", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new LabException("a change was broken off", ex);
		}
	}

}
