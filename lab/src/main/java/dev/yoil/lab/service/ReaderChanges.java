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
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Changes by new visitors: each likes a webtoon of the next day, and reads that day's
 * list. Thread-safe.
 */
final class ReaderChanges {

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private static final String PAGE = "/api/v1/webtoon?publishDay=MONDAY&page=0";

	private static final List<String> DAYS = List.of("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY",
			"SUNDAY");

	private final AtomicInteger made = new AtomicInteger();

	private @Nullable Liked first;

	private final LongAdder answered = new LongAdder();

	private final URI service;

	private final int looks;

	/**
	 * Creates the changes.
	 * @param looks how often the visitor reads the list, so that each instance is asked
	 */
	ReaderChanges(URI service, int looks) {
		this.service = service;
		this.looks = looks;
	}

	/**
	 * Makes a change and checks that its author sees it.
	 * @throws LabException if an answer is an error or shows the previous state
	 */
	void change() {
		String list = "/api/v1/webtoon?publishDay=" + DAYS.get(this.made.getAndIncrement() % DAYS.size());
		HttpClient reader = newReader();
		String id = ask(reader, request(list)).at("/0").path("id").asString();
		long likes = like(reader, id);
		for (int look = 0; look < this.looks; look++) {
			long seen = likes(ask(reader, request(list)), id);
			if (seen != likes) {
				throw new LabException(
						"the author of a change saw the state before it: %d instead of %d likes of webtoon %s in %s"
							.formatted(seen, likes, id, list));
			}
		}
	}

	/**
	 * Likes the next webtoon of a page, and reads that page.
	 * @param caches tells what the service knows of the pages
	 */
	synchronized PageChange changePage(CacheApi caches) {
		HttpClient reader = newReader();
		JsonNode before = ask(reader, request(PAGE)).path("items");
		String id = before.path(this.made.getAndIncrement() % before.size()).path("id").asString();
		Liked liked = new Liked(id, like(reader, id));
		Liked first = (this.first != null) ? this.first : liked;
		this.first = first;
		JsonNode after = ask(reader, request(PAGE)).path("items");
		return new PageChange(liked.isIn(after), first.isIn(after),
				caches.placeWithoutEviction(ServiceSettings.PLAIN_PAGES),
				caches.isOutOfDate(ServiceSettings.PLAIN_PAGES));
	}

	private static HttpClient newReader() {
		return ManagementPort.client(LIMIT).cookieHandler(new CookieManager()).build();
	}

	private long like(HttpClient reader, String id) {
		JsonNode csrf = ask(reader, request("/api/v1/csrf"));
		return ask(reader,
				request("/api/v1/webtoon/" + id + "/like")
					.header(csrf.path("header").asString(), csrf.path("token").asString())
					.PUT(HttpRequest.BodyPublishers.noBody()))
			.path("likes")
			.asLong();
	}

	/** Returns the number of answered requests. */
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
		String name = built.method() + " " + built.uri().getPath();
		try {
			HttpResponse<String> answer = reader.send(built, HttpResponse.BodyHandlers.ofString());
			this.answered.increment();
			if (answer.statusCode() != 200) {
				throw new LabException(
						name + ": status " + answer.statusCode() + " (" + ServiceLog.oneLine(answer.body()) + ")");
			}
			return JsonMapper.shared().readTree(answer.body());
		}
		catch (IOException | JacksonException ex) {
			throw new LabException(name + ": no answer (" + ServiceLog.oneLine(ex.toString()) + ")", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new LabException(name + ": interrupted", ex);
		}
	}

	/** A webtoon and its likes after a like. */
	private record Liked(String id, long likes) {

		boolean isIn(JsonNode webtoons) {
			return ReaderChanges.likes(webtoons, this.id) >= this.likes;
		}

	}

}
