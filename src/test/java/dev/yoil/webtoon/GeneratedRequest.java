package dev.yoil.webtoon;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A request that was drawn, and what is to be expected of its answer.
 *
 * @param operation what it was drawn for
 * @param method the HTTP method
 * @param path path and query
 * @param headers the headers
 * @param body the body; {@code null} for none
 * @param kind what to expect
 */
record GeneratedRequest(OpenApiDocument.Operation operation, String method, String path, Map<String, String> headers,
		@Nullable String body, Kind kind) {

	HttpRequest on(int port) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + this.path))
			.timeout(Duration.ofSeconds(30))
			.method(this.method, (this.body != null) ? HttpRequest.BodyPublishers.ofString(this.body)
					: HttpRequest.BodyPublishers.noBody());
		this.headers.forEach(request::header);
		return request.build();
	}

	/**
	 * What to expect.
	 */
	enum Kind {

		/** Everything is as the document says: nothing of it may be refused as wrong. */
		VALID,

		/** Something is what the document excludes, and must be refused. */
		BROKEN,

		/** Something is odd: any answer that the document knows is right. */
		ODD,

		/** The path may lead nowhere: any problem that is known is right. */
		LOST,

		/** The method is none that the path has. */
		WRONG_METHOD

	}

}
