package dev.yoil.webtoon;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Something that is written over HTTP and read again, and what the service has
 * acknowledged of it. For one thread at a time.
 */
final class WrittenThing {

	private static final String LIKED = "liked";

	private final Client client;

	private final String list;

	private final String mark;

	private final String field;

	private final @Nullable UnaryOperator<String> body;

	private String own = "";

	private @Nullable String acknowledged;

	private @Nullable String attempted;

	/**
	 * Creates an item of a list.
	 * @param client who writes it
	 * @param list the path of the list
	 * @param mark the part of the item's JSON by which it is found
	 * @param field the field with its value
	 * @param body writes the JSON of a value; {@code null} for a like, which has no list
	 */
	WrittenThing(Client client, String list, String mark, String field, @Nullable UnaryOperator<String> body) {
		this.client = client;
		this.list = list;
		this.mark = mark;
		this.field = field;
		this.body = body;
	}

	static WrittenThing like(Client client, String webtoon) {
		return new WrittenThing(client, webtoon + "/like", "", LIKED, null);
	}

	/** Its value, {@code null} if it is not there. */
	@Nullable String acknowledged() {
		return this.acknowledged;
	}

	/**
	 * Writes it.
	 * @param value the value, {@code null} to delete it
	 * @throws IOException if there was no answer
	 */
	void write(@Nullable String value) throws IOException, InterruptedException {
		this.attempted = (value != null && this.body == null) ? LIKED : value;
		HttpResponse<String> response = send(this.attempted);
		if (response.statusCode() / 100 != 2) {
			throw new AssertionError("%s, %s: %d %s".formatted(this, value, response.statusCode(), response.body()));
		}
		this.acknowledged = this.attempted;
	}

	private HttpResponse<String> send(@Nullable String value) throws IOException, InterruptedException {
		if (this.body == null) {
			return this.client.send((value != null) ? "PUT" : "DELETE", this.list, null);
		}
		if (value == null) {
			return this.client.send("DELETE", this.own, null);
		}
		String json = this.body.apply(value);
		if (this.acknowledged != null) {
			// The code of a genre stands in the path, and only there.
			return this.client.send("PUT", this.own, json.replaceFirst("\"code\":[^,]*,", ""));
		}
		HttpResponse<String> response = this.client.send("POST", this.list, json);
		this.own = response.headers().firstValue("Location").orElse("");
		return response;
	}

	/**
	 * Reads it after a restart; what was under way may have been done or not.
	 * @return what is wrong, {@code null} for nothing
	 */
	@Nullable String lost() throws IOException, InterruptedException {
		List<String> found = read();
		String now = found.isEmpty() ? null : found.get(0);
		boolean kept = found.size() < 2
				&& (Objects.equals(now, this.acknowledged) || Objects.equals(now, this.attempted));
		String lost = kept ? null : "%s is %s, acknowledged was %s, under way %s".formatted(this, found,
				this.acknowledged, this.attempted);
		this.acknowledged = now;
		this.attempted = now;
		return lost;
	}

	private List<String> read() throws IOException, InterruptedException {
		JsonNode page = JsonMapper.shared().readTree(this.client.send("GET", this.list + "?size=100", null).body());
		if (this.body == null) {
			return page.get(LIKED).asBoolean() ? List.of(LIKED) : List.of();
		}
		List<JsonNode> found = (page.isArray() ? page : page.get("items")).valueStream()
			.filter((item) -> item.toString().contains(this.mark))
			.toList();
		found.forEach((item) -> this.own = this.list + "/" + item.path(item.has("id") ? "id" : "code").asString());
		return found.stream().map((item) -> item.get(this.field).asString()).toList();
	}

	@Override
	public String toString() {
		return this.list + " " + this.mark;
	}

	/** A client, who may be another one after each restart. */
	@FunctionalInterface
	interface Client {

		HttpResponse<String> send(String method, String path, @Nullable String json)
				throws IOException, InterruptedException;

	}

}
