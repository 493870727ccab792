package dev.yoil.webtoon;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.yoil.webtoon.GeneratedRequest.Kind;
import dev.yoil.webtoon.OpenApiDocument.Operation;
import dev.yoil.webtoon.OpenApiDocument.Parameter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Generates requests for the operations of an OpenAPI document.
 */
final class GeneratedRequests {

	private static final List<Map.Entry<String, List<String>>> ODD_HEADERS = List.of(Map.entry("Accept",
			List.of("text/html", "*/*", "*/*;q=0", "application/json;q=0.1", "application/yaml", "///", "image/*",
					"application/problem+json", "application/json;charset=utf-16", ",", "a".repeat(2_000))),
			Map.entry("If-None-Match",
					List.of("*", "\"x\"", "W/\"x\"", "x", "\"", ",,", "\"a\", *", "\"" + "a".repeat(2_000) + "\"")),
			Map.entry("If-Match", List.of("*", "\"x\"", "W/\"x\"", "x", "\"", "")),
			Map.entry("Accept-Encoding",
					List.of("gzip", "identity;q=0", "*;q=0", "br", "br, *;q=0", "gzip;q=2", ";", "gzip, *;q=0")),
			Map.entry("Accept-Language", List.of("ko", "xx-YY;q=9", "*", "-", "tr")),
			Map.entry("Range", List.of("bytes=0-1", "bytes=-1", "bytes=9-1", "x")),
			Map.entry("If-Modified-Since", List.of("Sat, 21 Nov 2026 00:00:00 GMT", "yesterday")),
			Map.entry("Content-Type",
					List.of("text/plain", "application/xml", "application/yaml", "a/b/c",
							"application/x-www-form-urlencoded", "application/json;charset=utf-16",
							"multipart/form-data", "a/b; charset=", "a/b; charset=\":\"", "a/b; charset=utf-9", "*/*",
							"application/*", "application/*+json")),
			Map.entry("Cookie", List.of("a=b", "yoil-visitor=forged", "=", "$Version=1; a")),
			Map.entry("X-HTTP-Method-Override", List.of("DELETE")));

	private final OpenApiDocument document;

	private final GeneratedValues values;

	/** What was created, by the path of the operations on it. */
	private final Map<String, List<String>> created = new HashMap<>();

	/** What each security scheme wants to be sent. */
	private final Map<String, Map<String, String>> credentials;

	/**
	 * @param document what the requests are drawn from
	 * @param random what everything is drawn with
	 * @param known good values of fields and parameters, of which no schema can tell
	 * @param credentials headers by the name of the security scheme that asks for them
	 */
	GeneratedRequests(OpenApiDocument document, Random random, Map<String, List<String>> known,
			Map<String, Map<String, String>> credentials) {
		this.credentials = credentials;
		this.document = document;
		this.values = new GeneratedValues(random, known);
	}

	/**
	 * Draws a request.
	 */
	GeneratedRequest next(Operation operation) {
		Kind kind = this.values.oneOf(List.of(Kind.VALID, Kind.VALID, Kind.VALID, Kind.VALID, Kind.BROKEN, Kind.BROKEN,
				Kind.BROKEN, Kind.ODD, Kind.ODD, Kind.WRONG_METHOD));
		Draft draft = valid(operation);
		return switch (kind) {
			case VALID -> draft.as(Kind.VALID);
			case BROKEN -> broken(draft);
			case ODD -> odd(draft);
			case LOST, WRONG_METHOD -> wrongMethod(draft);
		};
	}

	/**
	 * Breaks each rule of the body, one at a time.
	 * @return requests that the document excludes; none if the operation has no body
	 */
	List<GeneratedRequest> violations(Operation operation) {
		JsonNode schema = operation.body();
		List<GeneratedRequest> requests = new ArrayList<>();
		for (String json : (schema != null) ? this.values.violations(schema) : List.<String>of()) {
			if (!this.document.complaints(operation.bodyPointer(), GeneratedValues.read(json)).isEmpty()) {
				Draft draft = valid(operation);
				draft.body = json;
				requests.add(draft.as(Kind.BROKEN));
			}
		}
		return requests;
	}

	/**
	 * Remembers what was created, so that it will be read, changed and deleted.
	 * @param location its path
	 */
	void created(String location) {
		this.document.operations()
			.stream()
			.map(Operation::path)
			.distinct()
			.filter((path) -> path.endsWith("}") && location.matches(path.replaceAll("\\{[^}]*}", "[^/]+")))
			.forEach((path) -> this.created.computeIfAbsent(path, (missing) -> new ArrayList<>()).add(location));
	}

	private Draft valid(Operation operation) {
		Draft draft = new Draft(operation);
		this.credentials.forEach((scheme, headers) -> {
			if (operation.asksFor(scheme)) {
				headers.forEach((name, value) -> draft.headers.merge(name, value, (one, other) -> one + "; " + other));
			}
		});
		List<String> locations = this.created.getOrDefault(operation.path(), List.of());
		if (!locations.isEmpty() && this.values.chance(60)) {
			draft.path = this.values.oneOf(locations);
		}
		for (Parameter parameter : operation.parameters()) {
			if (parameter.in().equals("header")) {
				continue;
			}
			String value = (parameter.required() || this.values.chance(40)) ? this.values.parameter(parameter) : null;
			if (value != null) {
				draft.parameters.put(parameter.name(), value);
			}
		}
		JsonNode body = operation.body();
		if (body != null) {
			draft.object = this.values.object(body);
			draft.body = draft.object.toString();
			draft.headers.put("Content-Type", "application/json");
		}
		return draft;
	}

