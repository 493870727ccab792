package dev.yoil.webtoon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.JsonNodeException;

/**
 * The OpenAPI document of a running service.
 */
final class OpenApiDocument {

	private static final String LOCATION = "https://yoil.example/openapi.json";

	private final JsonNode json;

	/** Read once: the registry itself would read it again for each schema in it. */
	private final Schema whole;

	private final Map<String, Schema> schemas = new HashMap<>();

	private final List<Operation> operations = new ArrayList<>();

	private OpenApiDocument(JsonNode json) {
		this.json = json;
		this.whole = SchemaRegistry
			.withDialect(Dialects.getDraft202012(),
					(registry) -> registry.schemas(Map.of(LOCATION, json.toString()))
						.schemaRegistryConfig(SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()))
			.getSchema(SchemaLocation.of(LOCATION));
		json.get("paths")
			.properties()
			.forEach((path) -> path.getValue()
				.properties()
				.forEach((operation) -> this.operations.add(new Operation(path.getKey(), operation.getKey()))));
	}

	static OpenApiDocument of(RunningService service) throws IOException, InterruptedException {
		return new OpenApiDocument(service.json("/v3/api-docs"));
	}

	JsonNode json() {
		return this.json;
	}

	List<Operation> operations() {
		return this.operations;
	}

	/**
	 * The methods that a path has, in upper case.
	 */
	Set<String> methods(String path) {
		return this.operations.stream()
			.filter((operation) -> operation.path.equals(path))
			.map(Operation::method)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Follows references.
	 */
	JsonNode resolved(JsonNode schema) {
		JsonNode reference = schema.get("$ref");
		return (reference != null) ? this.json.at(reference.asString().substring(1)) : schema;
	}

	/**
	 * What is wrong with a value.
	 * @param pointer where in the document the schema is
	 * @return complaints, none if the value is valid
	 */
	List<String> complaints(String pointer, JsonNode value) {
		Schema schema = this.schemas.computeIfAbsent(pointer,
				(missing) -> this.whole.getRefSchema(SchemaLocation.of(LOCATION + "#" + missing).getFragment()));
		try {
			return schema.validate(value).stream().map(Object::toString).toList();
		}
		catch (JsonNodeException ex) {
			// The validator asks each number for a long before it compares it.
			return List.of("has a number that no long holds: " + ex.getMessage());
		}
	}

	private static String escaped(String key) {
		return key.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D");
	}

	/**
	 * One operation.
	 */
	final class Operation {

		private final String path;

		private final String key;

		private Operation(String path, String key) {
			this.path = path;
			this.key = key;
		}

		String path() {
			return this.path;
		}

		String method() {
			return this.key.toUpperCase(java.util.Locale.ROOT);
		}

		JsonNode json() {
			return OpenApiDocument.this.json.get("paths").get(this.path).get(this.key);
		}

		String pointer() {
			return "/paths/" + escaped(this.path) + "/" + this.key;
		}

		List<Parameter> parameters() {
			List<Parameter> parameters = new ArrayList<>();
			JsonNode all = json().path("parameters");
			for (int index = 0; index < all.size(); index++) {
				parameters.add(new Parameter(all.get(index), pointer() + "/parameters/" + index + "/schema"));
			}
			return parameters;
		}

		@Nullable JsonNode body() {
			JsonNode schema = json().at("/requestBody/content/application~1json/schema");
			return schema.isMissingNode() ? null : resolved(schema);
		}

		String bodyPointer() {
			return pointer() + "/requestBody/content/application~1json/schema";
		}

		@Nullable JsonNode answer(int status) {
			return json().get("responses").get(Integer.toString(status));
		}

		String answerPointer(int status, String type) {
			return pointer() + "/responses/" + ((status < 400) ? status : "default") + "/content/" + escaped(type)
					+ "/schema";
		}

		/**
		 * Whether it takes what a security scheme asks for.
		 */
		boolean asksFor(String scheme) {
			return json().path("security").valueStream().anyMatch((choice) -> choice.has(scheme));
		}

		@Override
		public String toString() {
			return method() + " " + this.path;
		}

	}

	/**
	 * A parameter.
	 *
	 * @param json what the document says of it
	 * @param pointer where its schema is
	 */
	record Parameter(JsonNode json, String pointer) {

		String name() {
			return this.json.get("name").asString();
		}

		String in() {
			return this.json.get("in").asString();
		}

		boolean required() {
			return this.json.path("required").asBoolean();
		}

		JsonNode schema() {
			return this.json.get("schema");
		}

	}

}
