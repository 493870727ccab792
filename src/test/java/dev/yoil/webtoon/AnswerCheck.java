package dev.yoil.webtoon;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;

import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import dev.yoil.webtoon.GeneratedRequest.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Compares responses with the OpenAPI document.
 */
final class AnswerCheck {

	private final OpenApiDocument document;

	private final Set<String> types;

	/**
	 * @param document what answers must be like
	 * @param types the types of all problems that there are
	 */
	AnswerCheck(OpenApiDocument document, Set<String> types) {
		this.document = document;
		this.types = types;
	}

	/**
	 * What is wrong with an answer.
	 * @return a complaint, {@code null} if nothing
	 */
	@Nullable String complaint(GeneratedRequest request, HttpResponse<byte[]> response) throws IOException {
		int status = response.statusCode();
		if (status >= 500) {
			return "is a failure";
		}
		String unexpected = unexpected(request.kind(), status);
		if (unexpected != null) {
			return unexpected;
		}
		return (status < 400) ? wrongSuccess(request, response) : wrong(request, response, "application/problem+json");
	}

	private @Nullable String wrongSuccess(GeneratedRequest request, HttpResponse<byte[]> response) throws IOException {
		JsonNode documented = request.operation().answer(response.statusCode());
		if (response.statusCode() == 304 || (documented != null && !documented.has("content"))) {
			return (response.body().length == 0) ? null : "has a body, of which the document does not know";
		}
		return (documented != null) ? wrong(request, response, "application/json")
				: "has a status that the document does not know";
	}

	private @Nullable String wrong(GeneratedRequest request, HttpResponse<byte[]> response, String expected)
			throws IOException {
		String type = response.headers().firstValue("Content-Type").orElse("");
		if (!type.equals(expected)) {
			return "has the type '" + type + "', of which the document does not know";
		}
		if (request.method().equals("HEAD")) {
			return (response.body().length == 0) ? null : "has a body, as no answer to HEAD may";
		}
		return invalid(request.operation().answerPointer(response.statusCode(), type), response);
	}

	private static @Nullable String unexpected(Kind kind, int status) {
		return switch (kind) {
			case VALID ->
				(Set.of(400, 405, 406, 413, 415).contains(status)) ? "refuses what the document says is right" : null;
			case BROKEN -> (status < 400) ? "takes what the document says is wrong" : null;
			// 404: its last part is no number, which an operation of that method takes
			// there.
			case WRONG_METHOD -> Set.of(401, 403, 404, 405).contains(status) ? null : "takes a method that it has not";
			case LOST, ODD -> null;
		};
	}

	private @Nullable String invalid(String pointer, HttpResponse<byte[]> response) throws IOException {
		JsonNode body = GeneratedValues.read(text(response));
		if (body == null) {
			return "is no JSON";
		}
		List<String> complaints = this.document.complaints(pointer, body);
		if (!complaints.isEmpty()) {
			return "has a body that is not what the document says: " + complaints;
		}
		boolean problem = response.statusCode() >= 400;
		return (problem && !this.types.contains(body.get("type").asString())) ? "has an unknown type" : null;
	}

	/**
	 * The body, without its coding.
	 */
	static String text(HttpResponse<byte[]> response) throws IOException {
		InputStream body = new ByteArrayInputStream(response.body());
		if (response.body().length > 0) {
			body = switch (response.headers().firstValue("Content-Encoding").orElse("identity")) {
				case "br" -> new BrotliInputStream(body);
				case "gzip" -> new GZIPInputStream(body);
				default -> body;
			};
		}
		return new String(body.readAllBytes(), StandardCharsets.UTF_8);
	}

}
