package dev.yoil.webtoon.openapi;

import java.util.ArrayList;
import java.util.List;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Represents;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;

import org.springframework.core.ResolvableType;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.util.Assert;
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
		if (status == HttpStatus.CREATED) {
			answer.addHeaderObject("Location", header("Where it is from now on."));
		}
		if (type.toClass() == Representation.class) {
			answer.addHeaderObject("ETag", header("What If-None-Match may name the next time."));
			answers.addApiResponse("304", new ApiResponse().description("The client has it, as If-None-Match says."));
		}
		if (method.hasMethodAnnotation(KeyedByUri.class)) {
			answer.addHeaderObject("Cache-Status", header("How the cache answered (RFC 9211)."));
		}
		if (status != HttpStatus.NO_CONTENT) {
			answer.content(content(method, type));
		}
	}

	private Content content(HandlerMethod method, ResolvableType type) {
		// The only bytes that are answered as they are belong to pictures.
		boolean picture = type.toClass() == byte[].class;
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

	private static Header header(String description) {
		return new Header().description(description).schema(Schemas.typed("string"));
	}

}
