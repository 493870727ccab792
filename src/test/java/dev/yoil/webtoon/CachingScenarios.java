package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

import dev.yoil.webtoon.catalog.WebtoonChanged;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.ApplicationEventMulticaster;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A scenario for each change in {@code docs/site/caching.md}.
 */
final class CachingScenarios {

	private static final String WEBTOONS = "/api/v1/admin/webtoons";

	private static final String GENRES = "/api/v1/admin/genres";

	private static final Step NOTHING = () -> {
	};

	private final Map<String, Scenario> all = new LinkedHashMap<>();

	private final RunningService service;

	private final Administrator administrator;

	private final Reader reader;

	/** The number of the webtoon of Monday that a scenario is about. */
	private long id;

	/** The number of the review that the reader wrote of it. */
	private long review;

	CachingScenarios(RunningService service) {
		this.service = service;
		this.administrator = new Administrator(service);
		this.reader = new Reader(service);
		ofAdministrators();
		ofAdministratorsInVain();
		ofReaders();
		ofGenres();
	}

	Map<String, Scenario> all() {
		return this.all;
	}

	/**
	 * Takes back what a scenario has created.
	 */
	void tidy() throws Exception {
		this.administrator.send("DELETE", WEBTOONS + "/" + this.id, null);
		this.administrator.send("DELETE", GENRES + "/HORROR", null);
	}

	private void ofAdministrators() {
		add("a Monday webtoon is created", NOTHING, this::create);
		change("the webtoon's title changes", (it) -> it.put("title", "다음"));
		change("the webtoon's author changes", (it) -> it.put("author", "다음"));
		change("the webtoon's genre changes", (it) -> it.put("genre", "SPORTS"));
		change("the webtoon's synopsis changes", (it) -> it.put("synopsis", "다음"));
		change("the webtoon's registration date changes", (it) -> it.put("registeredDate", "2030-01-01"));
		change("the webtoon moves to Friday", (it) -> it.put("publishDay", "FRIDAY"));
		change("the webtoon moves to Friday and its title changes",
				(it) -> it.put("publishDay", "FRIDAY").put("title", "다음"));
		add("the webtoon is deleted", this::createLiked,
				() -> expect(204, this.administrator.send("DELETE", WEBTOONS + "/" + this.id, null)));
	}

	private void ofAdministratorsInVain() {
		change("an update of the webtoon changes nothing", (it) -> it.put("publishDay", "월"));
		add("an update of the webtoon is refused, by `If-Match` or for invalid values", this::create, () -> {
			String moved = draft().put("publishDay", "FRIDAY").toString();
			String path = WEBTOONS + "/" + this.id;
			expect(412, this.administrator.send("PUT", path, moved, "If-Match", "\"other\""));
			expect(412, this.administrator.send("DELETE", path, null, "If-Match", "\"other\""));
			put(400, (it) -> it.put("publishDay", "FRIDAY").put("genre", "NOVEL"));
		});
		add("an update of the webtoon is rolled back", this::create, () -> {
			ApplicationEventMulticaster events = this.service.bean(ApplicationEventMulticaster.class);
			ApplicationListener<PayloadApplicationEvent<WebtoonChanged>> failing = failing();
			events.addApplicationListener(failing);
			put(500, (it) -> it.put("publishDay", "FRIDAY"));
			events.removeApplicationListener(failing);
		});
	}

	private static ApplicationListener<PayloadApplicationEvent<WebtoonChanged>> failing() {
		return new ApplicationListener<>() {

			@Override
			public void onApplicationEvent(PayloadApplicationEvent<WebtoonChanged> event) {
				throw new IllegalStateException("Thrown by a test to undo the change");
			}

		};
	}

	private void ofReaders() {
		Step like = () -> send(200, "PUT", "/like", null);
		read("a reader likes the webtoon", NOTHING, like);
		read("a reader likes the webtoon again", like, like);
		read("a reader removes the like", like, () -> send(200, "DELETE", "/like", null));
		Step post = () -> this.review = send(201, "POST", "/reviews", review(4, "처음")).get("id").asLong();
		read("a reader posts a review", NOTHING, post);
		read("a reader changes the rating of a review", post,
				() -> send(200, "PUT", "/reviews/" + this.review, review(1, "처음")));
		read("a reader changes only the text of a review", post,
				() -> send(200, "PUT", "/reviews/" + this.review, review(4, "다음")));
		read("a reader deletes a review", post, () -> send(204, "DELETE", "/reviews/" + this.review, null));
	}

	private JsonNode send(int status, String method, String path, @Nullable String json) throws Exception {
		return this.reader.json(status, method, "/api/v1/webtoon/" + this.id + path, json);
	}

	private static String review(int rating, String text) {
		return Reader.review("독자", rating, text);
	}

	private void ofGenres() {
		Step horror = () -> expect(201, this.administrator.send("POST", GENRES,
				"{\"code\":\"HORROR\",\"label\":\"공포\",\"labelEn\":\"Horror\",\"position\":50}"));
		add("a genre is created", NOTHING, horror);
		add("a genre's label changes", horror, () -> putGenre("호러", 50));
		add("a genre's position changes", horror, () -> putGenre("공포", 0));
		add("an update of a genre changes nothing", horror, () -> putGenre("공포", 50));
		add("a genre is deleted", horror,
				() -> expect(204, this.administrator.send("DELETE", GENRES + "/HORROR", null)));
		add("the deletion of a genre in use is refused", NOTHING,
				() -> expect(409, this.administrator.send("DELETE", GENRES + "/DRAMA", null)));
	}

	private void add(String row, Step given, Step change) {
		this.all.put(row, new Scenario(given, change));
	}

	private void change(String row, UnaryOperator<ObjectNode> edit) {
		add(row, this::createLiked, () -> put(200, edit));
	}

	private void read(String row, Step given, Step change) {
		add(row, () -> {
			create();
			given.run();
		}, change);
	}

	private void create() throws Exception {
		HttpResponse<String> response = this.administrator.send("POST", WEBTOONS, draft().toString());
		expect(201, response);
		this.id = JsonMapper.shared().readTree(response.body()).get("id").asLong();
	}

	/**
	 * Creates one that is in the rankings.
	 */
	private void createLiked() throws Exception {
		create();
		send(200, "PUT", "/like", null);
	}

	private void put(int status, UnaryOperator<ObjectNode> edit) throws Exception {
		expect(status, this.administrator.send("PUT", WEBTOONS + "/" + this.id, edit.apply(draft()).toString()));
	}

	private void putGenre(String label, int position) throws Exception {
		expect(200, this.administrator.send("PUT", GENRES + "/HORROR",
				"{\"label\":\"%s\",\"labelEn\":\"Horror\",\"position\":%d}".formatted(label, position)));
	}

	private static ObjectNode draft() {
		return JsonMapper.shared()
			.createObjectNode()
			.put("title", "처음")
			.put("author", "작가")
			.put("genre", "DRAMA")
			.put("publishDay", "MONDAY")
			.put("synopsis", "줄거리")
			.put("registeredDate", "2010-01-01");
	}

	private static void expect(int status, HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
	}

	/** A step of a scenario. */
	@FunctionalInterface
	interface Step {

		void run() throws Exception;

	}

	/**
	 * A change of a row.
	 *
	 * @param given what happens before the caches are filled
	 * @param change the change
	 */
	record Scenario(Step given, Step change) {
	}

}
