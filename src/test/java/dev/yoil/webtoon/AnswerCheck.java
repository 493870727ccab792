package dev.yoil.webtoon;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;

import dev.yoil.webtoon.GeneratedRequest.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Holds answers against what the OpenAPI document says of them.
 */
final class AnswerCheck {

	private static final String PROBLEM = "application/problem+json";

	/**
	 * What the address of any request, or its type, can be answered with before an
	 * operation is chosen.
	 */
	private static final Set<Integer> CONTAINER = Set.of(400, 414, 415, 431);

	/**
	 * Those that clients have a use for.
	 */
	private static final Set<String> HEADERS = Set.of("ETag", "Location", "Retry-After", "WWW-Authenticate",
			"Cache-Status");

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
	@Nullable String complaint(GeneratedRequest request, HttpResponse<byte[]> answer) throws IOException {
		int status = answer.statusCode();
		if (status >= 500) {
			return "is a failure";
		}
		String unexpected = unexpected(request.kind(), status);
		if (unexpected != null) {
			return unexpected;
		}
		JsonNode documented = request.operation().answer(status);
		if (documented == null || request.kind() == Kind.WRONG_METHOD || request.kind() == Kind.LOST && status >= 400) {
			return anyProblem(request, answer);
		}
		return undocumented(request, answer, documented);
	}

	private @Nullable String undocumented(GeneratedRequest request, HttpResponse<byte[]> answer, JsonNode documented)
			throws IOException {
		String header = wrongHeader(request, documented, answer);
		if (header != null) {
			return header;
		}
		boolean empty = request.method().equals("HEAD") || !documented.has("content");
		if (empty) {
			return (answer.body().length == 0) ? null : "has a body, of which the document does not know";
		}
		String type = answer.headers().firstValue("Content-Type").orElse("");
		if (!documented.get("content").has(type)) {
			return "has the type '" + type + "', of which the document does not know";
		}
		return type.endsWith("json") ? invalid(request.operation().answerPointer(answer.statusCode(), type), answer)
				: null;
	}

	private static @Nullable String wrongHeader(GeneratedRequest request, JsonNode documented,
			HttpResponse<byte[]> answer) {
		JsonNode told = documented.path("headers");
		for (String name : told.propertyNames()) {
			if (told.get(name).path("required").asBoolean() && answer.headers().firstValue(name).isEmpty()) {
				return "has no header " + name + ", of which the document tells";
			}
		}
		return HEADERS.stream()
			.filter((name) -> answer.headers().firstValue(name).isPresent() && !told.has(name)
					&& !isOfCache(request, name))
			.findAny()
			.map((name) -> "has the header " + name + ", of which the document does not know")
			.orElse(null);
	}

	/**
	 * A cache that was asked may be told of even where its answer was not wanted then.
	 */
	private static boolean isOfCache(GeneratedRequest request, String header) {
		JsonNode answer = request.operation().answer(200);
		return header.equals("Cache-Status") && answer != null && answer.path("headers").has(header);
	}

	private static @Nullable String unexpected(Kind kind, int status) {
		return switch (kind) {
			case VALID ->
				(Set.of(400, 405, 406, 413, 415).contains(status)) ? "refuses what the document says is right" : null;
			case BROKEN -> (status < 400) ? "takes what the document says is wrong" : null;
			case WRONG_METHOD -> Set.of(401, 403, 405).contains(status) ? null : "takes a method that it has not";
			case LOST, ODD -> null;
		};
	}

	/**
	 * What was refused before an operation was chosen must at least be a problem.
	 */
	private @Nullable String anyProblem(GeneratedRequest request, HttpResponse<byte[]> answer) throws IOException {
		int status = answer.statusCode();
		boolean mayBe = request.kind() == Kind.LOST || request.kind() == Kind.WRONG_METHOD
				|| CONTAINER.contains(status);
		if (!mayBe || status < 400) {
			return "has a status that the document does not know";
		}
		String type = answer.headers().firstValue("Content-Type").orElse("");
		if (!type.equals(PROBLEM)) {
			return "is no problem detail";
		}
		return request.method().equals("HEAD") ? null : invalid("/components/schemas/ProblemDetail", answer);
	}

	private @Nullable String invalid(String pointer, HttpResponse<byte[]> answer) throws IOException {
		JsonNode body = GeneratedValues.read(text(answer));
		if (body == null) {
			return "is no JSON";
		}
		List<String> complaints = this.document.complaints(pointer, body);
		if (!complaints.isEmpty()) {
			return "has a body that is not what the document says: " + complaints;
		}
		boolean problem = answer.statusCode() >= 400;
		return (problem && !this.types.contains(body.get("type").asString())) ? "has a type that nobody knows" : null;
	}

	/**
	 * The body, without its coding.
	 */
	static String text(HttpResponse<byte[]> answer) throws IOException {
		byte[] body = answer.body();
		if (answer.headers().firstValue("Content-Encoding").isPresent() && body.length > 0) {
			body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
		}
		return new String(body, StandardCharsets.UTF_8);
	}

}
