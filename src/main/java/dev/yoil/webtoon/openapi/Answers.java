package dev.yoil.webtoon.openapi;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Represents;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;

import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.method.HandlerMethod;

/**
 * What controllers' methods answer when nothing is wrong, as their return types tell.
 */
class Answers {

	private final Schemas schemas;

	/**
	 * Creates the description.
	 * @param schemas knows the types of the bodies
	 */
	Answers(Schemas schemas) {
		this.schemas = schemas;
	}

	/**
	 * Describes the answers of a method.
	 * @param answers where they are added
	 * @param method the method
	 * @param http the HTTP method that it is mapped to
	 */
	void describe(ApiResponses answers, HandlerMethod method, HttpMethod http) {
		ResolvableType type = Route.answered(method);
		HttpStatus status = status(method, http, type);
		ApiResponse answer = new ApiResponse().description(status.getReasonPhrase());
		answers.addApiResponse(Integer.toString(status.value()), answer);
		if (status == HttpStatus.CREATED && method.getReturnType().getParameterType() == ResponseEntity.class) {
			Headers.add(answer, "Location", "Where it is from now on.");
			if (isRepresented(method, type.toClass())) {
				Headers.add(answer, "ETag", "What If-Match may name to change nothing else.");
			}
		}
		if (type.toClass() == Representation.class) {
			ApiResponse unchanged = new ApiResponse().description("The client has it, as If-None-Match says.");
			Headers.add(answer, "ETag", Headers.ETAG);
			Headers.add(unchanged, "ETag", Headers.ETAG);
			answers.addApiResponse("304", unchanged);
			Headers.addServerTiming(answer);
			Headers.addServerTiming(unchanged);
			if (method.hasMethodAnnotation(KeyedByUri.class)) {
				Headers.addCacheStatus(answer);
				Headers.addCacheStatus(unchanged);
			}
		}
		if (status != HttpStatus.NO_CONTENT) {
			answer.content(content(method, type));
		}
	}

	/**
	 * Whether what is created has an entity tag when it is read, and so when it is
	 * created.
	 */
	private static boolean isRepresented(HandlerMethod method, Class<?> created) {
		return !MethodIntrospector
			.selectMethods(ClassUtils.getUserClass(method.getBeanType()),
					(Method candidate) -> candidate.isAnnotationPresent(Represents.class)
							&& candidate.getAnnotation(Represents.class).value() == created)
			.isEmpty();
	}

	private Content content(HandlerMethod method, ResolvableType type) {
		// The only bytes that are answered as they are belong to pictures.
		Represents represents = method.getMethodAnnotation(Represents.class);
		boolean picture = type.toClass() == byte[].class || (represents != null && represents.value() == byte[].class);
		Schema<?> schema = picture ? Schemas.typed("string")
				: (type.toClass() == Representation.class) ? represented(method) : this.schemas.of(type);
		return new Content().addMediaType(picture ? "image/svg+xml" : "application/json",
				new MediaType().schema(schema));
	}

	private Schema<?> represented(HandlerMethod method) {
		Represents represents = method.getMethodAnnotation(Represents.class);
		Assert.state(represents != null,
				() -> method + " returns a representation and has to say of what, with @Represents");
		List<Schema<?>> choice = new ArrayList<>();
		if (represents.listOf() != void.class) {
			choice.add(this.schemas.of(ResolvableType.forClassWithGenerics(List.class, represents.listOf())));
		}
		if (represents.value() != void.class) {
			choice.add(this.schemas.of(ResolvableType.forClass(represents.value())));
		}
		Assert.state(!choice.isEmpty(), () -> "@Represents of " + method + " names no type");
		return (choice.size() == 1) ? choice.get(0) : new JsonSchema().oneOf(List.copyOf(choice));
	}

	private static HttpStatus status(HandlerMethod method, HttpMethod http, ResolvableType type) {
		ResponseStatus told = method.getMethodAnnotation(ResponseStatus.class);
		if (told != null) {
			return told.value();
		}
		if (type.toClass() == void.class || type.toClass() == Void.class) {
			return HttpStatus.NO_CONTENT;
		}
		// Whoever posts here creates something.
		return http.equals(HttpMethod.POST) ? HttpStatus.CREATED : HttpStatus.OK;
	}

}
