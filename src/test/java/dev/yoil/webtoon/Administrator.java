package dev.yoil.webtoon;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.jspecify.annotations.Nullable;

/**
 * An administrator of a running service: whatever that takes is here.
 */
public final class Administrator {

	private final HttpClient http = HttpClient.newHttpClient();

	private final RunningService service;

	public Administrator(RunningService service) {
		this.service = service;
	}

	/**
	 * Sends a request.
	 * @param json the body, {@code null} for none
	 * @param headers further headers, names and values in turn
	 */
	public HttpResponse<String> send(String method, String path, @Nullable String json, String... headers)
			throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest
			.newBuilder(URI.create("http://127.0.0.1:" + this.service.port() + path))
			.method(method,
					(json != null) ? HttpRequest.BodyPublishers.ofString(json) : HttpRequest.BodyPublishers.noBody());
		if (json != null) {
			request.header("Content-Type", "application/json");
		}
		if (headers.length > 0) {
			request.headers(headers);
		}
		return this.http.send(request.build(), HttpResponse.BodyHandlers.ofString());
	}

}
