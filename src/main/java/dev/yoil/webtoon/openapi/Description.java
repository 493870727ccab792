package dev.yoil.webtoon.openapi;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.servers.Server;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.GlobalOperationCustomizer;

import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.method.HandlerMethod;

/**
 * Replaces what springdoc guessed of operations. springdoc calls it while it holds a
 * lock.
 */
class Description implements GlobalOperationCustomizer, GlobalOpenApiCustomizer {

	private static final String ABOUT = """
			Webtoons by publish day, what readers think of them, and the caches that they are answered from.

			Answers that have an ETag may be kept, and must be asked about with If-None-Match before they are used \
			again. Cache-Status (RFC 9211) tells whether an answer came out of a cache and how long it is good; \
			Server-Timing (W3C) where the time went if it was made just now. \
			Whatever goes wrong is answered with a problem detail (RFC 9457), whose type tells programs what it is; \
			besides those that an operation lists, all can answer what the container refuses, such as too long \
			an address. All types are explained in docs/problems.md.""";

	private final Schemas schemas = new Schemas();

	private final Answers answers = new Answers(this.schemas);

	private final String version;

	private final String root;

	/**
	 * Creates the description.
	 * @param version the version of the service
	 * @param root what comes before all paths; may be empty
	 */
	Description(String version, String root) {
		this.version = version;
		this.root = root;
	}

	@Override
	public Operation customize(Operation operation, HandlerMethod method) {
		Route route = Route.of(method);
		Explanation explanation = Explanation.of(method.getMethod());
		operation.setOperationId(id(method));
		operation.setSummary(explanation.summary());
		operation.setDescription(explanation.rest());
		operation.setTags(List.of(Tags.of(route.path())));
		ApiResponses responses = new ApiResponses();
		this.answers.describe(responses, method, route.http());
		ProblemAnswers.describe(responses, method, route);
		operation.setResponses(responses);
		if (responses.containsKey("304")) {
			operation.addParametersItem(new HeaderParameter().name("If-None-Match")
				.description("The entity tags of what the client has.")
				.schema(Schemas.typed("string")));
		}
		body(operation, method);
		operation.setSecurity(Credentials.of(route, method));
		return operation;
	}

	/**
	 * A name that generators of clients can give to a method in any language.
	 */
	private static String id(HandlerMethod method) {
		String controller = ClassUtils.getUserClass(method.getBeanType()).getSimpleName().replace("Controller", "");
		String name = method.getMethod().getName();
		// Not likeUnlike, or thumbnailThumbnail.
		return name.toLowerCase(Locale.ROOT).contains(controller.toLowerCase(Locale.ROOT)) ? name
				: StringUtils.uncapitalize(controller) + StringUtils.capitalize(name);
	}

	private void body(Operation operation, HandlerMethod method) {
		operation.setRequestBody(Stream.of(method.getMethodParameters())
			.filter((parameter) -> parameter
				.hasParameterAnnotation(org.springframework.web.bind.annotation.RequestBody.class))
			.findAny()
			.map(this::body)
			.orElse(null));
	}

	private RequestBody body(MethodParameter parameter) {
		return new RequestBody().required(true)
			.content(new Content().addMediaType("application/json",
					new MediaType().schema(this.schemas.of(ResolvableType.forMethodParameter(parameter)))));
	}

	@Override
	public void customise(OpenAPI document) {
		document.setInfo(new Info().title("Yoil")
			.version(this.version)
			.description(ABOUT)
			.license(new License().name("Apache License, Version 2.0").identifier("Apache-2.0")));
		// Not what the client calls the host: others are answered with the same document.
		document.setServers(List.of(new Server().url(this.root.isEmpty() ? "/" : this.root)));
		Components components = new Components();
		components.addSchemas(ProblemAnswers.SCHEMA, ProblemAnswers.schema());
		this.schemas.named().forEach(components::addSchemas);
		Credentials.describe(components);
		document.setComponents(components);
		document.setTags(Tags.all());
	}

}