	private GeneratedRequest broken(Draft draft) {
		List<Parameter> parameters = draft.operation.parameters()
			.stream()
			.filter((parameter) -> !parameter.in().equals("header"))
			.toList();
		if (draft.object != null && (parameters.isEmpty() || this.values.chance(75))) {
			return brokenBody(draft);
		}
		if (parameters.isEmpty()) {
			return odd(draft);
		}
		Parameter parameter = this.values.oneOf(parameters);
		if (parameter.in().equals("query") && this.values.chance(15)) {
			draft.parameters.remove(parameter.name());
			return draft.as(parameter.required() ? Kind.BROKEN : Kind.VALID);
		}
		String value = this.values.oneOf(GeneratedValues.ODD_TEXTS);
		draft.parameters.put(parameter.name(), value);
		if (parameter.in().equals("path")) {
			draft.path = draft.operation.path();
			return draft.as(Kind.LOST);
		}
		return draft.as(violates(parameter, value) ? Kind.BROKEN : Kind.ODD);
	}

	private GeneratedRequest brokenBody(Draft draft) {
		String body = this.values.broken(draft.object);
		JsonNode json = GeneratedValues.read(body);
		draft.body = body;
		return draft.as((json == null || !this.document.complaints(draft.operation.bodyPointer(), json).isEmpty())
				? Kind.BROKEN : Kind.ODD);
	}

	private GeneratedRequest odd(Draft draft) {
		Map.Entry<String, List<String>> header = this.values.oneOf(ODD_HEADERS);
		draft.headers.put(header.getKey(), this.values.oneOf(header.getValue()));
		if (this.values.chance(20)) {
			draft.suffix = this.values.oneOf(List.of("&x=1", "&page", "&=", "&page=1&page=2", "&%ff=1", "&sort=%C3",
					"&publishDay=%ff", "&&&", "&a%00b=c", "&size=1;x", "&publishDay=MONDAY&publishDay=TUESDAY"));
		}
		if (this.values.chance(20) && draft.operation.method().equals("GET")) {
			draft.method = "HEAD";
		}
		if (this.values.chance(10)) {
			this.credentials.values().forEach((headers) -> draft.headers.keySet().removeAll(headers.keySet()));
		}
		if (draft.body == null && this.values.chance(10)) {
			draft.body = this.values.oneOf(List.of("{}", "x", "[".repeat(5_000)));
		}
		return draft.as(Kind.ODD);
	}

	private GeneratedRequest wrongMethod(Draft draft) {
		List<String> methods = new ArrayList<>(List.of("GET", "POST", "PUT", "PATCH", "DELETE", "FOO"));
		methods.removeAll(this.document.methods(draft.operation.path()));
		draft.method = this.values.oneOf(methods);
		return draft.as(Kind.WRONG_METHOD);
	}

	private boolean violates(Parameter parameter, String value) {
		JsonNode schema = parameter.schema();
		if (!schema.path("type").asString("").equals("integer")) {
			// Spring takes nothing for the default, where there is one.
			return !(value.isEmpty() && schema.has("default"))
					&& !this.document.complaints(parameter.pointer(), JsonNodeFactory.instance.stringNode(value))
						.isEmpty();
		}
		if (value.isEmpty()) {
			return parameter.required();
		}
		try {
			return !value.matches("-?[0-9]+") || !this.document
				.complaints(parameter.pointer(), JsonNodeFactory.instance.numberNode(Long.parseLong(value)))
				.isEmpty();
		}
		catch (NumberFormatException ex) {
			return true;
		}
	}

	/**
	 * A request in the making.
	 */
	private static final class Draft {

		private final Operation operation;

		private final Map<String, String> parameters = new LinkedHashMap<>();

		private final Map<String, String> headers = new LinkedHashMap<>();

		private String method;

		private String path;

		private String suffix = "";

		private @Nullable ObjectNode object;

		private @Nullable String body;

		Draft(Operation operation) {
			this.operation = operation;
			this.path = operation.path();
			this.method = operation.method();
		}

		GeneratedRequest as(Kind kind) {
			String path = this.path;
			StringBuilder query = new StringBuilder();
			for (Map.Entry<String, String> parameter : this.parameters.entrySet()) {
				String variable = "{" + parameter.getKey() + "}";
				if (path.contains(variable)) {
					path = path.replace(variable, encoded(parameter.getValue()));
				}
				else if (!this.operation.path().contains(variable)) {
					query.append('&').append(parameter.getKey()).append('=').append(encoded(parameter.getValue()));
				}
			}
			query.append(this.suffix);
			String whole = query.isEmpty() ? path : path + "?" + query.substring(1);
			return new GeneratedRequest(this.operation, this.method, whole, this.headers, this.body, kind);
		}

		/**
		 * Percent-encodes everything that is not a letter, a digit, or harmless. Half of
		 * a character becomes a question mark, as there are no bytes for it.
		 */
		private static String encoded(String text) {
			StringBuilder encoded = new StringBuilder();
			for (byte unit : text.getBytes(StandardCharsets.UTF_8)) {
				char character = (char) (unit & 0xff);
				if (character < 0x80 && (Character.isLetterOrDigit(character) || "-_.~".indexOf(character) >= 0)) {
					encoded.append(character);
				}
				else {
					encoded.append("%%%02X".formatted((int) character));
				}
			}
			return encoded.toString();
		}

	}

}
