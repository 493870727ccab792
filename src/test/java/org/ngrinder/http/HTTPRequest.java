package org.ngrinder.http;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

import dev.yoil.ngrinder.Worker;

/**
 * The signatures of nGrinder's requests that our scripts use. As in the real ones, a
 * status of 400 or more is no error of its own, and a parameter that is no
 * {@link String}, such as Groovy's {@code "$day"}, fails when the request is made.
 */
public class HTTPRequest {

	private final HttpClient client = HttpClient.newHttpClient();

	public HTTPResponse GET(String uri) {
		return send("GET", uri, Map.of(), Map.of());
	}

	public HTTPResponse GET(String uri, Map<String, String> params) {
		return send("GET", uri, params, Map.of());
	}

	public HTTPResponse GET(String uri, Map<String, String> params, Map<String, String> headers) {
		return send("GET", uri, params, headers);
	}

	public HTTPResponse DELETE(String uri) {
		return send("DELETE", uri, Map.of(), Map.of());
	}

	public HTTPResponse DELETE(String uri, Map<String, String> params, Map<String, String> headers) {
		return send("DELETE", uri, params, headers);
	}

	private HTTPResponse send(String method, String uri, Map<String, String> params, Map<String, String> headers) {
		String query = params.entrySet()
			.stream()
			.map((each) -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
			.collect(Collectors.joining("&"));
		String address = query.isEmpty() ? uri : uri + "?" + query;
		Worker.asks(address);
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
			.method(method, HttpRequest.BodyPublishers.noBody());
		headers.forEach(request::header);
		try {
			HttpResponse<byte[]> answer = this.client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
			return new HTTPResponse(answer, Worker.answered(answer.statusCode()));
		}
		catch (IOException | InterruptedException ex) {
			throw new RuntimeException(ex);
		}
	}

}
