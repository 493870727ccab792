package dev.yoil.webtoon;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A visitor of the running service, with the CSRF token that a page of the site would
 * have asked for.
 */
public final class Reader {

	private final RunningService service;

	private final String cookie;

	private final String header;

	private final String token;

	public Reader(RunningService service) throws IOException, InterruptedException {
		this.service = service;
		HttpResponse<String> answer = service.get("/api/v1/csrf");
		JsonNode csrf = JsonMapper.shared().readTree(answer.body());
		this.header = csrf.get("header").asString();
		this.token = csrf.get("token").asString();
		this.cookie = answer.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
	}

	/**
	 * Sends a request, with a JSON body or none.
	 */
	public HttpResponse<String> send(String method, String path, @Nullable String json)
			throws IOException, InterruptedException {
		HttpRequest.Builder request = this.service.request(method, path)
			.header("Cookie", this.cookie)
			.header(this.header, this.token);
		if (json != null) {
			request.header("Content-Type", "application/json")
				.method(method, HttpRequest.BodyPublishers.ofString(json));
		}
		return this.service.text(request.build());
	}

	String cookie() {
		return this.cookie;
	}

	String token() {
		return this.token;
	}

}
