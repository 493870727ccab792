package dev.yoil.webtoon;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

/**
 * A client with administrator credentials.
 */
public final class Administrator {

	/** The password of the services that tests start. */
	public static final String PASSWORD = "correct.horse.battery";

	private static final HttpClient HTTP = HttpClient.newHttpClient();

	private final int port;

	public Administrator(RunningService service) {
		this(service.port());
	}

	Administrator(int port) {
		this.port = port;
	}

	/**
	 * Sends a request.
	 * @param method the method
	 * @param path the path, from {@code /api}
	 * @param json the body, {@code null} for none
	 * @param headers further headers, names and values in turn
	 * @return the answer
	 */
	public HttpResponse<String> send(String method, String path, @Nullable String json, String... headers)
			throws IOException, InterruptedException {
		return sendAs(credentials(PASSWORD), method, path, json, headers);
	}

	/**
	 * Sends a request with credentials of the test's own.
	 */
	HttpResponse<String> sendAs(String authorization, String method, String path, @Nullable String json,
			String... headers) throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path))
			.header("Authorization", authorization)
			.method(method,
					(json != null) ? HttpRequest.BodyPublishers.ofString(json) : HttpRequest.BodyPublishers.noBody());
		if (json != null) {
			request.header("Content-Type", "application/json");
		}
		if (headers.length > 0) {
			request.headers(headers);
		}
		return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
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
