package dev.yoil.webtoon;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Something that is written over HTTP and read again, and what the service has
 * acknowledged of it. Who writes it is asked for each time, as the service may be another
 * one by then. For one thread at a time.
 */
abstract class WrittenThing {

	private final String name;

	private @Nullable String acknowledged;

	private @Nullable String attempted;

	WrittenThing(String name) {
		this.name = name;
	}

	/** What it says, {@code null} if it is not there. */
	@Nullable String acknowledged() {
		return this.acknowledged;
	}

	/**
	 * Writes it.
	 * @param value what it is to say, {@code null} if it is to go
	 * @throws IOException if there was no answer
	 */
	void write(@Nullable String value) throws IOException, InterruptedException {
		this.attempted = value;
		HttpResponse<String> response = send(this.acknowledged, value);
		if (response.statusCode() / 100 != 2) {
			throw new AssertionError("%s, %s: %d %s".formatted(this, value, response.statusCode(), response.body()));
		}
		this.acknowledged = value;
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

	abstract HttpResponse<String> send(@Nullable String before, @Nullable String after)
			throws IOException, InterruptedException;

	/**
	 * What the service says of it, more than once if it is there more than once.
	 */
	abstract List<String> read() throws IOException, InterruptedException;

	@Override
	public String toString() {
		return this.name;
	}

	/** The like of a reader. */
	static final class Like extends WrittenThing {

		private final Supplier<Reader> reader;

		private final String path;

		Like(Supplier<Reader> reader, int number, String webtoon) {
			super("reader %d's like of %s".formatted(number, webtoon));
			this.reader = reader;
			this.path = webtoon + "/like";
		}

		@Override
		HttpResponse<String> send(@Nullable String before, @Nullable String after)
				throws IOException, InterruptedException {
			return this.reader.get().send((after != null) ? "PUT" : "DELETE", this.path, null);
		}

		@Override
		List<String> read() throws IOException, InterruptedException {
			return this.reader.get().get(this.path).get("liked").asBoolean() ? List.of("liked") : List.of();
		}

	}

	/** Something with an address of its own, in a list of its kind. */
	abstract static class Listed extends WrittenThing {

		private final String list;

		private String own = "";

		Listed(String name, String list) {
			super(name);
			this.list = list;
		}

		@Override
		HttpResponse<String> send(@Nullable String before, @Nullable String after)
				throws IOException, InterruptedException {
			if (after == null) {
				return exchange("DELETE", this.own, null);
			}
			if (before != null) {
				return exchange("PUT", this.own, body(after, false));
			}
			HttpResponse<String> response = exchange("POST", this.list, body(after, true));
			this.own = response.headers().firstValue("Location").orElse("");
			return response;
		}

		@Override
		List<String> read() throws IOException, InterruptedException {
			JsonNode page = JsonMapper.shared().readTree(exchange("GET", this.list + "?size=100", null).body());
			List<JsonNode> found = (page.isArray() ? page : page.get("items")).valueStream()
				.filter(this::isThis)
				.toList();
			found.forEach((item) -> this.own = this.list + "/" + item.path(item.has("id") ? "id" : "code").asString());
			return found.stream().map(this::value).toList();
		}

		abstract HttpResponse<String> exchange(String method, String path, @Nullable String body)
				throws IOException, InterruptedException;

		abstract String body(String value, boolean created);

		abstract boolean isThis(JsonNode item);

		abstract String value(JsonNode item);

	}

	/** The review of a reader. */
	static final class Review extends Listed {

		private final Supplier<Reader> reader;

		Review(Supplier<Reader> reader, int number, String webtoon) {
			super("reader %d's review of %s".formatted(number, webtoon), webtoon + "/reviews");
			this.reader = reader;
		}

		@Override
		HttpResponse<String> exchange(String method, String path, @Nullable String body)
				throws IOException, InterruptedException {
			return this.reader.get().send(method, path, body);
		}

		@Override
		String body(String value, boolean created) {
			return Reader.review("Mina", rating(value), value);
		}

		/** Derives the rating from the text, so that sums can be checked. */
		static int rating(String value) {
			return Math.floorMod(value.hashCode(), 5) + 1;
		}

		@Override
		boolean isThis(JsonNode item) {
			return item.get("mine").asBoolean();
		}

		@Override
		String value(JsonNode item) {
			return item.get("text").asString();
		}

	}

	/** What the administrator writes. */
	static final class Administered extends Listed {

		private final Supplier<Administrator> administrator;

		private final String key;

		private final String field;

		private final String body;

		/**
		 * Creates it.
		 * @param list the end of the path of its kind
		 * @param key what it is told by, a field
		 * @param name what it is called there
		 * @param field what it says, a field
		 * @param body all of it, with %s for what it says
		 */
		Administered(Supplier<Administrator> administrator, String list, String key, String name, String field,
				String body) {
			super(list + " " + name, "/api/v1/admin/" + list);
			this.administrator = administrator;
			this.key = "\"" + key + "\":\"" + name;
			this.field = field;
			this.body = body.replace("%n", name);
		}

		@Override
		HttpResponse<String> exchange(String method, String path, @Nullable String body)
				throws IOException, InterruptedException {
			return this.administrator.get().send(method, path, body);
		}

		@Override
		String body(String value, boolean created) {
			String all = this.body.formatted(value);
			// The code of a genre stands in the path, and only there.
			return created ? all : all.replaceFirst("\"code\":[^,]*,", "");
		}

		@Override
		boolean isThis(JsonNode item) {
			return item.toString().contains(this.key);
		}

		@Override
		String value(JsonNode item) {
			return item.get(this.field).asString();
		}

	}

}
