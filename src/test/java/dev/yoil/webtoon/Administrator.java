package dev.yoil.webtoon;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

/**
 * Asks the running service for what takes the administrator's credentials.
 */
public final class Administrator {

	/** The password of the services that tests start. */
	public static final String PASSWORD = "correct.horse.battery";

	private final RunningService service;

	public Administrator(RunningService service) {
		this.service = service;
	}

	/**
	 * Sends a request, with a JSON body or none.
	 */
	public HttpResponse<String> send(String method, String path, @Nullable String json)
			throws IOException, InterruptedException {
		return send(credentials(PASSWORD), method, path, json);
	}

	/**
	 * Sends a request with credentials of the test's own.
	 */
	HttpResponse<String> send(String authorization, String method, String path, @Nullable String json)
			throws IOException, InterruptedException {
		HttpRequest.Builder request = this.service.request(method, path).header("Authorization", authorization);
		if (json != null) {
			request.header("Content-Type", "application/json")
				.method(method, HttpRequest.BodyPublishers.ofString(json));
		}
		return this.service.text(request.build());
	}

	/**
	 * The value of the header {@code Authorization}.
	 */
	static String credentials(String password) {
		return credentials("admin", password);
	}

	static String credentials(String user, String password) {
		return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
	}

}
