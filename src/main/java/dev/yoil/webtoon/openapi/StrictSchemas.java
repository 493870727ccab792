package dev.yoil.webtoon.openapi;

import java.util.List;
import java.util.Map;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;

/**
 * Schemas of requests as strict as the service: patterns match the whole text, required
 * parameters have no default, and bodies have no unknown fields.
 */
final class StrictSchemas implements GlobalOpenApiCustomizer {

	/** Bodies in which exactly one of these fields must be set. */
	private static final Map<String, List<String>> ALTERNATIVES = Map.of("RemovalRequest",
			List.of("id", "key", "pattern"), "ClusterRemovalRequest", List.of("key"));

	@Override
	public void customise(OpenAPI document) {
		Components components = document.getComponents();
		components.getSchemas().forEach(StrictSchemas::restrict);
		document.getPaths()
			.values()
			.stream()
			.flatMap((path) -> path.readOperations().stream())
			.forEach((operation) -> restrict(operation, components));
	}

	private static void restrict(String name, Schema<?> schema) {
		if (schema.getProperties() != null) {
			schema.getProperties().values().forEach(StrictSchemas::anchor);
		}
		ALTERNATIVES.getOrDefault(name, List.of()).forEach((field) -> schema.addOneOfItem(present(field)));
	}

	private static void restrict(Operation operation, Components components) {
		if (operation.getParameters() != null) {
			operation.getParameters().forEach(StrictSchemas::restrict);
		}
		if (operation.getRequestBody() != null) {
			operation.getRequestBody().getContent().values().forEach((content) -> {
				String reference = content.getSchema().get$ref();
				components.getSchemas()
					.computeIfPresent(reference.substring(reference.lastIndexOf('/') + 1),
							(name, body) -> body.additionalProperties(false));
			});
		}
	}

	private static void restrict(Parameter parameter) {
		Schema<?> schema = parameter.getSchema();
		anchor(schema);
		if (Boolean.TRUE.equals(parameter.getRequired())) {
			schema.setDefault(null);
			schema.setDefaultSetFlag(false);
		}
		else if ("query".equals(parameter.getIn()) && schema.getTypes() != null
				&& schema.getTypes().contains("integer")) {
			// MVC takes an empty number for an absent one.
			parameter.setAllowEmptyValue(true);
		}
	}

	private static void anchor(Schema<?> schema) {
		String pattern = schema.getPattern();
		if (pattern != null && !pattern.startsWith("^")) {
			schema.setPattern("^" + (pattern.contains("|") ? "(?:" + pattern + ")" : pattern) + "$");
		}
	}

	/** A {@code null} field counts as missing. */
	private static Schema<?> present(String field) {
		Schema<?> text = new JsonSchema();
		text.addType("string");
		Schema<?> alternative = new JsonSchema();
		alternative.addProperty(field, text);
		alternative.addRequiredItem(field);
		return alternative;
	}

}
