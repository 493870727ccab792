package dev.yoil.webtoon.openapi;

import java.lang.annotation.Annotation;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.webtoon.ProblemType;
import dev.yoil.webtoon.Problems;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;

import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;

/**
 * The problems that an operation can be answered with: those that its method states, and
 * those that its form brings along.
 */
final class ProblemAnswers {

	/** The name of the schema of all problem details. */
	static final String SCHEMA = "ProblemDetail";

	/** What the cache integration calls its own problems, which nothing here knows. */
	private static final String CACHES = "urn:yoil:ehcache:problem:";

	private ProblemAnswers() {
	}

	/**
	 * Describes the problems of a method.
	 * @param answers where they are added
	 * @param method the method
	 * @param route where it is mapped to
	 */
	static void describe(ApiResponses answers, HandlerMethod method, Route route) {
		Map<Integer, Set<URI>> types = new TreeMap<>();
		generic(types, HttpStatus.BAD_REQUEST);
		add(types, ProblemType.BLOCKED_ADDRESS);
		ofAccess(types, route);
		ofForm(types, method);
		if (route.isOfCaches()) {
			ofCaches(types, method, route);
		}
		else {
			ofSite(types, method);
		}
		types.forEach((status, uris) -> answers.addApiResponse(Integer.toString(status), answer(status, uris)));
	}

	private static void ofForm(Map<Integer, Set<URI>> types, HandlerMethod method) {
		if (!answers(method, byte[].class)) {
			generic(types, HttpStatus.NOT_ACCEPTABLE);
		}
		if (answers(method, Representation.class)) {
			generic(types, HttpStatus.PRECONDITION_FAILED);
		}
		if (has(method, RequestBody.class)) {
			add(types, ProblemType.UNREADABLE_BODY);
			add(types, ProblemType.REFUSED_VALUES);
			add(types, ProblemType.UNSUPPORTED_MEDIA_TYPE);
		}
	}

	private static void ofAccess(Map<Integer, Set<URI>> types, Route route) {
		if (route.isForAdministrators() || route.isOfCaches()) {
			add(types, ProblemType.UNAUTHENTICATED);
			add(types, ProblemType.TOO_MANY_FAILED_LOGINS);
		}
		if (route.isChange()) {
			add(types, ProblemType.CONTENT_TOO_LARGE);
			if (route.isForAdministrators()) {
				add(types, ProblemType.FOREIGN_ORIGIN);
				add(types, ProblemType.UNSUPPORTED_MEDIA_TYPE);
			}
			else {
				add(types, ProblemType.MISSING_CSRF_TOKEN);
				add(types, ProblemType.TOO_MANY_REQUESTS);
			}
		}
	}

	private static void ofSite(Map<Integer, Set<URI>> types, HandlerMethod method) {
		if (has(method, RequestParam.class)) {
			add(types, ProblemType.REFUSED_PARAMETER);
		}
		Problems stated = method.getMethodAnnotation(Problems.class);
		if (stated != null) {
			for (ProblemType type : stated.value()) {
				add(types, type);
			}
		}
		add(types, ProblemType.DATABASE_UNAVAILABLE);
		if (method.hasMethodAnnotation(KeyedByUri.class)) {
			add(types, HttpStatus.SERVICE_UNAVAILABLE, URI.create(CACHES + "load-timeout"));
		}
	}

	private static void ofCaches(Map<Integer, Set<URI>> types, HandlerMethod method, Route route) {
		boolean entry = route.path().endsWith("/entries/{id}");
		if (entry || has(method, RequestParam.class)) {
			add(types, HttpStatus.BAD_REQUEST, URI.create(CACHES + "refused-parameter"));
		}
		if (route.path().contains("{")) {
			add(types, HttpStatus.NOT_FOUND, URI.create(CACHES + "unknown-cache"));
		}
		if (has(method, RequestBody.class)) {
			add(types, HttpStatus.BAD_REQUEST, URI.create(CACHES + "refused-eviction"));
		}
		if (entry || has(method, RequestBody.class)) {
			add(types, HttpStatus.NOT_FOUND, URI.create(CACHES + "unknown-entry"));
		}
	}

	private static boolean answers(HandlerMethod method, Class<?> returned) {
		return Route.answered(method).toClass() == returned;
	}

	private static boolean has(HandlerMethod method, Class<? extends Annotation> annotation) {
		for (MethodParameter parameter : method.getMethodParameters()) {
			if (parameter.hasParameterAnnotation(annotation)) {
				return true;
			}
		}
		return false;
	}

	private static void generic(Map<Integer, Set<URI>> types, HttpStatus status) {
		add(types, status, ProblemType.of(status));
	}

	private static void add(Map<Integer, Set<URI>> types, ProblemType type) {
		add(types, type.status(), type.uri());
	}

	private static void add(Map<Integer, Set<URI>> types, HttpStatus status, URI type) {
		types.computeIfAbsent(status.value(), (missing) -> new LinkedHashSet<>()).add(type);
	}

	private static ApiResponse answer(int status, Set<URI> types) {
		Schema<Object> type = Schemas.typed("string");
		type.setEnum(new ArrayList<>(types.stream().map(URI::toString).toList()));
		Schema<Object> constant = Schemas.typed("integer");
		constant.setConst(status);
		Schema<?> narrowed = new JsonSchema().addProperty("type", type).addProperty("status", constant);
		Schema<?> all = new JsonSchema().addAllOfItem(new JsonSchema().$ref("#/components/schemas/" + SCHEMA))
			.addAllOfItem(narrowed);
		HttpStatus known = HttpStatus.valueOf(status);
		ApiResponse answer = new ApiResponse().description(known.getReasonPhrase());
		Headers.addOfProblem(answer, known);
		return answer.content(new Content().addMediaType("application/problem+json", new MediaType().schema(all)));
	}

	/**
	 * The schema that all problem details have (RFC 9457).
	 * @return a schema
	 */
	static Schema<?> schema() {
		Schema<Object> schema = Schemas.typed("object");
		schema.setDescription("What went wrong (RFC 9457).");
		schema.addProperty("type",
				Schemas.typed("string").format("uri").description("What programs know the kind by."));
		schema.addProperty("title", Schemas.typed("string").description("The name of the status."));
		schema.addProperty("status", Schemas.typed("integer").format("int32"));
		schema.addProperty("detail", Schemas.typed("string").description("What is wrong, and what to do."));
		schema.addProperty("instance",
				Schemas.typed("string").format("uri-reference").description("What was asked for."));
		schema.setRequired(List.of("type", "title", "status", "detail"));
		schema.setAdditionalProperties(false);
		return schema;
	}

}
