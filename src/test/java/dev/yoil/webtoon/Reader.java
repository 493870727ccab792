package dev.yoil.webtoon;

import java.io.IOException;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A visitor with cookies. Tests write through this class only.
 */
public final class Reader {

	private static final HttpClient HTTP = HttpClient.newHttpClient();

	private int port;

	private final Map<String, String> cookies = new TreeMap<>();

	private @Nullable JsonNode csrf;

	/**
	 * Creates a new visitor.
	 */
	public Reader(RunningService service) {
		this(service.port());
	}

	/**
	 * Likewise, with the port of a service, or of what is in front of several.
	 */
	public Reader(int port) {
		this.port = port;
	}

	/**
	 * Sends further requests to another instance, with the same cookies.
	 */
	Reader at(RunningService service) {
		this.port = service.port();
		return this;
	}

	/**
	 * The CSRF token that a page of the site would have asked for.
	 */
	String token() throws IOException, InterruptedException {
		if (this.csrf == null) {
			this.csrf = JsonMapper.shared().readTree(exchange("GET", "/api/v1/csrf", null, "Accept", "*/*").body());
		}
		return this.csrf.get("token").asString();
	}

	/**
	 * Gives the browser a cookie, or another value of one. It has asked for its token
	 * then, so that the cookie is not replaced before it is sent along with a change.
	 */
	Reader with(String cookie, String value) throws IOException, InterruptedException {
		token();
		this.cookies.put(cookie, value);
		return this;
	}

	public @Nullable String cookie(String name) {
		return this.cookies.get(name);
	}

	/**
	 * Sends a request, with the token where it would change something.
	 */
	public HttpResponse<String> send(String method, String path, @Nullable String json)
			throws IOException, InterruptedException {
		return method.equals("GET") ? exchange(method, path, json, "Accept", "*/*")
				: exchange(method, path, json, "X-CSRF-TOKEN", token());
	}

	private HttpResponse<String> exchange(String method, String path, @Nullable String json, String header,
			String value) throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path))
			.header(header, value)
			.method(method,
					(json != null) ? HttpRequest.BodyPublishers.ofString(json) : HttpRequest.BodyPublishers.noBody());
		if (json != null) {
			request.header("Content-Type", "application/json");
		}
		if (!this.cookies.isEmpty()) {
			request.header("Cookie",
					this.cookies.entrySet().stream().map(Object::toString).collect(Collectors.joining("; ")));
		}
		HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
		response.headers()
			.allValues("Set-Cookie")
			.stream()
			.flatMap((cookie) -> HttpCookie.parse(cookie).stream())
			.forEach((cookie) -> this.cookies.put(cookie.getName(), cookie.getValue()));
		return response;
	}

	/**
	 * Sends, and expects the status.
	 * @return the body, which is JSON
	 */
	public JsonNode json(int status, String method, String path, @Nullable String json)
			throws IOException, InterruptedException {
		HttpResponse<String> response = send(method, path, json);
		if (response.statusCode() != status) {
			throw new AssertionError("%s %s %s was answered with %d %s".formatted(method, path, json,
					response.statusCode(), response.body()));
		}
		return JsonMapper.shared().readTree(response.body().isEmpty() ? "null" : response.body());
	}

	/**
	 * Gets what is JSON.
	 */
	public JsonNode get(String path) throws IOException, InterruptedException {
		return json(200, "GET", path, null);
	}

	/**
	 * Writes the body of a review.
	 */
	static String review(String nickname, Object rating, String text) {
		return JsonMapper.shared().writeValueAsString(Map.of("nickname", nickname, "rating", rating, "text", text));
	}

}
